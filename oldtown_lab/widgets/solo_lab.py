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
from .board_view import BoardView
from .candidate_grid import KEYS, CandidateGrid
from .card_shelf import CardShelf
from .claim_form import ClaimForm
from .help_desk import HelpDesk
from .move_list import MoveList
from .one_queue import InOneQueue
from .picked_controls import PickedControls
from .proof_player import ProofPlayer
from .session_scene import Picked, session_scene
from .session_words import about_html, building_labels, count_html, rewound_words, right_words, wrong_words
from .speaking import Echo, Message, button, place_word, toggle_move
from .still import Still, board_still
from .style import STYLE
from .work import Work

TABS = ("Cards", "Candidates", "Help", "Claim", "Moves")


class SoloLab(Still, InOneQueue, widgets.VBox):  # type: ignore[misc]
    """``SoloLab("solo-1")`` in a cell. ``code`` is a save code to go on from."""

    def __init__(
        self, puzzle: Puzzle | SoloSession | str | Path = "solo-1", code: str = "", theme: str = "auto"
    ) -> None:
        session = puzzle if isinstance(puzzle, SoloSession) else SoloSession(puzzle)
        if code:
            session.resume(restore(code, session.puzzle))
        self.session = session
        self._theme = theme
        self.message = Message("message", "Your moves are kept.")
        self.work = Work(self.message)
        self._counting = Work(self.message, "counting")
        self._finishing = Work(self.message, "finishing")
        self._proving = Work(self.message, "proving")
        self._picked = Picked()
        self._step: Step | None = None
        self._player: ProofPlayer | None = None
        self._counted_last: TownCount | None = None
        self._relabelling = False
        session.observe(self._changed)  # before all other parts: the board comes first
        self.board = BoardView(session_scene(session, self._picked), self._theme)
        self.grid = CandidateGrid(session)
        self.cards = CardShelf(session, lambda move: self.do(move, self.cards.echo), self.board.page_theme)
        self.help = HelpDesk(session, self.work, self.point_out, lambda: self.board.theme)
        self.claims = ClaimForm(
            session, self.work, lambda move: self.do(move, self.claims.echo), lambda: self.board.theme
        )
        self.moves = MoveList(session, lambda what: self._act(what, self.moves.echo), self._rewind, self.restore)
        self.towns_left = Message("count")
        self.about = Message("about")
        self.buildings = widgets.ToggleButtons(
            options=building_labels(session),
            style={"button_width": "auto"},
            tooltips=["Show no building"] + [f"Show the plots of the {b}" for b in session.puzzle.game.buildings],
        )
        self.buildings.add_class("oldtown-buildings")
        self.heat = widgets.Checkbox(False, description="show how often it stands where", indent=False)
        self.heat.add_class("oldtown-heat")
        self.here = PickedControls(self._pressed, can_mark=not session.puzzle.mine.are_known)
        self._mode = widgets.ToggleButtons(options=["Play", "Proof"], style={"button_width": "6em"})
        self._mode.add_class("oldtown-mode")
        self._workplace = self._arranged()
        self._stage = widgets.VBox([self._workplace])
        super().__init__([self._heading(), self._stage], layout=widgets.Layout(width="100%"))
        self.add_class("oldtown-lab")
        self.board.on_chip(self._chip)
        self.board.on_plot(self._plot)
        self.board.on_theme(self.help.restyle)
        self.board.on_theme(self.claims.restyle)
        self.grid.on_place(self._cell)
        self.buildings.observe(self._building_chosen, "value")
        self.heat.observe(lambda _: self._act(self._show_heat, self.here.echo), "value")
        self._mode.observe(lambda change: self._act(lambda: self._switch(change["new"])), "value")
        self._count()
        self._show()

    def still(self) -> dict[str, Any]:
        return board_still(self.board.scene, f"The lab of {self.session.puzzle.title}. Run this cell to play.")

    # -------------------------------------------------------------------------------------------------------- layout

    def _heading(self) -> widgets.Widget:
        puzzle = self.session.puzzle
        note = f" {puzzle.note}" if puzzle.note else ""
        title = f"<b style='font-size:130%'>{escape(puzzle.title)}</b> <small>{escape(puzzle.level)}</small><br>"
        deck = "<br><small>The cards are a reconstruction, not the publisher's.</small>"
        said = f"{title}{escape(puzzle.spoken_mine + note)}{deck}"
        words = widgets.HTML(f"{STYLE}<div style='line-height:1.5'>{said}</div>")
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
            [
                quick,
                self.message,
                self.work,
                self._finishing,
                self.board,
                self.here,
                self.about,
                self.heat,
                self.buildings,
            ]
        )
        left.layout = widgets.Layout(flex="1 1 480px", min_width="280px", max_width="840px")
        tabs = widgets.Tab([self.cards, self.grid, self.help, self.claims, self.moves], titles=TABS)
        tabs.layout = widgets.Layout(flex="1 1 380px", min_width="280px")
        tabs.add_class("oldtown-tabs")
        self.tabs = tabs
        return widgets.HBox([left, tabs], layout=widgets.Layout(flex_flow="row wrap", width="100%"))

    # --------------------------------------------------------------------------------------------------------- moves

    def do(self, move: str, echo: Echo | None = None) -> None:
        """Make a move, written as a small string; what is wrong with it appears in the lab, and at the echo."""
        self._act(lambda: self.session.do(move), echo)

    def restore(self, code: str) -> None:
        """Go on from a save code."""

        def resume() -> None:
            self.session.resume(restore(code, self.session.puzzle))
            self._pick(plot=None, building=None)
            self.message.say("Your game is back.")

        self._act(resume, self.moves.code_echo)

    @property
    def save_code(self) -> str:
        return str(self.moves.code.value)

    def _act(self, what: Callable[[], object], echo: Echo | None = None) -> None:
        self.message.repeat_at(echo)
        self.message.say("")
        with self.message.troubles():
            what()

    def _rewind(self) -> None:
        self.message.repeat_at(self.moves.echo)
        self.message.say("")
        state = self.session.state

        def rewind(moves: int) -> None:
            if self.session.state is not state:
                self.message.warn("Your board has changed meanwhile. Press Rewind again.")
                return
            self.session.take_back(moves)
            self.message.say(rewound_words(moves))

        self.work.run("looking for the last right board", self.session.moves_to_rewind, rewind)

    def _toggle(self, building: str, place: int, echo: Echo | None = None) -> None:
        is_open = place in self.session.state.candidates.places[building]
        if self.claims.active.value and is_open and building not in self.session.state.candidates.placed:
            self.claims.claim(building, place)
            self.tabs.selected_index = TABS.index("Claim")
        else:
            self.do(toggle_move(self.session.state, building, place), echo)

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
                self._ask_why(building, place)
            case "choose":
                self.buildings.value = building
            case "plot":
                self._plot(place)
        # The line above the grid is where a reader of the grid looks.
        self.grid.caption = self.message.text or KEYS

    def _pressed(self, what: str) -> None:
        """A button below the board."""
        building, plot = self._picked.building, self._picked.plot
        self.message.repeat_at(self.here.echo)
        if building is None and what in ("mine", "not-mine", "unmark"):
            self.message.warn("Pick a building first: in the list below the board.")
        elif what in ("mine", "not-mine", "unmark"):
            self.do(f"{what} {building}", self.here.echo)
        elif building is None or plot is None:
            self.message.warn("Pick a plot first, on the board or above the grid, and a building in the list below.")
        elif what == "place":
            self.do(f"place {building} {plot}", self.here.echo)
        elif what == "cross":
            self._toggle(building, plot, self.here.echo)
        else:
            self._ask_why(building, plot)

    def _ask_why(self, building: str, place: int) -> None:
        self.tabs.selected_index = TABS.index("Help")
        self.help.ask(building, place)

    def _building_chosen(self, change: dict[str, Any]) -> None:
        if not self._relabelling:
            self._pick(building=change["new"])

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
            self.grid.pick(self._picked.plot)
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
        self.about.say_html(about_html(self.session, self._picked))
        self._show_marks()

    def _show_marks(self) -> None:
        picked = self._picked.building
        self.here.show_mark(None if picked is None else self.session.state.marks.get(picked))
        labels = tuple(building_labels(self.session))
        if self.buildings.options != labels:
            # New labels choose the first one, nobody: that is no choice of the reader's.
            self._relabelling = True
            self.buildings.options = labels
            self.buildings.value = picked
            self._relabelling = False

    def _count(self) -> None:
        self._counting.run_instead("counting the towns", self.session.count, self._counted)

    def _counted(self, count: TownCount) -> None:
        self.towns_left.say_html(count_html(count))
        self._counted_last = count
        self._show_heat()

    def _show_heat(self) -> None:
        count = self._counted_last if self.heat.value else None
        self._picked = replace(self._picked, count=count)
        self.grid.show_heat(count)
        self._show()

    def _finish(self) -> None:
        """Every building has its place: say whether that is the town. Other work may still be going on."""
        session, state = self.session, self.session.state

        def compare() -> tuple[bool, tuple[str, ...]]:
            return session.is_consistent(), session.certainly_mine()

        def say(found: tuple[bool, tuple[str, ...]]) -> None:
            right, mine = found
            if self.session.state is not state:
                return
            if right:
                self.message.say(right_words(session, mine))
            else:
                self.message.warn(wrong_words(session))

        self._finishing.run_instead("comparing the town with the cards", compare, say)

    def _switch(self, mode: str) -> None:
        if mode == "Play":
            self._stage.children = [self._workplace]
        elif self._player is not None:
            self._stage.children = [self._player]
        else:
            self._stage.children = [self.message, self._proving]
            if not self._proving.is_running:
                self._proving.run("proving the whole puzzle", self.session.explain, self._play_proof)

    def _play_proof(self, proof: Proof) -> None:
        self._player = ProofPlayer(proof, self._theme)
        if self._mode.value == "Proof":
            self._stage.children = [self._player]
