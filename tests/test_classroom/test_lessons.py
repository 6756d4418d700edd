"""The notebooks of the course: short cells, one set-up, output that is there, and exercises that exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from oldtown_lab.classroom.files import exercises

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("[0-9][0-9]-*.ipynb"))
ALL = sorted(NOTEBOOKS.glob("*.ipynb"))
MOST_LINES = 20
EXERCISE = re.compile(r"""\b(?:exercise|ExerciseForm)\(["']([^"']+)["']\)""")


def cells(path: Path, kind: str) -> list[Any]:
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == kind]


def name(path: Path) -> str:
    return path.stem


def test_the_course_is_complete() -> None:
    assert [path.stem[:2] for path in LESSONS] == [f"{n:02}" for n in range(11)]
    assert {"walkthrough", "solo-lab", "teachers-guide"} <= {path.stem for path in ALL}


@pytest.mark.parametrize("path", ALL, ids=name)
def test_students_read_prose_and_boards_not_plumbing(path: Path) -> None:
    assert nbformat.validate(nbformat.read(path, as_version=4)) is None
    for cell in cells(path, "code"):
        assert len(cell.source.splitlines()) <= MOST_LINES
        assert not cell.source.lstrip().startswith(("%", "!"))


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_all_imports_stand_in_the_set_up_cell(path: Path) -> None:
    first, *others = cells(path, "code")
    assert "import" in first.source
    assert [cell.source for cell in others if re.search(r"^\s*(from \w|import \w)", cell.source, re.MULTILINE)] == []


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_a_lesson_says_what_it_is_for(path: Path) -> None:
    prose = "\n".join(cell.source for cell in cells(path, "markdown"))
    assert prose.startswith("# ")
    if path.stem[:2] != "00":
        for word in ("you can", "minutes", "hallenge"):
            assert word in prose


@pytest.mark.parametrize("path", ALL, ids=name)
def test_output_is_committed_and_is_no_error(path: Path) -> None:
    shown = 0
    for cell in cells(path, "code"):
        if "clear-output" in cell.metadata.get("tags", []):
            assert cell.outputs == []
            continue
        assert cell.execution_count is not None, cell.source
        for output in cell.outputs:
            assert output.output_type != "error"
            assert "application/vnd.jupyter.widget-view+json" not in output.get("data", {})
            shown += "data:image/svg+xml" in output.get("data", {}).get("text/html", "")
    if path in LESSONS:
        assert shown >= 3, "a lesson shows boards, also where no kernel runs"


def test_every_exercise_is_asked_in_its_lesson_and_nowhere_else() -> None:
    asked = {path.stem[:2]: EXERCISE.findall("\n".join(c.source for c in cells(path, "code"))) for path in LESSONS}
    for lesson, ids in asked.items():
        expected = [id for id in exercises() if id.startswith(f"{lesson}-")]
        assert list(dict.fromkeys(ids)) == expected
        if lesson != "00":
            assert len(expected) >= 5


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_a_lesson_does_not_answer_its_own_exercises(path: Path) -> None:
    for cell in cells(path, "code"):
        for id, answer in re.findall(r"""exercise\("([^"]+)"\)\.check\((.*?)\)\s*(?:#|$)""", cell.source):
            assert answer == '""', (id, answer)
