"""Counting: there are so many plots, so the number of left-out buildings is known."""

from __future__ import annotations

from collections.abc import Iterator

from ..board import OUT, Board, Reasons, filled, one_building, one_plot
from ..facts import in_town, left_out
from ..ladder import COUNTING
from .idea import Focus, Idea, idea


def find_counts(board: Board) -> Iterator[Idea]:
    """As many in town as there are plots: the rest is left out. As many left out as can be: the rest is in town."""
    setting = board.setting
    sure = [b for b in setting.buildings if not board.open[b] & OUT]
    gone = [b for b in setting.buildings if board.is_left_out(b)]
    undecided = [b for b in setting.buildings if b not in sure and b not in gone]
    if not undecided:
        return
    if len(sure) == len(setting.plots):
        why_in_town = (board.why_one_of(b, setting.all_plots) for b in sure)
        reasons: Reasons = frozenset(map(one_building, setting.plots)).union(*why_in_town)
        yield idea(COUNTING, reasons, map(left_out, undecided), Focus(tuple(undecided)))
    if len(gone) == setting.left_out:
        # Each plot needs a building of its own, and there are just as many buildings as plots: nobody can be spared.
        # To count like this, one must know of all but the spared one that they fill one plot at the most.
        rules = (*map(filled, setting.plots), *(one_plot(b) for b in setting.buildings if b not in gone))
        reasons = frozenset({*rules, *map(left_out, gone)})
        yield idea(COUNTING, reasons, map(in_town, undecided), Focus(tuple(undecided)))
