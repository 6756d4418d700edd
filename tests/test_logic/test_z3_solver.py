"""The Z3 judge and ``solve_theory``: every town once, however often and in whatever order one asks."""

import gc
import weakref
from collections.abc import Iterable
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oldtown_lab import load_game, load_puzzle
from oldtown_lab.logic.solving import Solutions, solve_theory
from oldtown_lab.logic.statements import InTown, Literal
from oldtown_lab.logic.theory import Theory
from oldtown_lab.logic.z3_solver import TheorySolver, solver_for
from oldtown_lab.town.clues import MyBuildings
from oldtown_lab.town.towns import Town

from .small_games import SmallPuzzle, a, b, c, small_puzzles

PUZZLE = SmallPuzzle(
    2, 2, tuple("VWXYZ"), (a(1, "X", 1, 2), b(2, 2, 3), c(3, "W", (1, 2), (2, 4), (4, 3))), MyBuildings(("X", "Y"))
)
TWO_TOWNS = SmallPuzzle(1, 2, tuple("XYZ"), (a(1, "X", 1),))
NO_TOWN = SmallPuzzle(1, 2, tuple("XYZ"), (a(1, "X", 1), a(2, "Y", 1)))


@pytest.fixture(scope="module")
def towns() -> frozenset[Town]:
    every = PUZZLE.every_town()
    assert len(every) > 4  # enough to stop halfway
    return every


@pytest.fixture
def solver() -> TheorySolver:
    return TheorySolver(PUZZLE.theory)


def found(search: Iterable[Town]) -> set[Town]:
    """What a search finds. Five buildings have 120 towns on four plots: one that finds more need not go on."""
    towns = list(islice(search, 121))
    assert len(set(towns)) == len(towns) <= 120
    return set(towns)


def test_every_town_comes_once(solver: TheorySolver, towns: frozenset[Town]) -> None:
    assert found(solver.towns()) == towns


def test_asking_twice_gives_the_same_towns(solver: TheorySolver, towns: frozenset[Town]) -> None:
    assert found(solver.towns()) == found(solver.towns()) == towns


@pytest.mark.parametrize("taken", [1, 2, 3])
def test_a_search_that_was_given_up_hides_no_town_from_the_next(
    solver: TheorySolver, towns: frozenset[Town], taken: int
) -> None:
    given_up = solver.towns()
    assert len(set(islice(given_up, taken))) == taken
    given_up.close()
    assert found(solver.towns()) == towns


def test_a_search_that_rests_hides_no_town_from_another(solver: TheorySolver, towns: frozenset[Town]) -> None:
    resting = solver.towns()
    first = set(islice(resting, 3))
    assert found(solver.towns()) == towns
    assert first | found(resting) == towns


def test_searches_side_by_side_do_not_disturb_each_other(solver: TheorySolver, towns: frozenset[Town]) -> None:
    more = found(TheorySolver(PUZZLE.theory.after(2)).towns())
    one, other, fewer_cards = solver.towns(), solver.towns(), solver.towns(["card:1", "card:2"])
    for town in towns:
        assert next(one) in towns
        assert next(other) in towns
        assert next(fewer_cards) in more, town
    assert next(one, None) is None
    assert next(other, None) is None
    assert len(found(fewer_cards)) == len(more) - len(towns)


@pytest.mark.parametrize("off", [1, 2, 3])
def test_turning_a_card_off_leaves_exactly_the_towns_of_the_others(solver: TheorySolver, off: int) -> None:
    others = tuple(card for card in PUZZLE.cards if card.number != off)
    without = SmallPuzzle(PUZZLE.rows, PUZZLE.columns, PUZZLE.buildings, others, PUZZLE.mine)
    towns = found(solver.towns(f"card:{card.number}" for card in others))
    assert towns == without.every_town()
    assert towns > PUZZLE.every_town()


def test_without_a_card_the_rules_of_the_town_still_hold(solver: TheorySolver) -> None:
    for premises in ([], ["plot-filled:1"]):
        towns = found(solver.towns(premises))
        assert len(towns) == 120
        assert all(len(set(town.buildings)) == 4 for town in towns)


