"""What teachers get: the answers of a lesson, and the judgement of notebooks that are only read, never run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oldtown_lab.classroom.answers import answer_key, grade
from oldtown_lab.classroom.files import exercises
from oldtown_lab.cli import main

FIRST, SECOND = list(exercises().values())[:2]


def notebook(path: Path, *cells: str) -> Path:
    written = [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]
    path.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": "exercise('x').check(1)"}, *written]}))
    return path


def test_the_key_has_every_exercise_of_its_lesson_with_its_reason() -> None:
    for lesson in {int(id[:2]) for id in exercises()}:
        shown = answer_key(lesson)._repr_mimebundle_()["text/plain"]
        for exercise in exercises().values():
            assert (f"{exercise.id}  {exercise.title}\n  {exercise.answer}\n" in shown) == (
                int(exercise.id[:2]) == lesson
            )


def test_the_last_answer_counts(tmp_path: Path) -> None:
    path = notebook(
        tmp_path / "a.ipynb",
        f"exercise({FIRST.id!r}).check({FIRST.wrong[0]!r})",
        f"exercise({SECOND.id!r}).check({SECOND.wrong[0]!r})",
        f"# mine\nassert exercise({FIRST.id!r}).check({FIRST.answer!r})",
        f"exercise({SECOND.id!r}).check('')  # not answered again",
    )
    assert [(g.exercise, g.feedback.right) for g in grade(path)] == [(FIRST.id, True), (SECOND.id, False)]


def test_nothing_in_a_notebook_is_run(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    path = notebook(
        tmp_path / "a.ipynb",
        f"open({str(trap)!r}, 'w')",
        f"exercise({FIRST.id!r}).check(open({str(trap)!r}, 'w').name)",
        "this is no Python",
        f"def exercise(x): ...\nexercise('no-such').check('x')\nexercise({FIRST.id!r}).check({FIRST.answer!r})",
    )
    assert [g.exercise for g in grade(path)] == [FIRST.id]
    assert not trap.exists()


def test_the_command_judges_all_notebooks_and_names_those_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = notebook(tmp_path / "good.ipynb", f"exercise({FIRST.id!r}).check({FIRST.answer!r})")
    bad = tmp_path / "bad.ipynb"
    bad.write_text("[]")
    assert main(["grade", str(good)]) == 0
    assert capsys.readouterr().out.startswith(f"good.ipynb: 1 of 1 answers right\n  {FIRST.id:<6} Right.")
    assert main(["grade", str(bad), str(tmp_path / "none.ipynb"), str(good), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)["notebooks"]
    assert [entry.get("problem") for entry in told] == [
        "is no Jupyter notebook",
        "cannot be read (No such file or directory)",
        None,
    ]
    assert told[2]["answers"][0]["right"] is True
