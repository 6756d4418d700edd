"""The Z3 judge: one solver for a theory, built once, with a switch for every premise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from weakref import WeakKeyDictionary

import z3

from ..town.towns import Town
from .statements import At, AtMostOne, Atom, Clause, Exactly, Literal, Statement
from .theory import Theory


class TheorySolver:
    """Holds every premise behind a switch; a check turns on the premises that it may use."""

    def __init__(self, theory: Theory) -> None:
        self._solver = z3.SolverFor("QF_FD")
        self._atoms: dict[Atom, z3.BoolRef] = {}
        self._switches: dict[str, z3.BoolRef] = {}
        self._rules = [premise.id for premise in theory.premises if "rule" in premise.json]
        self._questions = count(1)
        for premise in theory.premises:
            switch = z3.Bool(f"premise {premise.id}")
            self._switches[premise.id] = switch
            for statement in premise.statements:
                self._solver.add(z3.Implies(switch, self._expression(statement)))

    def towns(self, premises: Iterable[str] | None = None) -> Iterator[Town]:
        """The towns that fit these premises (all of them, unless some are named), each once.

        The plots must all be filled for a model to be a town, so the rules are always on.
        """
        chosen = self._switches if premises is None else dict.fromkeys([*self._rules, *premises])
        # "Not this town again" holds for this question only, so that others may be asked in between.
        question = z3.Bool(f"question {next(self._questions)}")
        switches = [question, *(self._switches[id] for id in chosen)]
        while (answer := self._solver.check(*switches)) == z3.sat:
            town = self._town(self._solver.model())
            yield town
            another = z3.Or(*(z3.Not(self._atom(At(b, p))) for b, p in town.at.items()))
            self._solver.add(z3.Implies(question, another))
        if answer == z3.unknown:
            raise RuntimeError(f"Z3 gave no answer: {self._solver.reason_unknown()}")

    def _town(self, model: z3.ModelRef) -> Town:
        at = {
            atom.building: atom.plot
            for atom, term in self._atoms.items()
            if isinstance(atom, At) and z3.is_true(model.eval(term))
        }
        return Town.from_plots(at)

    def _atom(self, atom: Atom) -> z3.BoolRef:
        if atom not in self._atoms:
            self._atoms[atom] = z3.Bool(str(atom))
        return self._atoms[atom]

    def _expression(self, statement: Statement) -> z3.BoolRef:
        match statement:
            case Clause(terms):
                return z3.Or(
                    *(z3.And(*map(self._literal, term)) if len(term) > 1 else self._literal(term[0]) for term in terms)
                )
            case AtMostOne(atoms):
                return z3.AtMost(*map(self._atom, atoms), 1)
            case Exactly(count, atoms):
                return z3.PbEq([(self._atom(atom), 1) for atom in atoms], count)

    def _literal(self, literal: Literal) -> z3.BoolRef:
        term = self._atom(literal.atom)
        return term if literal.positive else z3.Not(term)


_SOLVERS: WeakKeyDictionary[Theory, TheorySolver] = WeakKeyDictionary()


def solver_for(theory: Theory) -> TheorySolver:
    """The theory's solver, built when it is first asked for."""
    if theory not in _SOLVERS:
        _SOLVERS[theory] = TheorySolver(theory)
    return _SOLVERS[theory]
