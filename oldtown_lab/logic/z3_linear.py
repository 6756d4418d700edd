"""A second way to ask Z3: the rules of the town as sums of numbers between 0 and 1.

Pigeonhole arguments (seventeen buildings cannot stand on sixteen plots) cost a SAT solver a search that doubles with
every plot; as sums they are a matter of adding up. The rules about single plots and single buildings are the rows and
columns of one table, and such a system of sums has a solution in fractions only if it has one in zeros and ones (its
matrix is totally unimodular). So the answer is exact, without any search.
"""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

import z3

from .engine import check_stop
from .statements import At, AtMostOne, Clause, InTown, Literal, Statement
from .theory import Theory
from .z3_solver import Reason

ROWS_AND_COLUMNS = ("one-building-per-plot:", "plot-filled:", "one-plot-per-building:")


class LinearSolver:
    """Knows the rules about plots and buildings, and facts about where buildings stand; each behind a switch."""

    def __init__(self, theory: Theory) -> None:
        self._solver = z3.SimpleSolver()
        self._numbers: dict[At, z3.ArithRef] = {}
        self._switches: dict[Reason, z3.BoolRef] = {}
        self._plots = sorted(theory.game.plan.all_plots)
        self._premises = theory.premises_by_id

    @staticmethod
    def understands(reason: Reason) -> bool:
        if isinstance(reason, str):
            return reason.startswith(ROWS_AND_COLUMNS)
        return isinstance(reason.atom, At | InTown)

    def possible(self, reasons: Iterable[Reason]) -> bool:
        """Whether these reasons, all of which must be understood, can be true at once."""
        check_stop()
        return bool(self._solver.check(*map(self._switch, reasons)) == z3.sat)

    def _switch(self, reason: Reason) -> z3.BoolRef:
        if reason not in self._switches:
            switch = self._switches[reason] = z3.Bool(f"reason {reason}")
            statements = self._premises[reason].statements if isinstance(reason, str) else ()
            sums = map(self._sum, statements) if isinstance(reason, str) else [self._fact_sum(reason)]
            self._solver.add(*(z3.Implies(switch, condition) for condition in sums))
        return self._switches[reason]

    def _number(self, atom: object) -> z3.ArithRef:
        if not isinstance(atom, At):
            raise TypeError(atom)
        if atom not in self._numbers:
            number = self._numbers[atom] = z3.Real(str(atom))
            self._solver.add(number >= 0, number <= 1)
        return self._numbers[atom]

    def _sum(self, statement: Statement) -> z3.BoolRef:
        match statement:
            case AtMostOne(atoms):
                return z3.Sum(*map(self._number, atoms)) <= 1
            case Clause(terms):
                return z3.Sum(*(self._number(term[0].atom) for term in terms)) >= 1
        raise TypeError(statement)

    def _fact_sum(self, fact: Literal) -> z3.BoolRef:
        if isinstance(fact.atom, InTown):
            stands = z3.Sum(*(self._number(At(fact.atom.building, plot)) for plot in self._plots))
            return stands >= 1 if fact.positive else stands <= 0
        return self._number(fact.atom) == (1 if fact.positive else 0)


_SOLVERS: WeakKeyDictionary[Theory, LinearSolver] = WeakKeyDictionary()


def linear_solver_for(theory: Theory) -> LinearSolver:
    """The theory's solver for sums, made when it is first asked for."""
    if theory not in _SOLVERS:
        _SOLVERS[theory] = LinearSolver(theory)
    return _SOLVERS[theory]
