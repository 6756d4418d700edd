"""The counter: numbers that are known by other means, to the last digit."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import factorial, perm
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oldtown_lab import load_game, load_puzzle
from oldtown_lab.logic import counting
from oldtown_lab.logic.counting import TownCount, count_towns
from oldtown_lab.logic.theory import Theory
from oldtown_lab.puzzles.catalogue import puzzles
from oldtown_lab.town.clues import Clue, MyBuildings, PlaceClue, RelationClue

from .small_games import SmallPuzzle, a, b, c, sat_towns, small_puzzles

OLD_TOWN = load_game("old-town")
ALL_PLOTS = range(1, 17)
FOUR = frozenset({2, 3, 5, 8})
FOUR_MORE = frozenset({5, 8, 13, 16})  # two of them are among the FOUR
PAIRS = frozenset({(1, 2), (1, 3), (2, 3), (7, 11), (16, 1)})


def count(*clues: Clue, mine: MyBuildings = MyBuildings()) -> TownCount:  # noqa: B008 (it is frozen)
    return count_towns(Theory(OLD_TOWN, clues, mine))


def test_without_a_card_there_are_half_of_18_factorial_towns() -> None:
    counted = count()
    assert counted.towns == factorial(18) // 2 == 3_201_186_852_864_000
    assert list(counted.at) == list(counted.left_out) == list(OLD_TOWN.buildings)
    for building in OLD_TOWN.buildings:
        assert counted.at[building] == dict.fromkeys(ALL_PLOTS, factorial(17) // 2)
        assert counted.left_out[building] * 9 == counted.towns


def test_a_card_with_four_plots_leaves_four_times_half_of_17_factorial_towns() -> None:
    counted = count(PlaceClue(1, ("Bank",), FOUR))
    assert counted.towns == 4 * factorial(17) // 2
    assert counted.at["Bank"] == {p: factorial(17) // 2 if p in FOUR else 0 for p in ALL_PLOTS}
    assert counted.left_out["Bank"] == 0
    for other in set(OLD_TOWN.buildings) - {"Bank"}:
        assert counted.at[other] == {p: (3 if p in FOUR else 4) * factorial(16) // 2 for p in ALL_PLOTS}
        assert counted.left_out[other] == 4 * factorial(16)


def test_two_buildings_that_share_two_plots_never_stand_on_the_same_one() -> None:
    counted = count(PlaceClue(1, ("Bank",), FOUR), PlaceClue(2, ("Doc",), FOUR_MORE))
    assert counted.towns == (4 * 4 - 2) * factorial(16) // 2
    assert counted.at["Bank"] == {
        p: (3 if p in FOUR_MORE else 4) * factorial(16) // 2 if p in FOUR else 0 for p in ALL_PLOTS
    }


def test_two_cards_for_one_building_leave_what_they_have_in_common() -> None:
    assert count(PlaceClue(1, ("Bank",), FOUR), PlaceClue(2, ("Bank",), FOUR_MORE)).towns == 2 * factorial(17) // 2


def test_a_relation_to_my_building_leaves_its_pairs() -> None:
    counted = count(RelationClue(19, "Bank", ("Hotel",), PAIRS), mine=MyBuildings(("Hotel",)))
    each = factorial(16) // 2
    assert counted.towns == len(PAIRS) * each
    assert counted.at["Bank"] == {p: each * sum(named == p for named, _ in PAIRS) for p in ALL_PLOTS}
    assert counted.at["Hotel"] == {p: each * sum(mine == p for _, mine in PAIRS) for p in ALL_PLOTS}
    assert counted.left_out["Bank"] == counted.left_out["Hotel"] == 0
    assert counted.left_out["Doc"] == len(PAIRS) * factorial(15)


def test_a_card_for_one_of_two_my_buildings_counts_a_town_once_even_if_both_stand_right() -> None:
    clue = PlaceClue(37, ("Bank", "Hotel"), FOUR)
    neither = 12 * 11 * factorial(16) // 2 + 2 * 12 * factorial(16) + factorial(16)  # both in town, one, none
    assert count(clue, mine=MyBuildings(("Bank", "Hotel"))).towns == factorial(18) // 2 - neither


def test_with_an_unknown_my_building_anybody_may_be_the_partner() -> None:
    anybody = tuple(building for building in OLD_TOWN.buildings if building != "Bank")
    counted = count(RelationClue(19, "Bank", anybody, PAIRS, must_be_mine=True), mine=MyBuildings(unknown=1))
    assert counted.at["Bank"] == {p: factorial(17) // 2 if p in {1, 2, 7, 16} else 0 for p in ALL_PLOTS}


def test_one_unknown_my_building_must_serve_all_cards_at_once() -> None:
    place = PlaceClue(37, OLD_TOWN.buildings, frozenset({3, 12}), must_be_mine=True)
    relation = RelationClue(19, "Bank", OLD_TOWN.buildings[1:], PAIRS, must_be_mine=True)
    assert count(place, relation, mine=MyBuildings(unknown=1)).towns == 2 * factorial(17) // 2  # the Bank on 1 or 2
    assert count(place, relation, mine=MyBuildings(unknown=2)).towns == 4 * factorial(17) // 2  # one for each card


@pytest.mark.parametrize(
    ("puzzle", "towns"),
    [
        pytest.param(SmallPuzzle(2, 2, tuple("VWXYZ")), 120, id="no-card"),
        pytest.param(SmallPuzzle(2, 2, tuple("UVWXYZ")), 360, id="two-left-out"),
        pytest.param(SmallPuzzle(2, 2, tuple("VWXYZ"), (a(1, "X", 1), a(2, "Y", 1))), 0, id="both-on-plot-1"),
        pytest.param(SmallPuzzle(2, 2, tuple("VWXYZ"), (a(1, "X", 1, 2), a(2, "Y", 2, 3))), 18, id="sharing-plot-2"),
        pytest.param(
            SmallPuzzle(2, 2, tuple("VWXYZ"), (b(1, 4),), MyBuildings(("X", "Y"))), 2 * 24, id="one-of-mine-on-plot-4"
        ),
        pytest.param(
            SmallPuzzle(2, 2, tuple("VWXYZ"), (b(1, 4), b(2, 4)), MyBuildings(("X",)), {2: "Y"}), 0, id="for-both"
        ),
        pytest.param(
            SmallPuzzle(1, 3, tuple("WXYZ"), (c(1, "X", (1, 2), (2, 3)),), MyBuildings(("Y", "Z"))),
            8,
            id="a-relation-to-one-of-two",
        ),
        pytest.param(
            SmallPuzzle(1, 3, tuple("WXYZ"), (c(1, "X", (1, 2)),), MyBuildings(("X", "Y"))),
            2,
            id="the-named-one-is-mine-too",
        ),
        pytest.param(
            SmallPuzzle(1, 3, tuple("WXYZ"), (c(1, "X", (1, 2)),), MyBuildings(("X",))),
            0,
            id="the-named-one-is-the-only-one-of-mine",
        ),
        pytest.param(
            SmallPuzzle(1, 3, tuple("WXYZ"), (c(1, "X", (1, 2)), c(2, "X", (1, 3))), MyBuildings(("Y",))),
            0,
            id="one-partner-on-two-plots",
        ),
        pytest.param(
            SmallPuzzle(1, 3, tuple("WXYZ"), (c(1, "X", (1, 2)), c(2, "X", (1, 3))), MyBuildings(("Y", "Z"))),
            2,
            id="two-partners-on-two-plots",
        ),
        pytest.param(
            SmallPuzzle(1, 3, tuple("WXYZ"), (c(1, "X", (1, 2)), c(2, "Y", (2, 1))), MyBuildings(("X", "Y"))),
            2,
            id="two-of-mine-about-each-other",
        ),
        pytest.param(
            SmallPuzzle(1, 3, tuple("WXYZ"), (b(1, 1), b(2, 2)), MyBuildings(unknown=1)), 0, id="one-unknown-on-two"
        ),
        pytest.param(
            SmallPuzzle(1, 3, tuple("WXYZ"), (b(1, 1), b(2, 2)), MyBuildings(unknown=2)), 24, id="two-unknown-on-two"
        ),
        pytest.param(
            SmallPuzzle(1, 2, tuple("WXYZ"), (b(1, 1), b(2, 2)), MyBuildings(unknown=3)), 12, id="three-on-two-plots"
        ),
        pytest.param(
            SmallPuzzle(1, 3, tuple("WXYZ"), (c(1, "X", (1, 2), (2, 1)), b(2, 1)), MyBuildings(unknown=1)),
            6,
            id="an-unknown-partner-on-plot-1",
        ),
    ],
)
def test_a_town_small_enough_to_count_by_hand_and_by_trying(puzzle: SmallPuzzle, towns: int) -> None:
    assert len(puzzle.every_town()) == towns
    assert count_towns(puzzle.theory) == by_trying(puzzle)


@pytest.mark.parametrize(("rows", "columns", "extra"), [(1, 2, 1), (2, 2, 3), (2, 3, 1), (2, 3, 2)])
def test_a_smaller_plan_without_cards(rows: int, columns: int, extra: int) -> None:
    plots = rows * columns
    counted = count_towns(SmallPuzzle(rows, columns, tuple("STUVWXYZ"[: plots + extra])).theory)
    assert counted.towns == perm(plots + extra, plots)
    assert {n for at in counted.at.values() for n in at.values()} == {perm(plots + extra - 1, plots - 1)}


def by_trying(puzzle: SmallPuzzle) -> TownCount:
    towns = puzzle.every_town()
    stands = Counter(place for town in towns for place in town.at.items())
    plots = range(1, puzzle.rows * puzzle.columns + 1)
    at = {name: {p: stands[name, p] for p in plots} for name in puzzle.buildings}
    return TownCount(len(towns), at, {name: sum(name not in t.buildings for t in towns) for name in puzzle.buildings})


@given(small_puzzles())
@settings(max_examples=80)
def test_counting_is_as_good_as_trying_every_arrangement(puzzle: SmallPuzzle) -> None:
    assert count_towns(puzzle.theory) == by_trying(puzzle)


@given(small_puzzles(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_the_order_of_the_cards_does_not_matter(puzzle: SmallPuzzle, random) -> None:
    shuffled = replace(puzzle, cards=tuple(random.sample(puzzle.cards, len(puzzle.cards))))
    assert count_towns(shuffled.theory) == count_towns(puzzle.theory)


@pytest.mark.parametrize("puzzle", puzzles())
def test_every_card_of_a_solo_game_leaves_fewer_towns_or_as_many_and_the_sums_are_right(puzzle: str) -> None:
    theory = load_puzzle(puzzle).theory
    counts = [count_towns(theory.after(cards)) for cards in range(len(theory.clues) + 1)]
    for counted in counts:
        for plot in ALL_PLOTS:
            assert sum(counted.at[name][plot] for name in OLD_TOWN.buildings) == counted.towns  # every plot is filled
        assert sum(counted.left_out.values()) == 2 * counted.towns
    for before, after in pairwise(counts):
        assert after.towns <= before.towns
        for name in OLD_TOWN.buildings:
            assert all(after.at[name][p] <= before.at[name][p] for p in ALL_PLOTS)


# ------------------------------------------------------------------------------------------------- big numbers


@pytest.mark.parametrize(
    ("buildings", "plots", "expected"),
    [
        (18, 16, np.int64),
        (20, 20, np.int64),
        (20, 18, np.int64),
        (30, 5, np.int64),
        (21, 21, object),
        (21, 19, object),
        (22, 20, object),
    ],
)
def test_whole_numbers_have_64_bits_as_long_as_every_count_fits(
    buildings: int, plots: int, expected: type[object]
) -> None:
    assert (perm(buildings, plots) < 2**63) == (expected is np.int64)
    assert counting._whole_numbers(buildings, plots) == np.dtype(expected)


@given(small_puzzles())
@settings(max_examples=40)
def test_pythons_own_numbers_and_64_bits_count_alike(puzzle: SmallPuzzle) -> None:
    quick = count_towns(puzzle.theory)
    with patch.object(counting, "_whole_numbers", return_value=np.dtype(object)):
        assert count_towns(puzzle.theory) == quick


def test_pythons_own_numbers_and_64_bits_count_a_solo_game_alike() -> None:
    theory = load_puzzle("solo-6").theory.after(15)
    quick = count_towns(theory)
    with patch.object(counting, "_whole_numbers", return_value=np.dtype(object)):
        assert count_towns(theory) == quick


def test_counts_beyond_64_bits_are_exact() -> None:
    """Ten plots, and ninety buildings to choose from."""
    names = tuple(f"House {n}" for n in range(1, 91))
    cards = (a(1, "House 7", 1, 2, 3), c(2, "House 1", (4, 5), (6, 7)))
    puzzle = SmallPuzzle(2, 5, names, cards, MyBuildings(("House 2",)))
    none = count_towns(puzzle.theory.after(0))
    assert none.towns == perm(90, 10) > 2**63
    assert none.at["House 90"] == dict.fromkeys(range(1, 11), perm(89, 9))
    assert none.left_out["House 1"] == perm(89, 10) > 2**63
    both = count_towns(puzzle.theory)
    assert both.towns == 2 * 3 * perm(87, 7)
    assert both.at["House 1"] == {p: 3 * perm(87, 7) if p in {4, 6} else 0 for p in range(1, 11)}
    assert both.at["House 7"] == {p: 2 * perm(87, 7) if p in {1, 2, 3} else 0 for p in range(1, 11)}


def test_twenty_plots_and_22_buildings_are_counted_exactly() -> None:
    names = tuple(f"House {n}" for n in range(1, 23))
    puzzle = SmallPuzzle(4, 5, names, (a(1, "House 7", 1, 2, 3), b(2, 20)), MyBuildings(("House 1", "House 2")))
    assert count_towns(puzzle.theory.after(0)).towns == factorial(22) // 2 > 2**63
    assert count_towns(puzzle.theory.after(1)).left_out["House 22"] == 3 * perm(20, 19)
    both = count_towns(puzzle.theory)
    assert both.towns == 2 * 3 * perm(20, 18)
    assert both.at["House 2"][20] == 3 * perm(20, 18)


@pytest.mark.parametrize("numbers", [np.int64, object])
def test_counts_are_plain_numbers_that_json_can_write(numbers: type[object]) -> None:
    puzzle = SmallPuzzle(
        1,
        4,
        tuple("VWXYZ"),
        (
            a(1, "V", 3, 4),
            c(2, "X", (1, 2)),
        ),
        MyBuildings(("Y",)),
    )
    with patch.object(counting, "_whole_numbers", return_value=np.dtype(numbers)):
        counted = count_towns(puzzle.theory)
    everything = [counted.towns, *counted.left_out.values(), *(n for at in counted.at.values() for n in at.values())]
    assert {type(number) for number in everything} == {int}


# ------------------------------------------------------------------------------------------------ a player's board

#: For each building the places that are still open; 0 stands for left out.
Places = dict[str, frozenset[int]]


@st.composite
def puzzles_with_a_board(draw: st.DrawFn) -> tuple[SmallPuzzle, Places]:
    """A small puzzle and any candidates at all: untouched, narrowed, in town, surely left out, and even none."""
    puzzle = draw(small_puzzles())
    everywhere = frozenset(range(puzzle.rows * puzzle.columns + 1))
    some = st.just(everywhere) | st.frozensets(st.sampled_from(sorted(everywhere)))
    return puzzle, {name: draw(some) for name in puzzle.buildings}


def by_trying_within(puzzle: SmallPuzzle, places: Places) -> TownCount:
    every = puzzle.every_town()
    towns = [town for town in every if all(town.at.get(name, 0) in places[name] for name in puzzle.buildings)]
    stands = Counter(place for town in towns for place in town.at.items())
    plots = range(1, puzzle.rows * puzzle.columns + 1)
    at = {name: {p: stands[name, p] for p in plots} for name in puzzle.buildings}
    return TownCount(len(towns), at, {name: sum(name not in t.buildings for t in towns) for name in puzzle.buildings})


@given(puzzles_with_a_board())
@settings(max_examples=80)
def test_counting_a_board_is_as_good_as_trying_every_arrangement(puzzle_and_board: tuple[SmallPuzzle, Places]) -> None:
    puzzle, places = puzzle_and_board
    assert count_towns(puzzle.theory, places) == by_trying_within(puzzle, places)


@given(puzzles_with_a_board())
@settings(max_examples=60)
def test_pythons_own_numbers_and_64_bits_count_a_board_alike(puzzle_and_board: tuple[SmallPuzzle, Places]) -> None:
    puzzle, places = puzzle_and_board
    quick = count_towns(puzzle.theory, places)
    with patch.object(counting, "_whole_numbers", return_value=np.dtype(object)):
        assert count_towns(puzzle.theory, places) == quick


@given(small_puzzles())
@settings(max_examples=40)
def test_a_board_on_which_everything_is_open_changes_nothing(puzzle: SmallPuzzle) -> None:
    everywhere = frozenset(range(puzzle.rows * puzzle.columns + 1))
    assert count_towns(puzzle.theory, dict.fromkeys(puzzle.buildings, everywhere)) == count_towns(puzzle.theory)


@pytest.mark.parametrize("puzzle", puzzles())
def test_the_towns_of_a_solo_game_split_into_those_with_a_building_on_a_plot_and_those_without(puzzle: str) -> None:
    """On the real board, where nobody could try every arrangement: both halves come from different sums."""
    theory = load_puzzle(puzzle).theory.after(8)
    everything = count_towns(theory)
    open_board = dict.fromkeys(OLD_TOWN.buildings, frozenset(range(17)))
    for building, place in (("Bank", 8), ("Church", 0), ("Hotel", 11), ("Judge", 16)):
        here = everything.left_out[building] if place == 0 else everything.at[building][place]
        there = count_towns(theory, open_board | {building: frozenset({place})})
        elsewhere = count_towns(theory, open_board | {building: frozenset(range(17)) - {place}})
        assert there.towns == here
        assert elsewhere.towns == everything.towns - here
        for name in OLD_TOWN.buildings:
            assert there.left_out[name] + elsewhere.left_out[name] == everything.left_out[name]
            assert all(there.at[name][p] + elsewhere.at[name][p] == everything.at[name][p] for p in ALL_PLOTS)


@pytest.mark.parametrize(("puzzle", "cards"), [("solo-1", 15), ("solo-3", 15), ("solo-6", 16), ("solo-8", 22)])
def test_a_board_of_a_solo_game_has_as_many_towns_as_a_sat_solver_finds(puzzle: str, cards: int) -> None:
    theory = load_puzzle(puzzle).theory.after(cards)
    places = dict.fromkeys(OLD_TOWN.buildings, frozenset(range(17)))
    for n, name in enumerate(OLD_TOWN.buildings):  # a cross for each building, always the same
        places[name] -= {1 + 5 * n % 16}
    towns = [t for t in sat_towns(theory) if all(t.at.get(name, 0) in places[name] for name in OLD_TOWN.buildings)]
    counted = count_towns(theory, places)
    assert counted.towns == len(towns) > 0
    stands = Counter(place for town in towns for place in town.at.items())
    assert counted.at == {name: {p: stands[name, p] for p in ALL_PLOTS} for name in OLD_TOWN.buildings}
