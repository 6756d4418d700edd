"""oldtown_lab: a logic lab around the deduction game Old Town.

Names are imported on first use, so that ``import oldtown_lab`` is quick and needs no solver and no widget.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .classroom.files import exercise
    from .classroom.worksheet import worksheet
    from .errors import OldTownError
    from .games.loader import load_game
    from .puzzles.answers import count, solve
    from .puzzles.catalogue import load_puzzle, puzzles
    from .puzzles.examples import load_example
    from .puzzles.positions import board
    from .puzzles.proofs import check, explain, hint, why
    from .puzzles.puzzle import Puzzle
    from .widgets.board_view import BoardView
    from .widgets.candidate_grid import CandidateGrid
    from .widgets.card_shelf import CardShelf
    from .widgets.exercise_form import ExerciseForm
    from .widgets.game_chooser import GameChooser
    from .widgets.proof_player import ProofPlayer
    from .widgets.solo_lab import SoloLab
    from .widgets.walkthrough import Walkthrough

__all__ = [  # noqa: RUF022 - in the order of the rooms
    "OldTownError", "load_game",
    "Puzzle", "load_puzzle", "puzzles", "board", "load_example",
    "solve", "count", "explain", "hint", "why", "check",
    "exercise", "worksheet",
    "SoloLab", "GameChooser", "Walkthrough", "ExerciseForm", "BoardView", "ProofPlayer", "CandidateGrid", "CardShelf",
]  # fmt: skip

_ROOMS = {
    "errors": ["OldTownError"], "games.loader": ["load_game"],
    "puzzles.puzzle": ["Puzzle"], "puzzles.catalogue": ["load_puzzle"],
    "puzzles.positions": ["board"], "puzzles.examples": ["load_example"],
    "puzzles.answers": ["solve", "count"], "puzzles.proofs": ["explain", "hint", "why", "check"],
    "classroom.files": ["exercise"], "classroom.worksheet": ["worksheet"],
    "widgets.solo_lab": ["SoloLab"], "widgets.game_chooser": ["GameChooser"], "widgets.walkthrough": ["Walkthrough"],
    "widgets.exercise_form": ["ExerciseForm"], "widgets.board_view": ["BoardView"], "widgets.card_shelf": ["CardShelf"],
    "widgets.proof_player": ["ProofPlayer"], "widgets.candidate_grid": ["CandidateGrid"],
}  # fmt: skip
_HOMES = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "puzzles":  # a room that can be called, see there
        return import_module(f"{__name__}.puzzles")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
