"""Views over a session: the board, the grid, the cards, the proof player and the whole solo lab."""
