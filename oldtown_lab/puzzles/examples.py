"""The rulebooks' worked examples as positions: those that are about logic alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..errors import FileError, UnknownNameError
from ..games.files import FileModel, Name, Text, Title, read_model
from ..games.loader import load_game
from ..proof import questions
from ..proof.claims import Claim, parse_claim
from ..proof.search import prove
from ..proof.step import Proof
from ..town.buildings import shortened
from .positions import Position, PositionFile, position_of

FILE = Path(__file__).parent.parent / "games" / "old_town" / "examples.json"


@dataclass(frozen=True)
class Example(Position):
    """A position, and what can be concluded in it (None: that is the question)."""

    id: str
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


class _ExampleFile(PositionFile):
    id: Name
    title: Title
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
        position = position_of(entry, game, f"example-{entry.id}", f"Example {entry.id}: {entry.title}")
        claim = parse_claim(entry.claim, game) if entry.claim else None
        found[entry.id] = Example(position.puzzle, position.state_text, position.state, entry.id, claim)
    return found


def load_example(number: str) -> Example:
    """An example by its number, for example "7"."""
    if number not in examples():
        raise UnknownNameError(f'there is no example "{shortened(number)}"; allowed: {", ".join(examples())}')
    return examples()[number]
