"""Premises as sympy formulas: true exactly where the premise is."""

import random
from collections.abc import Set

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from oldtown_lab import load_puzzle
from oldtown_lab.logic.formulas import formula, statement_formula, symbol
from oldtown_lab.logic.premises import Premise
from oldtown_lab.logic.statements import At, AtMostOne, Atom, Exactly, Mine
from oldtown_lab.logic.theory import Theory
from oldtown_lab.town.clues import MyBuildings
from oldtown_lab.town.towns import Town

from .small_games import SmallPuzzle, a, b, c, small_puzzles


def value(premise: Premise, true: Set[Atom]) -> bool:
    """The formula's value where just these atoms are true."""
    said = formula(premise)
    true_letters = set(map(symbol, true))
    result = said.xreplace(
        {letter: sympy.true if letter in true_letters else sympy.false for letter in said.atoms(sympy.Symbol)}
    )
    assert result in (sympy.true, sympy.false)
    return bool(result)


def rule_holds(premise: Premise, true: Set[Atom]) -> bool:
    """What a rule means, from its JSON form alone."""
    places = [atom for atom in true if isinstance(atom, At)]
    match premise.json:
        case {"rule": "one-building-per-plot", "plot": plot}:
            return sum(at.plot == plot for at in places) <= 1
        case {"rule": "plot-filled", "plot": plot}:
            return any(at.plot == plot for at in places)
        case {"rule": "one-plot-per-building", "building": building}:
            return sum(at.building == building for at in places) <= 1
        case {"rule": "my-buildings", "count": count}:
            return sum(isinstance(atom, Mine) for atom in true) == count
    raise AssertionError(premise.json)


def assert_formulas_agree(theory: Theory, at: dict[str, int], mine: frozenset[str], more: Set[Atom]) -> None:
    """Cards where a building has one plot at the most; rules where anything goes."""
    arranged: frozenset[Atom] = frozenset({*(At(name, plot) for name, plot in at.items()), *map(Mine, mine)})
    cards = {clue.card: clue for clue in theory.clues}
    for premise in theory.premises:
        if "card" in premise.json:
            assert value(premise, arranged) == cards[premise.json["card"]].holds(at, mine), premise.id
        else:
            for true in (arranged, arranged | more):
                assert value(premise, true) == rule_holds(premise, true), premise.id


@given(small_puzzles(), st.data())
@settings(max_examples=50)
def test_formulas_of_small_games_are_true_exactly_where_their_premises_are(
    puzzle: SmallPuzzle, data: st.DataObject
) -> None:
    names, plots = st.sampled_from(puzzle.buildings), st.integers(1, puzzle.rows * puzzle.columns)
    at = data.draw(st.dictionaries(names, plots), label="at")
    mine = data.draw(st.frozensets(names), label="mine") if puzzle.mine.unknown else frozenset(puzzle.mine.known)
    more = data.draw(st.frozensets(st.builds(At, names, plots)), label="more")
    assert_formulas_agree(puzzle.theory, at, mine, more)


@pytest.mark.parametrize("puzzle", ["solo-6", "solo-8"])
def test_formulas_of_solo_games_are_true_exactly_where_their_premises_are(puzzle: str) -> None:
    """A random town, and the published one. All cards, and one rule of each kind: sympy takes its time."""
    loaded = load_puzzle(puzzle)
    theory, rng = loaded.theory, random.Random(puzzle)
    names = theory.game.buildings
    known, unknown = theory.mine.known, theory.mine.unknown
    by_chance = Town(tuple(rng.sample(names, 16)))
    assert loaded.solution is not None
    for town in (by_chance, loaded.solution):
        mine = frozenset(known or rng.sample(names, unknown))
        true: set[Atom] = {*(At(name, plot) for name, plot in town.at.items()), *map(Mine, mine)}
        for clue, premise in zip(theory.clues, theory.premises, strict=False):
            assert value(premise, true) == clue.holds(town.at, mine)
        for rule in ("one-building-per-plot:7", "plot-filled:16", "one-plot-per-building:Printer's"):
            assert value(theory.premises_by_id[rule], true)


CARDS = SmallPuzzle(
    2,
    2,
    ("Bank", "Church", "Doc", "Hotel", "Judge"),
    (a(1, "Bank", 1, 4), b(2, 2, 3), b(3, 3), c(4, "Doc", (1, 2), (1, 3), (4, 2))),
    MyBuildings(("Church", "Hotel")),
    {3: "Judge"},
).theory
UNKNOWN = SmallPuzzle(1, 2, ("Bank", "Doc", "Hotel"), (b(1, 2), c(2, "Doc", (1, 2))), MyBuildings(unknown=2)).theory


@pytest.mark.parametrize(
    ("theory", "premise", "said"),
    [
        (CARDS, "card:1", "Bank@1 | Bank@4"),
        (CARDS, "card:2", "Church@2 | Church@3 | Hotel@2 | Hotel@3"),
        (CARDS, "card:3", "Judge@3"),
        (
            CARDS,
            "card:4",
            "(Church@2 | Hotel@2 | ~Doc@4) & (Church@2 | Church@3 | Hotel@2 | Hotel@3 | ~Doc@1) & (Doc@1 | Doc@4)",
        ),
        (CARDS, "plot-filled:3", "Bank@3 | Church@3 | Doc@3 | Hotel@3 | Judge@3"),
        (UNKNOWN, "card:1", "(Bank is mine & Bank@2) | (Doc is mine & Doc@2) | (Hotel is mine & Hotel@2)"),
        (UNKNOWN, "card:2", "Doc@1 & (~Doc@1 | (Bank is mine & Bank@2) | (Hotel is mine & Hotel@2))"),
        (UNKNOWN, "one-plot-per-building:Doc", "~(Doc@1 & Doc@2)"),
        (UNKNOWN, "one-building-per-plot:1", "~(Bank@1 & Doc@1) & ~(Bank@1 & Hotel@1) & ~(Doc@1 & Hotel@1)"),
        (
            UNKNOWN,
            "my-buildings:2",
            "(Bank is mine | Doc is mine) & (Bank is mine | Hotel is mine) & (Doc is mine | Hotel is mine)"
            " & ~(Bank is mine & Doc is mine & Hotel is mine)",
        ),
    ],
)
def test_a_premise_of_every_kind_reads_as_it_should(theory: Theory, premise: str, said: str) -> None:
    assert sorted(parts(str(formula(theory.premises_by_id[premise])))) == sorted(parts(said))


def parts(said: str) -> list[str]:
    """The formula's pieces: in which order sympy prints them is its own affair."""
    return said.replace("(", " ( ").replace(")", " ) ").replace("~", " ~ ").split()


@pytest.mark.parametrize("count", range(4))
def test_exactly_so_many_is_true_of_just_so_many(count: int) -> None:
    letters = tuple(Mine(letter) for letter in "PQR")
    said = statement_formula(Exactly(count, letters))
    for chosen in range(8):
        true = [letter for n, letter in enumerate(letters) if chosen >> n & 1]
        values = {symbol(letter): letter in true for letter in letters}
        assert bool(said.subs(values)) == (len(true) == count)


def test_at_most_one_of_one_says_nothing() -> None:
    assert statement_formula(AtMostOne((Mine("Bank"),))) is sympy.true


def test_the_letters_are_named_after_what_they_ask() -> None:
    assert str(symbol(At("Printer's", 12))) == "Printer's@12"
    assert str(symbol(Mine("Stage Coach Office"))) == "Stage Coach Office is mine"
