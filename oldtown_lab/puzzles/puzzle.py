"""A puzzle: some cards of a game, for whom they are, and whose buildings are mine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..logic.theory import Theory
from ..town.clues import MyBuildings
from ..town.game import Game
from ..town.towns import Town


@dataclass(frozen=True, eq=False)
class Puzzle:
    """What the player gets. ``solution`` is kept for comparing; reasoning never looks at it."""

    id: str
    title: str
    game: Game
    level: str
    cards: tuple[int, ...]
    for_building: Mapping[int, str]
    """District cards that are for a given building; the others are for one of mine."""
    mine: MyBuildings
    unique: bool
    solution: Town | None
    source: str
    note: str

    @cached_property
    def theory(self) -> Theory:
        clues = tuple(self.game.clue(card, self.for_building.get(card), self.mine) for card in self.cards)
        return Theory(self.game, clues, self.mine)
