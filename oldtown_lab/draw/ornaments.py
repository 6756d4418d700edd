"""Ornaments of a survey map: what a surveyor of the time drew to please his client. None of them has a meaning."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from .layout import Box
from .palette import Theme
from .shapes import Path, Shape, Text, circle, line, rectangle


def border(box: Box, theme: Theme) -> Iterator[Shape]:
    """A double line, the outer one drawn by a hand that is not quite steady."""
    yield Path(_unsteady(box.inset(5)), stroke=theme.ink, width=2.4)
    yield Path(_unsteady(box.inset(9)), stroke=theme.ink, width=0.8)


def _unsteady(box: Box) -> str:
    corners = [(box.x, box.y), (box.east, box.y), (box.east, box.south), (box.x, box.south)]
    points = []
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        many = max(2, int((abs(x2 - x1) + abs(y2 - y1)) / 34))
        for i in range(many):
            x, y = x1 + (x2 - x1) * i / many, y1 + (y2 - y1) * i / many
            points.append((x + 0.9 * sin(0.61 * y + 0.13 * x), y + 0.9 * sin(0.53 * x + 0.17 * y)))
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def compass(x: float, y: float, radius: float, theme: Theme) -> Iterator[Shape]:
    """A rose of eight points; the half of each point that lies in shadow is dark."""
    yield Path(circle(x, y, radius * 0.62), stroke=theme.ink, width=0.7)
    yield Path(circle(x, y, radius * 0.56), stroke=theme.faint, width=0.5)
    for long, first in ((0.55, 1), (0.92, 0)):
        for i in range(first, 8, 2):
            tip = _at(x, y, radius * long, i / 8)
            left, right = _at(x, y, radius * 0.2, i / 8 - 1 / 8), _at(x, y, radius * 0.2, i / 8 + 1 / 8)
            yield Path(_polygon((x, y), left, tip), theme.plot, theme.ink, 0.6)
            yield Path(_polygon((x, y), right, tip), theme.ink, theme.ink, 0.6)
    yield Text(x, y - radius * 0.98, "N", radius * 0.42, theme.ink, "middle", bold=True, serif=True)


def scale_bar(x: float, y: float, step: float, theme: Theme) -> Iterator[Shape]:
    """Four steps in two tones, with their paces."""
    for i in range(4):
        yield Path(rectangle(x + i * step, y, step, 4), theme.ink if i % 2 == 0 else theme.plot, theme.ink, 0.7)
        yield Text(x + i * step, y - 3, str(10 * i), 8, theme.ink, "middle", serif=True)
    yield Text(x + 4 * step, y - 3, "40 paces", 8, theme.ink, "middle", italic=True, serif=True)


def hills(x: float, y: float, width: float, theme: Theme) -> Iterator[Shape]:
    """A ridge with hachures on its eastern slopes, standing on ``y``."""
    for start, share, height in ((0.0, 0.46, 17.0), (0.54, 0.46, 14.0), (0.27, 0.5, 26.0)):
        west, east = x + start * width, x + (start + share) * width
        top = west + (east - west) * 0.45
        slope = f"M{west:.1f} {y:.1f}Q{(west + top) / 2:.1f} {y - height * 0.45:.1f} {top:.1f} {y - height:.1f}"
        ridge = f"{slope}Q{(top + east) / 2 + 3:.1f} {y - height * 0.6:.1f} {east:.1f} {y:.1f}"
        yield Path(ridge, theme.land, theme.faint, 1.1)
        strokes = []
        for i in range(1, 8):
            px, py = top + (east - top) * i / 8, y - height * (1 - i / 8) * 1.0
            strokes.append(line(round(px, 1), round(py, 1), round(px - 2 - i * 0.3, 1), round(min(y, py + 7), 1)))
        yield Path("".join(strokes), stroke=theme.faint, width=0.7)


def cactus(x: float, y: float, size: float, theme: Theme) -> Iterator[Shape]:
    """A cactus with two arms, standing on ``y``, with its shadow."""
    s = size / 30
    outline = (
        f"M{x:.1f} {y:.1f}V{y - 29 * s:.1f}M{x:.1f} {y - 11 * s:.1f}H{x - 6 * s:.1f}"
        f"Q{x - 9 * s:.1f} {y - 11 * s:.1f} {x - 9 * s:.1f} {y - 14 * s:.1f}V{y - 20 * s:.1f}"
        f"M{x:.1f} {y - 8 * s:.1f}H{x + 5 * s:.1f}Q{x + 8 * s:.1f} {y - 8 * s:.1f} {x + 8 * s:.1f} {y - 11 * s:.1f}"
        f"V{y - 23 * s:.1f}"
    )
    yield Path(line(round(x, 1), round(y, 1), round(x + 14 * s, 1), round(y, 1)), stroke=theme.faint, width=1)
    yield Path(outline, stroke=theme.faint, width=4.4 * s)
    tips = ((x, y - 29 * s), (x - 9 * s, y - 20 * s), (x + 8 * s, y - 23 * s))
    yield Path("".join(circle(round(a, 1), round(b, 1), 2.2 * s) for a, b in tips), fill=theme.faint)


def contours(box: Box, theme: Theme) -> Iterator[Shape]:
    """Lines of equal height around a knoll."""
    x, y = box.middle
    for i in range(1, 5):
        a, b = box.width / 2 * i / 4, box.height / 2 * i / 4
        points = [
            (x + a * sin(t) * (1 + 0.1 * sin(3 * t)), y - b * cos(t) * (1 + 0.07 * sin(2 * t + 1)))
            for t in (2 * pi * k / 28 for k in range(28))
        ]
        yield Path(_smooth(points), stroke=theme.faint, width=0.7, opacity=0.6)


def grass(x: float, y: float, theme: Theme) -> Shape:
    """A tuft of three blades, standing on ``y``."""
    blades = f"M{x - 3:.1f} {y - 4:.1f}L{x - 1:.1f} {y:.1f}M{x:.1f} {y - 6:.1f}V{y:.1f}M{x + 3:.1f} {y - 4:.1f}"
    return Path(f"{blades}L{x + 1:.1f} {y:.1f}", stroke=theme.faint, width=0.9)


def blob(box: Box) -> str:
    """A soft outline that fills a box, more or less."""
    x, y = box.middle
    many = 18
    points = []
    for k in range(many):
        t = 2 * pi * k / many
        # Between an ellipse and a rectangle, so that a long box has long sides.
        a, b = _squared(sin(t)), _squared(cos(t))
        r = 1 - 0.06 * (1 + sin(5 * t + 0.7)) / 2
        points.append((x + box.width / 2 * a * r, y - box.height / 2 * b * r))
    return _smooth(points)


def _squared(share: float) -> float:
    return (1 if share > 0 else -1) * float(abs(share) ** 0.55)


def _smooth(points: list[tuple[float, float]]) -> str:
    """A closed line through the middles between the points."""
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(points, [*points[1:], points[0]], strict=True)]
    curves = [f"Q{px:.1f} {py:.1f} {mx:.1f} {my:.1f}" for (px, py), (mx, my) in zip(points, middles, strict=True)]
    return f"M{middles[-1][0]:.1f} {middles[-1][1]:.1f}{''.join(curves)}Z"


def _at(x: float, y: float, radius: float, turn: float) -> tuple[float, float]:
    return x + radius * sin(2 * pi * turn), y - radius * cos(2 * pi * turn)


def _polygon(*points: tuple[float, float]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "Z"
