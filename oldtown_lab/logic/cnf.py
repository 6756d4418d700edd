"""A theory as clauses of whole numbers (CNF, as in DIMACS files), for any SAT solver.

A variable is a number from 1 on, a negative number its opposite, a clause the numbers of which one must be true.
Beside the variables of the atoms there are helpers; the atoms alone decide what a model means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from ..town.towns import Town
from .premises import Premise
from .statements import At, AtMostOne, Atom, Clause, Exactly, Literal, Statement, Term
from .theory import Theory


@dataclass(frozen=True)
class Cnf:
    """The clauses, and which variable stands for which atom. Variables beyond these are helpers."""

    atoms: Mapping[Atom, int]
    variables: int
    clauses: tuple[tuple[int, ...], ...]

    def town(self, model: Iterable[int]) -> Town:
        """The town that a model describes."""
        true = set(model)
        return Town.from_plots({a.building: a.plot for a, v in self.atoms.items() if isinstance(a, At) and v in true})

    def all_but(self, town: Town) -> tuple[int, ...]:
        """The clause that excludes this town and no other."""
        return tuple(-self.atoms[At(building, plot)] for building, plot in town.at.items())


def theory_cnf(theory: Theory) -> Cnf:
    """All premises of a theory as one formula in conjunctive normal form."""
    return premises_cnf(theory.premises)


def premises_cnf(premises: Iterable[Premise]) -> Cnf:
    """Some premises as one formula in conjunctive normal form."""
    writer = _Writer()
    for premise in premises:
        for statement in premise.statements:
            writer.write(statement)
    return Cnf(writer.atoms, writer.variables, tuple(writer.clauses))


class _Writer:
    """Numbers atoms and helpers as they come, and writes clauses."""

    def __init__(self) -> None:
        self.atoms: dict[Atom, int] = {}
        self.variables = 0
        self.clauses: list[tuple[int, ...]] = []
        self._terms: dict[Term, int] = {}

    def write(self, statement: Statement) -> None:
        match statement:
            case Clause(terms):
                self.clauses.append(tuple(map(self._term, terms)))
            case AtMostOne(atoms):
                self.clauses.extend((-one, -other) for one, other in combinations(map(self._atom, atoms), 2))
            case Exactly(count, atoms):
                self._exactly(count, list(map(self._atom, atoms)))

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _atom(self, atom: Atom) -> int:
        if atom not in self.atoms:
            self.atoms[atom] = self._new()
        return self.atoms[atom]

    def _literal(self, literal: Literal) -> int:
        return self._atom(literal.atom) if literal.positive else -self._atom(literal.atom)

    def _term(self, term: Term) -> int:
        """A literal that makes the term true. It need not follow from the term: terms only ever help a clause."""
        if len(term) == 1:
            return self._literal(term[0])
        if term not in self._terms:
            helper = self._terms[term] = self._new()
            self.clauses.extend((-helper, self._literal(literal)) for literal in term)
        return self._terms[term]

    def _exactly(self, count: int, atoms: list[int]) -> None:
        """Count along the atoms: a helper says whether at least so many of those up to here are true."""
        true = self._new()
        self.clauses.append((true,))
        at_least = [true] + [-true] * (count + 1)
        for atom in atoms:
            at_least = [true, *(self._one_more(at_least[n], at_least[n - 1], atom) for n in range(1, count + 2))]
        self.clauses += [(at_least[count],), (-at_least[count + 1],)]

    def _one_more(self, enough_before: int, one_short_before: int, atom: int) -> int:
        """A helper for: there were enough before, or one was missing and this atom is true."""
        enough = self._new()
        self.clauses += [
            (-enough_before, enough),
            (-one_short_before, -atom, enough),
            (enough_before, one_short_before, -enough),
            (enough_before, atom, -enough),
        ]
        return enough
