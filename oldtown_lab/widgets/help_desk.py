"""Help, each level only on request: check, hints, the next step, and why."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TypeVar

import ipywidgets as widgets

from ..draw.palette import Theme
from ..draw.step_html import step_html
from ..play.session import SoloSession
from ..proof.facts import fact_text
from ..proof.questions import Hint, Why
from ..proof.step import Proof, Step
from ..proof.words.registers import step_texts
from ..town.buildings import in_words
from ..town.candidates import OUT
from .pictures import town_image
from .speaking import SIGN, Echo, Message, button
from .work import Work

Answer = TypeVar("Answer")

LEVELS = {1: "where to look", 2: "and how", 3: "the whole step"}
WHOLE_STEP = 3

#: The sentences of the steps of a proof.
Texts = tuple[str, ...]

CHANGED = "Your board has changed meanwhile, so the answer is no longer about it. Ask again."


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
        self.echo = Echo()
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
        # Without a description, the tooltip is what a screen reader calls the list.
        self.building = widgets.Dropdown(
            options=buildings, tooltip="Why: which building", layout=widgets.Layout(width="11em")
        )
        self.place = widgets.Dropdown(options=plots, tooltip="Why: which plot", layout=widgets.Layout(width="8em"))
        why = button("Why?", "Why can it stand there, or why not?", self.why, "why")
        row = widgets.Layout(flex_flow="row wrap", align_items="center")
        super().__init__(
            [
                widgets.HBox([check, *hints, explain, self.do_step], layout=row),
                widgets.HBox([widgets.HTML("the&nbsp;"), self.building, self.place, why], layout=row),
                self.echo,
                self.answer,
            ]
        )
        self.add_class("oldtown-help")
        self._step: Step | None = None
        self._again: Callable[[], None] | None = None
        """Shows the answer again, for instance in another theme."""
        self._changes = 0
        session.observe(self._changed)

    # ------------------------------------------------------------------------------------------------------ questions

    def check(self) -> None:
        """Is anything wrong on the board? Not what."""
        self._ask("checking your board", self._session.is_consistent, self._checked)

    def hint(self, level: int) -> None:
        if level == WHOLE_STEP:
            self._explain("looking for a hint")
        else:
            self._ask("looking for a hint", lambda: self._session.hint(level), self._hinted)

    def next_step(self) -> None:
        self._explain("looking for the next step")

    def _explain(self, what: str) -> None:
        def explained() -> tuple[Hint, Texts]:
            hint = self._session.hint(WHOLE_STEP)
            return hint, _texts(hint.proof)

        self._ask(what, explained, lambda explained: self._explained(*explained))

    def ask(self, building: str, place: int) -> None:
        """Ask about a candidate that somebody has picked elsewhere."""
        self.building.value, self.place.value = building, place
        self.why()

    def why(self) -> None:
        building, place = self.building.value, self.place.value

        def answer() -> tuple[Why, Texts]:
            why = self._session.why(building, place)
            return why, _texts(why.proof)

        self._ask(
            f"asking about {_spoken(building, place)}",
            answer,
            lambda answer: self._answered(*answer, building, place),
        )

    def restyle(self) -> None:
        """The theme is another one: show the answer again."""
        if self._again is not None:
            self._again()

    def _ask(self, what: str, job: Callable[[], Answer], then: Callable[[Answer], None]) -> None:
        self._forget()
        self._work.message.repeat_at(self.echo)
        changes = self._changes

        def answered(answer: Answer) -> None:
            # Also where the change was undone: the question may have been put in between.
            if self._changes != changes:
                self.answer.warn(CHANGED)
            else:
                self._again = lambda: then(answer)
                self._again()

        self._work.run(what, job, answered)

    # -------------------------------------------------------------------------------------------------------- answers

    def _checked(self, fine: bool) -> None:
        if fine:
            self.answer.say("Nothing is wrong: your board agrees with all the cards.")
        else:
            self.answer.warn("Something on your board is wrong. Rewind goes back to where it was still right.")

    def _hinted(self, hint: Hint) -> None:
        (self.answer.warn if hint.mistake else self.answer.say)(hint.text)

    def _explained(self, hint: Hint, texts: Texts) -> None:
        if hint.mistake is not None and hint.proof is not None:
            said = f'"{fact_text(hint.mistake)}" is a mistake. {_steps(hint.proof)} why:'
            self.answer.say_html(f"{SIGN} {escape(said)}{self._proof(hint.proof, texts)}")
        elif hint.step is None:
            self._hinted(hint)
        else:
            self._step = hint.step
            self.do_step.layout.display = ""
            self.answer.say_html(step_html(hint.step, hint.text, self._theme()))
            self._point_out(hint.step)

    def _answered(self, answer: Why, texts: Texts, building: str, place: int) -> None:
        spoken = _spoken(building, place)
        if answer.proof is None and answer.refuting_town is not None:
            mine = _mine(answer.refuting_mine)
            said = f"It is possible that {spoken}: here is a town that fits all the cards.{mine}"
            title = "A town that fits all the cards"
            picture = town_image(self._session, answer.refuting_town, building, title, self._theme())
            self.answer.say_html(f"{escape(said)}<br>{picture}")
        elif answer.proof is not None:
            count = len(answer.proof.steps)
            said = f"It cannot be that {spoken}. The proof has {count} {'step' if count == 1 else 'steps'}:"
            self.answer.say_html(f"{escape(said)}{self._proof(answer.proof, texts)}")
            if answer.proof.steps:
                self._point_out(answer.proof.steps[-1])

    def _proof(self, proof: Proof, texts: Texts) -> str:
        return "".join(
            f"<div style='margin:.5em 0'>{step_html(step, text, self._theme())}</div>"
            for step, text in zip(proof.steps, texts, strict=True)
        )

    def _do_step(self) -> None:
        step = self._step
        if step is None:
            return
        with self.answer.troubles():
            self._session.follow(step)

    def _changed(self) -> None:
        self._changes += 1
        self._forget()

    def _forget(self) -> None:
        """A new question, or a move: the last answer and its marks are out of date."""
        self._step = None
        self._again = None
        self.do_step.layout.display = "none"
        self.answer.say("")
        self._point_out(None)


def _steps(proof: Proof) -> str:
    count = len(proof.steps)
    return "One step shows" if count == 1 else f"{count} steps show"


def _texts(proof: Proof | None) -> Texts:
    """The words of all steps: those of a long proof take a while, so they are part of the work."""
    return () if proof is None else tuple(step_texts(proof.theory, proof.steps))


def _mine(buildings: tuple[str, ...]) -> str:
    """Who is mine in a town that refutes something; nothing where that is known anyway."""
    if not buildings:
        return ""
    return f" Mine {'is' if len(buildings) == 1 else 'are'} then {in_words(f'the {b}' for b in buildings)}."


def _spoken(building: str, place: int) -> str:
    return f"the {building} is left out" if place == OUT else f"the {building} stands on {place}"
