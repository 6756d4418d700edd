"""The questions that anyone asks of a puzzle, under the names of the commands."""

from __future__ import annotations

from pathlib import Path

from ..logic.counting import TownCount, count_towns
from ..logic.engine import engine
from ..logic.solving import Solutions, solve_theory
from .catalogue import load_puzzle
from .puzzle import Puzzle

#: How many towns are shown unless more are asked for.
USUAL_LIMIT = 10


def solve(puzzle: Puzzle | str | Path, limit: int = USUAL_LIMIT) -> Solutions:
    """The towns that fit a puzzle, up to a limit, and whether there is just one."""
    with engine():
        return solve_theory(_puzzle(puzzle).theory, limit)


def count(puzzle: Puzzle | str | Path, first: int | None = None) -> TownCount:
    """The exact number of towns that fit a puzzle, or its ``first`` so many cards."""
    theory = _puzzle(puzzle).theory
    return count_towns(theory if first is None else theory.after(first))


def _puzzle(puzzle: Puzzle | str | Path) -> Puzzle:
    return puzzle if isinstance(puzzle, Puzzle) else load_puzzle(puzzle)
