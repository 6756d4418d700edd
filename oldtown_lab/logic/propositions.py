"""Propositional formulas: small, immutable, and nothing is simplified behind the reader's back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .statements import At, Atom, InTown, Literal, Term


@dataclass(frozen=True, slots=True)
class Letter:
    """An atom: Saloon@6, Bank in town, Hotel mine."""

    atom: Atom

    def __str__(self) -> str:
        match self.atom:
            case At(building, plot):
                return f"{building}@{plot}"
            case InTown(building):
                return f"{building} in town"
        return f"{self.atom.building} mine"


@dataclass(frozen=True, slots=True)
class Not:
    """¬A."""

    part: Formula

    def __str__(self) -> str:
        plain = isinstance(self.part, Not) or (isinstance(self.part, Letter) and isinstance(self.part.atom, At))
        return f"¬{self.part}" if plain else f"¬({self.part})"


@dataclass(frozen=True, slots=True)
class And:
    """A ∧ B ∧ …, two parts or more."""

    parts: tuple[Formula, ...]

    def __str__(self) -> str:
        return " ∧ ".join(map(_inside, self.parts))


@dataclass(frozen=True, slots=True)
class Or:
    """A ∨ B ∨ …, two parts or more."""

    parts: tuple[Formula, ...]

    def __str__(self) -> str:
        return " ∨ ".join(map(_inside, self.parts))


@dataclass(frozen=True, slots=True)
class Implies:
    """A → B."""

    left: Formula
    right: Formula

    def __str__(self) -> str:
        return f"{_inside(self.left)} → {_inside(self.right)}"


@dataclass(frozen=True, slots=True)
class AtMost:
    """No more than so many of the letters are true. Only counting arguments use it."""

    count: int
    letters: tuple[Letter, ...]

    def __str__(self) -> str:
        return f"at most {self.count} of {{{', '.join(map(str, self.letters))}}}"


@dataclass(frozen=True, slots=True)
class Bottom:
    """⊥: a contradiction."""

    def __str__(self) -> str:
        return "⊥"


Formula = Letter | Not | And | Or | Implies | AtMost | Bottom

BOTTOM = Bottom()


def _inside(formula: Formula) -> str:
    return f"({formula})" if isinstance(formula, And | Or | Implies) else str(formula)


def literal_formula(literal: Literal) -> Formula:
    return Letter(literal.atom) if literal.positive else Not(Letter(literal.atom))


def conjunction(parts: Iterable[Formula]) -> Formula:
    """All of them; of a single one, that one."""
    several = tuple(parts)
    return several[0] if len(several) == 1 else And(several)


def disjunction(parts: Iterable[Formula]) -> Formula:
    """One of them; of a single one, that one; of none, a contradiction."""
    several = tuple(parts)
    if not several:
        return BOTTOM
    return several[0] if len(several) == 1 else Or(several)


def term_formula(term: Term) -> Formula:
    return conjunction(map(literal_formula, term))


def opposite_formula(formula: Formula) -> Formula:
    return formula.part if isinstance(formula, Not) else Not(formula)
