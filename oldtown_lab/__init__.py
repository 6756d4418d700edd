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

__all__ = [
    "BoardView",
    "CandidateGrid",
    "CardShelf",
    "ExerciseForm",
    "GameChooser",
    "OldTownError",
    "ProofPlayer",
    "Puzzle",
    "SoloLab",
    "Walkthrough",
    "board",
    "check",
    "count",
    "exercise",
    "explain",
    "hint",
    "load_example",
    "load_game",
    "load_puzzle",
    "puzzles",
    "solve",
    "why",
    "worksheet",
]

_ROOMS = {
    "classroom.files": ["exercise"],
    "classroom.worksheet": ["worksheet"],
    "errors": ["OldTownError"],
    "games.loader": ["load_game"],
    "puzzles.answers": ["count", "solve"],
    "puzzles.catalogue": ["load_puzzle"],
    "puzzles.examples": ["load_example"],
    "puzzles.positions": ["board"],
    "puzzles.proofs": ["check", "explain", "hint", "why"],
    "puzzles.puzzle": ["Puzzle"],
    "widgets.board_view": ["BoardView"],
    "widgets.candidate_grid": ["CandidateGrid"],
    "widgets.card_shelf": ["CardShelf"],
    "widgets.exercise_form": ["ExerciseForm"],
    "widgets.game_chooser": ["GameChooser"],
    "widgets.proof_player": ["ProofPlayer"],
    "widgets.solo_lab": ["SoloLab"],
    "widgets.walkthrough": ["Walkthrough"],
}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "puzzles":  # a room that can be called, see there
        return import_module(f"{__name__}.puzzles")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
