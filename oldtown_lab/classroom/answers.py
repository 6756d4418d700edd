"""For teachers: the answers of a lesson, and the answers of students, collected from their notebooks."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any

from ..draw.faces import face
from ..errors import FileError
from ..games.files import file_name
from .exercise import Exercise
from .feedback import Feedback, Verdict
from .files import exercises
from .written import LONGEST_ANSWER

#: No notebook of a student comes near this; a larger one is a mistake.
LARGEST_NOTEBOOK = 20_000_000

#: So many lines of a cell are passed over, because only Jupyter understands them.
MOST_PASSED_OVER = 100
LINE_END = re.compile(r"\r\n|\r|\n")
ASSIGNED_MAGIC = re.compile(r"[\w.,* ]+=\s*[%!]")


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


@dataclass(frozen=True)
class Grades:
    """What a notebook answers, and how many of its cells may hold an answer but cannot be read."""

    answers: tuple[Graded, ...]
    unreadable_cells: int


def grade(notebook: Path) -> Grades:
    """Judge the answers of a student's notebook without running it: only lines such as ``exercise("04-2").check("…")``
    whose answer is written out are read, so that a notebook cannot do anything while it is judged.
    """
    known = exercises()
    given: dict[str, list[Any]] = {}
    unreadable = 0
    for source in _code_cells(notebook):
        cell, whole = _read_cell(source)
        unreadable += not whole
        for id, answer in _answers(cell):
            if id in known and answer not in ("", [], ()):
                given.setdefault(id, []).append(answer)
    graded = (_last_answer(known[id], given[id]) for id in known if id in given)
    return Grades(tuple(answer for answer in graded if answer is not None), unreadable)


def _last_answer(exercise: Exercise, answers: Sequence[Any]) -> Graded | None:
    """Judging may take seconds, so that it is begun at the end, where almost always one is enough."""
    for answer in reversed(answers):
        feedback = exercise.check(answer)
        if feedback.verdict is not Verdict.NOTHING:
            return Graded(exercise.id, _written(answer), feedback)
    return None


def _written(answer: object) -> str:
    """An answer as a text, and never a longer one than could be right."""
    try:
        return str(answer)[:LONGEST_ANSWER]
    except ValueError:  # Python does not write out a gigantic number
        return "a gigantic number"


def _code_cells(notebook: Path) -> Iterator[str]:
    name = file_name(notebook)
    try:
        mode = notebook.stat().st_mode
        if S_ISDIR(mode):
            raise FileError(name, "", "is a folder; name the notebooks in it")
        if not S_ISREG(mode):  # a pipe, say, whose end might never come
            raise FileError(name, "", "is no ordinary file")
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


def _read_cell(source: str) -> tuple[ast.AST, bool]:
    """A cell as Python, and whether all of it that may be an answer could be read.

    Lines that only Jupyter understands are passed over, but only where Python stumbles over them: a line of a longer
    answer may look just like one.
    """
    lines = LINE_END.split(source)
    passed_over: list[str] = []
    while True:
        try:
            with warnings.catch_warnings():  # the student's, of which the teacher need not hear
                warnings.simplefilter("ignore")
                return ast.parse("\n".join(lines)), not any(".check(" in line for line in passed_over)
        except SyntaxError as error:
            at = (error.lineno or 0) - 1
            if not (0 <= at < len(lines) and _is_for_jupyter(lines[at])) or len(passed_over) == MOST_PASSED_OVER:
                break
            passed_over.append(lines[at])
            indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            lines[at] = f"{indent}pass"  # not nothing: it may be all that there is in a loop
        except (ValueError, RecursionError, MemoryError):
            break
    return ast.Module([], []), "exercise(" not in source


def _is_for_jupyter(line: str) -> bool:
    """A magic, a command of the shell, a question for help."""
    bare = line.strip()
    asks = bare.endswith("?") and "#" not in bare
    return bare.startswith(("%", "!", "?")) or asks or ASSIGNED_MAGIC.match(bare) is not None


def _answers(cell: ast.AST) -> Iterator[tuple[str, Any]]:
    """The exercises that a cell answers, in the order of the text, with the answers as they are written there."""
    calls = [node for node in ast.walk(cell) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        match call.func:
            case ast.Attribute(
                value=ast.Call(func=ast.Name(id="exercise"), args=[ast.Constant(value=str(id))]), attr="check"
            ):
                named = (keyword.value for keyword in call.keywords if keyword.arg == "answer")
                for answer in (*call.args, *named)[:1]:
                    # What is no literal, or one without a value such as {[]}, is passed over.
                    with suppress(ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
                        yield id, ast.literal_eval(answer)
