"""Reading outlines: the path language of :mod:`.shapes` as commands, and as corners for painters without curves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

TOKEN = re.compile(r"[MLHVCQZ]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")

#: How many numbers follow each command.
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}

#: Into how many straight pieces a curve is cut. Icons are small: more would not be seen.
PIECES = 8

Point = tuple[float, float]
Corners = tuple[Point, ...]


def commands(outline: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """The commands of an outline with their numbers; a command may be left out where it is repeated."""
    words = TOKEN.findall(outline)
    at = 0
    command = ""
    while at < len(words):
        if words[at] in NUMBERS:
            command = words[at]
            at += 1
        count = NUMBERS[command]
        yield command, tuple(map(float, words[at : at + count]))
        at += count


@lru_cache(maxsize=4096)
def corners(outline: str) -> tuple[tuple[Corners, bool], ...]:
    """The outline as lists of corners, and for each whether it is closed."""
    found: list[tuple[Corners, bool]] = []
    points: list[Point] = []
    for command, numbers in commands(outline):
        match command, numbers:
            case "M", (x, y):
                if len(points) > 1:
                    found.append((tuple(points), False))
                points = [(x, y)]
            case "L", (x, y):
                points.append((x, y))
            case "H", (x,):
                points.append((x, points[-1][1]))
            case "V", (y,):
                points.append((points[-1][0], y))
            case "Q", (x1, y1, x, y):
                points += _curve([points[-1], (x1, y1), (x, y)])
            case "C", (x1, y1, x2, y2, x, y):
                points += _curve([points[-1], (x1, y1), (x2, y2), (x, y)])
            case _:
                found.append((tuple(points), True))
                points = points[:1]
    if len(points) > 1:
        found.append((tuple(points), False))
    return tuple(found)


def _curve(controls: list[Point]) -> list[Point]:
    return [_on_curve(controls, piece / PIECES) for piece in range(1, PIECES + 1)]


def _on_curve(controls: list[Point], t: float) -> Point:
    """De Casteljau: halfway points of halfway points, at t instead of a half."""
    while len(controls) > 1:
        controls = [((1 - t) * x1 + t * x2, (1 - t) * y1 + t * y2) for (x1, y1), (x2, y2) in pairwise(controls)]
    return controls[0]
