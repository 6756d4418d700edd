"""The canvas face: the same shapes, drawn on an ipycanvas canvas (or anything that draws like one).

Curves are cut into corners, which are the same for every chip of a building and sent as numbers: a whole plot is a
few dozen commands.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import radians
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .icons import icon_parts
from .outlines import Corners, corners
from .shapes import Icon, Path, Shape, Text
from .svg import ICON_BOX, SANS, SERIF, likely_width

Array = NDArray[np.float64]


def paint(canvas: Any, shapes: Iterable[Shape]) -> None:
    """Draw shapes in the order in which they are given."""
    for shape in shapes:
        match shape:
            case Path():
                _paint_path(canvas, shape)
            case Text():
                _paint_text(canvas, shape)
            case Icon():
                for path in _icon_paths(shape):
                    _paint_path(canvas, path)


def _paint_path(canvas: Any, path: Path) -> None:
    canvas.global_alpha = path.opacity
    pieces = _arrays(path.outline)
    if path.fill:
        canvas.fill_style = path.fill
        if len(pieces) == 1:
            canvas.fill_polygon(pieces[0][0])
        else:  # one shape of several pieces, whose holes are only seen if they are filled at once
            _trace(canvas, corners(path.outline))
            canvas.fill()
    if path.stroke:
        canvas.stroke_style = path.stroke
        canvas.line_width = path.width
        canvas.line_join = "round"
        canvas.set_line_dash(list(path.dash))
        for points, closed in pieces:
            if closed:
                canvas.stroke_polygon(points)
            else:
                canvas.stroke_lines(points)


@lru_cache(maxsize=8192)
def _arrays(outline: str) -> tuple[tuple[Array, bool], ...]:
    """The corners as the canvas sends them."""
    return tuple((np.array(points, dtype=np.float64), closed) for points, closed in corners(outline))


def _trace(canvas: Any, pieces: Iterable[tuple[Corners, bool]]) -> None:
    canvas.begin_path()
    for points, closed in pieces:
        canvas.move_to(*points[0])
        for point in points[1:]:
            canvas.line_to(*point)
        if closed:
            canvas.close_path()


def _paint_text(canvas: Any, text: Text) -> None:
    style = f"{'italic ' if text.italic else ''}{'bold ' if text.bold else ''}"
    canvas.global_alpha = text.opacity
    canvas.font = f"{style}{text.size:g}px {SERIF if text.serif else SANS}"
    canvas.fill_style = text.colour
    canvas.text_align = {"middle": "center"}.get(text.anchor, text.anchor)
    room = text.room if text.room is not None and likely_width(text) > text.room else None
    if not text.angle:
        canvas.fill_text(text.words, text.x, text.y, room)
        return
    canvas.save()
    canvas.translate(text.x, text.y)
    canvas.rotate(radians(text.angle))
    canvas.fill_text(text.words, 0, 0, room)
    canvas.restore()


@lru_cache(maxsize=2048)
def _icon_paths(icon: Icon) -> tuple[Path, ...]:
    """The parts of an icon at their place on the picture."""
    scale = icon.size / ICON_BOX
    tones = {"ink": icon.ink, "paper": icon.paper, None: None}
    return tuple(
        Path(
            _moved(part.outline, icon.x, icon.y, scale),
            tones[part.fill],
            tones[part.stroke],
            part.width * scale,
            opacity=icon.opacity,
        )
        for part in icon_parts(icon.building)
    )


def _moved(outline: str, x: float, y: float, scale: float) -> str:
    parts = []
    for points, closed in corners(outline):
        moved = "L".join(f"{x + scale * px:.2f} {y + scale * py:.2f}" for px, py in points)
        parts.append(f"M{moved}{'Z' if closed else ''}")
    return "".join(parts)
