"""Files of exercises: one for each lesson, checked against a model. ``exercises/schema.json`` is made from it:

``python -m oldtown_lab.classroom.files > oldtown_lab/classroom/exercises/schema.json``
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from ..errors import ExerciseError, OldTownError, UnknownNameError
from ..games.files import ONE_LINE, FileModel, Name, Text, Title, read_model
from ..games.loader import load_game
from ..proof.claims import parse_claim, parse_state
from ..proof.formula_text import parse_formula
from ..proof.ladder import BY_ID
from ..puzzles.positions import Position, PositionFile, position_of
from ..puzzles.schema import schema_of
from ..town.buildings import shortened
from ..town.game import Game
from .boards import says
from .exercise import Exercise
from .kinds import Choice, Conclude, Counterexample, Deal, FormulaQuestion, Number, Option, Question, Reasons
from .kinds.formula import card_formula

FOLDER = Path(__file__).parent / "exercises"
GAME = "old-town"

LongText = Annotated[str, Field(min_length=1, max_length=1_500, pattern=ONE_LINE)]
ExerciseId = Annotated[str, Field(pattern=r"^[0-9]{2}-[0-9]{1,2}$")]


class _ExerciseFile(PositionFile):
    """What every exercise has. ``answer`` is right, each of ``wrong`` is not; tests try them all."""

    id: ExerciseId
    title: Title
    task: LongText
    hints: Annotated[list[Text], Field(min_length=3, max_length=3)]
    answer: LongText
    wrong: Annotated[list[LongText], Field(min_length=2, max_length=12)]
    because: LongText
    show_board: bool = True

    def question(self, position: Position) -> Question:
        """What is asked in this position. An :class:`ExerciseError` names the key that is wrong, and no file."""
        raise NotImplementedError


class ConcludeFile(_ExerciseFile):
    """``goal``: claims that follow from the position."""

    kind: Literal["conclude"]
    goal: LongText

    def question(self, position: Position) -> Question:
        game = position.puzzle.game
        goal = tuple(fact for fact in parse_state(self.goal, game) if not says(position.state, fact, game))
        if not goal:
            raise ExerciseError("", "goal", "is on the board already; something new must be asked for")
        return Conclude(position, goal)


class ReasonsFile(_ExerciseFile):
    """``claim``: what the cards must prove; ``most``: with so many cards at the most."""

    kind: Literal["reasons"]
    claim: Text
    most: Annotated[int, Field(ge=0, le=60)] = 0

    def question(self, position: Position) -> Question:
        return Reasons(position, parse_claim(self.claim, position.puzzle.game), self.most)


class NumberFile(_ExerciseFile):
    """``of``: what is counted; ``given``: a number that is no matter of towns."""

    kind: Literal["number"]
    of: Literal["towns", "plots", "towns with", "given"]
    building: Name | None = None
    plot: Annotated[int, Field(ge=0, le=99)] = 0
    given: int | None = None

    def question(self, position: Position) -> Question:
        if (self.of == "given") != (self.given is not None):
            raise ExerciseError("", "given", 'goes with "of": "given", and with nothing else')
        if self.building is None and self.of in ("plots", "towns with"):
            raise ExerciseError("", "building", f'is missing; "of": "{self.of}" is about a building')
        building = position.puzzle.game.building(self.building) if self.building is not None else None
        return Number(position, self.of, building, self.plot, self.given)


class FormulaFile(_ExerciseFile):
    """``means``: a formula, or ``card``: what that card says."""

    kind: Literal["formula"]
    means: LongText | None = None
    card: int | None = None
    form: Literal["", "cnf", "dnf", "implication"] = ""
    other_than: LongText | None = None

    def question(self, position: Position) -> Question:
        game = position.puzzle.game
        if (self.means is None) == (self.card is None):
            raise ExerciseError("", "means", "either means or card must be there, and not both")
        if self.card is not None and self.card not in position.puzzle.cards:
            raise ExerciseError("", "card", f"card {self.card} is not among the cards")
        meant = card_formula(position, self.card) if self.card is not None else parse_formula(self.means or "", game)
        other = parse_formula(self.other_than, game) if self.other_than is not None else None
        return FormulaQuestion(position, meant, self.form, other)


class CounterexampleFile(_ExerciseFile):
    """``statement``: a formula that some town of the position refutes."""

    kind: Literal["counterexample"]
    statement: LongText

    def question(self, position: Position) -> Question:
        return Counterexample(position, parse_formula(self.statement, position.puzzle.game))


class OptionFile(FileModel):
    text: Text
    right: bool = False
    why: Text


class ChoiceFile(_ExerciseFile):
    """``options``: at least one is right, at least one is not."""

    kind: Literal["choice"]
    options: Annotated[list[OptionFile], Field(min_length=2, max_length=10)]

    def question(self, position: Position) -> Question:  # noqa: ARG002 - the position is only looked at
        if len({option.right for option in self.options}) < 2:
            raise ExerciseError("", "options", "at least one must be right and at least one not")
        return Choice(tuple(Option(option.text, option.right, option.why) for option in self.options))


class DealFile(_ExerciseFile):
    """``towns``: how many must fit; ``most``: cards at the most; ``technique``: what the proof must need."""

    kind: Literal["deal"]
    towns: Annotated[int, Field(ge=1)] = 1
    most: Annotated[int, Field(ge=0, le=60)] = 0
    technique: Name | None = None

    def question(self, position: Position) -> Question:
        if self.technique is not None and self.technique not in BY_ID:
            allowed = ", ".join(BY_ID)
            raise ExerciseError("", "technique", f'"{shortened(self.technique)}" is no technique; allowed: {allowed}')
        return Deal(position, self.towns, self.most, BY_ID[self.technique] if self.technique else None)


AnyExerciseFile = Annotated[
    ConcludeFile | ReasonsFile | NumberFile | FormulaFile | CounterexampleFile | ChoiceFile | DealFile,
    Field(discriminator="kind"),
]


class LessonFile(FileModel):
    """The exercises of one lesson."""

    lesson: Annotated[int, Field(ge=0, le=99)]
    title: Title
    exercises: Annotated[list[AnyExerciseFile], Field(max_length=40)]


# ---------------------------------------------------------------------------------------------------------- reading


def exercise(id: str) -> Exercise:
    """An exercise by its number, for example "04-2"."""
    found = exercises()
    if id not in found:
        written = shortened(str(id))
        raise UnknownNameError(f'there is no exercise "{written}"; allowed: {", ".join(found)}')
    return found[id]


@cache
def exercises() -> dict[str, Exercise]:
    """All exercises of the lessons, by their numbers."""
    found: dict[str, Exercise] = {}
    for path in sorted(FOLDER.glob("[0-9][0-9].json")):
        found.update(read_exercises(path))
    return found


def read_exercises(path: Path) -> dict[str, Exercise]:
    """The exercises of one file; an :class:`ExerciseError` says where it is wrong."""
    file = read_model(path, LessonFile, ExerciseError)
    game = load_game(GAME)
    found: dict[str, Exercise] = {}
    for index, entry in enumerate(file.exercises):
        place = f"exercises[{index}]"
        if not entry.id.startswith(f"{file.lesson:02}-") or entry.id in found:
            raise ExerciseError(
                path.name, f"{place}.id", f"is {entry.id}; allowed: {file.lesson:02}-1 and so on, each once"
            )
        try:
            found[entry.id] = _exercise_of(entry, game)
        except ExerciseError as error:
            raise ExerciseError(path.name, f"{place}.{error.place}", error.problem) from None
        except OldTownError as error:
            raise ExerciseError(path.name, place, str(error)) from None
    return found


def _exercise_of(file: AnyExerciseFile, game: Game) -> Exercise:
    for key, problem in file.problems(game):
        raise ExerciseError("", key, problem)
    position = position_of(file, game, f"exercise-{file.id}", file.title)
    one, two, three = file.hints
    return Exercise(
        id=file.id,
        title=file.title,
        task=file.task,
        position=position,
        question=file.question(position),
        hints=(one, two, three),
        answer=file.answer,
        wrong=tuple(file.wrong),
        because=file.because,
        shows_board=file.show_board,
    )


def schema_text() -> str:
    """The schema as it stands in ``exercises/schema.json``."""
    return schema_of(
        LessonFile,
        "Exercises for oldtown_lab",
        "The exercises of one lesson: for each a position, a task, three hints, an answer that is right and some that "
        "are wrong. Whether what they claim is so is checked by the engine.",
    )


if __name__ == "__main__":
    sys.stdout.write(schema_text())
