"""Statements about a town, in a form that sympy, Z3 and any SAT solver can take.

An atom is a yes/no question: does this building stand on this plot, is this building mine. A statement is
a clause (one of several terms is true, a term being literals that hold together) or a number of true atoms.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class At(NamedTuple):
    """The building stands on the plot."""

    building: str
    plot: int

    def __str__(self) -> str:
        return f"{self.building}@{self.plot}"


@dataclass(frozen=True, slots=True)
class Mine:
    """The building is one of mine. (A tuple of one name would be equal to that of :class:`InTown`.)"""

    building: str

    def __str__(self) -> str:
        return f"{self.building} is mine"


@dataclass(frozen=True, slots=True)
class InTown:
    """The building stands on some plot: a short name for "it stands on 1 or on 2 or …", never a premise by itself."""

    building: str

    def __str__(self) -> str:
        return f"{self.building} is in town"


Atom = At | Mine | InTown


class Literal(NamedTuple):
    """An atom or its opposite."""

    atom: Atom
    positive: bool = True


Term = tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """At least one of the terms is true."""

    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class AtMostOne:
    """No two of the atoms are true."""

    atoms: tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class Exactly:
    """Just so many of the atoms are true."""

    count: int
    atoms: tuple[Atom, ...]


Statement = Clause | AtMostOne | Exactly


def yes(atom: Atom) -> Term:
    return (Literal(atom),)


def no(atom: Atom) -> Term:
    return (Literal(atom, positive=False),)
