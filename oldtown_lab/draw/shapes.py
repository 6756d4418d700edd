"""The few shapes of which every picture is made. A painter turns them into SVG or draws them on a canvas.

Coordinates grow to the east and to the south. Outlines are written like SVG paths, with absolute commands only: M, L,
H, V, C, Q and Z, so that every painter can follow them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Path:
    """An outline that is filled, stroked, or both. ``dash`` is the length of dashes and gaps; none: a solid line."""

    outline: str
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text. ``y`` is the base line; ``anchor`` says which end or middle of the line stands at ``x``.

    ``angle`` turns it around its anchor, in degrees clockwise. ``room`` is how wide it may be: painters squeeze it.
    """

    x: float
    y: float
    words: str
    size: float
    colour: str
    anchor: str = "start"
    bold: bool = False
    italic: bool = False
    serif: bool = False
    angle: float = 0.0
    opacity: float = 1.0
    room: float | None = None


@dataclass(frozen=True, slots=True)
class Icon:
    """A building's icon in a square: its north-west corner, its size, and its two colours."""

    building: str
    x: float
    y: float
    size: float
    ink: str
    paper: str
    opacity: float = 1.0


Shape = Path | Text | Icon


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> str:
    """The outline of a rectangle, with rounded corners if a radius is given."""
    east, south = x + width, y + height
    if not radius:
        return f"M{x:g} {y:g}H{east:g}V{south:g}H{x:g}Z"
    r = radius
    return (
        f"M{x + r:g} {y:g}H{east - r:g}Q{east:g} {y:g} {east:g} {y + r:g}V{south - r:g}"
        f"Q{east:g} {south:g} {east - r:g} {south:g}H{x + r:g}Q{x:g} {south:g} {x:g} {south - r:g}"
        f"V{y + r:g}Q{x:g} {y:g} {x + r:g} {y:g}Z"
    )


def circle(x: float, y: float, radius: float) -> str:
    """The outline of a circle, as four curves."""
    r, k = radius, radius * 0.5523
    return (
        f"M{x - r:g} {y:g}C{x - r:g} {y - k:g} {x - k:g} {y - r:g} {x:g} {y - r:g}"
        f"C{x + k:g} {y - r:g} {x + r:g} {y - k:g} {x + r:g} {y:g}"
        f"C{x + r:g} {y + k:g} {x + k:g} {y + r:g} {x:g} {y + r:g}"
        f"C{x - k:g} {y + r:g} {x - r:g} {y + k:g} {x - r:g} {y:g}Z"
    )


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
