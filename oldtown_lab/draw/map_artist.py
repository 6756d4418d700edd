"""The empty map: an old survey of the town, with its streets, its railway, its landmarks and the numbered plots."""

from __future__ import annotations

from collections.abc import Iterator

from ..town.plan import Line, Side, TownPlan
from .landmarks import landmark_shapes
from .layout import PLOT_WIDTH, BoardLayout, Box
from .ornaments import border, cactus, compass, contours, hills, scale_bar
from .palette import Theme
from .shapes import Path, Shape, Text, line, rectangle

#: The frame of the sheet, to which the railway runs.
FRAME = 10.0
SLEEPER = 15.0


def map_shapes(plan: TownPlan, theme: Theme, title: str = "", tray: bool = True) -> list[Shape]:
    """The map without anything on it, from bottom to top. ``title`` is the game's; ``tray``: with a field for one."""
    layout = BoardLayout(plan)
    outside = [mark for mark in plan.landmarks if layout.landmark_box(mark).x >= layout.town.east]
    shapes: list[Shape] = [*_sheet(layout, theme, tray)]
    for mark in outside:
        shapes += landmark_shapes(mark, layout, theme)
    shapes += _streets(plan, layout, theme)
    shapes += _walls(layout, theme)
    for rail in plan.lines:
        if not rail.is_street:
            shapes += _railway(rail, layout, theme)
    for plot in plan.plots:
        shapes += _plot(plot.number, plot.entrance, layout, theme)
    for mark in plan.landmarks:
        if mark not in outside:
            shapes += landmark_shapes(mark, layout, theme)
    shapes += _names(plan, layout, theme)
    shapes += _cartouche(title or "Survey", layout, theme)
    return shapes


def _sheet(layout: BoardLayout, theme: Theme, tray: bool) -> Iterator[Shape]:
    """Paper, border and ornaments, and the field for the tray."""
    sheet = layout.sheet if tray else layout.bare_sheet
    yield Path(rectangle(0, 0, sheet.width, sheet.height), theme.paper)
    town = layout.town.inset(-8)
    yield Path(rectangle(town.x, town.y, town.width, town.height, 6), theme.land)
    margin_middle = (town.east + layout.width - FRAME) / 2
    foot = layout.panel.y
    if layout.width - town.east > 40:
        yield from contours(Box(margin_middle - 24, layout.town.y + 66, 48, 70), theme)
        yield from contours(Box(margin_middle - 25, layout.town.south - 150, 50, 84), theme)
        yield from cactus(margin_middle - 8, layout.town.south - 14, 34, theme)
        yield from cactus(margin_middle + 12, layout.town.south + 2, 20, theme)
    yield from hills(26, layout.town.y - 16, 92, theme)
    yield from cactus(140, layout.town.y - 17, 22, theme)
    yield from hills(layout.width - 188, layout.town.y - 16, 92, theme)
    yield from compass(layout.width - 46, 52, 28, theme)
    yield from scale_bar(layout.town.x + 8, foot - 14, 34, theme)
    if tray:
        panel = rectangle(layout.panel.x, layout.panel.y, layout.panel.width, layout.panel.height, 3)
        yield Path(panel, theme.land)
        yield Path(panel, stroke=theme.faint, width=0.9)
    yield from border(sheet, theme)


def _streets(plan: TownPlan, layout: BoardLayout, theme: Theme) -> Iterator[Shape]:
    """First all edges, then all surfaces: so the crossings stay open."""
    bands = [(street, layout.band_box(street)) for street in plan.lines if street.is_street]
    for _, box in bands:
        yield Path(rectangle(box.x, box.y, box.width, box.height), stroke=theme.street_edge, width=2)
    for _, box in bands:
        yield Path(rectangle(box.x, box.y, box.width, box.height), theme.street)
    for street, box in bands:
        x, y = box.middle
        for side in (-1, 1):
            if street.runs_east_west:
                rut = line(box.x, y + side * box.height * 0.3, box.east, y + side * box.height * 0.3)
            else:
                rut = line(x + side * box.width * 0.3, box.y, x + side * box.width * 0.3, box.south)
            yield Path(rut, stroke=theme.street_edge, width=0.8, dash=(9.0, 5.0, 3.0, 6.0), opacity=0.8)


def _walls(layout: BoardLayout, theme: Theme) -> Iterator[Shape]:
    """A wall of bricks between two plots."""
    for box in layout.wall_boxes():
        yield Path(rectangle(box.x, box.y, box.width, box.height), theme.plot_edge, opacity=0.45)
        upright = box.height > box.width
        joints = []
        for i, at in enumerate(range(8, int(max(box.width, box.height)), 8)):
            across = (
                line(box.x, box.y + at, box.east, box.y + at)
                if upright
                else line(box.x + at, box.y, box.x + at, box.south)
            )
            joints.append(across)
            shift = 2.5 if i % 2 else 5.5
            joints.append(
                line(box.x + shift, box.y + at - 8, box.x + shift, box.y + at)
                if upright
                else line(box.x + at - 8, box.y + shift, box.x + at, box.y + shift)
            )
        yield Path("".join(joints), stroke=theme.plot, width=0.7, opacity=0.7)


