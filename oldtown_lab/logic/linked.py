"""The placements of buildings that are linked by clues, gone through one building at a time.

A *state* stands for all placements so far that use the same plots and promise the same future; it carries their
number. What the future depends on is the state's *outlook*, a row of numbers:

* my-buildings known: where they stand. They are placed first; every further linked building is the named one
  of a relation, whose allowed plots follow from the outlook alone.
* my-buildings unknown: which choices of my plots satisfy every relation so far, as bits. Every plot holds some
  building, so a choice of plots is a choice of buildings, and who stands there does not matter.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..town.clues import Clue, MyBuildings, PlaceClue, RelationClue
from .engine import check_stop

Array = NDArray[Any]

#: The plot number of a building that is left out.
NOWHERE = 0


@dataclass(frozen=True)
class OpenPlots:
    """Where a building may stand by itself, and whether it may be left out."""

    plots: frozenset[int]
    may_be_left_out: bool

    def choices(self) -> list[int]:
        return ([NOWHERE] if self.may_be_left_out else []) + sorted(self.plots)


@dataclass(frozen=True)
class _Moves:
    """One building's step from states to states: from which, with how many ways there, to which, onto which plot."""

    building: str
    source: Array
    ways_before: Array
    target: Array
    plot: Array


class LinkedPlacements:
    """All placements of the linked buildings that satisfy the linking clues."""

    def __init__(self, outlook: Outlook, still_open: dict[str, OpenPlots], plots: int, counts: np.dtype[Any]) -> None:
        self.buildings = outlook.buildings(still_open)
        self._plots = plots
        self._counts = counts
        self._used = np.zeros(1, dtype=np.int64)
        self._outlook = outlook.start()
        self._ways = np.full(1, int(outlook.may_start()), dtype=counts)
        self._moves = [self._step(building, still_open[building], outlook) for building in self.buildings]

    def _step(self, building: str, still_open: OpenPlots, outlook: Outlook) -> _Moves:
        """Place one building in every state, then merge the states that have become alike."""
        check_stop()
        choices = np.array(still_open.choices(), dtype=np.int64)
        bits = np.where(choices == NOWHERE, 0, 1 << np.maximum(choices - 1, 0))
        source, choice = np.nonzero((self._used[:, None] & bits) == 0)
        rows, right = outlook.advance(self._outlook[source], building, choices[choice])
        source, choice = source[right], choice[right]
        alike = np.column_stack([(self._used[source] | bits[choice]).astype(np.uint64), rows[right]])
        states, target = np.unique(alike, axis=0, return_inverse=True)
        moves = _Moves(building, source, self._ways, target.reshape(-1), choices[choice])
        self._ways = np.zeros(len(states), dtype=self._counts)
        np.add.at(self._ways, moves.target, moves.ways_before[source])
        self._used = states[:, 0].astype(np.int64)
        self._outlook = states[:, 1:]
        return moves

    def reached(self) -> tuple[Array, Array]:
        """The sets of plots that the linked buildings can use, each once, and in how many ways."""
        used, target = np.unique(self._used, return_inverse=True)
        ways = np.zeros(len(used), dtype=self._counts)
        np.add.at(ways, target, self._ways)
        return used, ways

    def count_at(self, table: Array) -> dict[str, dict[int, int]]:
        """How often each linked building stands on each plot.

        The table says for each set of plots in use how many ways the other buildings have to fill the rest.
        """
        at: dict[str, dict[int, int]] = {}
        onwards = table[self._used]
        for moves in reversed(self._moves):
            sums = np.zeros(self._plots + 1, dtype=self._counts)
            np.add.at(sums, moves.plot, moves.ways_before[moves.source] * onwards[moves.target])
            at[moves.building] = {p: int(sums[p]) for p in range(1, self._plots + 1)}
            preceding = np.zeros(len(moves.ways_before), dtype=self._counts)
            np.add.at(preceding, moves.source, onwards[moves.target])
            onwards = preceding
        return at


class Outlook(ABC):
    """What the future of a state depends on, and how placing a building changes it."""

    @abstractmethod
    def buildings(self, still_open: dict[str, OpenPlots]) -> tuple[str, ...]:
        """The linked buildings in the order in which they are placed."""

    @abstractmethod
    def start(self) -> Array:
        """The outlook of the empty town, as one row."""

    @abstractmethod
    def may_start(self) -> bool:
        """Whether the clues about my-buildings can be satisfied at all."""

    @abstractmethod
    def advance(self, rows: Array, building: str, plots: Array) -> tuple[Array, Array]:
        """The rows after the building was placed, each on a plot of its own, and which of them are still right.

        The rows that are handed in may be changed.
        """


