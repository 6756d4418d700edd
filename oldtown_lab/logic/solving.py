"""Solving: the towns that fit a theory, found by Z3."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from ..town.towns import Town
from .theory import Theory
from .z3_solver import solver_for


@dataclass(frozen=True)
class Solutions:
    """Up to a limit of towns; ``complete`` says whether these are all."""

    towns: tuple[Town, ...]
    complete: bool

    @property
    def unique(self) -> bool:
        return self.complete and len(self.towns) == 1


def solve_theory(theory: Theory, limit: int) -> Solutions:
    """Up to ``limit`` towns that fit every premise."""
    found = tuple(islice(solver_for(theory).towns(), limit + 1))
    return Solutions(found[:limit], complete=len(found) <= limit)
