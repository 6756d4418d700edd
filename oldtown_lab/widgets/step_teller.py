"""Tells the steps of a proof in each register. Formulas and Fitch proofs may take a second, so they are written once,
beside the page."""

from __future__ import annotations

from collections.abc import Callable

from ..draw.palette import Theme
from ..draw.proof_html import fitch_html, formula_html
from ..draw.step_html import step_head, step_html
from ..proof.step import Proof, Step
from ..proof.words.follow import StoryLine
from ..proof.words.plain import PlainWords
from .work import Work

#: What a reader chooses from, and what it is called inside.
REGISTERS = {"plain words": "plain", "formulas": "formal", "Fitch proof": "fitch"}

WRITERS: dict[str, Callable[[Step], str]] = {"formal": formula_html, "fitch": fitch_html}


class StepTeller:
    """For one proof. ``show`` gets the HTML of the step that was asked for last, perhaps a moment later."""

    def __init__(self, proof: Proof, work: Work, show: Callable[[str], None]) -> None:
        self._proof = proof
        self._words = PlainWords(proof.theory)
        self._work = work
        self._show = show
        self._written: dict[tuple[int, str], str] = {}
        self._asked: tuple[int, str] | None = None

    def story(self, step: Step) -> tuple[StoryLine, ...]:
        """The argument line by line, where it is a long one."""
        return self._words.story(step)

    def tell(self, step: Step, register: str, theme: Theme) -> None:
        """Show a step in a register."""
        asked = self._asked = (step.n, register)
        if register not in WRITERS:
            before = self._proof.steps[step.n - 2] if step.n > 1 else None
            self._show(step_html(step, self._words.say(step, before), theme))
            return
        head = step_head(step, theme)
        if asked in self._written:
            self._show(head + self._written[asked])
            return
        self._show(head)

        def written(html: str) -> None:
            self._written[asked] = html
            if self._asked == asked:
                self._show(head + html)

        self._work.run_instead("writing the step down", lambda: WRITERS[register](step), written)

    def forget(self) -> None:
        """Something else is shown now: what is still being written must not take its place."""
        self._asked = None
