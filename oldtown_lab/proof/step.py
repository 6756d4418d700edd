"""A step of a proof, and a whole proof."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any

from ..logic.statements import At, InTown, Literal
from ..logic.theory import Theory
from ..logic.z3_solver import Reason
from ..town.shown import Shown
from .facts import Fact, fact_json, fact_text
from .ladder import CONTRADICTION, Technique
from .techniques.idea import Focus


class Role(Enum):
    """What a part of the picture is to a step; words and drawings use the same colours for these."""

    REASON = "reason"
    KEPT = "kept"
    REMOVED = "removed"
    ASSUMED = "assumed"
    CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True)
class Picture:
    """What a step concerns: (building, plot) with its role, and the cards that it reads. Plot 0 means left out."""

    places: Mapping[tuple[str, int], Role]
    cards: tuple[int, ...]
    plots: tuple[int, ...]


@dataclass(frozen=True)
class Step(Shown):
    """One small proof: the reasons prove all the conclusions. No conclusions: the reasons contradict each other.

    ``smallest`` is set for steps that were searched for: True, no cheaper reasons exist; False, the search was
    stopped before that was known.
    """

    n: int
    technique: Technique
    reasons: tuple[Reason, ...]
    conclusions: tuple[Fact, ...]
    focus: Focus
    cost: int
    theory: Theory = field(repr=False, compare=False)
    seconds: float = 0.0
    smallest: bool | None = None

    @property
    def is_contradiction(self) -> bool:
        return self.technique is CONTRADICTION

    @property
    def cards(self) -> tuple[int, ...]:
        return tuple(int(r.removeprefix("card:")) for r in self.reasons if isinstance(r, str) and r.startswith("card:"))

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(r for r in self.reasons if isinstance(r, str) and not r.startswith("card:"))

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The earlier conclusions that it uses."""
        return tuple(reason for reason in self.reasons if not isinstance(reason, str))

    @property
    def picture(self) -> Picture:
        places: dict[tuple[str, int], Role] = {}
        for fact in self.facts:
            if (place := _place(fact)) is not None:
                places[place] = Role.REASON
        for fact in self.conclusions:
            if (place := _place(fact)) is not None:
                places[place] = Role.KEPT if _settles(fact) else Role.REMOVED
        return Picture(places, self.cards, self.focus.plots)


def _place(fact: Fact) -> tuple[str, int] | None:
    match fact:
        case Literal(At(building, plot), _):
            return building, plot
        case Literal(InTown(building), _):
            return building, 0
    return None


def _settles(fact: Fact) -> bool:
    """Whether one wants to know this in the end: where a building stands, that it is left out, that it is mine."""
    return fact.positive != isinstance(fact.atom, InTown)


class Outcome(Enum):
    """How a proof ends."""

    ONE_TOWN = "one town"
    SEVERAL_TOWNS = "several towns"
    NO_TOWN = "no town"
    OPEN = "open"


@dataclass(frozen=True, repr=False)
class Proof(Shown):
    """Steps from what is given to all that is determined. ``given``: the facts of the board that it starts from."""

    theory: Theory
    given: tuple[Fact, ...]
    steps: tuple[Step, ...]
    outcome: Outcome

    @property
    def complete(self) -> bool:
        """Every building is placed or left out (or there is no town, and that is proved)."""
        return self.outcome in (Outcome.ONE_TOWN, Outcome.NO_TOWN)

    @property
    def established(self) -> frozenset[Fact]:
        return frozenset(self.given).union(*(step.conclusions for step in self.steps))

    @cached_property
    def sources(self) -> Mapping[int, tuple[int, ...]]:
        """For each step the earlier steps whose conclusions it uses, by their numbers."""
        learnt = {fact: step.n for step in reversed(self.steps) for fact in step.conclusions}
        return {
            step.n: tuple(sorted({learnt[fact] for fact in step.facts if learnt.get(fact, step.n) < step.n}))
            for step in self.steps
        }

    def __repr__(self) -> str:
        return f"<Proof: {len(self.steps)} steps, {self.outcome.value}>"

    def text(self, register: str = "plain") -> str:
        """All steps, one paragraph each: in ``plain`` words, ``formal`` or as ``fitch`` proofs."""
        from .words.registers import step_texts  # noqa: PLC0415 - the words stand on the steps

        texts = step_texts(self.theory, self.steps, register)
        return "\n\n".join(
            f"{step.n}. {step.technique.name}\n{told}" for step, told in zip(self.steps, texts, strict=True)
        )

    def pruned(self, goals: Iterable[Fact] | None = None) -> Proof:
        """The proof with only the steps that lead to the goals: unless some are named, to where every building stands,
        who is left out and who is mine; and, where the town is not determined, to everything that is.
        """
        wanted = set(self._goals() if goals is None else goals)
        kept: list[Step] = []
        for step in reversed(self.steps):
            if step.is_contradiction or wanted.intersection(step.conclusions):
                kept.append(step)
                wanted.difference_update(step.conclusions)
                wanted.update(step.facts)
        numbered = tuple(replace(step, n=n) for n, step in enumerate(reversed(kept), start=1))
        return replace(self, steps=numbered)

    def _goals(self) -> Iterable[Fact]:
        if self.outcome is Outcome.NO_TOWN:
            return ()
        facts = [fact for step in self.steps for fact in step.conclusions]
        if self.outcome is not Outcome.ONE_TOWN:
            return facts
        return [fact for fact in facts if _settles(fact)]


def reason_json(theory: Theory, reason: Reason) -> Mapping[str, Any]:
    return theory.premises_by_id[reason].json if isinstance(reason, str) else fact_json(reason)


def reason_text(reason: Reason) -> str:
    """A reason as one writes it in a command: "card:30", "Sheriff not 7"."""
    return reason if isinstance(reason, str) else fact_text(reason)


def in_reading_order(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Cards first, by number; then rules; then facts."""

    def key(reason: Reason) -> tuple[int, int, str]:
        if isinstance(reason, str):
            kind, _, name = reason.partition(":")
            number = int(name) if name.isdigit() else 0
            return (0 if kind == "card" else 1), number, kind + name
        plot = reason.atom.plot if isinstance(reason.atom, At) else 0
        return 2, plot, fact_text(reason)

    return tuple(sorted(reasons, key=key))
