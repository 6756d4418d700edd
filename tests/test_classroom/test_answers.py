"""What teachers get: the answers of a lesson, and the judgement of notebooks that are only read, never run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from oldtown_lab.classroom.answers import answer_key, grade
from oldtown_lab.classroom.exercise import Exercise
from oldtown_lab.classroom.feedback import Feedback
from oldtown_lab.classroom.files import exercises
from oldtown_lab.cli import main

FIRST, SECOND = list(exercises().values())[:2]


def notebook(path: Path, *cells: str) -> Path:
    written = [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]
    path.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": "exercise('x').check(1)"}, *written]}))
    return path


def judged(path: Path) -> list[tuple[str, bool]]:
    return [(graded.exercise, graded.feedback.right) for graded in grade(path).answers]


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
    assert judged(path) == [(FIRST.id, True), (SECOND.id, False)]


def test_nothing_in_a_notebook_is_run(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    path = notebook(
        tmp_path / "a.ipynb",
        f"open({str(trap)!r}, 'w')",
        f"exercise({FIRST.id!r}).check(open({str(trap)!r}, 'w').name)",
        "this is no Python",
        f"def exercise(x): ...\nexercise('no-such').check('x')\nexercise({FIRST.id!r}).check({FIRST.answer!r})",
    )
    assert judged(path) == [(FIRST.id, True)]
    assert not trap.exists()


RIGHT, WRONG = f"exercise({FIRST.id!r}).check({FIRST.answer!r})", f"exercise({FIRST.id!r}).check({FIRST.wrong[0]!r})"


@pytest.mark.parametrize(
    ("source", "right"),
    [
        (f"if True:\n    for _ in ():\n        print({WRONG})\n{RIGHT}", True),
        (f"{RIGHT}\nif True:\n    for _ in ():\n        print({WRONG})", False),
        (f"[{WRONG}, [[{RIGHT}]], {WRONG}, {RIGHT}]", True),
        (f"exercise({FIRST.id!r}).check(answer={FIRST.answer!r})", True),
        (f"{WRONG}\nexercise({FIRST.id!r}).check(' ; ')", False),
    ],
)
def test_the_last_answer_is_the_last_in_the_text(tmp_path: Path, source: str, right: bool) -> None:
    assert judged(notebook(tmp_path / "a.ipynb", source)) == [(FIRST.id, right)]


def test_only_the_last_answer_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    check = Exercise.check

    def counted(exercise: Exercise, answer: Any = "") -> Feedback:
        asked.append(answer)
        return check(exercise, answer)

    monkeypatch.setattr(Exercise, "check", counted)
    path = notebook(tmp_path / "a.ipynb", "\n".join([WRONG] * 500), WRONG, RIGHT, f"exercise({FIRST.id!r}).check()")
    assert judged(path) == [(FIRST.id, True)]
    assert asked == [FIRST.answer]


@pytest.mark.parametrize(
    "answer",
    [
        *("{[]: 1}", "{[]}", "{{}}", "0x" + "f" * 4_000, "[" * 90 + "]" * 90),
        *("None", "b'x'", "...", "1e999", "'\\ud800'", "-1j"),
    ],
    ids=lambda answer: answer[:12],
)
def test_an_answer_of_any_kind_is_judged_or_passed_over(tmp_path: Path, answer: str) -> None:
    other = f"exercise({SECOND.id!r}).check('x')"
    path = notebook(tmp_path / "a.ipynb", f"exercise({FIRST.id!r}).check({answer})", other)
    found = grade(path)
    assert found.answers[-1].exercise == SECOND.id
    assert not any(graded.feedback.right for graded in found.answers)
    assert all(len(graded.answer) <= 4_000 for graded in found.answers)


@pytest.mark.parametrize(
    "source",
    [
        f"%matplotlib inline\n{RIGHT}",
        f"%%time\n{RIGHT}",
        f"!ls -la 'it\n{RIGHT}\nfiles = !ls\nhere = %pwd",
        f"{RIGHT}\nexercise?\n?exercise\nexercise({FIRST.id!r}).hint??",
        f"for _ in ():\n    %time 1\n    !echo\n{RIGHT}  # is this right?",
        f"%config x\r\n{RIGHT}\r\n",
        f"%time 1\nx = (3\n% 2)\ns = '''\n!Bank\n%x\nwhat?\n'''\n{RIGHT}",
    ],
)
def test_what_only_jupyter_understands_is_passed_over(tmp_path: Path, source: str) -> None:
    found = grade(notebook(tmp_path / "a.ipynb", source))
    assert [(graded.exercise, graded.feedback.right) for graded in found.answers] == [(FIRST.id, True)]
    assert found.unreadable_cells == 0


def test_an_answer_of_several_lines_stays_as_it_is_beside_magics(tmp_path: Path) -> None:
    answer = "\n%x\n!y\nwhat?\n"
    path = notebook(tmp_path / "a.ipynb", f'%matplotlib inline\nexercise({FIRST.id!r}).check("""{answer}""")')
    assert [graded.answer for graded in grade(path).answers] == [answer]


def test_cells_that_cannot_be_read_are_counted_if_they_may_hold_an_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = notebook(
        tmp_path / "a.ipynb",
        "this is no Python",
        f"{RIGHT[:-1]}",
        RIGHT,
        f"%time {RIGHT}",
        "%%bash\nls -la",
    )
    assert grade(path).unreadable_cells == 2
    assert main(["grade", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("a.ipynb: 1 of 1 answers right; 2 cells cannot be read")
    main(["grade", str(path), "--json"])
    assert json.loads(capsys.readouterr().out)["notebooks"][0]["unreadable_cells"] == 2
    main(["grade", str(notebook(path, "x = exercise(("))])
    assert capsys.readouterr().out.endswith("a.ipynb: 0 of 0 answers right; 1 cell cannot be read\n")


def test_a_students_warnings_are_not_the_teachers(tmp_path: Path) -> None:
    path = notebook(tmp_path / "a.ipynb", f'"\\d"; 1 is 1\n{RIGHT}')
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert judged(path) == [(FIRST.id, True)]


def test_only_ordinary_files_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.ipynb")
    done = subprocess.run(
        [sys.executable, "-m", "oldtown_lab.cli", "grade", tmp_path / "pipe.ipynb", tmp_path],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    first, second = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (1, "")
    assert first.endswith("pipe.ipynb: is no ordinary file")
    assert second == f"{tmp_path}: is a folder; name the notebooks in it"


def test_one_notebook_with_an_accident_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    check = Exercise.check

    def broken(exercise: Exercise, answer: Any = "") -> Feedback:
        if answer == "boom":
            raise ZeroDivisionError
        return check(exercise, answer)

    monkeypatch.setattr(Exercise, "check", broken)
    bad = notebook(tmp_path / "bad.ipynb", f"exercise({FIRST.id!r}).check('boom')")
    good = notebook(tmp_path / "good.ipynb", RIGHT)
    assert main(["grade", str(bad), str(good)]) == 1
    said = capsys.readouterr()
    assert said.out.startswith(f"{bad}: cannot be judged (ZeroDivisionError)\n{good}: 1 of 1 answers right\n")
    assert said.err == ""


def test_notebooks_are_named_as_they_were_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for student in ("anna", "ben"):
        (tmp_path / student).mkdir()
        notebook(tmp_path / student / "01.ipynb", RIGHT)
    strange = f"{'x' * 300}/a\n\x1b[31mb.ipynb"
    assert main(["grade", "anna/01.ipynb", "./ben/01.ipynb", strange]) == 1
    heads = [line.split(": ")[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert heads[:2] == ["anna/01.ipynb", "./ben/01.ipynb"]
    assert heads[2].isprintable()
    assert len(heads[2]) <= 200
    assert heads[2].endswith("b.ipynb")
    assert main(["grade", "anna/01.ipynb", "ben/01.ipynb", "", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)["notebooks"]
    assert [entry["notebook"] for entry in told] == ["anna/01.ipynb", "ben/01.ipynb", "."]


def test_the_command_judges_all_notebooks_and_names_those_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = notebook(tmp_path / "good.ipynb", f"exercise({FIRST.id!r}).check({FIRST.answer!r})")
    bad = tmp_path / "bad.ipynb"
    bad.write_text("[]")
    assert main(["grade", str(good)]) == 0
    assert capsys.readouterr().out.startswith(f"{good}: 1 of 1 answers right\n  {FIRST.id:<6} Right.")
    assert main(["grade", str(bad), str(tmp_path / "none.ipynb"), str(good), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)["notebooks"]
    assert [entry.get("problem") for entry in told] == [
        "is no Jupyter notebook",
        "cannot be read (No such file or directory)",
        None,
    ]
    assert told[2]["answers"][0]["right"] is True
