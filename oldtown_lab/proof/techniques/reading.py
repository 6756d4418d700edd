"""Reading a card: what it says by itself about single buildings."""

from __future__ import annotations

from collections.abc import Iterator

from ..board import OUT, Board, one_plot, plots_in
from ..facts import Fact, at, in_town, not_at
from ..ladder import READING
from .idea import Focus, Idea, idea


def find_readings(board: Board) -> Iterator[Idea]:
    """One idea for each card and building of which the card says something new by itself."""
    for building, places in board.setting.places.items():
        for card, allowed in places:
            news: list[Fact] = [in_town(building)] if board.open[building] & OUT else []
            if allowed.bit_count() == 1 and building not in board.placed:
                news.append(at(building, allowed.bit_length() - 1))
            excluded = [not_at(building, plot) for plot in plots_in(board.open[building] & ~allowed)]
            if news or excluded:
                reasons = {card, one_plot(building)} if excluded else {card}
                about = Focus((building,), tuple(plots_in(allowed)), (int(card.removeprefix("card:")),))
                yield idea(READING, reasons, news + excluded, about)
