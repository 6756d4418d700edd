"""The exact number of towns that fit, and how often each building stands on each plot.

Buildings fall into two kinds. *Loose* ones have place clues only; a table over sets of plots counts in how many
ways they fill any set exactly. *Linked* ones occur in a clue about two buildings (or about one of several); their
placements are gone through one building at a time, and placements that use the same plots and promise the same
future are merged (:mod:`.linked`). A last sum joins the two.

Both parts are chains of linear steps, so one walk back along each chain gives all the single counts at once, the
way gradients are computed: (ways to get here) x (ways to go on from there).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..town.clues import Clue, PlaceClue, RelationClue
from .linked import LinkedPlacements, OpenPlots, outlook_for
from .theory import Theory

Table = NDArray[Any]
"""Ways for each set of plots, indexed by the set as a bit mask (bit 0 is plot 1)."""


@dataclass(frozen=True)
class TownCount:
    """``towns`` in all; ``at[b][p]`` of them have building b on plot p; ``left_out[b]`` of them are without it."""

    towns: int
    at: Mapping[str, Mapping[int, int]]
    left_out: Mapping[str, int]


def count_towns(theory: Theory) -> TownCount:
    """Count the towns that fit every clue. Exact: whole numbers throughout."""
    plots = len(theory.game.plan.plots)
    counts = _whole_numbers(len(theory.game.buildings), plots)
    still_open = open_plots(theory)
    linking = [clue for clue in theory.clues if not _is_settled(clue)]
    linked = LinkedPlacements(outlook_for(theory.mine, linking, plots), still_open, plots, counts)
    loose = [b for b in theory.game.buildings if b not in linked.buildings]

    tables = _fill_tables([still_open[b] for b in loose], plots, counts)
    ways_on = linked.ways_on()
    at = dict(zip(loose, _walk_back([still_open[b] for b in loose], tables, ways_on), strict=True))
    at.update(linked.count_at(tables[-1]))

    towns = int(np.sum(ways_on * tables[-1]))
    ordered = {b: {p: at[b].get(p, 0) for p in range(1, plots + 1)} for b in theory.game.buildings}
    return TownCount(towns, ordered, {b: towns - sum(ordered[b].values()) for b in ordered})


def open_plots(theory: Theory) -> dict[str, OpenPlots]:
    """What the clues say about each building by itself."""
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
    return {b: OpenPlots(plots[b], b not in in_town) for b in theory.game.buildings}


def _is_settled(clue: Clue) -> bool:
    """Whether a clue is about the place of one certain building, and so says all it has to say by itself."""
    return isinstance(clue, PlaceClue) and len(clue.buildings) == 1 and not clue.must_be_mine


def _whole_numbers(buildings: int, plots: int) -> np.dtype[Any]:
    """64-bit integers while every count is sure to fit, Python's own beyond that."""
    most = factorial(buildings) // factorial(buildings - plots)
    return np.dtype(np.int64 if most <= np.iinfo(np.int64).max else object)


def _fill_tables(loose: list[OpenPlots], plots: int, counts: np.dtype[Any]) -> list[Table]:
    """Table i: in how many ways the first i loose buildings fill each set of plots exactly."""
    table: Table = np.zeros(1 << plots, dtype=counts)
    table[0] = 1
    tables = [table]
    for building in loose:
        following = table.copy() if building.may_be_left_out else np.zeros_like(table)
        for plot in building.plots:
            _split(following, plot)[:, 1] += _split(table, plot)[:, 0]
        table = following
        tables.append(table)
    return tables


def _walk_back(loose: list[OpenPlots], tables: list[Table], ways_on: Table) -> list[dict[int, int]]:
    """How often each loose building stands on each plot, from the last table back to the first."""
    found: list[dict[int, int]] = []
    for building, before in zip(reversed(loose), reversed(tables[:-1]), strict=True):
        preceding = ways_on.copy() if building.may_be_left_out else np.zeros_like(ways_on)
        at = {}
        for plot in building.plots:
            onwards = _split(ways_on, plot)[:, 1]
            at[plot] = int(np.sum(_split(before, plot)[:, 0] * onwards))
            _split(preceding, plot)[:, 0] += onwards
        found.append(at)
        ways_on = preceding
    return found[::-1]


def _split(table: Table, plot: int) -> Table:
    """A view of the table with the plot's bit as its own middle axis: [:, 0] without the plot, [:, 1] with it."""
    return table.reshape(-1, 2, 1 << (plot - 1))
