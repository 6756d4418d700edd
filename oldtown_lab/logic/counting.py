"""The exact number of towns that fit, and how often each building stands on each plot.

Buildings are placed one after the other, and placements that use the same plots are counted together. *Linked*
buildings come first: they occur in a clue about two buildings (or about one of several), so for a while it also
matters who stands where (:mod:`.linked`). Then come the *bound* ones, which have place clues only (or a player's
candidates): a table over sets of plots counts them. The *free* ones, of which nothing is said, fill the plots that
remain in any order.

This is a chain of linear steps, so one walk back along it gives all the single counts at once, the way gradients are
computed: (ways to get here) x (ways to go on from there).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import factorial, perm
from typing import Any

import numpy as np

from ..town.clues import Clue, PlaceClue, RelationClue
from .linked import NOWHERE, Array, LinkedPlacements, OpenPlots, outlook_for
from .theory import Theory


@dataclass(frozen=True)
class TownCount:
    """``towns`` in all; ``at[b][p]`` of them have building b on plot p; ``left_out[b]`` of them are without it."""

    towns: int
    at: Mapping[str, Mapping[int, int]]
    left_out: Mapping[str, int]


def count_towns(theory: Theory, places: Mapping[str, frozenset[int]] | None = None) -> TownCount:
    """Count the towns that fit every clue. Exact: whole numbers throughout.

    ``places`` says for each building where else than by the clues it may be at all, 0 standing for left out:
    a player's candidates.
    """
    buildings, plots = theory.game.buildings, len(theory.game.plan.plots)
    counts = _whole_numbers(len(buildings), plots)
    still_open = open_plots(theory, places)
    linking = [clue for clue in theory.clues if not _is_settled(clue)]
    linked = LinkedPlacements(outlook_for(theory.mine, linking, plots), still_open, plots, counts)
    loose = [b for b in buildings if b not in linked.buildings]
    everywhere = OpenPlots(theory.game.plan.all_plots, may_be_left_out=True)
    free = [b for b in loose if still_open[b] == everywhere]
    # Neighbours after each other: then the plots in use lie close together, and there are fewer sets of them.
    bound = sorted((b for b in loose if b not in free), key=lambda b: sorted(still_open[b].plots))

    steps = []
    table = np.zeros(1 << plots, dtype=counts)
    used, ways = linked.reached()
    for seen, building in enumerate(bound, start=len(linked.buildings) + 1):
        steps.append(_Step(building, still_open[building], used, ways))
        used, ways = steps[-1].take(table)
        # No more than these can be left out: with fewer plots in use than that the town is never filled.
        enough = np.bitwise_count(used) >= seen - theory.game.left_out
        used, ways = used[enough], ways[enough]

    table[used] = _fillings(len(free), plots, counts)[np.bitwise_count(used)]
    towns = int(np.sum(ways * table[used]))
    at = {step.building: step.walk_back(table) for step in reversed(steps)}
    at.update(linked.count_at(table))
    # Every plot is filled: what is missing to that falls to the free buildings, to each as much as to the next.
    missing = {p: towns - sum(stands.get(p, 0) for stands in at.values()) for p in range(1, plots + 1)}
    at.update((b, {p: towns_there // len(free) for p, towns_there in missing.items()}) for b in free)

    ordered = {b: {p: at[b].get(p, 0) for p in range(1, plots + 1)} for b in buildings}
    return TownCount(towns, ordered, {b: towns - sum(ordered[b].values()) for b in buildings})


def open_plots(theory: Theory, places: Mapping[str, frozenset[int]] | None = None) -> dict[str, OpenPlots]:
    """What the clues (and a player's candidates) say about each building by itself."""
    plots = dict.fromkeys(theory.game.buildings, theory.game.plan.all_plots)
    in_town = set()
    for clue in theory.clues:
        if isinstance(clue, RelationClue):
            building, allowed = clue.building, frozenset(named for named, _ in clue.pairs)
        elif _is_settled(clue):
            building, allowed = clue.buildings[0], clue.plots
        else:
            continue
        plots[building] &= allowed
        in_town.add(building)
    if places is not None:
        plots = {b: plots[b] & places[b] for b in plots}
        in_town |= {b for b in plots if NOWHERE not in places[b]}
    return {b: OpenPlots(plots[b], b not in in_town) for b in theory.game.buildings}


def _is_settled(clue: Clue) -> bool:
    """Whether a clue is about the place of one certain building, and so says all it has to say by itself."""
    return isinstance(clue, PlaceClue) and len(clue.buildings) == 1 and not clue.must_be_mine


def _whole_numbers(buildings: int, plots: int) -> np.dtype[Any]:
    """64-bit integers while every count is sure to fit, Python's own beyond that."""
    most = factorial(buildings) // factorial(buildings - plots)
    return np.dtype(np.int64 if most <= np.iinfo(np.int64).max else object)


def _fillings(free: int, plots: int, counts: np.dtype[Any]) -> Array:
    """For each number of plots in use: in how many ways the free buildings fill the others."""
    return np.array([perm(free, plots - in_use) for in_use in range(plots + 1)], dtype=counts)


@dataclass(frozen=True)
class _Step:
    """A bound building takes a plot, or is left out. Before it these sets of plots can be in use, each in so many ways.

    A set is a bit mask (bit 0 is plot 1) and an index into the table. In one step, different sets with the same new
    plot are still different: so they are added to the table without colliding.
    """

    building: str
    still_open: OpenPlots
    used: Array
    ways: Array

    def take(self, table: Array) -> tuple[Array, Array]:
        """The sets of plots and ways after the step. The table is all zeros before and afterwards."""
        for plot in self.still_open.plots:
            before = self._without(plot)
            table[self.used[before] | _bit(plot)] += self.ways[before]
        if self.still_open.may_be_left_out:
            table[self.used] += self.ways
        used = np.flatnonzero(table != 0)
        ways = table[used]
        table[used] = 0
        return used, ways

    def walk_back(self, table: Array) -> dict[int, int]:
        """How often the building stands on each plot. The table says how many ways lead on from each set of plots:
        from those after the step, and when it returns from those before it.
        """
        at = {}
        ways_on = table[self.used] if self.still_open.may_be_left_out else np.zeros_like(self.ways)
        for plot in self.still_open.plots:
            before = self._without(plot)
            there = table[self.used[before] | _bit(plot)]
            at[plot] = int(np.sum(self.ways[before] * there))
            ways_on[before] += there
        table[self.used] = ways_on
        return at

    def _without(self, plot: int) -> Array:
        return np.flatnonzero((self.used & _bit(plot)) == 0)


def _bit(plot: int) -> int:
    return 1 << (plot - 1)
