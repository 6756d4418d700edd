"""The catalogue: the puzzles that come with the product, by id."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..errors import UnknownNameError
from ..town.buildings import shortened
from .puzzle import Puzzle
from .reading import read_puzzle

PACKAGE = Path(__file__).parent.parent


def puzzle_folder() -> Path:
    """Inside an installed package, or at the top of a checkout."""
    installed = PACKAGE / "_data" / "puzzles"
    return installed if installed.is_dir() else PACKAGE.parent / "puzzles"


def puzzles() -> tuple[str, ...]:
    """The ids of the puzzles in the catalogue."""
    return tuple(sorted(path.stem for path in puzzle_folder().glob("*.json") if path.stem != "schema"))


def load_puzzle(puzzle: str | Path, solvable: bool = True) -> Puzzle:
    """A puzzle by its id in the catalogue, or from a file (which, if it need not be solvable, may have no town)."""
    if str(puzzle) in puzzles():
        return _from_catalogue(str(puzzle))
    path = Path(puzzle)
    if not _is_file(path):
        written = shortened(str(puzzle), 80)
        raise UnknownNameError(f'there is no puzzle "{written}"; allowed: a file, or one of {", ".join(puzzles())}')
    return read_puzzle(path, solvable)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name too long, a folder that we may not enter
        return False


@cache
def _from_catalogue(puzzle_id: str) -> Puzzle:
    return read_puzzle(puzzle_folder() / f"{puzzle_id}.json")
