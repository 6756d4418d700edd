"""The landmarks of a map, each drawn in its own way; one that has no drawing of its own is a cairn with a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ..town.plan import Landmark
from .layout import BoardLayout, Box
from .ornaments import blob, grass
from .palette import Theme
from .shapes import Path, Shape, Text, line, rectangle

BISON = (
    (0.0, 0.62),
    ("Q", -0.02, 0.44, 0.08, 0.38),
    ("Q", 0.1, 0.24, 0.22, 0.14),
    ("Q", 0.34, -0.02, 0.5, 0.12),
    ("Q", 0.7, 0.26, 0.88, 0.26),
    ("Q", 0.98, 0.3, 0.97, 0.5),
    ("Q", 0.97, 0.72, 0.94, 1.0),
    ("L", 0.88, 1.0),
    ("Q", 0.88, 0.8, 0.83, 0.7),
    ("L", 0.8, 1.0),
    ("L", 0.74, 1.0),
    ("Q", 0.75, 0.8, 0.7, 0.66),
    ("Q", 0.56, 0.72, 0.45, 0.7),
    ("L", 0.44, 1.0),
    ("L", 0.38, 1.0),
    ("L", 0.36, 0.76),
    ("L", 0.34, 1.0),
    ("L", 0.28, 1.0),
    ("L", 0.27, 0.78),
    ("Q", 0.18, 0.9, 0.12, 0.84),
    ("Q", 0.0, 0.8, 0.0, 0.62),
)


def landmark_shapes(mark: Landmark, layout: BoardLayout, theme: Theme) -> Iterator[Shape]:
    """A landmark in its place."""
    box = layout.landmark_box(mark)
    yield from DRAWINGS.get(mark.id, _cairn)(mark, _roomy(box, layout), theme)


def _roomy(box: Box, layout: BoardLayout) -> Box:
    """A landmark beside the town may use the whole margin."""
    if box.x >= layout.town.east:
        return Box(layout.town.east + 5, box.y, layout.width - layout.town.east - 20, box.height)
    return box


def _cemetery(mark: Landmark, box: Box, theme: Theme) -> Iterator[Shape]:
    yield Path(rectangle(box.x + 1, box.y + 1, box.width - 2, box.height - 2), theme.grave)
    fence = box.inset(2)
    yield Path(rectangle(fence.x, fence.y, fence.width, fence.height), stroke=theme.ink, width=0.9)
    pickets = "".join(
        line(fence.x + x, y - 2, fence.x + x, y + 2)
        for y in (fence.y, fence.south)
        for x in range(4, int(fence.width), 4)
    )
    pickets += "".join(
        line(x - 2, fence.y + y, x + 2, fence.y + y)
        for x in (fence.x, fence.east)
        for y in range(4, int(fence.height), 4)
    )
    yield Path(pickets, stroke=theme.ink, width=0.7)
    x, y = box.middle
    for dx, dy in ((-11.0, -6.0), (11.0, -6.0), (0.0, 1.0)):
        yield Path(_cross(x + dx, y + dy, 9), fill=theme.ink)
    for dx, dy in ((0.0, -9.5), (-11.0, 5.0), (11.0, 5.0)):
        yield Path(_stone(x + dx, y + dy), theme.plot, theme.ink, 0.8)
    yield Text(x, box.south - 5.5, mark.name, 7.5, theme.ink, "middle", italic=True, serif=True, room=box.width - 8)


def _cross(x: float, y: float, height: float) -> str:
    return rectangle(x - 0.9, y - height, 1.8, height) + rectangle(x - 3, y - height * 0.74, 6, 1.8)


def _stone(x: float, y: float) -> str:
    west, east, top = x - 2.6, x + 2.6, y - 6.6
    return f"M{west:g} {y:g}V{y - 4:g}Q{west:g} {top:g} {x:g} {top:g}Q{east:g} {top:g} {east:g} {y - 4:g}V{y:g}Z"


def _station(mark: Landmark, box: Box, theme: Theme) -> Iterator[Shape]:
    """A house and its platform, north of the track (see ``map_artist``)."""
    x, floor = box.x, box.y + box.height * 0.48
    yield Path(rectangle(x - 3, floor, box.width + 12, 2.4), theme.faint)
    yield Path(rectangle(x + 3, floor - 9, 26, 9), theme.plot, theme.ink, 0.9)
    yield Path(f"M{x:g} {floor - 9:g}L{x + 4:g} {floor - 16:g}H{x + 28:g}L{x + 32:g} {floor - 9:g}Z", theme.ink)
    windows = rectangle(x + 6, floor - 6.5, 3.6, 3.6) + rectangle(x + 22.4, floor - 6.5, 3.6, 3.6)
    yield Path(windows + rectangle(x + 14, floor - 7, 4, 7), theme.ink)
    yield Text(x + 36, floor - 3, mark.name, 10, theme.ink, italic=True, serif=True)


def _meadow(mark: Landmark, box: Box, theme: Theme) -> Iterator[Shape]:
    yield Path(blob(box), theme.meadow, theme.faint, 0.9, (5.0, 3.0))
    x, north = box.middle[0], box.y
    name_at, bisons = 0.13, (0.33, 0.78)
    for row in range(1, 20):
        share = row / 20
        # Grass grows where neither the name nor a bison stands.
        if share > name_at + 0.08 and all(abs(share - place) > 0.09 for place in bisons) and share < 0.93:
            shift = 8 if row % 2 else -8
            yield grass(x + shift, north + box.height * share, theme)
    width = min(42.0, box.width - 10)
    for place in bisons:
        corner = (x - width / 2, north + box.height * place - width * 0.32)
        yield Path(_bison(*corner, width, width * 0.64), theme.ink, theme.meadow, 2)
        yield Path(_horn(*corner, width, width * 0.64), stroke=theme.meadow, width=1.2)
    for line_number, word in enumerate(mark.name.split()):
        y = north + box.height * name_at + 12 * line_number
        yield Text(x, y, word, 11, theme.ink, "middle", italic=True, serif=True, room=box.width - 14)


def _bison(x: float, y: float, width: float, height: float) -> str:
    start, *rest = BISON
    outline = f"M{x + float(start[0]) * width:.1f} {y + float(start[1]) * height:.1f}"
    for command, *numbers in rest:
        places = [x + float(n) * width if i % 2 == 0 else y + float(n) * height for i, n in enumerate(numbers)]
        outline += f"{command}{' '.join(f'{place:.1f}' for place in places)}"
    return outline + "Z"


def _horn(x: float, y: float, width: float, height: float) -> str:
    return (
        f"M{x + 0.16 * width:.1f} {y + 0.42 * height:.1f}Q{x + 0.1 * width:.1f} {y + 0.4 * height:.1f} "
        f"{x + 0.1 * width:.1f} {y + 0.26 * height:.1f}"
    )


def _cairn(mark: Landmark, box: Box, theme: Theme) -> Iterator[Shape]:
    x, y = box.middle
    yield Path(f"M{x - 8:g} {y:g}L{x:g} {y - 14:g}L{x + 8:g} {y:g}Z", theme.grave, theme.ink, 1)
    yield Text(x, y + 11, mark.name, 10, theme.ink, "middle", italic=True, serif=True, room=box.width)


DRAWINGS: Mapping[str, Callable[[Landmark, Box, Theme], Iterator[Shape]]] = {
    "cemetery": _cemetery,
    "station": _station,
    "meadow": _meadow,
}
