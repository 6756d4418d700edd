"""Partner plots: a card about two buildings, one of them mine.

A *support* of such a card is a way in which it can still be true: (the named building's plot, a building of mine, its
plot). A plot without a support falls away. Where only one building of mine is left in the supports, the card is for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...town.clues import Clue, PlaceClue, RelationClue
from ..board import OUT, Board, Reasons, bit, mask_of, one_building, one_plot, plots_in
from ..facts import Fact, at, in_town, mine, not_at, not_mine
from ..ladder import ONE_OF_MINE, PARTNER
from .idea import Focus, Idea, idea

NOTHING: Reasons = frozenset()


def find_partner_plots(board: Board) -> Iterator[Idea]:
    """Plots of the named building without a partner of mine; and, if the card is for one building, its plots too."""
    for clue in board.setting.theory.clues:
        if not isinstance(clue, RelationClue):
            continue
        link = board.setting.links[clue.card]
        for plot in plots_in(board.open[clue.building] & link.named):
            partners = link.partners[plot]
            if not _anybody_on(board, clue, partners):
                reasons = why_nobody_mine_on(board, clue, partners) | {f"card:{clue.card}"}
                about = Focus((clue.building,), (plot,), (clue.card,))
                yield idea(PARTNER, reasons, (not_at(clue.building, plot),), about)
        if len(clue.my_buildings) == 1 and not clue.must_be_mine:
            my = clue.my_buildings[0]
            for plot, named in link.backwards.items():
                if board.open[my] & bit(plot) and not board.open[clue.building] & named:
                    reasons = board.why_not(clue.building, named) | {f"card:{clue.card}", one_plot(my)}
                    yield idea(PARTNER, reasons, (not_at(my, plot),), Focus((my,), (plot,), (clue.card,)))


def find_whose_card(board: Board) -> Iterator[Idea]:
    """Cards for one of several buildings of mine, of which only one is still possible."""
    for clue in board.setting.theory.clues:
        if len(may_be_for(clue)) < 2:
            continue
        supported = possible_owners(board, clue)
        if len(supported) != 1:
            continue
        building = supported[0]
        there = _supports(board, clue, building)
        news: list[Fact] = []
        if clue.must_be_mine and building not in board.mine:
            news.append(mine(building))
        if board.open[building] & OUT:
            news.append(in_town(building))
        excluded = [not_at(building, plot) for plot in plots_in(board.open[building] & ~there)]
        if news or excluded:
            reasons = {f"card:{clue.card}"} | why_only_for(board, clue, frozenset({building}))
            if excluded:
                reasons |= {one_plot(building)}
            about = Focus((building,), tuple(plots_in(there)), (clue.card,))
            yield idea(ONE_OF_MINE, reasons, news + excluded, about)


def possible_owners(board: Board, clue: Clue) -> list[str]:
    """The buildings for which the card can still be."""
    return [building for building in may_be_for(clue) if _supports(board, clue, building)]


def may_be_for(clue: Clue) -> tuple[str, ...]:
    """The buildings for which a card may be by itself."""
    return clue.my_buildings if isinstance(clue, RelationClue) else clue.buildings


def _supports(board: Board, clue: Clue, building: str) -> int:
    """Where the building can stand if the card is for it."""
    if clue.must_be_mine and not board.may_be_mine(building):
        return 0
    if isinstance(clue, PlaceClue):
        return board.open[building] & mask_of(clue.plots)
    return board.open[building] & board.setting.links[clue.card].reach(board.open[clue.building])


def _anybody_on(board: Board, clue: RelationClue, plots: int) -> bool:
    return any(board.open[b] & plots for b in clue.my_buildings if not clue.must_be_mine or board.may_be_mine(b))


def why_nobody_mine_on(board: Board, clue: Clue, plots: int, but: frozenset[str] = frozenset()) -> Reasons:
    """Why no building that the card can be for (but these) stands on one of the plots.

    Plot by plot, where the building on it is known and the card can be for anybody; building by building otherwise.
    """
    candidates = may_be_for(clue)
    reasons: Reasons = NOTHING
    rest = plots
    if clue.must_be_mine:
        for plot in plots_in(plots):
            stands = board.standing.get(plot)
            if stands is None:
                continue
            reasons |= {at(stands, plot), one_building(plot)}
            if stands not in but and stands in candidates:
                reasons |= {not_mine(stands)}
            rest &= ~bit(plot)
    for building in candidates:
        if building in but:
            continue
        if clue.must_be_mine and not board.may_be_mine(building):
            if rest:
                reasons |= {not_mine(building)}
        else:
            reasons |= board.why_not(building, rest)
    return reasons


def why_only_for(board: Board, clue: Clue, owners: frozenset[str]) -> Reasons:
    """Why the card can only be for one of these."""
    if isinstance(clue, PlaceClue):
        return why_nobody_mine_on(board, clue, mask_of(clue.plots), but=owners)
    link = board.setting.links[clue.card]
    still = board.open[clue.building] & link.named
    gone = board.why_not(clue.building, link.named & ~still)
    return gone | why_nobody_mine_on(board, clue, link.reach(still), but=owners)
