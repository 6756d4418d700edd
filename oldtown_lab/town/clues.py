"""Clues: what a card says once it is known for which building it is.

A card may be for one of several my-buildings, which one is to be found out; and in some puzzles the
my-buildings themselves are unknown. A clue therefore lists the buildings it may be for, and
``must_be_mine`` says that such a building counts only if it is one of mine.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from .relations import Pair


@dataclass(frozen=True, slots=True)
class PlaceClue:
    """One of these buildings stood on one of these plots."""

    card: int
    buildings: tuple[str, ...]
    plots: frozenset[int]
    must_be_mine: bool = False

    def holds(self, at: Mapping[str, int], mine: Set[str]) -> bool:
        """Whether the clue is true of a town (building to plot) and a choice of my-buildings."""
        return any(at.get(b) in self.plots and (not self.must_be_mine or b in mine) for b in self.buildings)


@dataclass(frozen=True, slots=True)
class RelationClue:
    """The named building stood in a relation to one of my buildings: (its plot, my plot) is one of the pairs."""

    card: int
    building: str
    my_buildings: tuple[str, ...]
    pairs: frozenset[Pair]
    must_be_mine: bool = False

    def holds(self, at: Mapping[str, int], mine: Set[str]) -> bool:
        """Whether the clue is true of a town (building to plot) and a choice of my-buildings."""
        here = at.get(self.building)
        return here is not None and any(
            b in at and (here, at[b]) in self.pairs and (not self.must_be_mine or b in mine) for b in self.my_buildings
        )

    def partners(self, plot: int) -> frozenset[int]:
        """Where my building may stand if the named one stands on this plot."""
        return frozenset(mine for named, mine in self.pairs if named == plot)


Clue = PlaceClue | RelationClue


@dataclass(frozen=True, slots=True)
class MyBuildings:
    """Whose side the player is on: the listed buildings, or a number of unknown ones."""

    known: tuple[str, ...] = ()
    unknown: int = 0

    @property
    def are_known(self) -> bool:
        return self.unknown == 0
