"""The judge: Z3 confirms every step, drops every reason that is not needed, and says all that the rest proves."""

from __future__ import annotations

from collections.abc import Iterable

from ..logic.statements import At, Atom, InTown, Literal, Mine
from ..logic.theory import Theory
from ..logic.z3_linear import linear_solver_for
from ..logic.z3_solver import Reason, solver_for
from .board import Reasons, reason_cost
from .facts import Fact, opposite

#: From so many rules about plots on, a step may be a pigeonhole argument, and adding up is tried before searching.
MANY_RULES = 12
PLOT_RULES = ("one-building-per-plot:", "plot-filled:")


class Judge:
    """Answers for one theory."""

    def __init__(self, theory: Theory) -> None:
        self._theory = theory
        self._solver = solver_for(theory)
        self.questions = 0

    def possible(self, reasons: Iterable[Reason]) -> bool:
        """Whether all of these can be true at once."""
        given = sorted(reasons, key=str)  # Z3's way depends on the order, and a set's order differs from run to run
        self.questions += 1
        linear = linear_solver_for(self._theory)
        many = sum(isinstance(reason, str) and reason.startswith(PLOT_RULES) for reason in given) >= MANY_RULES
        if many and all(map(linear.understands, given)):
            return linear.possible(given)
        return self._solver.possible(given)

    def proves(self, reasons: Iterable[Reason], fact: Fact) -> bool:
        return not self.possible((*reasons, opposite(fact)))

    def proves_all(self, reasons: Iterable[Reason], facts: Iterable[Fact]) -> bool:
        why = tuple(reasons)
        return all(self.proves(why, fact) for fact in facts)

    def core(self, reasons: Iterable[Reason]) -> Reasons | None:
        """Some of the reasons that cannot all be true; None if they can."""
        self.questions += 1
        return None if self._solver.possible(sorted(reasons, key=str)) else frozenset(self._solver.core())

    def without_needless(self, reasons: Reasons, facts: Iterable[Fact]) -> Reasons:
        """The reasons less those that no fact needs, the dearest tried first. What is left can lose none."""
        needed = reasons
        goals = tuple(facts)
        for reason in in_order(reasons):
            if self.proves_all(needed - {reason}, goals):
                needed -= {reason}
        return needed

    def least_conflict(self, reasons: Reasons, fixed: Reasons = frozenset()) -> Reasons:
        """Of reasons that contradict each other together with the fixed ones: those that cannot be spared."""
        needed = reasons
        for reason in in_order(reasons, fixed):
            if not self.possible((needed | fixed) - {reason}):
                needed -= {reason}
        return needed

    def all_consequences(self, reasons: Reasons, unknown: Iterable[Atom]) -> list[Fact]:
        """Which of the unknown atoms are decided by the reasons.

        Where my buildings are counted, Z3 takes long if some building may stand on several plots. So it is first asked
        what follows if none may: little, and each of it is then asked for by itself.
        """
        if not any(isinstance(reason, str) and reason.startswith("my-buildings:") for reason in reasons):
            return self._solver.consequences(sorted(reasons, key=str), unknown)
        more = reasons.union(f"one-plot-per-building:{building}" for building in self._theory.game.buildings)
        likely = self._solver.consequences(sorted(more, key=str), unknown)
        return [fact for fact in likely if self.proves(reasons, fact)]


def in_order(reasons: Iterable[Reason], assumed: Iterable[Reason] = ()) -> list[Reason]:
    """The dearest first, and always in the same order. The rule of one plot for a building that is known or assumed to
    stand somewhere comes last: without it one, and Z3, must consider that the building stands elsewhere as well.
    """
    given = list(reasons)
    known = [reason for reason in (*given, *assumed) if isinstance(reason, Literal) and reason.positive]
    stands = {f"one-plot-per-building:{fact.atom.building}" for fact in known}
    return sorted(given, key=lambda reason: (reason in stands, -reason_cost(reason), str(reason)))


def atoms_of(theory: Theory) -> list[Atom]:
    """Every question that a proof can answer."""
    buildings, plots = theory.game.buildings, sorted(theory.game.plan.all_plots)
    atoms: list[Atom] = [At(building, plot) for building in buildings for plot in plots]
    atoms += map(InTown, buildings)
    if not theory.mine.are_known:
        atoms += map(Mine, buildings)
    return atoms
