"""Each kind of exercise with answers that are right, half right and wrong, and what the student is told."""

from __future__ import annotations

from itertools import permutations

import pytest

from oldtown_lab import board, check, load_game, load_puzzle, solve
from oldtown_lab.classroom.feedback import Feedback, Verdict
from oldtown_lab.classroom.kinds import (
    Choice,
    Conclude,
    Counterexample,
    Deal,
    FormulaQuestion,
    Number,
    Option,
    Question,
    Reasons,
)
from oldtown_lab.classroom.kinds.formula import card_formula
from oldtown_lab.errors import OldTownError
from oldtown_lab.proof.claims import parse_claim, parse_state
from oldtown_lab.proof.formula_text import parse_formula
from oldtown_lab.proof.ladder import TWO_PLOTS
from oldtown_lab.puzzles.positions import Position, PositionFile, position_of

GAME = load_game("old-town")
SEVEN = board("Saloon in {6,10}; Drugstore in {6,10}; Sheriff in {2,6,7,10}")


def solo(puzzle: str, state: str = "") -> Position:
    file = PositionFile.model_validate({"puzzle": puzzle, "state": state})
    return position_of(file, GAME, "position", "A position")


def judged(question: Question, answer: str) -> tuple[Verdict, Feedback]:
    feedback = question.judge(answer)
    return feedback.verdict, feedback


# ------------------------------------------------------------------------------------------------------- conclude


@pytest.fixture
def shut_out() -> Conclude:
    return Conclude(SEVEN, parse_state("Sheriff not in {6,10}", GAME))


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("Sheriff not in {6,10}", Verdict.RIGHT),
        ("sheriff in {2,7}", Verdict.RIGHT),
        ("Sheriff not 6\nSheriff not 10.", Verdict.RIGHT),
        ("Sheriff not 6; Sheriff not 10; Doc not 6", Verdict.RIGHT),
        ("Sheriff not 6", Verdict.PARTLY),
        ("Doc not 6", Verdict.PARTLY),
        ("Saloon in {6,10}", Verdict.PARTLY),
        ("Sheriff at 2", Verdict.WRONG),
        ("Sheriff not in {6,10}; Saloon at 6", Verdict.WRONG),
        (" ; ", Verdict.NOTHING),
    ],
)
def test_conclusions_are_judged_one_by_one(shut_out: Conclude, answer: str, verdict: Verdict) -> None:
    assert judged(shut_out, answer)[0] is verdict


def test_what_is_right_in_an_answer_is_said(shut_out: Conclude) -> None:
    feedback = shut_out.judge("Sheriff not 6; Saloon at 6")
    assert '✓ "Sheriff not 6" follows.' in feedback.text
    assert '! "Saloon at 6" does not follow' in feedback.text
    assert "1 more plot is to be ruled out" in shut_out.judge("Sheriff not 6").text
    assert "on the board already" in shut_out.judge("Saloon in {6,10}").text


def test_a_wrong_conclusion_is_refuted_by_a_town_that_fits(shut_out: Conclude) -> None:
    scene = shut_out.judge("Sheriff at 2").scene
    assert scene is not None
    assert scene.placed[2] != "Sheriff"
    assert {scene.placed[6], scene.placed[10]} == {"Saloon", "Drugstore"}
    assert len(scene.placed) == 16


def test_where_a_building_is_to_be_found_no_town_shows_it() -> None:
    position = board("Bank in {7,11}; Drugstore in {7,11}; Saloon in {7,10,11}")
    question = Conclude(position, parse_state("Saloon at 10", GAME))
    assert question.judge("Saloon not in {7,11}").right
    for wrong in ("Saloon at 7", "Saloon in {7,11}", "Saloon not 10", "Bank at 7", "Hotel at 1"):
        feedback = question.judge(wrong)
        assert feedback.verdict is Verdict.WRONG
        shown = {} if feedback.scene is None else feedback.scene.placed
        assert "Saloon" not in shown.values()
        assert 10 not in shown
    scene = question.judge("Saloon at 7").scene
    assert scene is not None
    assert set(scene.placed) == {7}


def test_a_refuting_town_never_shows_the_only_town() -> None:
    question = Conclude(solo("solo-1"), parse_state("Bank not 12", GAME))
    feedback = question.judge("Casino at 9")
    assert feedback.verdict is Verdict.WRONG
    assert feedback.scene is not None
    assert set(feedback.scene.placed) == {9}


# -------------------------------------------------------------------------------------------------------- reasons


