"""The proof player: a slider through a whole proof, the board and the words side by side."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from ..draw.proof_scenes import ProofScenes
from ..draw.step_html import story_html
from ..proof.step import Proof
from ..proof.words.ending import ending
from ..proof.words.follow import StoryLine
from ..puzzles.proofs import explain
from ..puzzles.puzzle import Puzzle
from .board_view import BoardView
from .one_queue import InOneQueue
from .speaking import Message, button
from .step_teller import REGISTERS, StepTeller
from .still import Still, board_still
from .work import Work

#: Milliseconds for each step while it plays.
PACE = 2500


class ProofPlayer(Still, InOneQueue, widgets.VBox):  # type: ignore[misc]
    """Plays a proof, or the proof of a puzzle. Position 0 is the start, then come the steps, then the end."""

    def __init__(self, proof: Proof | Puzzle | str | Path, theme: str = "auto") -> None:
        self.proof = proof if isinstance(proof, Proof) else explain(proof).pruned()
        self._scenes = ProofScenes(self.proof)
        self._story: tuple[StoryLine, ...] = ()
        last = len(self.proof.steps) + 1
        self.board = BoardView(self._scenes.step(0), theme)
        self.slider = widgets.IntSlider(
            0, 0, last, description="step", readout=False, layout=widgets.Layout(flex="1 1 12em", width="auto")
        )
        self.play = widgets.Play(value=0, min=0, max=last, interval=PACE, show_repeat=False)
        widgets.link((self.play, "value"), (self.slider, "value"))
        self.register = widgets.ToggleButtons(options=REGISTERS, style={"button_width": "auto"})
        self.where = Message("proof-where")
        self.work = Work(self.where, "proof-work")
        self.text = widgets.HTMLMath(layout=widgets.Layout(max_height="34em", overflow="auto"))
        self.text.add_class("oldtown-proof-text")
        self._teller = StepTeller(self.proof, self.work, self._tell)
        self.chain = widgets.IntSlider(0, 0, 1, readout=False, layout=widgets.Layout(flex="1 1 8em", width="auto"))
        self.chain_text = widgets.HTML(layout=widgets.Layout(max_height="20em", overflow="auto"))
        self.chain_text.add_class("oldtown-proof-chain")
        self._chain_box = widgets.VBox(
            [widgets.HBox([widgets.HTML("follow the argument&nbsp;"), self.chain]), self.chain_text]
        )
        back = button("◀", "One step back", lambda: self._move(-1), "proof-back")
        on = button("▶", "One step on", lambda: self._move(1), "proof-on")
        end = button("to the end", "To the end of the proof", lambda: self.go(last), "proof-end")
        beside = widgets.VBox([self.register, self.where, self.work, self.text, self._chain_box])
        beside.layout = widgets.Layout(flex="1 1 320px", min_width="280px", padding="0 0 0 10px")
        self.board.layout.flex = "1 1 480px"
        sides = widgets.HBox([self.board, beside], layout=widgets.Layout(flex_flow="row wrap"))
        bar = widgets.HBox([self.play, back, self.slider, on, end], layout=widgets.Layout(flex_flow="row wrap"))
        super().__init__([bar, sides])
        self.add_class("oldtown-player")
        self.slider.observe(self._moved, "value")
        self.register.observe(self._moved, "value")
        self.chain.observe(self._followed, "value")
        self.board.on_theme(self._restyle)
        self._show(0)

    def go(self, position: int) -> None:
        """Go to a step; 0 is the start, one more than there are steps is the end."""
        self.slider.value = position

    def _move(self, by: int) -> None:
        self.go(self.slider.value + by)

    def _moved(self, _: Any) -> None:
        with self.where.troubles():
            self._show(self.slider.value)

    def _followed(self, _: Any) -> None:
        with self.where.troubles():
            self._show_chain()

    def _restyle(self) -> None:
        """The theme is another one: the words again, and no more; the chain stays where it is."""
        with self.where.troubles():
            if 0 < self.slider.value <= len(self.proof.steps):
                self._teller.tell(self.proof.steps[self.slider.value - 1], self.register.value, self.board.theme)
                self._show_chain()

    def still(self) -> dict[str, Any]:
        count = len(self.proof.steps)
        head = f"A proof of {count} {'step' if count == 1 else 'steps'}. Run this cell to play it."
        return board_still(self.board.scene, head)

    # ------------------------------------------------------------------------------------------------------- showing

    def _show(self, position: int) -> None:
        steps = self.proof.steps
        if not 0 < position <= len(steps):
            self._story = ()
            self._teller.forget()
            self._chain_box.layout.display = "none"
            self.board.show(self._scenes.after(0 if position == 0 else len(steps)))
            self.where.say("The start" if position == 0 else "The end")
            self._tell(self._opening() if position == 0 else f"<p>{escape(ending(self.proof))}</p>")
            return
        step = steps[position - 1]
        self.where.say(f"Step {position} of {len(steps)}")
        self._teller.tell(step, self.register.value, self.board.theme)
        self._story = self._teller.story(step)
        self._chain_box.layout.display = "" if self._story else "none"
        if self._story:
            self.chain.max = len(self._story)
            self.chain.value = self.chain.max
            self._show_chain()
        else:
            self.board.show(self._scenes.step(position))

    def _show_chain(self) -> None:
        if not self._story:
            return
        shown = self.chain.value
        self.chain_text.value = story_html(self._story, shown, self.board.theme)
        self.board.show(self._scenes.story(self.slider.value, self._story[:shown]))

    def _opening(self) -> str:
        count = len(self.proof.steps)
        return f"<p>A proof of {count} {'step' if count == 1 else 'steps'}. Press play, or go step by step.</p>"

    def _tell(self, html: str) -> None:
        self.text.value = html
