"""The whole workplace for a solo game: board, cards, grid, help, claims, moves, and the proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from ..draw.proof_scenes import with_step
from ..logic.counting import TownCount
from ..play.save_code import restore
from ..play.session import SoloSession
from ..proof.step import Proof, Step
from ..puzzles.puzzle import Puzzle
from ..town.buildings import in_words
from ..town.candidates import OUT
from .board_view import BoardView
from .candidate_grid import CandidateGrid
from .card_shelf import CardShelf
from .claim_form import ClaimForm
from .help_desk import HelpDesk
from .move_list import MoveList
from .proof_player import ProofPlayer
from .session_scene import Picked, session_scene
from .speaking import Message, button, place_word, toggle_move
from .work import Work

STYLE = """<style>
.oldtown-lab p { margin: .3em 0; }
.oldtown-card-used { opacity: .5; }
.oldtown-buildings .widget-toggle-button, .oldtown-buildings button { padding: 0 6px; font-size: 12px; }
</style>"""

TABS = ("Cards", "Candidates", "Help", "Claim", "Moves")


class SoloLab(widgets.VBox):  # type: ignore[misc]
    """``SoloLab("solo-1")`` in a cell. ``code`` is a save code to go on from."""

    def __init__(
        self, puzzle: Puzzle | SoloSession | str | Path = "solo-1", code: str = "", theme: str = "auto"
    ) -> None:
        self._theme = theme
        self.message = Message("message")
        self.work = Work(self.message)
        self._counting = Work(self.message, "counting")
        session = puzzle if isinstance(puzzle, SoloSession) else SoloSession(puzzle)
        super().__init__([], layout=widgets.Layout(width="100%"))
        self.add_class("oldtown-lab")
        self._open(restore(code, session.puzzle) if code else session)

    def _open(self, session: SoloSession) -> None:
        """Build every part over a session."""
        self.session = session
        self._picked = Picked()
        self._step: Step | None = None
        self._player: ProofPlayer | None = None
        self._counted_last: TownCount | None = None
        session.observe(self._changed)  # before all other parts: the board comes first
        self.board = BoardView(session_scene(session, self._picked), self._theme)
        self.grid = CandidateGrid(session)
        self.cards = CardShelf(session, self.do)
        self.help = HelpDesk(session, self.work, self.point_out, lambda: self.board.theme)
        self.claims = ClaimForm(session, self.work, self.do)
        self.moves = MoveList(session, self._act, self.restore)
        self.towns_left = Message("count")
        self.about = Message("about")
        self.buildings = widgets.ToggleButtons(
            options=[("nobody", None), *((b, b) for b in session.puzzle.game.buildings)],
            style={"button_width": "auto"},
            tooltips=["Show no building"] + [f"Show the plots of the {b}" for b in session.puzzle.game.buildings],
        )
        self.buildings.add_class("oldtown-buildings")
        self.heat = widgets.Checkbox(False, description="show how often it stands where", indent=False)
        self.heat.add_class("oldtown-heat")
        self._here = self._picked_controls()
        self._mode = widgets.ToggleButtons(options=["Play", "Proof"], style={"button_width": "6em"})
        self._mode.add_class("oldtown-mode")
        self._workplace = self._arranged()
        self._stage = widgets.VBox([self._workplace])
        self.children = [self._heading(), self._stage]
        self.board.on_chip(self._chip)
        self.board.on_plot(self._plot)
        self.grid.on_place(self._cell)
        self.buildings.observe(lambda change: self._pick(building=change["new"]), "value")
        self.heat.observe(lambda _: self._act(self._show_heat), "value")
        self._mode.observe(lambda change: self._act(lambda: self._switch(change["new"])), "value")
        self._count()
        self._show()

    # -------------------------------------------------------------------------------------------------------- layout

    def _heading(self) -> widgets.Widget:
        puzzle = self.session.puzzle
        note = f" {puzzle.note}" if puzzle.note else ""
        title = f"<b style='font-size:130%'>{escape(puzzle.title)}</b> <small>{escape(puzzle.level)}</small><br>"
        deck = "<br><small>The cards are a reconstruction, not the publisher's.</small>"
        words = widgets.HTML(f"{STYLE}{title}{escape(puzzle.spoken_mine + note)}{deck}")
        return widgets.HBox(
            [words, self._mode], layout=widgets.Layout(justify_content="space-between", flex_flow="row wrap")
        )

    def _arranged(self) -> widgets.Widget:
        quick = widgets.HBox(
            [
                button("Undo", "Take the last move back", lambda: self._act(self.session.undo), "quick-undo"),
                button("Redo", "Do it again after all", lambda: self._act(self.session.redo), "quick-redo"),
                self.towns_left,
                self._counting,
            ],
            layout=widgets.Layout(flex_flow="row wrap", align_items="center"),
        )
        left = widgets.VBox(
            [quick, self.message, self.work, self.board, self._here, self.about, self.heat, self.buildings]
        )
        left.layout = widgets.Layout(flex="1 1 480px", min_width="280px", max_width="840px")
        tabs = widgets.Tab([self.cards, self.grid, self.help, self.claims, self.moves], titles=TABS)
        self.cards.layout = widgets.Layout(max_height="60em", overflow="auto")
        tabs.layout = widgets.Layout(flex="1 1 380px", min_width="280px")
        tabs.add_class("oldtown-tabs")
        self.tabs = tabs
        return widgets.HBox([left, tabs], layout=widgets.Layout(flex_flow="row wrap", width="100%"))

    def _picked_controls(self) -> widgets.HBox:
        """What can be done with the building and the plot that are picked."""
        self._place_here = button("Place it here", "Place the building on the plot", self._place, "place-here")
        self._cross_here = button("Cross out / bring back", "Cross the building out here", self._cross, "cross-here")
        self._why_here = button("Why?", "Why can it stand here, or why not?", self._ask_why, "why-here")
        self._mine_here = button("It is mine", "Mark the building as mine", self._mark, "mine-here")
        self._mine_here.layout.display = "none" if self.session.puzzle.mine.are_known else ""
        parts = [self._place_here, self._cross_here, self._why_here, self._mine_here]
        return widgets.HBox(parts, layout=widgets.Layout(flex_flow="row wrap"))

    # --------------------------------------------------------------------------------------------------------- moves

    def do(self, move: str) -> None:
        """Make a move, written as a small string; what is wrong with it appears in the lab."""
        self._act(lambda: self.session.do(move))

    def restore(self, code: str) -> None:
        """Go on from a save code."""
        with self.message.troubles():
            session = restore(code, self.session.puzzle)
            self._open(session)
            self.message.say("Your game is back.")

    @property
    def save_code(self) -> str:
        return str(self.moves.code.value)

    def _act(self, what: Callable[[], object]) -> None:
        self.message.say("")
        with self.message.troubles():
            what()

    def _toggle(self, building: str, place: int) -> None:
        is_open = place in self.session.state.candidates.places[building]
        if self.claims.active.value and is_open and building not in self.session.state.candidates.placed:
            self.claims.claim(building, place)
            self.tabs.selected_index = TABS.index("Claim")
        else:
            self.do(toggle_move(self.session.state, building, place))

    def _chip(self, plot: int, building: str) -> None:
        self._picked = replace(self._picked, plot=plot, building=building)
        self._toggle(building, plot)
        self._pick()

    def _plot(self, plot: int) -> None:
        self._pick(plot=None if self._picked.plot == plot else plot)

    def _cell(self, what: str, building: str, place: int) -> None:
        match what:
            case "toggle":
                self._toggle(building, place)
            case "place":
                self.do(f"place {building} {place_word(place)}")
            case "why":
                self.tabs.selected_index = TABS.index("Help")
                self.help.ask(building, place)
            case "choose":
                self.buildings.value = building

    def _place(self) -> None:
        if self._both_picked():
            self.do(f"place {self._picked.building} {self._picked.plot}")

    def _cross(self) -> None:
        if self._both_picked():
            self._toggle(self._picked.building or "", self._picked.plot or OUT)

    def _ask_why(self) -> None:
        if self._both_picked():
            self.tabs.selected_index = TABS.index("Help")
            self.help.ask(self._picked.building or "", self._picked.plot or OUT)

    def _mark(self) -> None:
        building = self._picked.building
        if building is None:
            self.message.warn("Pick a building first: in the list below the board.")
        else:
            marked = building in self.session.state.marks
            self.do(f"unmark {building}" if marked else f"mine {building}")

    def _both_picked(self) -> bool:
        if self._picked.building is None or self._picked.plot is None:
            self.message.warn("Pick a plot on the board and a building in the list below it first.")
            return False
        return True

    # ------------------------------------------------------------------------------------------------------- showing

    def point_out(self, step: Step | None) -> None:
        """Mark a step on the board, until the next move."""
        if step is not None or self._step is not None:
            self._step = step
            self._show()

    def _pick(self, **what: Any) -> None:
        with self.message.troubles():
            self._picked = replace(self._picked, **what)
            if self.buildings.value != self._picked.building:
                self.buildings.value = self._picked.building
            self.grid.choose(self._picked.building)
            self._show_heat()

    def _changed(self) -> None:
        """After every move: the board first, then what takes longer."""
        self._step = None
        self._counted_last = None
        self._picked = replace(self._picked, count=None)
        self._show()
        self._count()
        if self.session.state.is_complete:
            self._finish()

    def _show(self) -> None:
        scene = session_scene(self.session, self._picked)
        self.board.show(scene if self._step is None else with_step(scene, self._step))
        self.about.say_html(self._about())

    def _about(self) -> str:
        """Who may stand on the picked plot, where the picked building may stand."""
        told = []
        candidates, plot, building = self.session.state.candidates, self._picked.plot, self._picked.building
        if plot is not None:
            who = candidates.on(plot)
            whom = "everybody" if len(who) == len(self.session.puzzle.game.buildings) else in_words(who, last="or")
            told.append(f"<b>Plot {plot}</b>: {escape(whom or 'nobody')} may stand here.")
        if building is not None:
            open_places = candidates.places[building]
            plots = in_words((str(p) for p in sorted(open_places) if p != OUT), last="or")
            out = " or be left out" if OUT in open_places else ""
            where = f"may stand on {plots}{out}" if plots else "is left out"
            told.append(f"<b>The {escape(building)}</b> {where}.")
        if plot is not None and building is not None and plot not in candidates.places[building]:
            why = self.session.state.why_excluded(building, plot)
            told.append(f"Not on {plot}: {escape(why)}.")
        return " ".join(told)

    def _count(self) -> None:
        self._counting.run_instead("counting the towns", self.session.count, self._counted)

    def _counted(self, count: TownCount) -> None:
        many = f"{count.towns:,}".replace(",", "\u202f")
        self.towns_left.say_html(
            f"<b>{many}</b> {'town fits' if count.towns == 1 else 'towns fit'} what is on the board"
        )
        self._counted_last = count
        self._show_heat()

    def _show_heat(self) -> None:
        count = self._counted_last if self.heat.value else None
        self._picked = replace(self._picked, count=count)
        self.grid.show_heat(count)
        self._show()

    def _finish(self) -> None:
        """Every building has its place: say whether that is the town."""
        self.work.run(
            "comparing the town with the cards",
            self.session.is_consistent,
            lambda right: (
                self.message.say("The town is complete, and it fits every card. Well done!")
                if right
                else self.message.warn("The town is complete, but it does not fit every card.")
            ),
        )

    def _switch(self, mode: str) -> None:
        if mode == "Play":
            self._stage.children = [self._workplace]
        elif self._player is not None:
            self._stage.children = [self._player]
        else:
            self._stage.children = [self.message, self.work]
            self.work.run("proving the whole puzzle", self.session.explain, self._play_proof)

    def _play_proof(self, proof: Proof) -> None:
        self._player = ProofPlayer(proof, self._theme)
        if self._mode.value == "Proof":
            self._stage.children = [self._player]
