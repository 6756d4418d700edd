"""Checking a town clue by clue."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from oldtown_lab import load_puzzle
from oldtown_lab.logic.checking import broken_cards, fits, my_buildings_that_fit
from oldtown_lab.town.clues import MyBuildings
from oldtown_lab.town.towns import Town

from .small_games import SmallPuzzle, a, b, c, small_puzzles


@given(small_puzzles(), st.data())
@settings(max_examples=100)
def test_a_town_fits_if_some_choice_of_my_buildings_agrees_with_every_card(
    puzzle: SmallPuzzle, data: st.DataObject
) -> None:
    arrangement = data.draw(st.permutations(puzzle.buildings))[: puzzle.rows * puzzle.columns]
    town, theory = Town(tuple(arrangement)), puzzle.theory
    known, unknown = puzzle.mine.known, puzzle.mine.unknown
    choices = list(combinations(puzzle.buildings, unknown)) if unknown else [known]
    right = [mine for mine in choices if all(puzzle.agrees(card, town.at, mine) for card in puzzle.cards)]
    assert list(my_buildings_that_fit(theory, town)) == right
    assert fits(theory, town) == bool(right)
    anybody = puzzle.buildings if unknown else known
    broken = tuple(card.number for card in puzzle.cards if not puzzle.agrees(card, town.at, anybody))
    assert broken_cards(theory, town) == broken


@given(small_puzzles())
@settings(max_examples=30)
def test_exactly_the_towns_that_fit_are_found_by_trying(puzzle: SmallPuzzle) -> None:
    theory = puzzle.theory
    for town in list(puzzle.every_town())[:200]:
        assert fits(theory, town)
        assert broken_cards(theory, town) == ()


def test_cards_that_are_fine_alone_may_break_together() -> None:
    puzzle = SmallPuzzle(1, 3, tuple("WXYZ"), (b(1, 1), b(2, 2)), MyBuildings(unknown=1))
    town = Town(("X", "Y", "Z"))
    assert broken_cards(puzzle.theory, town) == ()
    assert not fits(puzzle.theory, town)


def test_the_broken_cards_are_named_in_the_order_of_the_puzzle() -> None:
    cards = (c(7, "X", (1, 2)), a(3, "W", 1), a(5, "Y", 2))
    puzzle = SmallPuzzle(1, 3, tuple("WXYZ"), cards, MyBuildings(("Z",)))
    assert broken_cards(puzzle.theory, Town(("X", "Y", "Z"))) == (7, 3)
    assert broken_cards(puzzle.theory, Town(("Y", "X", "W"))) == (7, 3, 5)


def test_my_buildings_of_a_solo_game_are_found_out() -> None:
    loaded = load_puzzle("solo-8")
    assert loaded.solution is not None
    choices = list(my_buildings_that_fit(loaded.theory, loaded.solution))
    assert choices
    for mine in choices:
        assert len(mine) == 3
        assert all(clue.holds(loaded.solution.at, frozenset(mine)) for clue in loaded.theory.clues)
