"""An exercise to fill in: the task, a place for the answer, hints one by one, and the answer as a line of code."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as widgets

from ..classroom.exercise import LEVELS, Exercise
from ..classroom.feedback import Feedback, Verdict
from ..classroom.files import exercise
from ..classroom.kinds import Choice
from ..draw.faces import face
from .one_queue import InOneQueue
from .page_side import PageTheme
from .speaking import Message, button
from .still import Still
from .work import Work


class ExerciseForm(Still, InOneQueue, widgets.VBox):  # type: ignore[misc]
    """``ExerciseForm("04-2")`` in a cell. The answer can be kept as a line of code: clicks are lost, code is not."""

    def __init__(self, what: Exercise | str, theme: str = "auto") -> None:
        self.exercise = what if isinstance(what, Exercise) else exercise(what)
        self._level = 0
        self._judged_last: Feedback | None = None
        self._theme = PageTheme(theme)
        self.feedback = Message("feedback", "Your answer is kept.")
        self.hint = Message("exercise-hint")
        self.code = Message("exercise-code")
        self.work = Work(self.feedback, "judging")
        self.ticks: dict[str, widgets.Checkbox] = {}
        self.text = widgets.Textarea(
            placeholder="your answer",
            description="Answer",
            rows=2,
            layout=widgets.Layout(width="100%", max_width="46em"),
        )
        self.text.add_class("oldtown-answer-text")
        question = self.exercise.question
        if isinstance(question, Choice):
            self.ticks = {
                letter: widgets.Checkbox(
                    False, description=f"{letter})  {option.text}", indent=False, layout=widgets.Layout(width="auto")
                )
                for letter, option in question.lettered.items()
            }
        check = button("Check", "Judge my answer", self.check, "exercise-check", "info")
        self.more_help = button("Hint", "A first hint", self.next_hint, "exercise-hint-button")
        row = widgets.Layout(flex_flow="row wrap", align_items="center")
        self.task = widgets.HTML()
        super().__init__(
            [
                self._theme.page_side,
                self.task,
                *(self.ticks.values() or [self.text]),
                widgets.HBox([check, self.more_help, self.work], layout=row),
                self.hint,
                self.feedback,
                self.code,
            ]
        )
        self.add_class("oldtown-exercise")
        self._theme.on_change(self._show)
        self._show()

    @property
    def answer(self) -> str:
        """What is filled in."""
        if self.ticks:
            return ", ".join(letter for letter, box in self.ticks.items() if box.value)
        return str(self.text.value)

    def check(self) -> None:
        """Judge what is filled in."""
        answer = self.answer  # taken down now: while it is judged, the student may go on writing
        self.work.run("judging your answer", lambda: self.exercise.check(answer), lambda f: self._judged(f, answer))

    def next_hint(self) -> None:
        """One hint more, up to the third."""
        if self._level < LEVELS[-1]:
            self._level += 1
        shown = [f"<p><b>Hint {n}.</b> {escape(self.exercise.hint(n).words)}</p>" for n in range(1, self._level + 1)]
        self.hint.say_html("".join(shown))
        self.more_help.disabled = self._level == LEVELS[-1]
        self.more_help.description = "No more hints" if self.more_help.disabled else "Another hint"

    def _judged(self, feedback: Feedback, answer: str) -> None:
        self._judged_last = feedback
        self._show()
        if feedback.verdict in (Verdict.NOTHING, Verdict.UNREADABLE):
            self.code.say("")
            return
        line = escape(self.exercise.line(answer))
        self.code.say_html(f"<small>As a line of code, to keep in a cell: <code>{line}</code></small>")

    def _show(self) -> None:
        """The task and the last judgement, in the colours of the page."""
        theme = self._theme.current
        self.task.value = self.exercise.html(theme, for_form=True)
        if self._judged_last is not None:
            self.feedback.say_html(self._judged_last.html(theme))

    def still(self) -> dict[str, Any]:
        return face(self.exercise.text(), self.exercise.html())
