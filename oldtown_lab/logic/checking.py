"""Checking a whole town against the clues, one by one: no search, no solver."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..town.towns import Town
from .theory import Theory


def fits(theory: Theory, town: Town) -> bool:
    """Whether a town satisfies every clue, by plain checking."""
    return next(my_buildings_that_fit(theory, town), None) is not None


def my_buildings_that_fit(theory: Theory, town: Town) -> Iterator[tuple[str, ...]]:
    """Every set of my-buildings with which the town satisfies all clues (the known set, if it is known)."""
    at = town.at
    mine = theory.mine
    choices = [mine.known] if mine.are_known else combinations(theory.game.buildings, mine.unknown)
    for choice in choices:
        if all(clue.holds(at, frozenset(choice)) for clue in theory.clues):
            yield choice


def broken_cards(theory: Theory, town: Town) -> tuple[int, ...]:
    """The cards that a town breaks, each taken by itself."""
    at, everything = town.at, frozenset(theory.game.buildings)
    return tuple(clue.card for clue in theory.clues if not clue.holds(at, everything))
