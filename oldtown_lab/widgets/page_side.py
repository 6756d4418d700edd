"""What only the page knows or can do for a board: whether its theme is dark, and how the canvas meets the keyboard."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets


class PageSide(anywidget.AnyWidget):
    """An invisible companion of a board. ``dark`` follows the page's theme; ``words`` describe the canvas."""

    _esm = Path(__file__).parent / "page_side.js"
    dark = traitlets.Bool(False).tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
