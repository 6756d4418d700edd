"""A theory: the clues of a puzzle plus the rules of the town, each a named premise."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..town.clues import Clue, MyBuildings
from ..town.game import Game
from .premises import Premise, card_premise, rule_premises


@dataclass(frozen=True, eq=False)
class Theory:
    """What is given. Nothing else is ever used to reason about a puzzle, least of all its stored solution."""

    game: Game
    clues: tuple[Clue, ...]
    mine: MyBuildings

    @cached_property
    def premises(self) -> tuple[Premise, ...]:
        return (*map(card_premise, self.clues), *rule_premises(self.game, self.mine))

    @cached_property
    def premises_by_id(self) -> dict[str, Premise]:
        return {premise.id: premise for premise in self.premises}

    def after(self, cards: int) -> Theory:
        """The theory with only the first so many clues: how a puzzle looks part of the way."""
        return Theory(self.game, self.clues[:cards], self.mine)
