"""Two plots, two buildings; its mirror; and the same with three and four."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeVar

from ..board import OUT, Board, bit, filled, one_building, one_plot, plots_in
from ..facts import Fact, in_town, not_at
from ..ladder import SETS_OF_BUILDINGS, SETS_OF_PLOTS
from .idea import Focus, Idea, idea

Key = TypeVar("Key")


def find_sets_of_plots(board: Board, size: int) -> Iterator[Idea]:
    """So many buildings, all in town, have only as many plots between them: nobody else stands there."""
    bound = {
        building: mask
        for building, mask in board.open.items()
        if not mask & OUT and 2 <= mask.bit_count() <= size and building not in board.placed
    }
    for buildings, plots in _unions(bound, size):
        news = [not_at(b, p) for b in board.open if b not in buildings for p in plots_in(board.open[b] & plots)]
        if news:
            reasons = {one_building(p) for p in plots_in(plots)}.union(*(board.why_one_of(b, plots) for b in buildings))
            yield idea(SETS_OF_PLOTS[size], reasons, news, Focus(buildings, tuple(plots_in(plots))))


def find_sets_of_buildings(board: Board, size: int) -> Iterator[Idea]:
    """So many plots have only as many buildings between them: these stand there and nowhere else."""
    names = board.setting.buildings
    possible = {
        plot: sum(1 << n for n, b in enumerate(names) if board.open[b] & bit(plot))
        for plot in board.setting.plots
        if plot not in board.standing
    }
    few = {plot: who for plot, who in possible.items() if 2 <= who.bit_count() <= size}
    for plots, who in _unions(few, size):
        buildings = tuple(b for n, b in enumerate(names) if who >> n & 1)
        there = sum(map(bit, plots))
        news: list[Fact] = [not_at(b, p) for b in buildings for p in plots_in(board.open[b] & ~there)]
        news += [in_town(b) for b in buildings if board.open[b] & OUT]
        if news:
            others = (board.why_not(b, there) for b in names if b not in buildings)
            reasons = {filled(p) for p in plots}.union(map(one_plot, buildings), *others)
            yield idea(SETS_OF_BUILDINGS[size], reasons, news, Focus(buildings, plots))


def _unions(masks: dict[Key, int], size: int) -> Iterator[tuple[tuple[Key, ...], int]]:
    """Every choice of ``size`` keys whose masks have just ``size`` bits together."""
    for keys in combinations(masks, size):
        together = 0
        for key in keys:
            together |= masks[key]
        if together.bit_count() == size:
            yield keys, together
