"""The command for teachers that judges what students hand in."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from ..classroom.answers import Graded, grade
from ..errors import FileError
from ..town.buildings import shortened
from .looking import print_json

LONGEST_PATH = 200


def show_grades(chosen: Namespace) -> int:
    """Each notebook's answers, right or not. A notebook that cannot be read does not keep the others from it."""
    results = [_result(name) for name in chosen.notebooks]
    if chosen.json:
        print_json({"notebooks": results})
    else:
        for result in results:
            _print(result)
    return 1 if any("problem" in result for result in results) else 0


def _result(name: str) -> dict[str, Any]:
    notebook = _as_given(name)
    try:
        grades = grade(Path(name))
    except FileError as error:
        return {"notebook": notebook, "problem": error.problem, "answers": []}
    except Exception as error:  # whatever it is: thirty notebooks are judged at a time, and the others can be
        return {"notebook": notebook, "problem": f"cannot be judged ({type(error).__name__})", "answers": []}
    answers = [_answer_json(answer) for answer in grades.answers]
    return {"notebook": notebook, "answers": answers, "unreadable_cells": grades.unreadable_cells}


def _as_given(name: str) -> str:
    """The path as it was written: in different folders are files of the same name. Of a long one the end is kept."""
    kept = name if len(name) <= LONGEST_PATH else f"…{name[1 - LONGEST_PATH :]}"
    return shortened(kept, LONGEST_PATH) or "."


def _answer_json(graded: Graded) -> dict[str, Any]:
    return {
        "exercise": graded.exercise,
        "right": graded.feedback.right,
        "answer": graded.answer,
        "feedback": graded.feedback.text,
    }


def _print(result: dict[str, Any]) -> None:
    if "problem" in result:
        print(f"{result['notebook']}: {result['problem']}")
        return
    answers = result["answers"]
    right = sum(answer["right"] for answer in answers)
    unreadable = result["unreadable_cells"]
    cells = f"; {unreadable} {'cell' if unreadable == 1 else 'cells'} cannot be read" if unreadable else ""
    print(f"{result['notebook']}: {right} of {len(answers)} answers right{cells}")
    for answer in answers:
        said = answer["feedback"].splitlines()[0]
        print(f"  {answer['exercise']:<6} {said}")
