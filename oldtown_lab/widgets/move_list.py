"""The moves so far, going back and forth in them, and the save code."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import ipywidgets as widgets

from ..play.save_code import save_code
from ..play.session import SoloSession
from .speaking import button


class MoveList(widgets.VBox):  # type: ignore[misc]
    """Undo, redo, rewind and reset; the moves as text; one line that holds the whole session."""

    def __init__(
        self, session: SoloSession, act: Callable[[Callable[[], object]], None], restore: Callable[[str], None]
    ) -> None:
        self._session = session
        self.list = widgets.HTML(layout=widgets.Layout(max_height="14em", overflow="auto"))
        self.list.add_class("oldtown-moves")
        self.code = widgets.Text(
            description="save code", disabled=False, layout=widgets.Layout(width="100%"), continuous_update=False
        )
        self.code.add_class("oldtown-code")
        self.restore = button(
            "Restore", "Go on from the save code above", lambda: restore(self.code.value), "restore", width="9em"
        )
        self.controls = widgets.HBox(
            [
                button("Undo", "Take the last move back", lambda: act(session.undo), "undo"),
                button("Redo", "Do it again after all", lambda: act(session.redo), "redo"),
                button("Rewind", "Back to where nothing was wrong yet", lambda: act(session.rewind), "rewind"),
                button("Reset", "Start again", lambda: act(session.reset), "reset"),
            ],
            layout=widgets.Layout(flex_flow="row wrap"),
        )
        note = widgets.HTML("<small>Copy the code to keep your game. Later, paste it here and press Restore.</small>")
        super().__init__([self.controls, self.list, self.code, self.restore, note])
        session.observe(self.update)
        self.update()

    def update(self) -> None:
        moves = "".join(f"<li>{escape(str(move))}</li>" for move in self._session.moves)
        self.list.value = f"<ol style='margin:.2em 0'>{moves}</ol>" if moves else "<i>No moves yet.</i>"
        self.code.value = save_code(self._session)
