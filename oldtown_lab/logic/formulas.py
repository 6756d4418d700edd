"""Premises as sympy formulas, for showing and for anyone who wants to do logic with them."""

from __future__ import annotations

from itertools import combinations

import sympy
from sympy.logic.boolalg import Boolean

from .premises import Premise
from .statements import AtMostOne, Atom, Clause, Exactly, Literal, Statement


def symbol(atom: Atom) -> Boolean:
    """The propositional letter of an atom, for example Bank@12."""
    return sympy.Symbol(str(atom))


def formula(premise: Premise) -> Boolean:
    """What the premise says."""
    return sympy.And(*map(statement_formula, premise.statements))


def statement_formula(statement: Statement) -> Boolean:
    match statement:
        case Clause(terms):
            return sympy.Or(*(sympy.And(*map(_literal, term)) for term in terms))
        case AtMostOne(atoms):
            return sympy.And(*(~(symbol(a) & symbol(b)) for a, b in combinations(atoms, 2)))
        case Exactly(count, atoms):
            letters = list(map(symbol, atoms))
            too_many = (~sympy.And(*some) for some in combinations(letters, count + 1))
            too_few = (sympy.Or(*some) for some in combinations(letters, len(letters) - count + 1))
            return sympy.And(*too_many, *too_few)


def _literal(literal: Literal) -> Boolean:
    return symbol(literal.atom) if literal.positive else ~symbol(literal.atom)
