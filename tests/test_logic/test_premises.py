"""Premises: their ids, their JSON forms, their sentences."""

import json
import re

import pytest
from hypothesis import given, settings

from oldtown_lab import load_puzzle
from oldtown_lab.logic.premises import Premise
from oldtown_lab.logic.theory import Theory
from oldtown_lab.puzzles.catalogue import puzzles
from oldtown_lab.town.clues import MyBuildings

from .small_games import SmallPuzzle, a, b, c, small_puzzles


def expected_premises(theory: Theory) -> dict[str, dict[str, str | int]]:
    """Id to JSON form, as the house plan lists them."""
    buildings, plots = theory.game.buildings, sorted(theory.game.plan.all_plots)
    expected: dict[str, dict[str, str | int]] = {f"card:{clue.card}": {"card": clue.card} for clue in theory.clues}
    for plot in plots:
        expected[f"one-building-per-plot:{plot}"] = {"rule": "one-building-per-plot", "plot": plot}
        expected[f"plot-filled:{plot}"] = {"rule": "plot-filled", "plot": plot}
    for building in buildings:
        expected[f"one-plot-per-building:{building}"] = {"rule": "one-plot-per-building", "building": building}
    if theory.mine.unknown:
        expected[f"my-buildings:{theory.mine.unknown}"] = {"rule": "my-buildings", "count": theory.mine.unknown}
    return expected


def assert_well_named(theory: Theory) -> None:
    assert {premise.id: dict(premise.json) for premise in theory.premises} == expected_premises(theory)
    assert len({premise.id for premise in theory.premises}) == len(theory.premises)
    assert theory.premises_by_id == {premise.id: premise for premise in theory.premises}
    sentences = [premise.sentence for premise in theory.premises]
    assert len(set(sentences)) == len(sentences)
    for premise in theory.premises:
        assert json.loads(json.dumps(premise.json)) == premise.json
        assert_reads_well(premise)


def assert_reads_well(premise: Premise) -> None:
    assert re.fullmatch(r"[A-Z][^\n]*\.", premise.sentence), premise.sentence
    assert "  " not in premise.sentence
    match premise.json:
        case {"card": card}:
            assert premise.sentence.startswith(f"Card {card}: ")
        case {"plot": plot}:
            assert f"plot {plot}." in premise.sentence
        case {"building": building}:
            assert f"The {building} " in premise.sentence
        case {"count": count}:
            assert f" {count} " in premise.sentence
            assert "mine" in premise.sentence


@pytest.mark.parametrize("puzzle", puzzles())
def test_the_premises_of_a_solo_game_are_its_cards_and_the_rules_of_the_town(puzzle: str) -> None:
    loaded = load_puzzle(puzzle)
    assert_well_named(loaded.theory)
    assert [p.json["card"] for p in loaded.theory.premises if "card" in p.json] == list(loaded.cards)


@given(small_puzzles())
@settings(max_examples=30)
def test_the_premises_of_any_small_game_are_its_cards_and_the_rules_of_the_town(puzzle: SmallPuzzle) -> None:
    assert_well_named(puzzle.theory)


CARDS = SmallPuzzle(
    2,
    2,
    ("Bank", "Church", "Doc", "Hotel", "Judge"),
    (a(1, "Bank", 4, 1, 3), b(2, 3, 2), b(3, 3), c(4, "Doc", (4, 2), (1, 3), (1, 2))),
    MyBuildings(("Church", "Hotel")),
    {3: "Judge"},
).theory
UNKNOWN = SmallPuzzle(1, 2, ("Bank", "Doc", "Hotel"), (b(1, 2), c(2, "Doc", (1, 2))), MyBuildings(unknown=2)).theory

ALONE = SmallPuzzle(1, 2, ("Bank", "Doc", "Hotel"), (c(1, "Doc", (1, 2)),), MyBuildings(("Doc",))).theory


@pytest.mark.parametrize(
    ("theory", "premise", "sentence"),
    [
        (CARDS, "card:1", "Card 1: the Bank stands on plot 1, 3 or 4."),
        (CARDS, "card:2", "Card 2: the Church or the Hotel stands on plot 2 or 3."),
        (CARDS, "card:3", "Card 3: the Judge stands on plot 3."),
        (
            CARDS,
            "card:4",
            "Card 4: the Doc and the Church or the Hotel stand, in this order, "
            "on one of the pairs of plots 1–2, 1–3, 4–2.",
        ),
        (CARDS, "one-building-per-plot:2", "No two buildings stand on plot 2."),
        (CARDS, "plot-filled:2", "Some building stands on plot 2."),
        (CARDS, "one-plot-per-building:Doc", "The Doc stands on one plot at the most."),
        (UNKNOWN, "card:1", "Card 1: one of my buildings stands on plot 2."),
        (
            UNKNOWN,
            "card:2",
            "Card 2: the Doc and one of my buildings stand, in this order, on one of the pairs of plots 1–2.",
        ),
        (
            ALONE,
            "card:1",
            "Card 1: the Doc and another building of mine stand, in this order, on one of the pairs of plots 1–2.",
        ),
        (UNKNOWN, "my-buildings:2", "Exactly 2 of the buildings are mine."),
    ],
)
def test_a_premise_of_every_kind_has_its_sentence(theory: Theory, premise: str, sentence: str) -> None:
    assert theory.premises_by_id[premise].sentence == sentence


def test_a_theory_after_some_cards_keeps_the_rules_and_the_first_cards() -> None:
    theory = load_puzzle("solo-8").theory
    for cards in (0, 1, len(theory.clues)):
        part = theory.after(cards)
        assert part.clues == theory.clues[:cards]
        assert [p.id for p in part.premises] == [
            p.id for n, p in enumerate(theory.premises) if n < cards or "rule" in p.json
        ]