def _railway(rail: Line, layout: BoardLayout, theme: Theme) -> Iterator[Shape]:
    """Rails on sleepers from frame to frame. They lie off the middle: a station has its house beside them."""
    band = layout.band_box(rail)
    if rail.runs_east_west:
        first, last, middle = FRAME, layout.width - FRAME, band.y + band.height * 0.7
    else:
        first, last, middle = band.y, band.south, band.x + band.width * 0.7
    half = SLEEPER / 2
    sleepers, at = [], first + 5
    while at < last:
        ends = (at, middle - half, at, middle + half) if rail.runs_east_west else (middle - half, at, middle + half, at)
        sleepers.append(line(*ends))
        at += 7
    yield Path("".join(sleepers), stroke=theme.rail, width=2.4, opacity=0.75)
    for side in (-4, 4):
        place = middle + side
        track = line(first, place, last, place) if rail.runs_east_west else line(place, first, place, last)
        yield Path(track, stroke=theme.land, width=3)
        yield Path(track, stroke=theme.rail, width=1.6)


def _plot(number: int, entrance: Side, layout: BoardLayout, theme: Theme) -> Iterator[Shape]:
    """A plot with its number, and its entrance: a gap in its fence and an arrow that points out to the street."""
    box = layout.plot_box(number)
    yield Path(rectangle(box.x, box.y, box.width, box.height, 2), theme.plot, theme.plot_edge, 1.6)
    x, y = box.middle
    if entrance in (Side.NORTH, Side.SOUTH):
        edge, out = (box.y, -1) if entrance is Side.NORTH else (box.south, 1)
        gap = line(x - 9, edge, x + 9, edge)
        posts = line(x - 9, edge - 3, x - 9, edge + 3) + line(x + 9, edge - 3, x + 9, edge + 3)
        arrow = f"M{x - 6:g} {edge - out:g}H{x + 6:g}L{x:g} {edge + 7 * out:g}Z"
    else:
        edge, out = (box.x, -1) if entrance is Side.WEST else (box.east, 1)
        gap = line(edge, y - 9, edge, y + 9)
        posts = line(edge - 3, y - 9, edge + 3, y - 9) + line(edge - 3, y + 9, edge + 3, y + 9)
        arrow = f"M{edge - out:g} {y - 6:g}V{y + 6:g}L{edge + 7 * out:g} {y:g}Z"
    yield Path(gap, stroke=theme.plot, width=2.4)
    yield Path(posts, stroke=theme.ink, width=1.8)
    yield Path(arrow, theme.ink)
    yield Text(box.x + 6, box.y + 14, str(number), 14, theme.ink, bold=True, serif=True)


def _names(plan: TownPlan, layout: BoardLayout, theme: Theme) -> Iterator[Shape]:
    """Every line has its name once at either end of the town, so that no name is far to seek."""
    for named in plan.lines:
        band = layout.band_box(named)
        if named.runs_east_west:
            y = band.middle[1] + 5 if named.is_street else band.y + band.height * 0.36
            # Not before the middle of a plot: there may be the arrow of an entrance.
            for plot in (plan.plots[0], plan.plots[plan.columns - 1]):
                x = layout.plot_box(plot.number).x + 8
                size = 14 if named.is_street else 12
                yield Text(x, y, named.name, size, theme.ink, italic=True, serif=True, room=PLOT_WIDTH - 16)
        else:
            for row in (1, plan.rows):
                y = layout.plot_box((row - 1) * plan.columns + 1).middle[1]
                x = band.middle[0]
                yield Text(x + 5, y, named.name, 14, theme.ink, "middle", italic=True, serif=True, angle=-90)


def _cartouche(title: str, layout: BoardLayout, theme: Theme) -> Iterator[Shape]:
    """The title on a ribbon."""
    x = layout.width / 2
    north, south, half = 13.0, 53.0, 132.0
    for side in (-1, 1):
        end, fold = x + side * (half + 24), x + side * (half - 12)
        notch = f"{end - side * 9:g} {(north + south) / 2 + 8:g}"
        tail = f"M{fold:g} {north + 8:g}H{end:g}L{notch}L{end:g} {south + 6:g}H{fold:g}Z"
        yield Path(tail, theme.street, theme.ink, 1)
        shadow = f"M{x + side * half:g} {south:g}L{fold:g} {south + 6:g}V{south:g}Z"
        yield Path(shadow, theme.ink)
    ribbon = Box(x - half, north, 2 * half, south - north)
    yield Path(rectangle(ribbon.x, ribbon.y, ribbon.width, ribbon.height), theme.plot, theme.ink, 1.4)
    inner = ribbon.inset(3)
    yield Path(rectangle(inner.x, inner.y, inner.width, inner.height), stroke=theme.faint, width=0.7)
    words = title.upper()
    yield Text(x, north + 23, words, 22, theme.ink, "middle", bold=True, serif=True, room=inner.width - 12)
    yield Text(x, south - 6, "a survey of the plots", 11.5, theme.ink, "middle", italic=True, serif=True)
