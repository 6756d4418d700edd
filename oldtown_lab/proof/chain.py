"""Following an assumption with reasons, until two things contradict each other: what "what if" stands on.

The assumption is tried out on a copy of the board with the quick techniques, all that is forced at once before what is
forced by that. From the contradiction one walks back to the reasons that stood on the board before the assumption.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from ..logic.z3_solver import Reason
from ..town.clues import Clue, PlaceClue, RelationClue
from .board import Board, Reasons, bit, filled, mask_of, one_plot, plots_in, reasons_cost
from .facts import Fact, left_out, not_mine
from .techniques.idea import Idea
from .techniques.partners import find_partner_plots, find_whose_card, possible_owners, why_nobody_mine_on
from .techniques.placing import find_last_buildings, find_last_plots, find_single_places, find_taken_plots

#: What is followed inside an assumption: each a finder of ideas.
QUICK: tuple[Callable[[Board], Iterator[Idea]], ...] = (
    find_taken_plots,
    find_single_places,
    find_last_plots,
    find_last_buildings,
    find_partner_plots,
    find_whose_card,
)

#: Nothing goes on longer than this: there are not more facts to be found.
MOST_ROUNDS = 100


def reasons_against(board: Board, assumption: Fact) -> Reasons | None:
    """Reasons on the board that the assumption contradicts, cheap but not always the fewest; None if none are seen."""
    trial = board.copy()
    trial.learn(trial.with_what_they_mean((assumption,)), -1)
    forced_by: dict[Fact, Reasons] = {
        fact: frozenset({assumption}) for fact in trial.with_what_they_mean((assumption,))
    }
    for _ in range(MOST_ROUNDS):
        conflicts = [_before(conflict, forced_by, board, assumption) for conflict in find_contradictions(trial)]
        if conflicts:
            return min(conflicts, key=lambda reasons: (reasons_cost(reasons), len(reasons)))
        news = [found for find in QUICK for found in find(trial)]
        if not news:
            return None
        for found in news:
            facts = trial.with_what_they_mean(found.conclusions)
            for fact in facts:
                if fact not in trial.learnt:
                    forced_by.setdefault(fact, found.reasons)
            trial.learn(facts, -1)
    return None


def _before(conflict: Reasons, forced_by: dict[Fact, Reasons], board: Board, assumption: Fact) -> Reasons:
    """Walk back from the conflict to what was known before the assumption."""
    known: set[Reason] = set()
    seen: set[Reason] = set()
    ahead = list(conflict)
    while ahead:
        reason = ahead.pop()
        if reason in seen or reason == assumption:
            continue
        seen.add(reason)
        if isinstance(reason, str) or reason in board.learnt:
            known.add(reason)
        else:
            ahead.extend(forced_by[reason])
    return frozenset(known)


def find_contradictions(board: Board) -> Iterator[Reasons]:
    """Reasons on this board that cannot all be true."""
    for building, mask in board.open.items():
        if mask == 0:
            yield board.why_one_of(building, 0)
    for plot in board.setting.plots:
        if not any(mask & bit(plot) for mask in board.open.values()):
            yield frozenset({filled(plot)}).union(*(board.why_not(b, bit(plot)) for b in board.open))
    for clue in board.setting.theory.clues:
        if isinstance(clue, PlaceClue) and len(clue.buildings) > 1 and not possible_owners(board, clue):
            yield why_nobody_mine_on(board, clue, mask_of(clue.plots)) | {f"card:{clue.card}"}
    if board.setting.theory.mine.unknown:
        yield from _too_few_mine(board)


def _too_few_mine(board: Board) -> Iterator[Reasons]:
    """Cards that need my buildings on more plots than I have buildings."""
    count = board.setting.theory.mine.unknown
    wanted = {clue: _my_plots(board, clue) for clue in board.setting.theory.clues if clue.must_be_mine}
    if _can_serve(list(wanted.values()), count):
        return
    for size in range(count + 1, len(wanted) + 1):
        found = [clues for clues in combinations(wanted, size) if not _can_serve([wanted[c] for c in clues], count)]
        for clues in found:
            reasons: Reasons = frozenset({board.setting.my_rule})
            for clue in clues:
                reasons |= {f"card:{clue.card}"}
                if isinstance(clue, RelationClue):
                    gone = board.setting.links[clue.card].named & ~board.open[clue.building]
                    reasons |= board.why_not(clue.building, gone)
            yield reasons | {_stands_once(board, building) for building in board.setting.buildings}
        if found:
            return


def _my_plots(board: Board, clue: Clue) -> int:
    """The plots of which one must hold a building of mine."""
    if isinstance(clue, PlaceClue):
        return mask_of(clue.plots)
    return board.setting.links[clue.card].reach(board.open[clue.building])


def _can_serve(wanted: list[int], count: int) -> bool:
    """Whether so many plots can be chosen that one lies in each of the sets."""
    if not wanted:
        return True
    if count == 0:
        return False
    smallest = min(wanted, key=int.bit_count)
    return any(_can_serve([w for w in wanted if not w & bit(plot)], count - 1) for plot in plots_in(smallest))


def _stands_once(board: Board, building: str) -> Reason:
    """Why this building cannot be mine on two plots at once."""
    if not board.may_be_mine(building):
        return not_mine(building)
    return left_out(building) if board.is_left_out(building) else one_plot(building)