@pytest.fixture
def bank() -> Reasons:
    return Reasons(solo("solo-1"), parse_claim("Bank not 4", GAME))


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("45", Verdict.RIGHT),
        ("card:45", Verdict.RIGHT),
        ("Card 45", Verdict.RIGHT),
        ("3 and 45", Verdict.PARTLY),
        ("3", Verdict.WRONG),
        ("2, 3", Verdict.WRONG),
        (", ", Verdict.NOTHING),
    ],
)
def test_cards_prove_a_claim_or_do_not(bank: Reasons, answer: str, verdict: Verdict) -> None:
    assert judged(bank, answer)[0] is verdict


def test_a_town_shows_that_the_cards_do_not_suffice(bank: Reasons) -> None:
    feedback = bank.judge("3")
    assert feedback.scene is not None
    assert feedback.scene.placed[4] == "Bank"
    assert "1 more card is needed" in feedback.text
    assert "45" not in feedback.text


def test_which_cards_can_be_spared_is_not_said(bank: Reasons) -> None:
    assert "2 of them can be spared" in bank.judge("2, 3, 45").text


def test_what_is_on_the_board_counts_as_known() -> None:
    position = solo("solo-1", "Bank not 12; Bank not 16")
    question = Reasons(position, parse_claim("Bank at 8", GAME))
    assert question.judge("3, 45").right
    assert not Reasons(solo("solo-1"), parse_claim("Bank at 8", GAME)).judge("3, 45").right
    # Here the claim does not follow from the card alone.
    with_board = Reasons(board("Bank not in {8,12,16}", cards=[3, 8]), parse_claim("Bank at 4", GAME))
    assert with_board.judge("3").right
    assert "1 more card is needed" in with_board.judge("8").text


def test_more_cards_than_asked_for_are_not_enough() -> None:
    question = Reasons(solo("solo-1"), parse_claim("Bank at 8", GAME))
    cards = [f"card:{card}" for card in load_puzzle("solo-1").cards]
    needed = sorted(set(cards) - set(check("solo-1", "Bank at 8", cards).not_needed))
    answer = ", ".join(needed)
    assert question.judge(answer).right
    assert Reasons(question.position, question.claim, most=len(needed)).judge(answer).right
    fewer = Reasons(question.position, question.claim, most=len(needed) - 1).judge(answer)
    assert fewer.verdict is Verdict.PARTLY
    assert f"can be done with {len(needed) - 1}" in fewer.text


def test_for_whom_a_card_is_said_to_be_must_be_so() -> None:
    """What is written counts, all of it: a card for somebody else is another reason."""
    position = board(cards=[11, 45, 55, 29], card_for={45: "Bank"}, mine=["Hotel"])
    question = Reasons(position, parse_claim("Bank not 4", GAME))
    kinds = {card: GAME.card(card).kind for card in (11, 45, 55, 29)}
    assert kinds == {11: "A", 45: "B", 55: "B", 29: "C"}
    for answer in ("45", "45 for the Bank", "card:45 for bank", "55 for the Hotel, 45", "29 for Hotel, 45 for Bank"):
        assert question.judge(answer).verdict in (Verdict.RIGHT, Verdict.PARTLY), answer
    for answer in ("45 for Hotel", "45, 55 for Bank", "11 for the Hotel, 45", "45, 29 for the Bank"):
        with pytest.raises(OldTownError, match=r'card \d+ is not "for the \w+" here; write the number alone'):
            question.judge(answer)
    for open_position in (board(cards=[55], mine=2), board(cards=[55], mine=["Hotel", "Bank"])):
        with pytest.raises(OldTownError, match="is not"):
            Reasons(open_position, parse_claim("Bank not 4", GAME)).judge("55 for Bank")


def test_only_cards_that_are_there_are_taken(bank: Reasons) -> None:
    for answer in ("1", "3, 99", "the bank", "3 for nobody"):
        with pytest.raises(OldTownError):
            bank.judge(answer)


# --------------------------------------------------------------------------------------------------------- number


@pytest.mark.parametrize(
    ("question", "right"),
    [
        (Number(board(), "towns"), 3_201_186_852_864_000),
        (Number(board(cards=[3]), "plots", "Bank"), 4),
        (Number(board("Bank in {4,8}", cards=[3]), "plots", "Bank"), 2),
        (Number(solo("solo-1"), "towns"), 1),
        (Number(solo("solo-1"), "towns with", "Bank", 8), 1),
        (Number(solo("solo-1"), "towns with", "Bank", 0), 0),
        (Number(board(), "given", given=64), 64),
    ],
)
def test_the_engine_counts(question: Number, right: int) -> None:
    assert question.value() == right
    assert question.judge(f"{right:,}").right
    assert "too many" in question.judge(str(right + 1)).text
    if right:
        assert "too few" in question.judge(str(right - 1)).text


