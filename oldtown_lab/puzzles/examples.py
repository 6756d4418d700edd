"""The rulebooks' worked examples as positions: those that are about logic alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..errors import FileError, UnknownNameError
from ..games.files import FileModel, Name, Text, Title, read_model
from ..games.loader import load_game
from ..proof import questions
from ..proof.claims import Claim, parse_claim, parse_state
from ..proof.facts import Fact
from ..proof.search import prove
from ..proof.step import Proof
from ..town.buildings import shortened
from ..town.clues import MyBuildings
from .puzzle import Puzzle

FILE = Path(__file__).parent.parent / "games" / "old_town" / "examples.json"


@dataclass(frozen=True)
class Example:
    """A position: a few cards, what lies on the board, and what can be concluded (None: that is the question)."""

    id: str
    puzzle: Puzzle
    state_text: str
    state: tuple[Fact, ...]
    claim: Claim | None

    @property
    def proof(self) -> Proof:
        """The steps to what the example shows."""
        if self.claim is not None:
            answer = questions.why(self.puzzle.theory, self.claim, self.state)
            if answer.proof is None:
                raise ValueError(f"example {self.id} does not show what it claims")
            return answer.proof
        return prove(self.puzzle.theory, self.state).pruned()


class _ExampleFile(FileModel):
    id: Name
    title: Title
    cards: list[int]
    for_building: Annotated[dict[str, Name], Field(alias="for", default_factory=dict)]
    my_buildings: Annotated[list[Name], Field(default_factory=list)]
    state: Text
    claim: Text


class _ExamplesFile(FileModel):
    notice: Text
    examples: list[_ExampleFile]


@cache
def examples() -> dict[str, Example]:
    """All examples by their number; those of other editions have a prefix."""
    game = load_game("old-town")
    found = {}
    for entry in read_model(FILE, _ExamplesFile, FileError).examples:
        puzzle = Puzzle(
            id=f"example-{entry.id}",
            title=f"Example {entry.id}: {entry.title}",
            game=game,
            level="easy",
            cards=tuple(entry.cards),
            for_building={int(card): building for card, building in entry.for_building.items()},
            mine=MyBuildings(tuple(entry.my_buildings)),
            unique=False,
            solution=None,
            source="",
            note="",
        )
        claim = parse_claim(entry.claim, game) if entry.claim else None
        found[entry.id] = Example(entry.id, puzzle, entry.state, parse_state(entry.state, game), claim)
    return found


def load_example(number: str) -> Example:
    """An example by its number, for example "7"."""
    if number not in examples():
        raise UnknownNameError(f'there is no example "{shortened(number)}"; allowed: {", ".join(examples())}')
    return examples()[number]
