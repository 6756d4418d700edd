"""One building, one plot: what a placed building excludes, and when only one possibility is left."""

from __future__ import annotations

from collections.abc import Iterator

from ..board import OUT, Board, Reasons, bit, filled, one_building, one_plot, plots_in
from ..facts import at, in_town, left_out, not_at
from ..ladder import LAST_BUILDING, LAST_PLOT, NO_PLOT_LEFT, ONE_PLACE, TAKEN_PLOT
from .idea import Focus, Idea, idea


def find_taken_plots(board: Board) -> Iterator[Idea]:
    """Where one building stands, no other can stand."""
    for building, plot in board.placed.items():
        others = [b for b in board.setting.buildings if b != building and board.open[b] & bit(plot)]
        if others:
            reasons: Reasons = frozenset({at(building, plot), one_building(plot)})
            about = Focus((building,), (plot,))
            yield idea(TAKEN_PLOT, reasons, (not_at(b, plot) for b in others), about)


def find_single_places(board: Board) -> Iterator[Idea]:
    """A building that stands on one plot stands on no other."""
    for building, plot in board.placed.items():
        elsewhere = list(plots_in(board.open[building] & ~bit(plot)))
        if elsewhere:
            reasons: Reasons = frozenset({at(building, plot), one_plot(building)})
            yield idea(ONE_PLACE, reasons, (not_at(building, p) for p in elsewhere), Focus((building,), (plot,)))


def find_last_plots(board: Board) -> Iterator[Idea]:
    """A building that is in town stands on the only plot that is left for it."""
    for building, mask in board.open.items():
        if mask & OUT or mask.bit_count() != 1 or building in board.placed:
            continue
        plot = mask.bit_length() - 1
        yield idea(LAST_PLOT, board.why_one_of(building, mask), (at(building, plot),), Focus((building,), (plot,)))


def find_unplaceable(board: Board) -> Iterator[Idea]:
    """A building that can stand on no plot is left out."""
    for building, mask in board.open.items():
        if mask == OUT and not board.is_left_out(building):
            reasons = board.why_not(building, board.setting.all_plots)
            yield idea(NO_PLOT_LEFT, reasons, (left_out(building),), Focus((building,)))


def find_last_buildings(board: Board) -> Iterator[Idea]:
    """Every plot is filled: where only one building can stand, it stands."""
    for plot in board.setting.plots:
        if plot in board.standing:
            continue
        possible = [b for b, mask in board.open.items() if mask & bit(plot)]
        if len(possible) != 1:
            continue
        building = possible[0]
        reasons = {filled(plot)}.union(*(board.why_not(b, bit(plot)) for b in board.open if b != building))
        news = [at(building, plot)]
        if board.open[building] & OUT:
            news.append(in_town(building))
        yield idea(LAST_BUILDING, reasons, news, Focus((building,), (plot,)))
