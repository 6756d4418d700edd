"""Files of exercises: whatever is wrong in one is said in one line, with the place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from oldtown_lab import exercise
from oldtown_lab.classroom.files import FOLDER, exercises, read_exercises, schema_text
from oldtown_lab.errors import ExerciseError, UnknownNameError

GOOD: dict[str, Any] = {
    "id": "04-1",
    "title": "Who is shut out?",
    "task": "What follows for the Sheriff?",
    "kind": "conclude",
    "state": "Saloon in {6,10}; Drugstore in {6,10}",
    "goal": "Sheriff not in {6,10}",
    "hints": ["one", "two", "three"],
    "answer": "Sheriff not in {6,10}",
    "wrong": ["Sheriff at 6", "Saloon at 6"],
    "because": "Two buildings take two plots.",
}
NUMBER = {**GOOD, "kind": "number", "of": "towns"}
FORMULA = {**GOOD, "kind": "formula", "means": "Bank@4"}
CHOICE = {**GOOD, "kind": "choice", "options": [{"text": "x", "right": True, "why": ""}, {"text": "y", "why": ""}]}
DEAL = {**GOOD, "kind": "deal"}
for other in (NUMBER, FORMULA, CHOICE, DEAL):
    other.pop("goal")


def written(folder: Path, *entries: dict[str, Any], **lesson: Any) -> Path:
    path = folder / "04.json"
    path.write_text(json.dumps({"lesson": 4, "title": "A lesson", "exercises": list(entries), **lesson}))
    return path


@pytest.mark.parametrize("entry", [GOOD, NUMBER, FORMULA, CHOICE, DEAL], ids=lambda entry: entry["kind"])
def test_a_good_file_is_read(tmp_path: Path, entry: dict[str, Any]) -> None:
    (found,) = read_exercises(written(tmp_path, entry)).values()
    assert (found.id, found.title) == ("04-1", "Who is shut out?")
    assert repr(found) == "<Exercise 04-1: Who is shut out?>"


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({**GOOD, "id": "05-1"}, "04.json: exercises[0].id: is 05-1; allowed: 04-1 and so on"),
        ({**GOOD, "id": "four"}, "exercises[0]"),
        ({**GOOD, "hints": ["one", "two"]}, "hints: has fewer than 3 entries"),
        ({**GOOD, "wrong": ["x"]}, "wrong: has fewer than 2 entries"),
        ({**GOOD, "goals": ""}, '"goals" is no key that is known here'),
        ({**GOOD, "kind": "riddle"}, "exercises[0]"),
        ({**GOOD, "goal": "Sheriff on the moon"}, "exercises[0]: claim"),
        ({**GOOD, "goal": "Saloon not 3"}, "exercises[0].goal: is on the board already"),
        ({**GOOD, "state": "Bank"}, "exercises[0]: claim"),
        ({**GOOD, "task": "two\nlines"}, "task: must be one line"),
        ({**GOOD, "cards": [61]}, "exercises[0].cards: card 61 is not there"),
        ({**GOOD, "puzzle": "solo-1", "cards": [1]}, "exercises[0].cards: card 1 is not there"),
        ({**GOOD, "puzzle": "solo-99"}, 'there is no puzzle "solo-99"'),
        ({**GOOD, "puzzle": "solo-1", "my_buildings": ["Bank"]}, "exercises[0].puzzle: says for whom"),
        ({**GOOD, "for": {"45": "Bank"}}, "exercises[0].for: card 45 is not among the cards"),
        ({**GOOD, "cards": [45], "for": {"45": "Banc"}}, '"Banc" is no building'),
        ({**NUMBER, "of": "given"}, "exercises[0].given: goes with"),
        ({**NUMBER, "given": 3}, "exercises[0].given: goes with"),
        ({**NUMBER, "of": "plots"}, "exercises[0].building: is missing"),
        ({**FORMULA, "means": "Bank"}, "exercises[0]: formula"),
        ({**FORMULA, "card": 3}, "exercises[0].means: either means or card"),
        ({**{k: v for k, v in FORMULA.items() if k != "means"}, "card": 3}, "exercises[0].card: card 3 is not among"),
        ({**CHOICE, "options": CHOICE["options"][1:] * 2}, "exercises[0].options: at least one must be right"),
        ({**DEAL, "technique": "guessing"}, 'exercises[0].technique: "guessing" is no technique'),
    ],
)
def test_a_wrong_file_gets_one_line(tmp_path: Path, entry: dict[str, Any], said: str) -> None:
    with pytest.raises(ExerciseError) as caught:
        read_exercises(written(tmp_path, entry))
    assert said in str(caught.value)
    assert str(caught.value).startswith("04.json: ")
    assert "\n" not in str(caught.value)


def test_no_exercise_stands_in_a_file_twice(tmp_path: Path) -> None:
    with pytest.raises(ExerciseError, match="each once"):
        read_exercises(written(tmp_path, GOOD, GOOD))


def test_an_exercise_that_is_not_there_is_said_to_be_missing() -> None:
    with pytest.raises(UnknownNameError, match='no exercise "04-99"; allowed: '):
        exercise("04-99")


def test_a_hint_has_three_levels() -> None:
    first = next(iter(exercises().values()))
    with pytest.raises(UnknownNameError, match="allowed: 1, 2 or 3"):
        first.hint(4)


@pytest.mark.parametrize("answer", [3.5, True, None, object(), {"a": 1}])
def test_an_answer_of_a_strange_kind_is_refused_in_words(answer: Any) -> None:
    feedback = next(iter(exercises().values())).check(answer)
    assert feedback.text.startswith("That cannot be read.")


def test_an_answer_that_is_far_too_long_is_not_even_read() -> None:
    feedback = next(iter(exercises().values())).check("Bank not 7; " * 1_000)
    assert "longer than 4,000 characters" in feedback.text


def test_the_published_schema_is_up_to_date() -> None:
    assert (FOLDER / "schema.json").read_text() == schema_text()