# -------------------------------------------------------------------------------------------------------- formula


@pytest.fixture
def card_three() -> FormulaQuestion:
    position = board(cards=[3])
    return FormulaQuestion(position, card_formula(position, 3))


def test_whatever_means_the_same_in_every_town_is_right(card_three: FormulaQuestion) -> None:
    for some in list(permutations((4, 8, 12, 16)))[:5]:
        assert card_three.judge(" or ".join(f"Bank@{plot}" for plot in some)).right
    # A building stands on one plot: so "in town, and on none of the other twelve" says the same.
    others = " and ".join(f"not Bank@{plot}" for plot in range(1, 17) if plot not in (4, 8, 12, 16))
    assert card_three.judge(f"Bank in town and {others}").right
    assert not card_three.judge(others).right


def test_a_town_shows_where_two_formulas_differ(card_three: FormulaQuestion) -> None:
    too_strong = card_three.judge("Bank@4")
    assert too_strong.verdict is Verdict.WRONG
    assert "your formula is false, but what was asked for is true" in too_strong.text
    assert too_strong.scene is not None
    assert next(plot for plot, who in too_strong.scene.placed.items() if who == "Bank") in (8, 12, 16)
    too_weak = card_three.judge("Bank in town")
    assert "your formula is true, but what was asked for is false" in too_weak.text


@pytest.mark.parametrize(
    "again",
    [
        "if Saloon@6 then Doc@9 or Doc@10",
        "if Saloon@6 then Doc@10 or Doc@9",
        "if Saloon@6 then not not (Doc@9 or Doc@10)",
        "not not (if not not Saloon@6 then (not not Doc@10 or Doc@9))",
        "if Saloon@6 and Saloon@6 then Doc@9 or (Doc@10 or Doc@9)",
        "Saloon@6 -> Doc in {9,10}",
    ],
)
def test_another_way_is_more_than_other_words(again: str) -> None:
    meant = parse_formula("if Saloon@6 then Doc@9 or Doc@10", GAME)
    question = FormulaQuestion(board(), meant, "implication", meant)
    assert "the same words again" in question.judge(again).text
    assert question.judge("if not Doc@9 and not Doc@10 then not Saloon@6").right
    assert question.judge("if not (Doc@9 or Doc@10) then not Saloon@6").right


def test_the_same_and_in_another_order_is_no_other_way() -> None:
    meant = parse_formula("Saloon@6 and not Doc@9 and Bank in town", GAME)
    question = FormulaQuestion(board(), meant, "", meant)
    assert question.judge("Bank in town and (not Doc@9 and Saloon@6)").verdict is Verdict.PARTLY
    assert question.judge("not (not Saloon@6 or Doc@9 or not Bank in town)").right


def test_a_long_formula_is_not_repeated_in_full(card_three: FormulaQuestion) -> None:
    words = card_three.judge(" iff ".join(["Bank@4 or Bank@8 or Bank@12 or Doc@1"] * 7)).words
    assert len(words) < 500


def test_a_form_can_be_asked_for() -> None:
    meant = parse_formula("if Bank@4 then not Doc@3", GAME)
    other_way = FormulaQuestion(board(), meant, "implication", meant)
    assert other_way.judge("if Doc@3 then not Bank@4").right
    assert other_way.judge("if Bank@4 then not Doc@3").verdict is Verdict.PARTLY
    assert other_way.judge("not Bank@4 or not Doc@3").verdict is Verdict.PARTLY
    cnf = FormulaQuestion(board(), parse_formula("not (Bank@4 or Doc@3)", GAME), "cnf")
    assert cnf.judge("not Bank@4 and not Doc@3").right
    assert "conjunctive normal form" in cnf.judge("not (Bank@4 or Doc@3)").text


# -------------------------------------------------------------------------------------------------- counterexample


def test_a_counterexample_must_fit_refute_and_say_enough() -> None:
    position = board(cards=[23], mine=["Hotel"])
    question = Counterexample(position, parse_formula("if Hotel@2 then Church@3 and Bank@1", GAME))
    right = question.judge("Hotel at 2; Bank at 4")
    assert right.right
    assert right.scene is not None
    assert right.scene.placed[2] == "Hotel"
    assert question.judge("Hotel at 2").verdict is Verdict.PARTLY
    assert question.judge("Hotel at 3").verdict is Verdict.WRONG
    nowhere = question.judge("Hotel at 1")
    assert nowhere.verdict is Verdict.WRONG
    assert "No town is like that" in nowhere.text


