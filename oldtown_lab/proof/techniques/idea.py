"""An idea: a step that somebody sees on the board, before the judge has looked at it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...logic.z3_solver import Reason
from ..board import Reasons, reasons_cost
from ..facts import Fact
from ..ladder import Technique


@dataclass(frozen=True, slots=True)
class Focus:
    """What an idea is about, for the words and the picture: who, where, and by which card."""

    buildings: tuple[str, ...] = ()
    plots: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Idea:
    """These reasons prove these conclusions. ``says`` is how much is new."""

    technique: Technique
    reasons: Reasons
    conclusions: tuple[Fact, ...]
    focus: Focus
    cost: int

    @property
    def rank(self) -> tuple[int, int]:
        """Cheapest first; at equal cost the one that says most."""
        return self.cost, -len(self.conclusions)


def idea(technique: Technique, reasons: Iterable[Reason], conclusions: Iterable[Fact], focus: Focus) -> Idea:
    why = frozenset(reasons)
    return Idea(technique, why, tuple(conclusions), focus, technique.cost + reasons_cost(why))
