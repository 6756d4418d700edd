"""An exercise: a task, a position, three hints, and a question that judges answers."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from ..draw.faces import card_html, face, image
from ..draw.palette import PAPER, Theme
from ..draw.picture import board_picture
from ..draw.scene import candidates_scene
from ..draw.scene_text import scene_text
from ..draw.text import card_text
from ..errors import OldTownError, UnknownNameError
from ..puzzles.positions import Position
from ..town.buildings import shortened
from .feedback import Feedback, Verdict
from .kinds import Choice, Question
from .written import Answer, as_text

LEVELS = (1, 2, 3)

#: How wide the board of a task is.
BOARD_WIDTH = 560


@dataclass(frozen=True)
class Exercise:
    """``exercise("04-2")``. ``answer`` is one that is right and ``wrong`` are some that are not, for the teacher and
    for tests: judging never looks at them.
    """

    id: str
    title: str
    task: str
    position: Position
    question: Question
    hints: tuple[str, str, str]
    answer: str
    wrong: tuple[str, ...]
    because: str
    shows_board: bool = True

    def check(self, answer: Answer = "") -> Feedback:
        """Judge an answer: a text, a number, a town, or a list of claims."""
        try:
            text = as_text(answer)
            return self.question.judge(text) if text else Feedback(Verdict.NOTHING, self.question.how)
        except OldTownError as error:
            return Feedback(Verdict.UNREADABLE, f"{str(error)[:1].upper()}{str(error)[1:]}")

    def hint(self, level: int = 1) -> Feedback:
        """A hint: where to look (1), how to go on (2), almost there (3)."""
        if level not in LEVELS:
            raise UnknownNameError(f"there is no hint of level {shortened(str(level))}; allowed: 1, 2 or 3")
        return Feedback(Verdict.HINT, self.hints[level - 1])

    def line(self, answer: str) -> str:
        """The line of code that gives this answer, to be kept in a notebook."""
        return f"exercise({self.id!r}).check({answer!r})"

    def __repr__(self) -> str:
        return f"<Exercise {self.id}: {self.title}>"

    # --------------------------------------------------------------------------------------------------------- faces

    def text(self) -> str:
        """The task in plain words, with its cards, its board and the choices."""
        parts = [f"Exercise {self.id}: {self.title}", self.task]
        parts += [card_text(*card) for card in self._cards()]
        if self.shows_board:
            parts.append(scene_text(candidates_scene(self.position.candidates, "The board")))
        return "\n".join([*parts, *self._choices(), self.question.how])

    def html(self, theme: Theme = PAPER, for_form: bool = False) -> str:
        """The same for a page. In a form there are boxes to tick in the place of the choices."""
        task = f"<p style='margin:.4em 0'>{escape(self.task)}</p>"
        game = self.position.puzzle.game
        cards = "".join(card_html(card, game, remark, theme) for card, remark in self._cards())
        board = ""
        if self.shows_board:
            scene = candidates_scene(self.position.candidates, "The board of this exercise")
            board = image(board_picture(scene, theme), BOARD_WIDTH)
        choices = "".join(f"<li style='list-style:none'>{escape(choice)}</li>" for choice in self._choices())
        listed = f"<ul style='margin:.3em 0;padding-left:1em'>{choices}</ul>" if choices else ""
        how = f"<p style='margin:.4em 0'><small>{escape(self.question.how)}</small></p>"
        if for_form and choices:
            listed, how = "", ""
        head = f"<b>Exercise {escape(self.id)}: {escape(self.title)}</b>"
        return f"<div style='max-width:46em;line-height:1.45'>{head}{task}{cards}{board}{listed}{how}</div>"

    def _cards(self) -> list[Any]:
        puzzle = self.position.puzzle
        return [(puzzle.game.card(number), puzzle.for_whom(number)) for number in puzzle.cards]

    def _choices(self) -> list[str]:
        if not isinstance(self.question, Choice):
            return []
        return [f"{letter})  {option.text}" for letter, option in self.question.lettered.items()]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:  # noqa: ARG002
        return face(self.text(), self.html())
