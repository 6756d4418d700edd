"""Counting my buildings, where a puzzle says only how many there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..board import Board, Reasons
from ..facts import mine, not_mine
from ..ladder import COUNTING_MINE
from .idea import Focus, Idea, idea
from .partners import possible_owners, why_only_for


def find_mine_by_counting(board: Board) -> Iterator[Idea]:
    """All found, so the others are not mine; or no more left than needed; or as many cards as buildings of mine."""
    setting = board.setting
    count = setting.theory.mine.unknown
    if not count:
        return
    maybe = [b for b in setting.buildings if b not in board.mine and b not in board.not_mine]
    if not maybe:
        return
    if len(board.mine) == count:
        reasons = {setting.my_rule} | board.known_mine()
        yield idea(COUNTING_MINE, reasons, map(not_mine, maybe), Focus(tuple(sorted(board.mine))))
    elif len(board.mine) + len(maybe) == count:
        reasons = {setting.my_rule, *map(not_mine, board.not_mine)}
        yield idea(COUNTING_MINE, reasons, map(mine, maybe), Focus(tuple(maybe)))
    else:
        yield from _one_for_each_card(board, count, maybe)


def _one_for_each_card(board: Board, count: int, maybe: list[str]) -> Iterator[Idea]:
    """Cards that must be for different buildings, as many as are still to be found: nobody else is mine."""
    owners = {clue: frozenset(possible_owners(board, clue)) for clue in board.setting.theory.clues if clue.must_be_mine}
    for known in _subsets(sorted(board.mine)):
        size = count - len(known)
        usable = [clue for clue, who in owners.items() if len(who) < len(maybe) and not who & set(known)]
        for clues in combinations(usable, size):
            together: frozenset[str] = frozenset().union(*(owners[clue] for clue in clues))
            if len(together) != sum(len(owners[clue]) for clue in clues):
                continue
            news = [not_mine(b) for b in maybe if b not in together]
            if news:
                cited = {board.setting.my_rule, *(f"card:{clue.card}" for clue in clues)}
                reasons: Reasons = frozenset({*cited, *map(mine, known)})
                reasons = reasons.union(*(why_only_for(board, clue, owners[clue]) for clue in clues))
                cards = tuple(clue.card for clue in clues)
                yield idea(COUNTING_MINE, reasons, news, Focus((*known, *sorted(together)), (), cards))


def _subsets(names: list[str]) -> Iterator[tuple[str, ...]]:
    for size in range(len(names) + 1):
        yield from combinations(names, size)