def test_a_whole_town_is_a_counterexample_too() -> None:
    (town,) = solve("solo-1").towns
    question = Counterexample(solo("solo-1"), parse_formula("Bank@4", GAME))
    assert question.judge("; ".join(f"{b} at {p}" for b, p in town.at.items())).right


# --------------------------------------------------------------------------------------------------------- choice

CHOICE = Choice((Option("two", True, "yes"), Option("three", False, "count again"), Option("both", True, "")))


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("a, c", Verdict.RIGHT),
        ("c a", Verdict.RIGHT),
        ("(A) and (C)", Verdict.RIGHT),
        ("a", Verdict.PARTLY),
        ("two", Verdict.PARTLY),
        ("b", Verdict.WRONG),
        ("a, b, c", Verdict.WRONG),
        ("ac", Verdict.RIGHT),
        ("CA.", Verdict.RIGHT),
        ("abc", Verdict.WRONG),
        ("a. c.", Verdict.RIGHT),
        ("a) & c)", Verdict.RIGHT),
        ("(a)(c)", Verdict.RIGHT),
        ("[a, c]", Verdict.RIGHT),
        ("Two.", Verdict.PARTLY),
        ("and", Verdict.NOTHING),
        (",;", Verdict.NOTHING),
        ("()", Verdict.NOTHING),
    ],
)
def test_all_that_is_right_and_nothing_else_is_ticked(answer: str, verdict: Verdict) -> None:
    assert judged(CHOICE, answer)[0] is verdict


def test_a_wrong_tick_says_what_was_overlooked() -> None:
    assert "b: count again" in CHOICE.judge("b").text
    for answer in ("d", "acd", "a bad one", "a-c"):
        with pytest.raises(OldTownError, match="allowed: a, b or c"):
            CHOICE.judge(answer)


def test_the_text_of_an_option_is_taken_as_it_stands() -> None:
    """Letters and signs of logic matter: "A ∧ B" is not "A ∨ B", and "ab" is two letters."""
    choice = Choice((Option("A ∧ B", True, ""), Option("A ∨ B", False, "no"), Option("∧", False, "no")))
    assert choice.judge("a ∧ b").right
    assert choice.judge("ab").verdict is Verdict.WRONG
    assert choice.judge(",").verdict is Verdict.NOTHING
    assert CHOICE.judge(" , ").words == CHOICE.how


# ----------------------------------------------------------------------------------------------------------- deal


def test_a_puzzle_is_dealt() -> None:
    puzzle = load_puzzle("solo-1")
    question = Deal(solo("solo-1"), 1)
    everything = ", ".join(map(str, puzzle.cards))
    assert question.judge(everything).right
    assert question.judge(", ".join(map(str, puzzle.cards[:-1]))).verdict is Verdict.PARTLY
    assert Deal(solo("solo-1"), 1, most=3).judge(everything).verdict is Verdict.PARTLY
    assert Deal(solo("solo-1"), 2).judge(everything).verdict is Verdict.WRONG
    assert "does without" in Deal(solo("solo-1", "Bank at 8"), 1, technique=TWO_PLOTS).judge(everything).text


def test_a_deal_says_for_whom_its_cards_are() -> None:
    question = Deal(board("Bank in {4,8}"), 1)
    assert "towns fit your cards" in question.judge("45 for Bank").text
    assert "No town fits" in question.judge("44 for Bank").text
    for answer in ("45", "19", "3 for Bank", "45 for Banc"):
        with pytest.raises(OldTownError):
            question.judge(answer)


def test_the_towns_of_a_deal_fit_the_board() -> None:
    (town,) = solve("solo-1").towns
    kept = {building: plot for building, plot in town.at.items() if building not in ("Bank", "Casino")}
    state = "; ".join(f"{building} at {plot}" for building, plot in kept.items())
    question = Deal(board(f"{state}; Bank in {{8,12}}; Casino in {{8,12}}"), 1)
    right = question.judge("8")
    assert right.right
    assert right.scene is not None
    assert dict(right.scene.placed) == dict(enumerate(town.buildings, start=1))
    assert "2 towns fit your cards" in question.judge("3").text
    assert "differ on plot 8 and 12" in question.judge("3").text
