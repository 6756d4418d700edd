"""Pictures inside the panels, in the theme of the page."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from ..draw.faces import image
from ..draw.palette import Theme
from ..draw.picture import board_picture, card_picture
from ..draw.scene import town_scene
from ..play.session import SoloSession
from ..puzzles.puzzle import Puzzle
from ..town.towns import Town

#: How wide a board is inside the panel.
SMALL = 420


def town_image(session: SoloSession, town: Town, building: str, title: str, theme: Theme) -> str:
    """A town as a small picture, the building in question pointed out in it."""
    scene = replace(town_scene(session.puzzle.game, town, title), building=building)
    return image(board_picture(scene, theme), SMALL)


def card_image(puzzle: Puzzle, number: int, theme: Theme) -> str:
    """A card of a puzzle: its little map and its sentence, and for whom it is."""
    card = puzzle.game.card(number)
    remark = puzzle.for_whom(number)
    said = f"<br><small>{escape(remark)}</small>" if remark else ""
    return (
        f"<div style='display:flex;gap:.7em;align-items:center;line-height:1.45'>"
        f"<span style='flex:0 1 auto;line-height:0'>{image(card_picture(card, puzzle.game, theme))}</span>"
        f"<span style='flex:1 1 8em'><b>{number}</b> {escape(card.text)}{said}</span></div>"
    )
