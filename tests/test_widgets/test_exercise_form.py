"""The form of an exercise without a browser: an answer is judged, hints come one by one, the line of code is right."""

from __future__ import annotations

import ast
import re
from html import unescape

import pytest

from oldtown_lab import ExerciseForm, board
from oldtown_lab.classroom.exercise import Exercise
from oldtown_lab.classroom.kinds import Choice, Conclude, Option, Question
from oldtown_lab.draw.palette import NIGHT
from oldtown_lab.proof.claims import parse_state
from oldtown_lab.proof.step import Role
from oldtown_lab.widgets.still import VIEW

SEVEN = board("Saloon in {6,10}; Drugstore in {6,10}")
CONCLUDE = Conclude(SEVEN, parse_state("Sheriff not in {6,10}", SEVEN.puzzle.game))
CHOICE = Choice((Option("two & more", True, "yes"), Option("<b>three</b>", False, "count again")))


def form_for(question: Question) -> ExerciseForm:
    hints = ("look", "think", "nearly")
    return ExerciseForm(Exercise("04-1", "A <title>", "A task", SEVEN, question, hints, "", (), ""))


def words(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", html))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("Sheriff not in {6,10}", "Right."),
        ("Sheriff at 3", "does not follow"),
        ("", "No answer yet."),
        ("<script>", "That cannot be read."),
    ],
)
def test_what_is_filled_in_is_judged(answer: str, said: str) -> None:
    form = form_for(CONCLUDE)
    form.text.value = answer
    form.check()
    assert said in words(form.feedback.value)
    assert "<script>" not in form.feedback.value


def test_the_line_of_code_gives_the_same_answer() -> None:
    form = form_for(CONCLUDE)
    form.text.value = "Shrif not 6"
    form.check()
    assert words(form.code.value).strip() == ""
    form.text.value = 'Sheriff not 6; "Doc" not 10'
    form.check()
    (line,) = re.findall(r"exercise\(.*\)", words(form.code.value))
    call = ast.parse(line, mode="eval").body
    assert isinstance(call, ast.Call)
    assert [ast.literal_eval(argument) for argument in call.args] == ['Sheriff not 6; "Doc" not 10']


def test_hints_come_one_by_one() -> None:
    form = form_for(CONCLUDE)
    assert words(form.hint.value).strip() == ""
    for level, hint in enumerate(("look", "think", "nearly"), start=1):
        assert not form.more_help.disabled
        form.next_hint()
        assert words(form.hint.value).count("Hint") == level
        assert hint in words(form.hint.value)
    assert form.more_help.disabled


def test_choices_are_ticked() -> None:
    form = form_for(CHOICE)
    form.ticks["b"].value = True
    form.check()
    assert "count again" in words(form.feedback.value)
    form.ticks["a"].value, form.ticks["b"].value = True, False
    assert form.answer == "a"
    form.check()
    assert "Right." in words(form.feedback.value)
    assert "check('a')" in words(form.code.value)


def test_it_follows_the_theme_of_the_page() -> None:
    form = form_for(CONCLUDE)
    form.text.value = "Sheriff at 3"
    form.check()
    light = form.task.value, form.feedback.value
    form._theme.page_side.dark = True
    assert form.task.value != light[0]
    assert NIGHT.roles[Role.CONTRADICTION] in form.feedback.value
    form._theme.page_side.dark = False
    assert (form.task.value, form.feedback.value) == light


def test_where_no_kernel_runs_the_task_is_still_seen() -> None:
    shown = form_for(CHOICE)._repr_mimebundle_()
    assert VIEW in shown
    assert "A <title>" in shown["text/plain"]
    assert "A &lt;title&gt;" in shown["text/html"]
    assert "&lt;b&gt;three&lt;/b&gt;" in shown["text/html"]
