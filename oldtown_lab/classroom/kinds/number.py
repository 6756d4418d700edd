"""Number: how many towns fit, on how many plots may a building stand? The engine counts; no answer is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...puzzles.positions import Position
from ..feedback import Feedback, Verdict
from ..written import read_number
from .base import Question


@dataclass(frozen=True)
class Number(Question):
    """``of``: "towns" (that fit), "plots" (where ``building`` may stand), "towns with" (``building`` on ``plot``, or
    left out if ``plot`` is 0), or "given": a number that is no matter of towns.
    """

    position: Position
    of: str
    building: str | None = None
    plot: int = 0
    given: int | None = None
    how: ClassVar[str] = "Write a whole number."

    def judge(self, answer: str) -> Feedback:
        said, true = read_number(answer), self.value()
        if said == true:
            return Feedback(Verdict.RIGHT, f"It is {_spaced(true)}.")
        return Feedback(Verdict.WRONG, f"{_spaced(said)} is too {'many' if said > true else 'few'}.")

    def value(self) -> int:
        """The right number."""
        if self.given is not None:
            return self.given
        counted = self.position.count()
        building = self.building or ""
        match self.of:
            case "plots":
                return sum(1 for there in counted.at[building].values() if there)
            case "towns with":
                return counted.at[building][self.plot] if self.plot else counted.left_out[building]
        return counted.towns


def _spaced(number: int) -> str:
    return f"{number:,}".replace(",", "\u202f")
