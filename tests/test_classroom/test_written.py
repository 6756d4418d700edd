"""What students write: cards, numbers and claims, read as they were meant or refused with what to write instead."""

from __future__ import annotations

import pytest

from oldtown_lab import load_game
from oldtown_lab.classroom.written import as_text, read_cards, read_claims, read_number
from oldtown_lab.errors import AnswerError

GAME = load_game("old-town")
CARDS = tuple(GAME.deck.cards)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("6", 6),
        (" 512. ", 512),
        ("007", 7),
        ("6 towns", 6),
        ("6 Plots.", 6),
        ("1 way", 1),
        ("3,201,186,852,864,000", 3_201_186_852_864_000),
        ("3\u202f201\u202f186", 3_201_186),
        ("3 201 186 towns", 3_201_186),
        ("1.500", 1_500),
        ("1'500", 1_500),
        ("1’500", 1_500),
        ("1_500", 1_500),
        ("9" * 30, int("9" * 30)),
    ],
)
def test_a_whole_number_is_read(text: str, number: int) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize(
    "text",
    [
        *("0.6", "51.2", "4, 8, 16", "4,8,16", "5 12", "1,500.000", "0.600", "-6", "6 - 1", "6%", "12/2", "1e3", "٣"),
        *("6 million", "6 or", "6 towns more", "six", "about 6", "6..", "", ".", "1,0000", "9" * 31, "9" * 5000),
    ],
)
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(AnswerError, match=r"is no whole number; write it in digits, without signs$") as caught:
        read_number(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("3, 45", {3: None, 45: None}),
        ("3 17 35 49", {3: None, 17: None, 35: None, 49: None}),
        ("cards 3 17, 35 and 49.", {3: None, 17: None, 35: None, 49: None}),
        ("Cards: 3;card : 45  for   the\tBank", {3: None, 45: "Bank"}),
        ("card:45 for stage coach office", {45: "Stage Coach Office"}),
        (" , and ", {}),
    ],
)
def test_cards_are_read(text: str, cards: dict[int, str | None]) -> None:
    assert read_cards(text, CARDS, GAME) == cards


@pytest.mark.parametrize(
    "text",
    ["3 for" + " " * 2_000 + "1", "3 for" + " x" * 900 + "1", "3 for Bank 4", "3 45 for Bank", "the bank", "cards"],
    ids=lambda text: text[:12],
)
def test_what_is_no_card_is_refused_at_once(text: str) -> None:
    """A pattern that tried all ways to share out the blanks took half a minute."""
    with pytest.raises(AnswerError, match="is no card; write the numbers of cards with commas between them"):
        read_cards(text, CARDS, GAME)


@pytest.mark.parametrize(
    "text",
    [
        "Bank@8\nJudge at 1.",
        "The Bank at 8, Judge at 1",
        "Bank at 8 and the Judge at 1.",
        "Bank at 8;\n Judge at 1;",
    ],
)
def test_claims_are_read(text: str) -> None:
    assert [claim.text for claim in read_claims(text, GAME)] == ["Bank at 8", "Judge at 1"]


@pytest.mark.parametrize(
    "answer", [10**30, -(10**30), 16**5_000, [1, 16**5_000]], ids=["long", "negative", "gigantic", "in a list"]
)
def test_a_gigantic_number_is_no_answer(answer: int | list[int]) -> None:
    with pytest.raises(AnswerError, match="has more than 30 digits"):
        as_text(answer)


def test_lists_deep_inside_each_other_are_no_answer() -> None:
    inside_itself: list[object] = []
    inside_itself.append(inside_itself)
    with pytest.raises(AnswerError, match="inside each other"):
        as_text(inside_itself)  # type: ignore[arg-type]
    assert as_text([["a"], ("b", 3)]) == "a; b; 3"  # type: ignore[list-item]
