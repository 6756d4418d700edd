"""Positions: a few cards, and what lies on the board. Worked examples and exercises start from one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from ..errors import UnknownNameError
from ..games.files import FileModel, Name, Text
from ..games.loader import load_game
from ..logic.counting import TownCount, count_towns
from ..logic.engine import engine
from ..logic.statements import At, InTown
from ..proof import questions
from ..proof.claims import parse_claim, parse_state
from ..proof.facts import Fact
from ..proof.questions import Hint, Why
from ..proof.search import prove
from ..proof.step import Proof
from ..town.candidates import OUT, Candidates
from ..town.clues import MyBuildings
from ..town.game import Game
from .catalogue import load_puzzle
from .puzzle import Puzzle
from .reading import MOST_MINE


@dataclass(frozen=True)
class Position:
    """What somebody has before them: the cards that count, and the board that they have worked out so far."""

    puzzle: Puzzle
    state_text: str
    state: tuple[Fact, ...]

    @property
    def candidates(self) -> Candidates:
        """Where each building may be, as far as the board says so itself."""
        return candidates_of(self.state, self.puzzle.game)

    @property
    def reasons(self) -> tuple[str | Fact, ...]:
        """All that may be used: the rules of the town, the cards and the board."""
        return (*self.puzzle.theory.premises_by_id, *self.state)

    def prove(self) -> Proof:
        """All that follows from here, step by step."""
        with engine():
            return prove(self.puzzle.theory, self.state).pruned()

    def why(self, claim: str) -> Why:
        """The steps that lead from here to a claim, or a town that fits and refutes it."""
        with engine():
            return questions.why(self.puzzle.theory, parse_claim(claim, self.puzzle.game), self.state)

    def hint(self, level: int = 1) -> Hint:
        """Help with the next step, as openly as the level says."""
        with engine():
            return questions.hint(self.puzzle.theory, self.state, level)

    def count(self) -> TownCount:
        """How many towns fit the cards and the board."""
        return count_towns(self.puzzle.theory, self.candidates.places)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:  # noqa: ARG002
        from .face import position_face  # noqa: PLC0415 - pictures are loaded when somebody wants to see one

        return position_face(self)


def board(
    state: str = "",
    cards: Sequence[int] = (),
    mine: Sequence[str] | int = (),
    card_for: Mapping[int, str] | None = None,
    game: str = "old-town",
) -> Position:
    """A position to think about: ``board("Saloon in {6,10}; Drugstore in {6,10}")``, ``board(cards=[3, 8])``.

    ``mine`` names my buildings (or says how many there are), ``card_for`` says for whom a card of kind B is.
    """
    file = PositionFile.model_validate(
        {
            "cards": list(cards),
            "for": {str(card): building for card, building in (card_for or {}).items()},
            "my_buildings": mine if isinstance(mine, int) else list(mine),
            "state": state,
        }
    )
    found = load_game(game)
    for key, problem in file.problems(found):
        raise UnknownNameError(f"{key}: {problem}")
    return position_of(file, found, "board", "A board")


def candidates_of(facts: Iterable[Fact], game: Game) -> Candidates:
    """Where each building may be, as far as the facts speak of that building itself."""
    places = {building: set(game.plan.all_plots | {OUT}) for building in game.buildings}
    placed = set()
    for fact in facts:
        match fact.atom:
            case At(building, plot):
                there = {plot}
            case InTown(building):
                there = set(game.plan.all_plots)
            case _:
                continue
        places[building] = places[building] & there if fact.positive else places[building] - there
        if isinstance(fact.atom, At) and fact.positive:
            placed.add(building)
    settled = frozenset(building for building in placed if len(places[building]) == 1)
    return Candidates(game, {building: frozenset(left) for building, left in places.items()}, settled)


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
