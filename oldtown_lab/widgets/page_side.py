"""What only the page knows: whether its theme is dark, and where on a board somebody clicks or taps."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..draw.palette import NIGHT, PAPER, Theme

THEMES = {"light": PAPER, "dark": NIGHT}


class PageSide(anywidget.AnyWidget):
    """An invisible companion of a board, or of any part that is drawn in the page's theme.

    ``dark`` follows the page; ``words`` describe the canvas of the board; ``on_click`` is told the point of the canvas.
    """

    _esm = Path(__file__).parent / "page_side.js"
    dark = traitlets.Bool(False).tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    has_board = traitlets.Bool(False).tag(sync=True)

    def on_click(self, callback: Callable[[float, float], None]) -> None:
        self.has_board = True
        self.on_msg(lambda _, content, __: _tell(content, callback))


def _tell(content: Any, callback: Callable[[float, float], None]) -> None:
    """What the page sends is checked like any input."""
    if not isinstance(content, dict) or content.get("do") != "click":
        return
    x, y = content.get("x"), content.get("y")
    if isinstance(x, int | float) and isinstance(y, int | float) and isfinite(x) and isfinite(y):
        callback(x, y)


class PageTheme:
    """The theme to draw in: "light", "dark", or "auto", which follows the page that ``page_side`` stands on.

    Before a page has connected, nobody knows its theme: whoever has drawn anything by then must draw it again in
    ``on_change``.
    """

    def __init__(self, name: str = "auto") -> None:
        self.page_side = PageSide()
        self._fixed = THEMES.get(name)
        self._callbacks: list[Callable[[], None]] = []
        self.page_side.observe(lambda _: self._changed(), "dark")

    @property
    def current(self) -> Theme:
        if self._fixed is not None:
            return self._fixed
        return NIGHT if self.page_side.dark else PAPER

    def on_change(self, callback: Callable[[], None]) -> None:
        self._callbacks.append(callback)

    def _changed(self) -> None:
        if self._fixed is None:
            for callback in self._callbacks:
                callback()