def test_an_unknown_premise_is_refused(solver: TheorySolver) -> None:
    with pytest.raises(KeyError, match="card:99"):
        next(solver.towns(["card:99"]))


def test_a_theory_has_one_solver_as_long_as_it_lives() -> None:
    theory, other = PUZZLE.theory, PUZZLE.theory
    assert solver_for(theory) is solver_for(theory)
    assert solver_for(theory) is not solver_for(other)
    forgotten = weakref.ref(solver_for(theory))
    del theory
    gc.collect()
    assert forgotten() is None


@given(small_puzzles(), st.data())
@settings(max_examples=20)
def test_turning_cards_off_one_after_the_other_never_loses_a_town(puzzle: SmallPuzzle, data: st.DataObject) -> None:
    solver = TheorySolver(puzzle.theory)
    cards = [f"card:{card.number}" for card in data.draw(st.permutations(puzzle.cards), label="cards")]
    fitting = [set(islice(solver.towns(cards[:on]), 40)) for on in range(len(cards), -1, -1)]
    for fewer, more in pairwise(fitting):
        assert fewer <= more or len(more) == 40
        assert len(fewer) <= len(more)


# ------------------------------------------------------------------------------------------------ solve_theory


@pytest.mark.parametrize(
    ("puzzle", "limit", "towns", "complete", "unique"),
    [
        pytest.param(TWO_TOWNS, 1, 1, False, False, id="one-of-two"),
        pytest.param(TWO_TOWNS, 2, 2, True, False, id="two-of-two"),
        pytest.param(TWO_TOWNS, 3, 2, True, False, id="more-than-there-are"),
        pytest.param(TWO_TOWNS, 0, 0, False, False, id="none-of-two"),
        pytest.param(SmallPuzzle(1, 1, ("X", "Y"), (a(1, "X", 1),)), 1, 1, True, True, id="one-of-one"),
        pytest.param(SmallPuzzle(1, 1, ("X", "Y"), (a(1, "X", 1),)), 10, 1, True, True, id="ten-of-one"),
        pytest.param(NO_TOWN, 1, 0, True, False, id="no-town"),
        pytest.param(NO_TOWN, 0, 0, True, False, id="none-of-none"),
    ],
)
def test_solving_stops_at_the_limit_and_knows_whether_that_was_all(
    puzzle: SmallPuzzle, limit: int, towns: int, complete: bool, unique: bool
) -> None:
    theory = puzzle.theory
    for _again in range(2):
        solutions = solve_theory(theory, limit)
        assert (len(solutions.towns), solutions.complete, solutions.unique) == (towns, complete, unique)
        assert len(set(solutions.towns)) == len(solutions.towns)
        assert set(solutions.towns) <= puzzle.every_town()


def test_a_single_town_is_unique_only_if_there_are_no_others() -> None:
    town = Town(("X",))
    assert Solutions((town,), complete=True).unique
    assert not Solutions((town,), complete=False).unique
    assert not Solutions((town, Town(("Y",))), complete=True).unique
    assert not Solutions((), complete=True).unique


def test_a_solo_game_after_five_cards_is_solved_up_to_the_limit() -> None:
    solutions = solve_theory(load_puzzle("solo-1").theory.after(5), limit=3)
    assert len(set(solutions.towns)) == 3
    assert not solutions.complete


def test_how_many_are_in_town_is_settled_on_an_empty_board() -> None:
    """A SAT solver alone would try the pigeons of sixteen holes one after the other, and never end."""
    game = load_game("old-town")
    theory = Theory(game, (), MyBuildings())
    solver = solver_for(theory)
    out = [Literal(InTown(building), positive=False) for building in game.buildings]
    assert solver.example(out[:3]) is None
    assert solver.example(out[:2]) is not None
    assert not solver.possible([*theory.premises_by_id, *(Literal(InTown(b)) for b in game.buildings[:17])])
    without_one_rule = [id for id in theory.premises_by_id if id != "plot-filled:7"]
    assert solver.possible([*without_one_rule, *out[:3]])
