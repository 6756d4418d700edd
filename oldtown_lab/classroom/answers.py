"""For teachers: the answers of a lesson, and the answers of students, collected from their notebooks."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from ..draw.faces import face
from ..errors import FileError
from ..games.files import file_name
from .exercise import Exercise
from .feedback import Feedback, Verdict
from .files import exercises

#: No notebook of a student comes near this; a larger one is a mistake.
LARGEST_NOTEBOOK = 20_000_000


@dataclass(frozen=True)
class AnswerKey:
    """The right answers of some exercises, each with its reason. It shows itself as a table."""

    exercises: tuple[Exercise, ...]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:  # noqa: ARG002
        text = "\n\n".join(f"{e.id}  {e.title}\n  {e.answer}\n  {e.because}" for e in self.exercises)
        left = "<td style='text-align:left'>"
        rows = "".join(
            f"<tr style='vertical-align:top'>{left}<b>{escape(e.id)}</b></td>{left}{escape(e.title)}</td>"
            f"{left}<code>{escape(e.answer)}</code></td>{left}{escape(e.because)}</td></tr>"
            for e in self.exercises
        )
        head = "<tr><th></th><th>exercise</th><th>an answer</th><th>because</th></tr>"
        return face(text, f"<table>{head}{rows}</table>")


def answer_key(lesson: int) -> AnswerKey:
    """The answers of one lesson."""
    return AnswerKey(tuple(e for e in exercises().values() if e.id.startswith(f"{lesson:02}-")))


@dataclass(frozen=True)
class Graded:
    """The last answer that a notebook gives to an exercise, and its judgement."""

    exercise: str
    answer: str
    feedback: Feedback


def grade(notebook: Path) -> list[Graded]:
    """Judge the answers of a student's notebook without running it: only lines such as ``exercise("04-2").check("…")``
    whose answer is written out are read, so that a notebook cannot do anything while it is judged.
    """
    found: dict[str, Graded] = {}
    known = exercises()
    for source in _code_cells(notebook):
        for id, answer in _answers(source):
            if id not in known:
                continue
            feedback = known[id].check(answer)
            if feedback.verdict is not Verdict.NOTHING:
                found[id] = Graded(id, str(answer), feedback)
    return [found[id] for id in known if id in found]


def _code_cells(notebook: Path) -> Iterator[str]:
    name = file_name(notebook)
    try:
        with notebook.open("rb") as file:
            content = file.read(LARGEST_NOTEBOOK + 1)
        if len(content) > LARGEST_NOTEBOOK:
            raise FileError(name, "", f"the notebook is larger than {LARGEST_NOTEBOOK:,} bytes")
        cells = json.loads(content)["cells"]
        for cell in cells:
            if cell["cell_type"] == "code":
                source = cell["source"]
                yield source if isinstance(source, str) else "".join(source)
    except OSError as problem:
        raise FileError(name, "", f"cannot be read ({problem.strerror})") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise FileError(name, "", "is no Jupyter notebook") from None


def _answers(source: str) -> Iterator[tuple[str, Any]]:
    """The exercises that a cell answers, with the answers as they are written there."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # a cell that does not run answers nothing
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(
                    value=ast.Call(func=ast.Name(id="exercise"), args=[ast.Constant(value=str(id))]), attr="check"
                ),
                args=[answer],
            ):
                try:
                    yield id, ast.literal_eval(answer)
                except ValueError:
                    continue
