"""Trying an assumption out, quickly: does it run into a contradiction, and after how many forced placements?

This is the scout of the "what if" search. It works on bare bit masks and keeps no reasons; what it finds is then
explained and judged with reasons (:mod:`.what_if`).
"""

from __future__ import annotations

from itertools import combinations

from ..town.clues import PlaceClue, RelationClue
from .board import OUT, Board, Setting, mask_of, plots_in


class Scout:
    """Tries assumptions on a board."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        clues = setting.theory.clues
        self._relations = [(clue, setting.links[clue.card]) for clue in clues if isinstance(clue, RelationClue)]
        self._one_of = [c for c in clues if isinstance(c, PlaceClue) and (len(c.buildings) > 1 or c.must_be_mine)]
        self._count = setting.theory.mine.unknown

    def placements_until_contradiction(self, board: Board, building: str, kept: int) -> int | None:
        """Assume that the building has only these plots. None where nothing contradicts that."""
        trial = dict(board.open)
        trial[building] &= kept
        placed = {b: 1 << p for b, p in board.placed.items()}
        count = 0
        while True:
            before = dict(trial)
            for b, mask in trial.items():
                if mask == 0:
                    return count
                if mask & (mask - 1) == 0 and mask != OUT and placed.get(b) != mask:
                    if b in placed:
                        return count
                    placed[b] = mask
                    count += 1
                    for other in trial:
                        if other != b:
                            trial[other] &= ~mask
            if self._fill_plots(trial) or self._use_links(board, trial):
                return count
            if trial == before:
                return count if self._too_many_mine(board, trial) else None

    def _fill_plots(self, trial: dict[str, int]) -> bool:
        once = twice = 0
        for mask in trial.values():
            twice |= once & mask
            once |= mask
        if self._setting.all_plots & ~once:
            return True
        only = once & ~twice & ~OUT
        if only:
            for b, mask in trial.items():
                if here := mask & only:
                    if here & (here - 1):
                        return True
                    trial[b] = here
        return False

    def _use_links(self, board: Board, trial: dict[str, int]) -> bool:
        for clue, link in self._relations:
            mine = [b for b in clue.my_buildings if not clue.must_be_mine or board.may_be_mine(b)]
            together = 0
            for b in mine:
                together |= trial[b]
            kept = 0
            for plot in plots_in(trial[clue.building] & link.named):
                if link.partners[plot] & together:
                    kept |= 1 << plot
            trial[clue.building] = kept
            if not kept:
                return True
            if len(mine) <= 3:
                reach = link.reach(kept)
                able = [b for b in mine if trial[b] & reach]
                if len(able) == 1:
                    trial[able[0]] &= reach
        for one_of in self._one_of:
            allowed = mask_of(one_of.plots)
            mine = [b for b in one_of.buildings if not one_of.must_be_mine or board.may_be_mine(b)]
            able = [b for b in mine if trial[b] & allowed]
            if not able:
                return True
            if len(able) == 1:
                trial[able[0]] &= allowed
        return False

    def _too_many_mine(self, board: Board, trial: dict[str, int]) -> bool:
        """Whether the cards for one of mine need my buildings on more plots than I have buildings."""
        if not self._count:
            return False
        wanted = [link.reach(trial[clue.building]) for clue, link in self._relations]
        wanted += [mask_of(clue.plots) for clue in self._one_of]
        maybe = 0
        for building, mask in trial.items():
            if board.may_be_mine(building):
                maybe |= mask
        served = {sum(1 << n for n, reach in enumerate(wanted) if reach >> plot & 1) for plot in plots_in(maybe)} - {0}
        everything = (1 << len(wanted)) - 1
        some = combinations(served, min(self._count, len(served)))
        return not any(_all(chosen) == everything for chosen in some)


def _all(masks: tuple[int, ...]) -> int:
    together = 0
    for mask in masks:
        together |= mask
    return together
