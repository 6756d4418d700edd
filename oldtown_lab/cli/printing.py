"""The command that prints: a puzzle as a worksheet."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ..classroom.worksheet import worksheet
from ..games.files import file_name
from ..proof.step import Outcome
from ..puzzles.catalogue import load_puzzle

#: What the teacher should know before copying it thirty times.
WARNINGS = {
    Outcome.SEVERAL_TOWNS: "; several towns fit its cards, and the key says so",
    Outcome.NO_TOWN: "; no town fits its cards, and the key says so",
}


def write_worksheet(chosen: Namespace) -> int:
    puzzle = load_puzzle(chosen.puzzle, solvable=False)
    path = Path(chosen.output if chosen.output is not None else f"{puzzle.id}.pdf")
    printed = worksheet(puzzle, path, chosen.paper, key=not chosen.without_key)
    pages = "1 page" if printed.pages == 1 else f"{printed.pages} pages"
    warning = WARNINGS.get(printed.outcome, "") if printed.outcome is not None else ""
    if printed.boxes:
        warning += "; some letters of the puzzle are not in its font and come out as boxes"
    print(f"{file_name(path)}: {pages}, {printed.paper}{warning}")
    return 0
