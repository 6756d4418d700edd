"""The candidate grid: a row for each building, a column for each plot and one for "left out", all of it buttons.

One widget instead of three hundred: the page builds the table and sends back what was pressed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..draw.scene import candidates_scene
from ..errors import OldTownError
from ..logic.counting import TownCount
from ..play.moves import Move
from ..play.session import SoloSession
from ..puzzles.puzzle import Puzzle
from ..town.candidates import OUT
from .one_queue import InOneQueue
from .speaking import toggle_move
from .still import Still, board_still

HERE = Path(__file__).parent


KEYS = "Arrow keys move, Enter crosses out or brings back, p places, w asks why. Heads pick a building or a plot."


class CandidateGrid(Still, InOneQueue, anywidget.AnyWidget):  # type: ignore[misc] # both say how they are shown
    """Shows and changes the candidates of a session. ``show_heat`` tints cells by how often they come true.

    Callbacks of ``on_place`` get (what, building, place), where what is "toggle", "place", "why", "choose" (a building)
    or "plot" (with an empty name instead of a building). Without any, the grid makes the moves itself.
    """

    _esm = HERE / "candidate_grid.js"
    rows = traitlets.List(traitlets.Unicode()).tag(sync=True)
    places = traitlets.List(traitlets.Int()).tag(sync=True)
    states: traitlets.List[list[str]] = traitlets.List().tag(sync=True)
    heat: traitlets.List[list[float]] = traitlets.List().tag(sync=True)
    chosen = traitlets.Int(-1).tag(sync=True)
    plot = traitlets.Int(-1).tag(sync=True)
    caption = traitlets.Unicode().tag(sync=True)

    def __init__(self, session: SoloSession | Puzzle | str) -> None:
        self._session = session if isinstance(session, SoloSession) else SoloSession(session)
        self._callbacks: list[Callable[[str, str, int], None]] = []
        game = self._session.puzzle.game
        self._places = [*sorted(game.plan.all_plots), OUT]
        super().__init__(
            rows=list(game.buildings),
            places=self._places,
            states=self._states(),
            caption=KEYS,
        )
        self.on_msg(self._pressed)
        self._session.observe(self.update)

    def still(self) -> dict[str, Any]:
        scene = candidates_scene(self._session.state.candidates, "Who may stand where")
        return board_still(scene, "The candidates as a table of buttons. Run this cell to use it.")

    def on_place(self, callback: Callable[[str, str, int], None]) -> None:
        self._callbacks.append(callback)

    def update(self) -> None:
        """Show the session as it is now."""
        self.states = self._states()

    def show_heat(self, count: TownCount | None) -> None:
        """Tint every cell by the share of towns in which the building stands there; None: no tint."""
        self.heat = [] if count is None or not count.towns else [self._shares(count, b) for b in self.rows]

    def choose(self, building: str | None) -> None:
        self.chosen = -1 if building is None else self.rows.index(building)

    def pick(self, plot: int | None) -> None:
        self.plot = -1 if plot is None else plot

    def _shares(self, count: TownCount, building: str) -> list[float]:
        there = {**count.at[building], OUT: count.left_out[building]}
        return [round(there[place] / count.towns, 4) for place in self._places]

    def _states(self) -> list[list[str]]:
        return [[self._state(building, place) for place in self._places] for building in self._buildings]

    @property
    def _buildings(self) -> tuple[str, ...]:
        return self._session.puzzle.game.buildings

    def _state(self, building: str, place: int) -> str:
        state = self._session.state
        open_places = state.candidates.places[building]
        if place not in open_places:
            return "crossed" if (building, place) in state.crossed_by_hand else "ruled"
        if building in state.candidates.placed:
            return "placed"
        return "single" if len(open_places) == 1 else "open"

    def _pressed(self, _: Any, content: Any, __: Any) -> None:
        """What the page sends is checked like any input."""
        if not isinstance(content, dict):
            return
        what, row = content.get("do"), content.get("row")
        place = OUT if what == "choose" else content.get("place")
        if what == "plot":
            if type(place) is int and place != OUT and place in self._places:
                self._tell(what, "", place)
            return
        # True and 1.0 are equal to 1 in Python, but nothing that the page sends.
        if type(row) is not int or type(place) is not int or row not in range(len(self.rows)):
            return
        if place in self._places and what in ("toggle", "place", "why", "choose"):
            self._tell(what, self.rows[row], place)

    def _tell(self, what: str, building: str, place: int) -> None:
        for callback in self._callbacks or [self._make_move]:
            callback(what, building, place)

    def _make_move(self, what: str, building: str, place: int) -> None:
        """The grid by itself: moves, and what is wrong with them in the caption."""
        self.caption = KEYS
        try:
            match what:
                case "toggle":
                    self._session.do(toggle_move(self._session.state, building, place))
                case "place":
                    self._session.do(Move("place", building=building, place=place))
                case "why":
                    self.caption = self._session.state.why_excluded(building, place) or "It may stand there."
                case "choose":
                    self.choose(building)
                case "plot":
                    self.pick(None if self.plot == place else place)
        except OldTownError as error:
            self.caption = str(error)