def outlook_for(mine: MyBuildings, linking: Sequence[Clue], plots: int) -> Outlook:
    return KnownMine(mine.known, linking, plots) if mine.are_known else UnknownMine(mine.unknown, linking, plots)


class KnownMine(Outlook):
    """My-buildings are known: a row says on which plot each of them stands."""

    def __init__(self, mine: Sequence[str], linking: Sequence[Clue], plots: int) -> None:
        self._mine = tuple(mine) if linking else ()
        self._one_of_mine = [c for c in linking if isinstance(c, PlaceClue)]
        self._relations = [c for c in linking if isinstance(c, RelationClue)]
        self._related = {c.card: _pair_matrix(c, plots) for c in self._relations}

    def buildings(self, still_open: dict[str, OpenPlots]) -> tuple[str, ...]:
        named = {c.building for c in self._relations} - set(self._mine)
        return (*self._mine, *sorted(named, key=lambda b: (len(still_open[b].plots), b)))

    def start(self) -> Array:
        return np.zeros((1, max(1, len(self._mine))), dtype=np.uint64)

    def may_start(self) -> bool:
        return bool(self._mine) or not self._one_of_mine

    def advance(self, rows: Array, building: str, plots: Array) -> tuple[Array, Array]:
        if building in self._mine:
            rows[:, self._mine.index(building)] = plots
            return rows, self._all_mine_right(rows) if building == self._mine[-1] else np.ones(len(rows), dtype=bool)
        right = np.ones(len(rows), dtype=bool)
        for clue in self._relations:
            if clue.building == building:
                right &= self._has_partner(clue, plots, rows)
        return rows, right

    def _all_mine_right(self, rows: Array) -> Array:
        """Check the clues that are about my-buildings alone, once all of them are placed."""
        right = np.ones(len(rows), dtype=bool)
        for clue in self._one_of_mine:
            columns = [self._mine.index(b) for b in clue.buildings]
            right &= np.isin(rows[:, columns], sorted(clue.plots)).any(axis=1)
        for relation in self._relations:
            if relation.building in self._mine:
                right &= self._has_partner(relation, rows[:, self._mine.index(relation.building)], rows)
        return right

    def _has_partner(self, clue: RelationClue, named: Array, rows: Array) -> Array:
        related = self._related[clue.card]
        partners = [
            related[named.astype(np.intp), rows[:, self._mine.index(b)].astype(np.intp)] for b in clue.my_buildings
        ]
        return np.logical_or.reduce(partners) if partners else np.zeros(len(rows), dtype=bool)


class UnknownMine(Outlook):
    """My-buildings are unknown: a row has one bit for each choice of my plots that is still possible."""

    def __init__(self, count: int, linking: Sequence[Clue], plots: int) -> None:
        self._relations = [c for c in linking if isinstance(c, RelationClue)]
        choices = _choices(min(count, plots), plots)  # where more are mine than there are plots, some are left out
        possible = np.ones(len(choices), dtype=bool)
        for clue in linking:
            if isinstance(clue, PlaceClue):
                possible &= choices[:, sorted(clue.plots)].any(axis=1)
        self._start = _packed(possible.reshape(1, -1))
        # For each relation and each plot of the named building: the choices with a partner.
        self._partnered = {c.card: _packed(_pair_matrix(c, plots) @ choices.T) for c in self._relations}

    def buildings(self, still_open: dict[str, OpenPlots]) -> tuple[str, ...]:
        return tuple(sorted({c.building for c in self._relations}, key=lambda b: (len(still_open[b].plots), b)))

    def start(self) -> Array:
        return self._start

    def may_start(self) -> bool:
        return bool(self._start.any())

    def advance(self, rows: Array, building: str, plots: Array) -> tuple[Array, Array]:
        for clue in self._relations:
            if clue.building == building:
                rows = rows & self._partnered[clue.card][plots]
        return rows, np.asarray(rows.any(axis=1))


@cache
def _choices(count: int, plots: int) -> Array:
    """Every choice of so many plots: a row for each, in it True for its plots."""
    chosen = np.array(list(combinations(range(1, plots + 1), count)))
    choices = np.zeros((len(chosen), plots + 1), dtype=bool)
    np.put_along_axis(choices, chosen, True, axis=1)
    return choices


def _packed(rows: Array) -> Array:
    """Rows of yes and no as rows of 64-bit words."""
    octets = np.packbits(rows, axis=1)
    return np.pad(octets, ((0, 0), (0, -octets.shape[1] % 8))).view(np.uint64)


def _pair_matrix(clue: RelationClue, plots: int) -> Array:
    matrix = np.zeros((plots + 1, plots + 1), dtype=bool)
    for named, mine in clue.pairs:
        matrix[named, mine] = True
    return matrix
