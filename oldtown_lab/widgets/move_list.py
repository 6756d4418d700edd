"""The moves so far, going back and forth in them, and the save code."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import ipywidgets as widgets

from ..play.save_code import save_code
from ..play.session import SoloSession
from .speaking import Echo, button


class MoveList(widgets.VBox):  # type: ignore[misc]
    """Undo, redo, rewind and reset; the moves as text; one line that holds the whole session.

    Whoever owns the list says what went wrong: by ``echo`` beside the buttons, by ``code_echo`` beside the save code.
    """

    def __init__(
        self,
        session: SoloSession,
        act: Callable[[Callable[[], object]], None],
        rewind: Callable[[], None],
        restore: Callable[[str], None],
    ) -> None:
        self._session = session
        self.echo, self.code_echo = Echo(), Echo("code-echo")
        self.list = widgets.HTML(layout=widgets.Layout(max_height="14em", overflow="auto"))
        self.list.add_class("oldtown-moves")
        # A widget has a margin of two pixels around it: at full width, its right edge would be cut off.
        self.code = widgets.Text(
            description="save code",
            disabled=False,
            layout=widgets.Layout(width="calc(100% - 4px)"),
            continuous_update=False,
        )
        self.code.add_class("oldtown-code")
        self.restore = button(
            "Restore", "Go on from the save code above", lambda: restore(self.code.value), "restore", width="9em"
        )
        self.controls = widgets.HBox(
            [
                button("Undo", "Take the last move back", lambda: act(session.undo), "undo"),
                button("Redo", "Do it again after all", lambda: act(session.redo), "redo"),
                button("Rewind", "Back to where nothing was wrong yet", rewind, "rewind"),
                button("Reset", "Start again", lambda: act(session.reset), "reset"),
            ],
            layout=widgets.Layout(flex_flow="row wrap"),
        )
        note = widgets.HTML("<small>Copy the code to keep your game. Later, paste it here and press Restore.</small>")
        super().__init__([self.controls, self.echo, self.list, self.code, self.restore, self.code_echo, note])
        session.observe(self.update)
        self.update()

    def update(self) -> None:
        moves = "".join(f"<li>{escape(str(move))}</li>" for move in self._session.moves)
        self.list.value = f"<ol style='margin:.2em 0'>{moves}</ol>" if moves else "<i>No moves yet.</i>"
        self.code.value = save_code(self._session)
