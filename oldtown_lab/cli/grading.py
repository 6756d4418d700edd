"""The command for teachers that judges what students hand in."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from ..classroom.answers import Graded, grade
from ..errors import FileError
from ..games.files import file_name
from .looking import print_json


def show_grades(chosen: Namespace) -> int:
    """Each notebook's answers, right or not. A notebook that cannot be read does not keep the others from it."""
    results: list[dict[str, Any]] = []
    unreadable = False
    for name in chosen.notebooks:
        path = Path(name)
        try:
            graded = grade(path)
        except FileError as error:
            unreadable = True
            results.append({"notebook": file_name(path), "problem": error.problem, "answers": []})
            continue
        results.append({"notebook": file_name(path), "answers": [_answer_json(answer) for answer in graded]})
    if chosen.json:
        print_json({"notebooks": results})
    else:
        for result in results:
            _print(result)
    return 1 if unreadable else 0


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
    print(f"{result['notebook']}: {right} of {len(answers)} answers right")
    for answer in answers:
        said = answer["feedback"].splitlines()[0]
        print(f"  {answer['exercise']:<6} {said}")
