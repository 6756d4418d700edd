"""oldtown_lab: a logic lab around the deduction game Old Town.

Names are imported on first use, so that ``import oldtown_lab`` is quick and needs no solver and no widget.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .errors import OldTownError
    from .games.loader import load_game
    from .puzzles.answers import count, solve
    from .puzzles.catalogue import load_puzzle, puzzles
    from .puzzles.proofs import check, explain, hint, why
    from .puzzles.puzzle import Puzzle

__all__ = [
    "OldTownError",
    "Puzzle",
    "check",
    "count",
    "explain",
    "hint",
    "load_game",
    "load_puzzle",
    "puzzles",
    "solve",
    "why",
]

_HOMES = {
    "OldTownError": "errors",
    "Puzzle": "puzzles.puzzle",
    "check": "puzzles.proofs",
    "count": "puzzles.answers",
    "explain": "puzzles.proofs",
    "hint": "puzzles.proofs",
    "load_game": "games.loader",
    "load_puzzle": "puzzles.catalogue",
    "solve": "puzzles.answers",
    "why": "puzzles.proofs",
}


def __getattr__(name: str) -> Any:
    if name == "puzzles":  # a room that can be called, see there
        return import_module(f"{__name__}.puzzles")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
