"""How a puzzle shows itself in a notebook: its map and its cards."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ..draw.faces import Bundle, card_html, face, image
from ..draw.picture import board_picture
from ..draw.scene import Scene, candidates_scene
from ..draw.scene_text import scene_text
from ..draw.text import card_text, map_text

if TYPE_CHECKING:
    from .positions import Position
    from .puzzle import Puzzle


def puzzle_face(puzzle: Puzzle) -> Bundle:
    """Title, my-buildings, the empty map and all cards; never the solution."""
    game = puzzle.game
    cards = [(game.card(number), puzzle.for_whom(number)) for number in puzzle.cards]
    heading = f"{puzzle.title} ({puzzle.level})"
    said = " ".join(part for part in (puzzle.spoken_mine, puzzle.note) if part)
    text = "\n".join([heading, said, map_text(game.plan, {}), *(card_text(card, remark) for card, remark in cards)])
    board = image(board_picture(Scene(game, nowhere_yet=game.buildings, title=puzzle.title)))
    shown = "".join(card_html(card, game, remark) for card, remark in cards)
    notice = f"<p><small>{escape(game.deck.notice)}</small></p>"
    html = f"<div><h3>{escape(heading)}</h3><p>{escape(said)}</p>{board}<div>{shown}</div>{notice}</div>"
    return face(text, html)


def position_face(position: Position) -> Bundle:
    """The board, and the cards that count."""
    puzzle = position.puzzle
    scene = candidates_scene(position.candidates, "The board")
    cards = [(puzzle.game.card(number), puzzle.for_whom(number)) for number in puzzle.cards]
    text = "\n".join([scene_text(scene), *(card_text(card, remark) for card, remark in cards)])
    shown = "".join(card_html(card, puzzle.game, remark) for card, remark in cards)
    return face(text, f"<div>{image(board_picture(scene))}<div>{shown}</div></div>")
