"""Checking a deck against the published solo games: which towns does it allow, which does it make the only one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..logic.checking import broken_cards, my_buildings_that_fit
from ..logic.counting import TownCount, count_towns
from ..town.game import Game
from ..town.towns import Town
from .archaeology.evidence import PublishedGame, load_evidence
from .catalogue import puzzle_folder
from .puzzle import Puzzle
from .reading import puzzle_of, read_puzzle_file


@dataclass(frozen=True)
class Verdict:
    """What a deck makes of one solo game. ``satisfied``: it allows all that is published of the solution."""

    puzzle: str
    satisfied: bool
    towns: int
    finding: str

    @property
    def unique(self) -> bool:
        return self.satisfied and self.towns == 1


def check_deck(game: Game) -> Iterator[Verdict]:
    """One verdict for each published solo game, played with the cards of this game."""
    for published in load_evidence(game).games:
        puzzle = puzzle_of(read_puzzle_file(puzzle_folder() / f"{published.id}.json"), game)
        counted = count_towns(puzzle.theory)
        if published.town_is_lost:
            satisfied, finding = _compare_lost(published, puzzle, counted)
        else:
            satisfied, finding = _compare(published, puzzle)
        yield Verdict(published.id, satisfied, counted.towns, finding)


def _compare(published: PublishedGame, puzzle: Puzzle) -> tuple[bool, str]:
    town = Town.from_plots(published.at)
    if broken := broken_cards(puzzle.theory, town):
        return False, f"the published town breaks card {', '.join(map(str, broken))}"
    if next(my_buildings_that_fit(puzzle.theory, town), None) is None:
        return False, f"no {puzzle.mine.unknown} my-buildings make the published town fit"
    return True, "the published town fits"


def _compare_lost(published: PublishedGame, puzzle: Puzzle, counted: TownCount) -> tuple[bool, str]:
    """The plots are lost: compare the buildings of the only town, and the my-buildings that fit it."""
    if counted.towns != 1:
        return False, "one town was published, with its plots lost"
    at = {b: plot for b, plots in counted.at.items() for plot, n in plots.items() if n}
    if set(at) != published.in_town:
        return False, "the town has not the published buildings"
    mine = {frozenset(choice) for choice in my_buildings_that_fit(puzzle.theory, Town.from_plots(at))}
    common = frozenset.intersection(*mine) if mine else frozenset()
    if mine != {common | {building} for building in published.undecided} or common & set(published.undecided):
        return False, f"{len(mine)} sets of my-buildings fit, not the published {len(published.undecided)}"
    return True, "the town has the published buildings, and the published choice of my-buildings"
