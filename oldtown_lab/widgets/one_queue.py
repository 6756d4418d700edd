"""One queue for all that a page says.

JupyterLab sends the messages of widgets to a second thread of the kernel (a "subshell"), and the kernel then chooses a
thread for each widget by itself. So a click could be answered before the text that was typed for it, and two answers
could draw on one board at the same time. All parts of a lab are answered in the kernel's main thread instead: one
after the other, in the order in which the page has spoken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ipywidgets as widgets

#: Where a kernel that has subshells looks up which of them answers a message (ipykernel 7.4, not documented). Other
#: kernels have no such name, and are left as they are.
ROUTE = "_reply_subshell_for"


class InOneQueue:
    """Mixed into a widget: it and all the parts that it is made of are answered in the main thread."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _lead_to_main(self)


def _lead_to_main(widget: Any) -> None:
    comm = widget.comm
    if not hasattr(comm, ROUTE) or getattr(comm, ROUTE) is _main_thread:
        return
    setattr(comm, ROUTE, _main_thread)
    for part in _parts(widget):
        _lead_to_main(part)


def _main_thread(_data: Any, _usual: str | None) -> None:
    """The main thread is the subshell without an id."""


def _parts(widget: Any) -> Iterator[widgets.Widget]:
    """The children of a box, the layers of a canvas."""
    yield from getattr(widget, "children", ())
    yield from getattr(widget, "_canvases", ())
