"""A theory as clauses: the models are the towns, and the helpers change nothing."""

from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from oldtown_lab import load_puzzle
from oldtown_lab.logic.cnf import Cnf, premises_cnf, theory_cnf
from oldtown_lab.logic.premises import Premise
from oldtown_lab.logic.statements import At, AtMostOne, Clause, Exactly, Literal, Mine, Statement, no, yes
from oldtown_lab.logic.theory import Theory
from oldtown_lab.town.clues import MyBuildings
from oldtown_lab.town.towns import Town

from .small_games import SmallPuzzle, a, b, c, sat_towns, small_puzzles

LETTERS = tuple(Mine(letter) for letter in "PQRSTU")


def cnf_of(*statements: Statement) -> Cnf:
    return premises_cnf([Premise("test", {"card": 1}, "A premise for a test.", statements)])


def models(cnf: Cnf, letters: tuple[Mine, ...] = LETTERS) -> set[frozenset[Mine]]:
    """Which letters are true, for every way to make all clauses true. Letters that do not occur are false."""
    found = set()
    used = [letter for letter in letters if letter in cnf.atoms]
    with Solver(name="cadical195", bootstrap_with=cnf.clauses) as solver:
        for values in product((False, True), repeat=len(used)):
            if solver.solve([cnf.atoms[x] if value else -cnf.atoms[x] for x, value in zip(used, values, strict=True)]):
                found.add(frozenset(x for x, value in zip(used, values, strict=True) if value))
    return found


def subsets(letters: tuple[Mine, ...]) -> set[frozenset[Mine]]:
    return {frozenset(some) for size in range(len(letters) + 1) for some in combinations(letters, size)}


@pytest.mark.parametrize("size", range(1, 7))
@pytest.mark.parametrize("count", range(7))
def test_exactly_so_many_are_true(count: int, size: int) -> None:
    letters = LETTERS[:size]
    found = models(cnf_of(Exactly(count, letters)))
    assert found == {some for some in subsets(letters) if len(some) == count}
    assert len(found) == comb(size, count)


@pytest.mark.parametrize("size", range(2, 7))
def test_at_most_one_is_true(size: int) -> None:
    letters = LETTERS[:size]
    assert models(cnf_of(AtMostOne(letters))) == {some for some in subsets(letters) if len(some) <= 1}


def test_a_clause_of_single_literals_needs_no_helper() -> None:
    cnf = cnf_of(Clause((yes(LETTERS[0]), no(LETTERS[1]))))
    assert cnf.clauses == ((1, -2),)
    assert cnf.variables == 2


literals = st.builds(Literal, st.sampled_from(LETTERS), st.booleans())
terms = st.lists(literals, min_size=1, max_size=3).map(tuple)
statements = (
    st.builds(Clause, st.lists(terms, max_size=4).map(tuple))
    | st.builds(AtMostOne, st.lists(st.sampled_from(LETTERS), unique=True).map(tuple))
    | st.builds(Exactly, st.integers(0, 3), st.lists(st.sampled_from(LETTERS), unique=True).map(tuple))
)


def is_true(statement: Statement, true: frozenset[Mine]) -> bool:
    match statement:
        case Clause(terms):
            return any(all((x.atom in true) == x.positive for x in term) for term in terms)
        case AtMostOne(atoms):
            return len(true.intersection(atoms)) <= 1
        case Exactly(count, atoms):
            return len(true.intersection(atoms)) == count


@given(st.lists(statements, max_size=4))
@settings(max_examples=150)
def test_statements_together_have_the_models_that_make_each_of_them_true(together: list[Statement]) -> None:
    cnf = cnf_of(*together)
    expected = {some for some in subsets(LETTERS) if all(is_true(statement, some) for statement in together)}
    unused = frozenset(letter for letter in LETTERS if letter not in cnf.atoms)
    assert models(cnf) == {some for some in expected if not some & unused}


@given(small_puzzles())
@settings(max_examples=40)
def test_the_models_of_a_small_game_are_its_towns(puzzle: SmallPuzzle) -> None:
    towns = puzzle.every_town()
    assert set(sat_towns(puzzle.theory, at_most=len(towns))) == towns


def test_premises_can_be_left_out() -> None:
    puzzle = SmallPuzzle(1, 2, tuple("XYZ"), (a(1, "X", 1), b(2, 2)), MyBuildings(("Y",)))
    theory = puzzle.theory
    cnf = premises_cnf(premise for premise in theory.premises if premise.id != "card:2")
    with Solver(name="cadical195", bootstrap_with=cnf.clauses) as solver:
        assert solver.solve([cnf.atoms[At("Z", 2)]])
    cnf = theory_cnf(theory)
    with Solver(name="cadical195", bootstrap_with=cnf.clauses) as solver:
        assert not solver.solve([cnf.atoms[At("Z", 2)]])


@pytest.mark.parametrize("puzzle", ["solo-5", "solo-8"])
def test_the_clauses_of_a_solo_game_are_well_formed(puzzle: str) -> None:
    theory = load_puzzle(puzzle).theory
    cnf = theory_cnf(theory)
    numbers = {abs(number) for clause in cnf.clauses for number in clause}
    assert numbers == set(range(1, cnf.variables + 1))
    assert sorted({*cnf.atoms.values()}) == sorted(cnf.atoms.values())
    assert {atom for atom in cnf.atoms if isinstance(atom, At)} == {
        At(building, plot) for building in theory.game.buildings for plot in range(1, 17)
    }
    assert {atom for atom in cnf.atoms if isinstance(atom, Mine)} == (
        set() if theory.mine.are_known else set(map(Mine, theory.game.buildings))
    )


def test_a_town_is_read_from_a_model_and_excluded_by_its_clause() -> None:
    theory: Theory = SmallPuzzle(1, 2, tuple("XYZ"), (c(1, "X", (1, 2)),), MyBuildings(unknown=1)).theory
    cnf = theory_cnf(theory)
    town = Town(("X", "Z"))
    model = {number if atom in (At("X", 1), At("Z", 2)) else -number for atom, number in cnf.atoms.items()}
    assert cnf.town(model) == town
    assert set(cnf.all_but(town)) == {-cnf.atoms[At("X", 1)], -cnf.atoms[At("Z", 2)]}
