"""Trying, counting, Z3 and a SAT solver come to the same towns."""

from collections import Counter
from functools import cache
from itertools import islice

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from oldtown_lab import load_puzzle
from oldtown_lab.logic.checking import fits
from oldtown_lab.logic.counting import count_towns
from oldtown_lab.logic.theory import Theory
from oldtown_lab.logic.z3_solver import TheorySolver
from oldtown_lab.puzzles.catalogue import puzzles
from oldtown_lab.town.clues import PlaceClue
from oldtown_lab.town.towns import Town

from .small_games import SmallPuzzle, sat_towns, small_puzzles

SOLO_GAMES = [f"solo-{n}" for n in range(1, 9)]
AT_MOST = 300
"""So many towns a part of a solo game may have."""


def assert_same_towns(theory: Theory, towns: frozenset[Town], from_z3: int = AT_MOST) -> None:
    """The counter, Z3 and the SAT solver agree with these towns. Z3 takes its time: it may stop after so many."""
    counted = count_towns(theory)
    stands = Counter(place for town in towns for place in town.at.items())
    assert counted.towns == len(towns)
    for building in theory.game.buildings:
        assert counted.at[building] == {p: stands[building, p] for p in sorted(theory.game.plan.all_plots)}
        assert counted.left_out[building] == sum(building not in town.buildings for town in towns)
    assert frozenset(sat_towns(theory, at_most=len(towns))) == towns
    by_z3 = list(islice(TheorySolver(theory).towns(), from_z3 + 1))
    assert len(frozenset(by_z3)) == len(by_z3) == min(len(towns), from_z3 + 1)
    assert frozenset(by_z3) <= towns


@given(small_puzzles())
@settings(max_examples=50)
def test_small_games_have_the_same_towns_by_trying_counting_z3_and_sat(puzzle: SmallPuzzle) -> None:
    towns = puzzle.every_town()
    event(f"my-buildings: {'known' if puzzle.mine.are_known else 'unknown'}, towns: {'some' if towns else 'none'}")
    assert_same_towns(puzzle.theory, towns, from_z3=60)


def test_the_catalogue_has_the_eight_solo_games() -> None:
    assert set(SOLO_GAMES) <= set(puzzles())


@cache
def the_town(puzzle: str) -> Town:
    """The published town of a solo game, or where it is lost the town that the deck gives it."""
    loaded = load_puzzle(puzzle)
    return loaded.solution or next(TheorySolver(loaded.theory).towns())


@pytest.mark.parametrize("puzzle", SOLO_GAMES)
def test_a_solo_game_has_one_town_by_counting_z3_sat_and_checking(puzzle: str) -> None:
    theory, town = load_puzzle(puzzle).theory, the_town(puzzle)
    assert_same_towns(theory, frozenset({town}))
    assert fits(theory, town)


@pytest.mark.parametrize("puzzle", SOLO_GAMES)
def test_no_town_near_the_solution_fits_as_well(puzzle: str) -> None:
    theory, town = load_puzzle(puzzle).theory, the_town(puzzle)
    left_out = town.left_out(theory.game.buildings)
    for plot in range(16):
        for other in range(plot):
            swapped = list(town.buildings)
            swapped[plot], swapped[other] = swapped[other], swapped[plot]
            assert not fits(theory, Town(tuple(swapped)))
        for building in left_out:
            assert not fits(theory, Town((*town.buildings[:plot], building, *town.buildings[plot + 1 :])))


@st.composite
def part_games(draw: st.DrawFn) -> Theory:
    """A solo game after some of its cards, with more hints about single buildings until few towns are left."""
    puzzle = draw(st.sampled_from(SOLO_GAMES))
    whole, town = load_puzzle(puzzle).theory, the_town(puzzle)
    prefix = whole.after(draw(st.integers(0, len(whole.clues)), label="cards"))
    order = draw(st.permutations(town.buildings), label="order of hints")
    more = draw(st.lists(st.frozensets(st.integers(1, 16), max_size=2), min_size=16, max_size=16), label="plots")
    hints = tuple(
        PlaceClue(100 + n, (building,), plots | {town.at[building]})
        for n, (building, plots) in enumerate(zip(order, more, strict=True))
    )
    for hinted in range(0, 17, 2):
        theory = Theory(whole.game, prefix.clues + hints[:hinted], whole.mine)
        if count_towns(theory).towns <= AT_MOST:
            return theory
    assume(False)
    raise AssertionError


@given(part_games())
@settings(max_examples=12)
def test_parts_of_solo_games_have_the_same_towns_by_counting_z3_and_sat(theory: Theory) -> None:
    towns = frozenset(sat_towns(theory, AT_MOST))
    assert towns
    assert all(fits(theory, town) for town in towns)
    assert_same_towns(theory, towns)
