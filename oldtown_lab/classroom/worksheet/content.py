"""What stands on a worksheet, as plain data: texts and pictures in the order of the pages.

The template (``worksheet.typ``) only arranges it. So whatever a puzzle file says stays text, and never becomes markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...draw.card_artist import has_dashes
from ...draw.palette import PRINT
from ...draw.picture import Picture, board_picture, card_picture
from ...draw.scene import Scene
from ...draw.shapes import Icon
from ...draw.svg import ICON_BOX, Fonts
from ...proof.words.speech import number_word
from ...puzzles.puzzle import Puzzle
from ...town.game import Game

Data = dict[str, Any]

#: Comes with typst, so that a sheet looks the same on every machine.
FONTS = Fonts(serif="'Libertinus Serif'", sans="'Libertinus Serif'")

HEADINGS = {
    "A": "Cards A: a named building",
    "B": "Cards B: my building",
    "C": "Cards C: a named building and mine",
}


def sheet_data(puzzle: Puzzle) -> Data:
    """All that a student gets."""
    game = puzzle.game
    empty = Scene(game, title=f"Map of {game.title}")
    return {
        "title": puzzle.title,
        "level": puzzle.level,
        "mine": puzzle.spoken_mine,
        "note": puzzle.note,
        "notice": game.deck.notice,
        "how": list(_how_to_play(puzzle)),
        "map": picture_data(board_picture(empty, PRINT, tray=False)),
        "left_out": game.left_out,
        "mine_to_find": puzzle.mine.unknown,
        "groups": list(_groups(puzzle)),
        "grid": _grid(puzzle),
    }


def picture_data(picture: Picture) -> Data:
    return {"svg": picture.svg(FONTS), "alt": picture.description}


def _how_to_play(puzzle: Puzzle) -> Iterator[str]:
    game = puzzle.game
    plots, buildings = len(game.plan.plots), len(game.buildings)
    yield (
        f"This ghost town had {plots} plots, and {buildings} buildings are known by name. Find out who stood where, "
        "and write the names on the plots. The small arrow at a plot is its entrance."
    )
    yield f"Every plot holds just one building. {_left_out(game)}"
    yield "The little map on a card decides. The sentence below it only tells a story."
    if any(game.card(number).kind != "A" for number in puzzle.cards):
        meant = "which building that is" + ("" if puzzle.mine.are_known else ", or that it is one of mine")
        yield f"Some cards speak of \u201cmy building\u201d. Below the sentence you see {meant}."


def _left_out(game: Game) -> str:
    count = game.left_out
    if count == 0:
        return "No building is left out."
    building = "building is" if count == 1 else "buildings are"
    return f"So {number_word(count)} {building} left out of the town."


def _groups(puzzle: Puzzle) -> Iterator[Data]:
    """The cards by kind, in the puzzle's order."""
    for kind, heading in HEADINGS.items():
        numbers = [number for number in puzzle.cards if puzzle.game.card(number).kind == kind]
        if numbers:
            cards = [_card(puzzle, number) for number in numbers]
            yield {"heading": heading, "help": " ".join(_how_to_read(puzzle, kind, numbers)), "cards": cards}


def _how_to_read(puzzle: Puzzle, kind: str, numbers: list[int]) -> Iterator[str]:
    """What the little maps of a kind show."""
    match kind:
        case "A":
            yield "The building that the sentence names stood on one of the dark plots."
        case "B":
            yield "The building that is named below the sentence stood on one of the dark plots."
        case "C":
            yield (
                "Each line joins two plots. At one end of it stood the named building, where the plot is dark; at the "
                "other end my building, where the plot is striped."
            )
            if any(has_dashes(puzzle.game.card(number)) for number in numbers):
                yield "A dashed line can be read in one way only, from dark to striped."
    if kind != "A" and any(_leaves_open_for_whom(puzzle, number) for number in numbers):
        yield "Where several buildings can be meant, the card is true of at least one of them. Find out which."


def _leaves_open_for_whom(puzzle: Puzzle, number: int) -> bool:
    meant = [building for building in puzzle.mine.known if building != puzzle.game.card(number).building]
    return number not in puzzle.for_building and len(meant) != 1


def _card(puzzle: Puzzle, number: int) -> Data:
    card = puzzle.game.card(number)
    return {
        "number": str(number),
        "sentence": _unbroken_names(card.text, puzzle.game),
        "remark": puzzle.for_whom(number),
        "map": picture_data(card_picture(card, puzzle.game, PRINT)),
    }


def _unbroken_names(text: str, game: Game) -> str:
    """The sentence with the names of streets kept on one line: a line that begins with "Rd." reads badly."""
    for line in game.plan.lines:
        text = text.replace(line.name, line.name.replace(" ", "\u00a0"))
    return text


def _grid(puzzle: Puzzle) -> Data:
    game = puzzle.game
    return {
        "plots": [str(plot) for plot in sorted(game.plan.all_plots)],
        "columns_of_map": game.plan.columns,
        "buildings": [{"name": building, "icon": _icon(building)} for building in game.buildings],
        "mine": not puzzle.mine.are_known,
        "help": list(_grid_help(puzzle)),
    }


def _grid_help(puzzle: Puzzle) -> Iterator[str]:
    """How the grid is used, one hint a line."""
    count = puzzle.game.left_out
    yield "Each row is a building, each column a plot. Cross out (\u2717) every box where a building cannot have stood."
    yield (
        "Only one box of a row is left? Tick it (\u2713): the building stood there. Cross out all other boxes of that "
        "column."
    )
    yield (
        "Only one box of a plot\u2019s column is left? Tick it, as no plot stays empty, and cross out the rest of that "
        "row."
    )
    ticks = "no tick" if count == 0 else "one tick" if count == 1 else f"{number_word(count)} ticks"
    last = f"The column \u201cout\u201d is for the buildings that are left out of the town. In the end it has {ticks}."
    if not puzzle.mine.are_known:
        mine = number_word(puzzle.mine.unknown)
        last += f" The column \u201cmine\u201d gets {mine} {'tick' if puzzle.mine.unknown == 1 else 'ticks'}."
    yield last


def _icon(building: str) -> str:
    shape = Icon(building, 0, 0, ICON_BOX, PRINT.ink, PRINT.paper)
    return Picture((shape,), ICON_BOX, ICON_BOX, building).svg(FONTS)
