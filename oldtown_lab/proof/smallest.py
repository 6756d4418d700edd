"""The cheapest reasons, not just some that cannot be reduced: implicit hitting sets.

A *gap* is a set of reasons without which the goal need not hold: there is an example in which the goal is wrong and all
other reasons are true. Every set of reasons that proves the goal has one of each gap. So: choose the cheapest reasons
that hit all gaps known so far; if they prove the goal, nothing is cheaper; if not, the example shows another gap.
(Ignatiev, Previti, Liffiton, Marques-Silva: Smallest MUS extraction with minimal hitting set dualization, 2015; with
costs: Gamba, Bogaerts, Guns: Efficiently explaining CSPs with unsatisfiable subset optimization, 2021.)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..logic.z3_solver import Reason
from .board import Reasons, reason_cost, reasons_cost
from .judge import Judge, in_order


@dataclass(frozen=True, slots=True)
class Found:
    """Reasons that suffice; ``smallest`` is False where the search was stopped before that was sure."""

    reasons: Reasons
    smallest: bool


def smallest_reasons(judge: Judge, pool: Iterable[Reason], against: Reasons, first: Reasons, questions: int) -> Found:
    """The cheapest reasons of the pool that contradict what is assumed.

    ``first`` are reasons that do, ``against`` the assumption. ``questions`` is how often the judge may be asked.
    """
    search = _Search(judge, frozenset(pool), against, first)
    last_question = judge.questions + questions
    gaps: list[Reasons] = []
    while judge.questions < last_question:
        chosen = cheapest_hitting_set(gaps, search.best_cost, effort=20_000)
        if chosen is None:
            break
        if reasons_cost(chosen) >= search.best_cost:
            return Found(search.best, smallest=True)
        if search.contradicts(chosen):
            return Found(chosen, smallest=True)
        gaps.append(search.gap(chosen))
    return Found(search.best, smallest=False)


class _Search:
    """Remembers every contradiction that the judge has shown, so that it need not be asked again."""

    def __init__(self, judge: Judge, pool: Reasons, against: Reasons, first: Reasons) -> None:
        self._judge = judge
        self._pool = pool
        self._against = against
        self._conflicts: list[Reasons] = [first]
        self.best, self.best_cost = first, reasons_cost(first)

    def contradicts(self, reasons: Reasons) -> bool:
        return self._conflict_in(reasons) is not None

    def _conflict_in(self, reasons: Reasons) -> Reasons | None:
        for known in self._conflicts:
            if known <= reasons:
                return known
        core = self._judge.core(reasons | self._against)
        if core is None:
            return None
        conflict = core - self._against
        self._conflicts.append(conflict)
        if reasons_cost(conflict) < self.best_cost:
            self.best, self.best_cost = conflict, reasons_cost(conflict)
        return conflict

    def gap(self, chosen: Reasons) -> Reasons:
        """What must be given up, beside the chosen reasons, so that the rest can be true: little.

        From everything, one reason of each contradiction is given up: one that many known contradictions share, and of
        these the dearest (the cheapest hitting set would rather take a fact, so gaps without facts push it further).
        """
        kept = self._pool
        given_up: list[Reason] = []
        while (conflict := self._conflict_in(kept)) is not None:
            spare = in_order(conflict - chosen)
            shared = [sum(reason in known and known <= kept for known in self._conflicts) for reason in spare]
            kept -= {spare[shared.index(max(shared))]}
            given_up.append(spare[shared.index(max(shared))])
        for reason in given_up:  # what was given up early may fit again
            if self._conflict_in(kept | {reason}) is None:
                kept |= {reason}
        return self._pool - kept


class _OutOfEffortError(Exception):
    """The search for a hitting set has taken too many turns."""


def cheapest_hitting_set(gaps: list[Reasons], below: int, effort: int) -> Reasons | None:
    """The cheapest set with one reason of each gap. Where it would cost ``below`` or more, some set that costs that
    much; None where the effort was not enough to tell.
    """
    best: list[Reason] | None = None
    best_cost = below
    turns = 0

    def search(chosen: list[Reason], cost: int, open_gaps: list[Reasons], banned: frozenset[Reason]) -> None:
        nonlocal best, best_cost, turns
        turns += 1
        if turns > effort:
            raise _OutOfEffortError
        if not open_gaps:
            if cost < best_cost:
                best, best_cost = list(chosen), cost
            return
        if cost + _at_least(open_gaps, banned) >= best_cost:
            return
        gap = min(open_gaps, key=lambda g: len(g - banned))
        tried = banned
        for reason in sorted(gap - banned, key=lambda r: (reason_cost(r), -sum(r in g for g in open_gaps), str(r))):
            chosen.append(reason)
            search(chosen, cost + reason_cost(reason), [g for g in open_gaps if reason not in g], tried)
            chosen.pop()
            tried |= {reason}

    try:
        search([], 0, gaps, frozenset())
    except _OutOfEffortError:
        return None
    if best is None:
        return frozenset(r for gap in gaps for r in gap)  # every hitting set is too dear; so is this one
    return frozenset(best)


def _at_least(gaps: list[Reasons], banned: frozenset[Reason]) -> int:
    """What hitting these gaps costs at the least: gaps without a common reason are paid for one by one."""
    total = 0
    used: frozenset[Reason] = frozenset()
    for gap in sorted(gaps, key=len):
        if not gap & used:
            free = gap - banned
            if not free:
                return 10**6
            total += min(map(reason_cost, free))
            used |= gap
    return total
