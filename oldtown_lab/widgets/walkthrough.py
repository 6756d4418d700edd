"""A walk through a whole game: before each step its board and a question, and the step only when it is asked for."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from ..draw.faces import card_html
from ..draw.proof_scenes import ProofScenes
from ..draw.scene import Scene
from ..draw.step_html import story_html
from ..proof.questions import hint_text
from ..proof.step import Proof, Step
from ..proof.words.ending import ending
from ..puzzles.catalogue import load_puzzle, puzzles
from ..puzzles.proofs import explain
from ..puzzles.puzzle import Puzzle
from .board_view import BoardView
from .game_chooser import game_list
from .one_queue import InOneQueue
from .speaking import Message, button
from .step_teller import REGISTERS, StepTeller
from .still import Still, board_still
from .work import Work

QUESTION = "What follows here? Look at the board and the cards, and try it yourself first."


class Walkthrough(Still, InOneQueue, widgets.VBox):  # type: ignore[misc]
    """``Walkthrough("solo-1")`` in a cell. Another game is chosen in the list; a game that was begun is kept.

    One button shows the step and then goes on to the next: a reader walks through with the Enter key alone.
    """

    def __init__(self, puzzle: Puzzle | str | Path = "solo-1", theme: str = "auto") -> None:
        first = puzzle if isinstance(puzzle, Puzzle) else load_puzzle(puzzle)
        self._puzzles = {name: load_puzzle(name) for name in puzzles()}
        name = first.id if self._puzzles.get(first.id, first) is first else f"{first.id} of your own"
        self._puzzles[name] = first
        self._walks: dict[str, _Walk] = {}
        self.choice = game_list(self._puzzles, name)
        self.choice.add_class("oldtown-walk-game")
        self.board = BoardView(_start(first), theme)
        self.where = Message("walk-where")
        self.work = Work(self.where, "walk-work")
        self._writing = Work(self.where, "walk-writing")
        self.slider = widgets.IntSlider(
            1, 1, 1, description="before step", style={"description_width": "auto"}, layout=widgets.Layout(width="100%")
        )
        self.slider.add_class("oldtown-walk-slider")
        self.hints = {
            1: button("Hint 1", "Hint: where to look", lambda: self._act(lambda: self.hint(1)), "walk-hint-1"),
            2: button("Hint 2", "Hint: and how", lambda: self._act(lambda: self.hint(2)), "walk-hint-2"),
        }
        self.back = button("◀ Back", "One step back", lambda: self._act(self._back), "walk-back")
        self.onward = button("Show the step", "The step, or on to the next", self.go_on, "walk-on", "info")
        self.help = Message("walk-help")
        self.register = widgets.ToggleButtons(options=REGISTERS, style={"button_width": "auto"})
        self.text = widgets.HTMLMath(layout=widgets.Layout(max_height="34em", overflow="auto"))
        self.text.add_class("oldtown-walk-text")
        self.cards = widgets.HTML().add_class("oldtown-walk-cards")
        super().__init__([self.choice, self.work, self._arranged()], layout=widgets.Layout(width="100%"))
        self.add_class("oldtown-walkthrough")
        self.choice.observe(lambda _: self._act(self._open), "value")
        self.slider.observe(lambda change: self._act(lambda: self.go(change["new"])), "value")
        self.register.observe(lambda _: self._act(self._show), "value")
        self.board.on_theme(lambda: self._act(self._show))
        self._open()

    def _arranged(self) -> widgets.Widget:
        row = widgets.Layout(flex_flow="row wrap", align_items="center")
        buttons = widgets.HBox([self.back, *self.hints.values(), self.onward], layout=row)
        beside = widgets.VBox(
            [self.where, buttons, self.help, self.register, self._writing, self.text, self.slider, self.cards]
        )
        beside.layout = widgets.Layout(flex="1 1 320px", min_width="280px", padding="0 0 0 10px")
        self.board.layout.flex = "1 1 480px"
        return widgets.HBox([self.board, beside], layout=widgets.Layout(flex_flow="row wrap", width="100%"))

    # ------------------------------------------------------------------------------------------------------- walking

    @property
    def puzzle(self) -> Puzzle:
        return self._puzzles[self.choice.value]

    @property
    def walk(self) -> _Walk | None:
        """Where the reader is in the chosen game; None while it is still being proved."""
        return self._walks.get(self.choice.value)

    def go(self, n: int) -> None:
        """Go to the board before step n; one more than there are steps is the end."""
        if self.walk is not None and n != self.walk.n:
            self.walk.go(n)
            self._show()

    def go_on(self) -> None:
        """Show the step; if it is shown, go on to the next."""
        self._act(self._go_on)

    def _act(self, what: Any) -> None:
        with self.where.troubles():
            what()

    def _go_on(self) -> None:
        if self.walk is None:
            if not self.work.is_running:  # it was stopped
                self._open()
        elif self.walk.is_shown or self.walk.at_end:
            self.go(self.walk.n + 1 if not self.walk.at_end else 1)
        else:
            self.walk.is_shown = True
            self._show()

    def _back(self) -> None:
        """From a step that is shown to its question, from there to the step before."""
        if self.walk is None:
            return
        if self.walk.is_shown or self.walk.n == 1:
            self.walk.go(self.walk.n)
            self._show()
        else:
            self.go(self.walk.n - 1)

    def hint(self, level: int) -> None:
        """Show a hint for the step that comes next, and nothing of the step."""
        if self.walk is not None and self.walk.step is not None:
            self.walk.level = max(level, self.walk.level)
            self._show()

    def _open(self) -> None:
        """Show the chosen game; if it is new, prove it first, beside the page. No step is left out, so that the board
        before each one holds all that is known by then.
        """
        name, puzzle = self.choice.value, self.puzzle
        self.cards.value = _cards_html(puzzle)
        self._show()
        if name not in self._walks:
            self.work.run_instead(
                f"proving {puzzle.title}",
                lambda: explain(puzzle),
                lambda proof: self._proved(name, proof),
            )

    def _proved(self, name: str, proof: Proof) -> None:
        self._walks[name] = _Walk(proof, StepTeller(proof, self._writing, self._tell_step))
        self._show()

    # ------------------------------------------------------------------------------------------------------- showing

    def _show(self) -> None:
        walk = self.walk
        for control in (self.back, self.slider, *self.hints.values()):
            control.disabled = walk is None
        for begun in self._walks.values():
            begun.teller.forget()
        if walk is None:
            self.board.show(_start(self.puzzle))
            self.where.say("The game is being proved.")
            self.onward.description = "Prove this game"
            self._tell("", "")
            return
        last = len(walk.proof.steps) + 1
        if (self.slider.max, self.slider.value) != (last, walk.n):
            with self.slider.hold_trait_notifications():  # a shorter game must not push the reader to its end
                self.slider.max, self.slider.value = last, walk.n
        self.board.show(walk.scene)
        step = walk.step
        for control in self.hints.values():
            control.disabled = step is None or walk.is_shown
        if step is None:
            self.where.say_html("<b>The end</b>")
            self.onward.description = "From the start again"
            self._tell("", f"<p>{escape(ending(walk.proof))}</p>")
            return
        self.where.say_html(f"<b>Step {walk.n} of {len(walk.proof.steps)}.</b> {'' if walk.is_shown else QUESTION}")
        self.onward.description = "On to the next ▶" if walk.is_shown else "Show the step"
        told = [
            f"<p><b>Hint {n}.</b> {escape(hint_text(step.theory, step, n))}</p>" for n in self.hints if n <= walk.level
        ]
        self._tell("" if walk.is_shown else "".join(told), "")
        if walk.is_shown:
            walk.teller.tell(step, self.register.value, self.board.theme)

    def _tell(self, help: str, text: str) -> None:
        self.help.say_html(help)
        self.text.value = text
        self.register.layout.display = "" if self.walk is not None and self.walk.is_shown else "none"

    def _tell_step(self, html: str) -> None:
        walk = self.walk
        if walk is None or walk.step is None:
            return
        story = ""
        if self.register.value == "plain":
            story = story_html(walk.teller.story(walk.step), None, self.board.theme)
        chain = f"<details><summary>the argument, line by line</summary>{story}</details>" if story else ""
        self.text.value = html + chain

    def still(self) -> dict[str, Any]:
        return board_still(_start(self.puzzle), f"A walk through {self.puzzle.title}. Run this cell to use it.")


class _Walk:
    """A proof, and how far the reader is in it. ``n`` is the step in question; after the last one comes the end."""

    def __init__(self, proof: Proof, teller: StepTeller) -> None:
        self.proof = proof
        self.teller = teller
        self._scenes = ProofScenes(proof)
        self.go(1)

    def go(self, n: int) -> None:
        """To the question of step n, with nothing told yet."""
        self.n, self.level, self.is_shown = n, 0, False

    @property
    def at_end(self) -> bool:
        return self.n > len(self.proof.steps)

    @property
    def step(self) -> Step | None:
        return None if self.at_end else self.proof.steps[self.n - 1]

    @property
    def scene(self) -> Scene:
        if self.is_shown:
            return self._scenes.step(self.n)
        title = "The board at the end" if self.at_end else f"The board before step {self.n}"
        return replace(self._scenes.after(self.n - 1), title=title)


def _start(puzzle: Puzzle) -> Scene:
    """The empty map, as it is before the first step."""
    return Scene(puzzle.game, nowhere_yet=puzzle.game.buildings, title=f"{puzzle.title}: the board at the start")


def _cards_html(puzzle: Puzzle) -> str:
    """All cards of a game, folded away."""
    mine = f"<p>{escape(puzzle.spoken_mine)}</p>" if puzzle.spoken_mine else ""
    cards = "".join(card_html(puzzle.game.card(card), puzzle.game, puzzle.for_whom(card)) for card in puzzle.cards)
    return f"<details><summary>The {len(puzzle.cards)} cards of this game</summary>{mine}{cards}</details>"
