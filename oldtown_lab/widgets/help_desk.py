"""Help, each level only on request: check, hints, the next step, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape

import ipywidgets as widgets

from ..draw.faces import image
from ..draw.palette import Theme
from ..draw.picture import board_picture
from ..draw.scene import town_scene
from ..draw.step_html import step_html
from ..play.session import SoloSession
from ..proof.questions import Hint, Why
from ..proof.step import Step
from ..proof.words.registers import step_texts
from ..town.buildings import in_words
from ..town.candidates import OUT
from ..town.towns import Town
from .speaking import Message, button
from .work import Work

#: How wide a board is inside the panel.
SMALL = 420

LEVELS = {1: "where to look", 2: "and how", 3: "the whole step"}


class HelpDesk(widgets.VBox):  # type: ignore[misc]
    """Asks the session and shows the answers. ``point_out`` shows a step on the board of whoever owns the desk."""

    def __init__(
        self,
        session: SoloSession,
        work: Work,
        point_out: Callable[[Step | None], None],
        theme: Callable[[], Theme],
    ) -> None:
        self._session = session
        self._work = work
        self._point_out = point_out
        self._theme = theme
        self.answer = Message("answer")
        check = button("Is anything wrong?", "Says yes or no, and no more", self.check, "check")
        hints = [
            button(f"Hint {level}", f"Hint: {words}", lambda level=level: self.hint(level), f"hint-{level}")  # type: ignore[misc]
            for level, words in LEVELS.items()
        ]
        explain = button("Explain the next step", "The next step with its proof", self.next_step, "next-step", "info")
        self.do_step = button("Do it on the board", "Make the moves of this step", self._do_step, "do-step", "success")
        self.do_step.layout.display = "none"
        buildings = session.puzzle.game.buildings
        plots = [*((f"on plot {p}", p) for p in sorted(session.puzzle.game.plan.all_plots)), ("left out", OUT)]
        self.building = widgets.Dropdown(options=buildings, layout=widgets.Layout(width="11em"))
        self.place = widgets.Dropdown(options=plots, layout=widgets.Layout(width="8em"))
        why = button("Why?", "Why can it stand there, or why not?", self.why, "why")
        row = widgets.Layout(flex_flow="row wrap", align_items="center")
        super().__init__(
            [
                widgets.HBox([check, *hints, explain, self.do_step], layout=row),
                widgets.HBox([widgets.HTML("the&nbsp;"), self.building, self.place, why], layout=row),
                self.answer,
            ]
        )
        self.add_class("oldtown-help")
        self._step: Step | None = None
        session.observe(self._forget)

    # ------------------------------------------------------------------------------------------------------ questions

    def check(self) -> None:
        """Is anything wrong on the board? Not what."""
        self._forget()
        self._work.run("checking your board", self._session.is_consistent, self._checked)

    def hint(self, level: int) -> None:
        self._forget()
        shown = self._explained if level == 3 else self._hinted
        self._work.run("looking for a hint", lambda: self._session.hint(level), shown)

    def next_step(self) -> None:
        self._forget()
        self._work.run("looking for the next step", lambda: self._session.hint(3), self._explained)

    def ask(self, building: str, place: int) -> None:
        """Ask about a candidate that somebody has picked elsewhere."""
        self.building.value, self.place.value = building, place
        self.why()

    def why(self) -> None:
        building, place = self.building.value, self.place.value
        self._forget()
        self._work.run(
            f"asking about {_spoken(building, place)}",
            lambda: self._session.why(building, place),
            lambda answer: self._answered(answer, building, place),
        )

    # -------------------------------------------------------------------------------------------------------- answers

    def _checked(self, fine: bool) -> None:
        if fine:
            self.answer.say("Nothing is wrong: your board agrees with all the cards.")
        else:
            self.answer.warn("Something on your board is wrong. Rewind goes back to where it was still right.")

    def _hinted(self, hint: Hint) -> None:
        (self.answer.warn if hint.mistake else self.answer.say)(hint.text)

    def _explained(self, hint: Hint) -> None:
        if hint.step is None:
            (self.answer.warn if hint.mistake else self.answer.say)(hint.text)
            return
        self._step = hint.step
        self.do_step.layout.display = ""
        self.answer.say_html(step_html(hint.step, hint.text, self._theme()))
        self._point_out(hint.step)

    def _answered(self, answer: Why, building: str, place: int) -> None:
        spoken = _spoken(building, place)
        if answer.proof is None and answer.refuting_town is not None:
            mine = f" Mine are then {in_words(answer.refuting_mine)}." if answer.refuting_mine else ""
            said = f"It is possible that {spoken}: here is a town that fits all the cards.{mine}"
            picture = town_image(self._session, answer.refuting_town, building, "A town that fits all the cards")
            self.answer.say_html(f"{escape(said)}<br>{picture}")
            return
        if answer.proof is None:
            return
        theory, steps = answer.proof.theory, answer.proof.steps
        told = "".join(
            f"<div style='margin:.5em 0'>{step_html(step, text, self._theme())}</div>"
            for step, text in zip(steps, step_texts(theory, steps), strict=True)
        )
        count = len(steps)
        said = f"It cannot be that {spoken}. The proof has {count} {'step' if count == 1 else 'steps'}:"
        self.answer.say_html(f"{escape(said)}{told}")
        if steps:
            self._point_out(steps[-1])

    def _do_step(self) -> None:
        step = self._step
        if step is None:
            return
        with self.answer.troubles():
            self._session.follow(step)

    def _forget(self) -> None:
        """A new question, or a move: the last answer and its marks are out of date."""
        self._step = None
        self.do_step.layout.display = "none"
        self.answer.say("")
        self._point_out(None)


def town_image(session: SoloSession, town: Town, building: str, title: str) -> str:
    """A town as a small picture, the building in question pointed out in it."""
    scene = replace(town_scene(session.puzzle.game, town, title), building=building)
    return image(board_picture(scene), SMALL)


def _spoken(building: str, place: int) -> str:
    return f"the {building} is left out" if place == OUT else f"the {building} stands on {place}"
