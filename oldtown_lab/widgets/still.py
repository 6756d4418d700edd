"""Widgets that leave something to see where no kernel runs: in saved and exported notebooks and in file views."""

from __future__ import annotations

from html import escape
from typing import Any

from ..draw.faces import face, image
from ..draw.picture import board_picture
from ..draw.scene import Scene
from ..draw.scene_text import scene_text

VIEW = "application/vnd.jupyter.widget-view+json"


class Still:
    """Mixed into a widget: beside the live view its output holds the same as text and HTML.

    A page that can show the widget does; all others show the picture. :meth:`still` says what that is.
    """

    def still(self) -> dict[str, Any]:
        """What is shown in the widget's place: text/plain and text/html."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        live = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        data = live[0] if isinstance(live, tuple) else live  # some widgets add metadata
        return {**(data or {}), **self.still()}


def board_still(scene: Scene, head: str) -> dict[str, Any]:
    """A board with a line above it, which says what can be done with it where a kernel runs."""
    return face(f"{head}\n{scene_text(scene)}", f"<p>{escape(head)}</p>{image(board_picture(scene))}")
