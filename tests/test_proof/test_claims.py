"""The small language of claims: what is understood, what is refused and where."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oldtown_lab.errors import ClaimError
from oldtown_lab.proof.claims import building_called, parse_claim, parse_claims, parse_state, state_text
from oldtown_lab.proof.facts import at, fact_text, in_town, left_out, mine, not_at, not_mine

from .positions import GAME


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Sheriff not 7", not_at("Sheriff", 7)),
        ("sheriff NOT on 7", not_at("Sheriff", 7)),
        ("Bank at 12", at("Bank", 12)),
        ("printers on 3", at("Printer's", 3)),
        ("stagecoachoffice at 1", at("Stage Coach Office", 1)),
        ("Stage Coach Office at 1", at("Stage Coach Office", 1)),
        ("Judge left out", left_out("Judge")),
        ("Judge not left out", in_town("Judge")),
        ("Judge in town", in_town("Judge")),
        ("Judge not in town", left_out("Judge")),
        ("Hotel mine", mine("Hotel")),
        ("Hotel not mine", not_mine("Hotel")),
    ],
)
def test_single_facts(text: str, fact: object) -> None:
    claim = parse_claim(text, GAME)
    assert claim.facts == (fact,)
    assert len(claim.denied) == 1
    assert parse_claim(claim.text, GAME) == claim


def test_one_of_several_plots() -> None:
    claim = parse_claim("Bank in { 8 ,12}", GAME)
    assert set(claim.facts) == {in_town("Bank"), *(not_at("Bank", p) for p in range(1, 17) if p not in (8, 12))}
    assert set(claim.denied) == {not_at("Bank", 8), not_at("Bank", 12)}
    assert claim.text == "Bank in {8,12}"


def test_left_out_may_be_one_of_the_possibilities() -> None:
    claim = parse_claim("Bank in {8,out}", GAME)
    assert in_town("Bank") not in claim.facts
    assert set(claim.denied) == {in_town("Bank"), not_at("Bank", 8)}


def test_not_in_is_the_opposite_of_in() -> None:
    claim = parse_claim("Bank not in {8,12}", GAME)
    assert set(claim.facts) == {not_at("Bank", 8), not_at("Bank", 12)}
    assert claim.text == "Bank not in {8,12}"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Bank@8", "Bank at 8"),
        ("Bank @ 8", "Bank at 8"),
        ("Stage Coach Office@ 8.", "Stage Coach Office at 8"),
        ("The Bank in {8,12}", "Bank in {8,12}"),
        ("the printers not mine .", "Printer's not mine"),
        ("Bank in 8,12,16", "Bank in {8,12,16}"),
        ("Bank in 8", "Bank in {8}"),
        ("Bank in (8,12)", "Bank in {8,12}"),
        ("Bank in [ 8 , out ]", "Bank in {out,8}"),
        ("Bank in {8 or 12}", "Bank in {8,12}"),
        ("Bank at 8 or 12", "Bank in {8,12}"),
        ("Bank on 8, 12, or 16.", "Bank in {8,12,16}"),
        ("Bank not in 8, 12", "Bank not in {8,12}"),
        ("Printer at 3", "Printer's at 3"),
        ("Coach at 3", "Stage Coach Office at 3"),
        ("the Drugst. left out", "Drugstore left out"),
    ],
)
def test_what_students_write_is_read_as_they_mean_it(text: str, meant: str) -> None:
    claim = parse_claim(text, GAME)
    assert claim == parse_claim(meant, GAME)
    assert claim.text == parse_claim(claim.text, GAME).text


@pytest.mark.parametrize(
    ("text", "character", "words"),
    [
        ("", 1, "does not begin with a building"),
        ("Sherif not 7", 1, "does not begin with a building"),
        ("Sheriff", 8, "ends where what is claimed should follow"),
        ("Sheriff nit 7", 9, '"nit" is not understood'),
        ("Sheriff not 17", 13, "a plot from 1 to 16"),
        ("Sheriff not 0", 13, "a plot from 1 to 16"),
        ("Sheriff not \u0667", 13, "a plot from 1 to 16"),
        ("Sheriff at", 11, "ends where a plot should follow"),
        ("Bank in", 8, "ends where a plot should follow"),
        ("Bank in (8,12}", 14, '"}" is not understood; allowed: "," or ")"'),
        ("Bank in 8 12", 11, '"12" is too much'),
        ("Bank at 8, 12", 10, "write several plots as in {4,8} or not in {4,8}"),
        ("Bank at 8 and 12", 11, "write several plots as in {4,8} or not in {4,8}"),
        ("Bank not 8 or 12", 12, "write several plots as in {4,8} or not in {4,8}"),
        ("Bank at 8 or", 13, "ends where a plot should follow"),
        ("the at 8", 1, "does not begin with a building"),
        ("S at 8", 1, "does not begin with a building"),
        ("S. at 8", 1, "does not begin with a building"),
        ("Judge at 1, Bank at 8", 11, "is too much"),
        ("Bank in {8,", 12, "ends where a plot should follow"),
        ("Bank in {8 12}", 12, '"," or "}"'),
        ("Bank in {}", 10, "is no plot"),
        ("Bank at 12 today", 12, "is too much"),
        ("Judge left", 11, '"out"'),
        ("Bank in {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,out}", 53, "claims nothing"),
        ("Bank " * 60, 1, "longer than 200"),
    ],
)
def test_a_mistake_is_pointed_at(text: str, character: int, words: str) -> None:
    with pytest.raises(ClaimError) as caught:
        parse_claim(text, GAME)
    assert caught.value.place == character
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Bank@8, Judge at 1", "Bank at 8; Judge at 1"),
        ("Doc not 15, Doc not 16 and the Doc in town.", "Doc not 15; Doc not 16; Doc in town"),
        ("Printer's mine, Stage Coach Office mine", "Printer's mine; Stage Coach Office mine"),
        ("Printer's mine and stagecoachoffice not mine", "Printer's mine; Stage Coach Office not mine"),
        ("Bank in 8,12, and Judge in {1,2} , Doc in 3, 4 or 5", "Bank in {8,12}; Judge in {1,2}; Doc in {3,4,5}"),
        (" ; Bank at 8; ; Coach at 2,Smith@3;", "Bank at 8; Stage Coach Office at 2; Smith at 3"),
        ("", ""),
    ],
)
def test_a_building_after_a_comma_or_and_begins_another_claim(text: str, meant: str) -> None:
    assert parse_state(text, GAME) == parse_state(meant, GAME)
    assert [claim.text for claim in parse_claims(text, GAME)] == [part.strip() for part in meant.split(";") if part]


@pytest.mark.parametrize("text", ["Bank at 8 and 12", "Bank, Judge at 1", "Bank and Judge left out", "Bank at 8, at 9"])
def test_claims_that_are_no_claims_are_refused(text: str) -> None:
    with pytest.raises(ClaimError):
        parse_state(text, GAME)


def test_a_name_with_and_in_it_is_one_name() -> None:
    """What is one claim stays one: other programs write them."""
    game = replace(GAME, buildings=("Bank", "Smith", "Smith and Bank"))
    assert parse_state("Smith and Bank at 3", game) == (at("Smith and Bank", 3),)
    assert parse_state("(Bank) at 3; B-a@nk @ at 4", game) == (at("Bank", 3), at("Bank", 4))


def test_names_may_be_shortened_where_only_one_building_is_meant() -> None:
    game = replace(GAME, buildings=("Old Bank", "New Bank", "Old Mill", "Miller's", "Mill"))
    for short, name in {"New": "New Bank", "Mill": "Mill", "Miller": "Miller's", "newb.": "New Bank"}.items():
        assert building_called(short, game) == name
    for short in ("Bank", "Old", "Mil.", "ank", "Office", ".", ""):
        assert building_called(short, game) is None


@given(st.text(max_size=250))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    complaint = ""
    try:
        claim = parse_claim(text, GAME)
        assert parse_claim(claim.text, GAME) == claim
    except ClaimError as error:
        complaint = str(error)
    assert len(complaint.splitlines()) <= 1
    assert len(complaint) < 500


FACTS = st.one_of(
    st.builds(at, st.sampled_from(GAME.buildings), st.integers(1, 16)),
    st.builds(not_at, st.sampled_from(GAME.buildings), st.integers(1, 16)),
    st.builds(left_out, st.sampled_from(GAME.buildings)),
    st.builds(in_town, st.sampled_from(GAME.buildings)),
    st.builds(mine, st.sampled_from(GAME.buildings)),
    st.builds(not_mine, st.sampled_from(GAME.buildings)),
)


@given(st.lists(FACTS, unique=True, max_size=30))
def test_a_board_can_be_written_and_read_again(facts: list[object]) -> None:
    assert parse_state(state_text(facts), GAME) == tuple(facts)  # type: ignore[arg-type]


def test_a_board_is_limited_in_size() -> None:
    with pytest.raises(ClaimError, match="longer than"):
        parse_state("Bank not 1;" * 3000, GAME)
    assert fact_text(at("Bank", 1)) == "Bank at 1"
