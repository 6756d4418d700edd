"""A game box: the ground plan, the buildings and the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import UnknownNameError
from .buildings import find_building
from .cards import Card
from .clues import Clue, MyBuildings, PlaceClue, RelationClue
from .plan import TownPlan


@dataclass(frozen=True)
class Deck:
    """The cards by number, with a notice that says where their maps come from."""

    cards: Mapping[int, Card]
    notice: str


@dataclass(frozen=True)
class Game:
    """Everything that stays the same from puzzle to puzzle."""

    id: str
    title: str
    plan: TownPlan
    buildings: tuple[str, ...]
    deck: Deck

    @property
    def left_out(self) -> int:
        """How many buildings do not stand in the finished town."""
        return len(self.buildings) - len(self.plan.plots)

    def building(self, written: str) -> str:
        """A building by its name, which may be written without case, apostrophe or spaces."""
        return find_building(written, self.buildings)

    def card(self, number: int) -> Card:
        if number not in self.deck.cards:
            numbers = sorted(self.deck.cards)
            raise UnknownNameError(f"there is no card {number} in {self.id}; allowed: {numbers[0]} to {numbers[-1]}")
        return self.deck.cards[number]

    def clue(self, number: int, for_building: str | None, mine: MyBuildings) -> Clue:
        """What a card says in a puzzle. ``for_building`` is the one that a district card is for, if that is given."""
        card = self.card(number)
        mine_or_any = mine.known if mine.are_known else self.buildings
        open_question = not mine.are_known
        if not mine_or_any and (card.kind == "C" or (card.kind == "B" and for_building is None)):
            raise UnknownNameError(f"card {number} speaks of my building, but none is named")
        if card.kind == "A":
            return PlaceClue(number, (card.named,), card.plots)
        if card.kind == "C":
            candidates = tuple(b for b in mine_or_any if b != card.named)
            return RelationClue(number, card.named, candidates, card.pairs, must_be_mine=open_question)
        if for_building:
            return PlaceClue(number, (for_building,), card.plots)
        return PlaceClue(number, mine_or_any, card.plots, must_be_mine=open_question)
