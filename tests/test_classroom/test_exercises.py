"""Every exercise: its answer is right, wrong answers are not, and no feedback gives the solution away."""

from __future__ import annotations

import re

import pytest

from oldtown_lab.classroom.boards import says, settled_by
from oldtown_lab.classroom.exercise import Exercise
from oldtown_lab.classroom.feedback import Feedback, Verdict
from oldtown_lab.classroom.files import exercises
from oldtown_lab.classroom.kinds import Choice, Conclude, FormulaQuestion, Number, Reasons
from oldtown_lab.classroom.written import read_cards, read_claims
from oldtown_lab.errors import OldTownError
from oldtown_lab.logic.engine import engine
from oldtown_lab.logic.z3_solver import solver_for
from oldtown_lab.proof import questions
from oldtown_lab.proof.facts import fact_text, opposite

ALL = list(exercises().values())
WRONG = [(exercise, answer) for exercise in ALL for answer in exercise.wrong]


def named(exercise: Exercise) -> str:
    return exercise.id


@pytest.mark.parametrize("exercise", ALL, ids=named)
def test_its_answer_is_right(exercise: Exercise) -> None:
    feedback = exercise.check(exercise.answer)
    assert feedback.right, feedback.text
    assert feedback
    assert exercise.answer in exercise.line(exercise.answer)


@pytest.mark.parametrize(("exercise", "answer"), WRONG, ids=[f"{e.id}: {a[:40]}" for e, a in WRONG])
def test_a_wrong_answer_is_not_taken_and_gives_nothing_away(exercise: Exercise, answer: str) -> None:
    feedback = exercise.check(answer)
    assert feedback.verdict in (Verdict.WRONG, Verdict.PARTLY), feedback.text
    assert not list(revealed(exercise, answer, feedback))


@pytest.mark.parametrize("exercise", ALL, ids=named)
@pytest.mark.parametrize(
    "answer", ["", "   ", "I do not know", "x" * 5_000, "<b>Bank</b>", "__import__('os')", "9" * 40]
)
def test_nonsense_is_said_to_be_nonsense(exercise: Exercise, answer: str) -> None:
    feedback = exercise.check(answer)
    assert not feedback.right
    assert "\n" not in feedback.words
    assert len(feedback.words) < 400
    assert not list(revealed(exercise, answer, feedback))
    html = feedback.html()
    assert "<b>Bank" not in html


@pytest.mark.parametrize("exercise", ALL, ids=named)
def test_it_has_three_hints_and_shows_itself(exercise: Exercise) -> None:
    hints = [exercise.hint(level).words for level in (1, 2, 3)]
    assert len(set(hints)) == 3
    shown = exercise._repr_mimebundle_()
    assert exercise.title in shown["text/plain"]
    assert exercise.answer not in shown["text/plain"] or len(exercise.answer) < 4
    if exercise.shows_board:
        assert "data:image/svg+xml" in shown["text/html"]


@pytest.mark.parametrize("exercise", [e for e in ALL if isinstance(e.question, Conclude)], ids=named)
def test_what_is_to_be_concluded_follows(exercise: Exercise) -> None:
    position = exercise.position
    assert isinstance(exercise.question, Conclude)
    with engine():
        solver = solver_for(position.puzzle.theory)
        assert solver.example(position.reasons) is not None
        for fact in exercise.question.goal:
            assert solver.example([*position.reasons, opposite(fact)]) is None


@pytest.mark.parametrize("exercise", [e for e in ALL if isinstance(e.question, Reasons)], ids=named)
def test_with_all_cards_ticked_nobody_learns_which_ones_matter(exercise: Exercise) -> None:
    everything = ", ".join(map(str, exercise.position.puzzle.cards))
    feedback = exercise.check(everything)
    assert feedback.right or not list(revealed(exercise, everything, feedback))


def revealed(exercise: Exercise, answer: str, feedback: Feedback):  # type: ignore[no-untyped-def]
    """What the feedback to a wrong answer says of the right one, beyond what the answer said itself."""
    question, game = exercise.question, exercise.position.puzzle.game
    words = feedback.text
    shown = {} if feedback.scene is None else dict(feedback.scene.placed)
    match question:
        case Conclude():
            try:
                said = [fact for claim in read_claims(answer, game) for fact in claim.facts]
            except OldTownError:
                said = []
            unsaid = [f for f in question.goal if not says((*exercise.position.state, *said), f, game)]
            yield from (fact_text(fact) for fact in unsaid if fact_text(fact) in words)
            yield from settled_by(unsaid) & set(shown.values())
        case Reasons():
            try:
                cards = list(read_cards(answer, exercise.position.puzzle.cards, game))
            except OldTownError:
                cards = []
            because = [f"card:{card}" for card in cards]
            with engine():
                theory, state = exercise.position.puzzle.theory, exercise.position.state
                check = questions.check(theory, question.claim, because, state)
            said_of = set(re.findall(r"\bcards? ([\d, and]+)", words, re.IGNORECASE))
            numbers = {int(n) for part in said_of for n in re.findall(r"\d+", part)}
            if feedback.verdict is not Verdict.UNREADABLE:
                yield from numbers - set(cards)
            if len(check.not_needed) and len(numbers) not in (0, len(cards)):
                yield "which cards can be spared"
        case Number():
            yield from (
                [question.value()] if str(question.value()) in re.findall(r"\d+", words.replace(answer, "")) else []
            )
        case Choice():
            right = [option for option in question.options if option.right]
            yield from (
                o.text for o in right if (o.text in words or (o.why and o.why in words)) and o.text not in answer
            )
        case FormulaQuestion():
            yield from [exercise.answer] if exercise.answer in words and exercise.answer not in answer else []
