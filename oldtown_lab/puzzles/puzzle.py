"""A puzzle: some cards of a game, for whom they are, and whose buildings are mine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..logic.theory import Theory
from ..town.buildings import in_words
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

    @property
    def spoken_mine(self) -> str:
        """Which buildings are mine, as a sentence; empty where none is."""
        if not self.mine.are_known:
            count = self.mine.unknown
            return "Mine is one of the buildings." if count == 1 else f"Mine are {count} of the buildings."
        names = in_words(f"the {building}" for building in self.mine.known)
        return f"My {'building' if len(self.mine.known) == 1 else 'buildings'}: {names}." if names else ""

    def for_whom(self, number: int) -> str:
        """What a card of kind B or C means by "my building" in this puzzle: "for the Bank"."""
        card = self.game.card(number)
        if card.kind == "A":
            return ""
        if number in self.for_building:
            return f"for the {self.for_building[number]}"
        if not self.mine.are_known:
            return "for one of mine"
        return f"for {in_words((f'the {b}' for b in self.mine.known if b != card.building), last='or')}"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:  # noqa: ARG002
        from .face import puzzle_face  # noqa: PLC0415 - pictures are loaded when somebody wants to see one

        return puzzle_face(self)

    @cached_property
    def theory(self) -> Theory:
        clues = tuple(self.game.clue(card, self.for_building.get(card), self.mine) for card in self.cards)
        return Theory(self.game, clues, self.mine)
