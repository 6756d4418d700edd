"""The solo games in one place: a list to choose from, and the lab of the game that is chosen."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from ..classroom.lessons import CHOSEN_GAME
from ..errors import OldTownError
from ..puzzles.catalogue import load_puzzle, puzzles
from ..puzzles.puzzle import Puzzle
from .one_queue import InOneQueue
from .solo_lab import SoloLab
from .speaking import Message
from .still import Still


def game_list(games: Mapping[str, Puzzle], first: str) -> widgets.Dropdown:
    """A list to choose a game from; its value is the game's key."""
    return widgets.Dropdown(
        options=[(f"{game.title} ({game.level})", name) for name, game in games.items()],
        value=first,
        description="Game",
        style={"description_width": "auto"},
        layout=widgets.Layout(width="20em", max_width="100%"),
    )


class GameChooser(Still, InOneQueue, widgets.VBox):  # type: ignore[misc]
    """``GameChooser()`` in a cell. A game that was begun is still there when it is chosen again.

    ``puzzle`` is the game to begin with; without it, the one that ``oldtown dashboard --puzzle`` was given. A puzzle of
    your own stands in the list after those of the catalogue.
    """

    def __init__(self, puzzle: Puzzle | str | Path = "") -> None:
        self.labs: dict[str, SoloLab] = {}
        """The labs of the games that were begun, by the id of the game."""
        self.message = Message("chooser-message")
        self._puzzles = {name: load_puzzle(name) for name in puzzles()}
        first = self._first(puzzle or os.environ.get(CHOSEN_GAME, ""))
        self.choice = game_list(self._puzzles, first)
        self.choice.add_class("oldtown-game")
        self._stage = widgets.VBox([], layout=widgets.Layout(width="100%", margin="8px 0 0 0"))
        super().__init__([self.choice, self.message, self._stage], layout=widgets.Layout(width="100%"))
        self.add_class("oldtown-chooser")
        self.choice.observe(lambda change: self._choose(change["new"]), "value")
        self._show(first)

    @property
    def lab(self) -> SoloLab:
        """The lab that is shown."""
        return self.labs[self.choice.value]

    def still(self) -> dict[str, Any]:
        return self.lab.still()

    def _first(self, puzzle: Puzzle | str | Path) -> str:
        """The name in the list of the game to begin with; if it cannot be used, why is said, and it is the first."""
        usual = next(iter(self._puzzles))
        if not puzzle:
            return usual
        try:
            game = puzzle if isinstance(puzzle, Puzzle) else load_puzzle(puzzle)
        except OldTownError as error:
            self.message.warn(str(error))
            return usual
        # A file may bear the id of another puzzle.
        name = game.id if self._puzzles.get(game.id, game) is game else f"{game.id} of your own"
        self._puzzles[name] = game
        return name

    def _show(self, name: str) -> None:
        with self.message.troubles():
            if name not in self.labs:
                self.labs[name] = SoloLab(self._puzzles[name])
            self._stage.children = [self.labs[name]]
        self.message.layout.display = "" if self.message.text else "none"

    def _choose(self, name: str) -> None:
        self.message.say("")
        self._show(name)
