"""Positions: a few cards, and what lies on the board. Worked examples and exercises start from one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from ..games.files import FileModel, Name, Text
from ..proof.claims import parse_state
from ..proof.facts import Fact
from ..town.clues import MyBuildings
from ..town.game import Game
from .catalogue import load_puzzle
from .puzzle import Puzzle

MOST_MINE = 4


@dataclass(frozen=True)
class Position:
    """What somebody has before them: the cards that count, and the board that they have worked out so far."""

    puzzle: Puzzle
    state_text: str
    state: tuple[Fact, ...]

    @property
    def reasons(self) -> tuple[str | Fact, ...]:
        """All that may be used: the rules of the town, the cards and the board."""
        return (*self.puzzle.theory.premises_by_id, *self.state)


class PositionFile(FileModel):
    """The keys of a position. With ``puzzle`` its cards are that puzzle's (or some of them) and so is all the rest."""

    puzzle: Name | None = None
    cards: Annotated[list[int], Field(max_length=60)] | None = None
    for_building: Annotated[dict[str, Name], Field(alias="for", default_factory=dict)]
    my_buildings: Annotated[
        Annotated[list[Name], Field(max_length=MOST_MINE)] | Annotated[int, Field(ge=1, le=MOST_MINE)],
        Field(default_factory=list),
    ]
    state: Text = ""

    def problems(self, game: Game) -> Iterator[tuple[str, str]]:
        """What is wrong with it: the key and the trouble."""
        if self.puzzle is not None and (self.for_building or self.my_buildings):
            yield "puzzle", "says for whom the cards are and who is mine; allowed beside it: cards and state"
        known = load_puzzle(self.puzzle).cards if self.puzzle is not None else tuple(game.deck.cards)
        for card in self.cards or ():
            if card not in known:
                yield "cards", f"card {card} is not there; allowed: {', '.join(map(str, known))}"
        for written, building in self.for_building.items():
            if written not in map(str, self.cards or ()):
                yield "for", f"card {written} is not among the cards"
            game.building(building)


def position_of(file: PositionFile, game: Game, id: str, title: str) -> Position:
    """The position that a file describes."""
    known = load_puzzle(file.puzzle) if file.puzzle is not None else None
    mine = file.my_buildings
    puzzle = Puzzle(
        id=id,
        title=title,
        game=game,
        level="easy",
        cards=tuple(file.cards if file.cards is not None else known.cards if known else ()),
        for_building=known.for_building if known else {int(c): b for c, b in file.for_building.items()},
        mine=known.mine if known else _mine(mine),
        unique=False,
        solution=None,
        source="",
        note="",
    )
    return Position(puzzle, file.state, parse_state(file.state, game))


def _mine(mine: list[str] | int) -> MyBuildings:
    return MyBuildings(unknown=mine) if isinstance(mine, int) else MyBuildings(known=tuple(mine))
