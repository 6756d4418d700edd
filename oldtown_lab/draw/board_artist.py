"""What lies on the map: chips, placed buildings, the signs of roles, warmth, and the tray below the town."""

from __future__ import annotations

from collections.abc import Iterator

from ..proof.step import Role
from .describe import percent
from .icons import label
from .layout import BoardLayout, Box
from .palette import SIGNS, Theme
from .scene import Scene
from .shapes import Icon, Path, Shape, Text, circle, line, rectangle

#: So many chips fit on a plot; of more, the last one says how many there are besides.
MOST_CHIPS = 9

ROLE_NAMES = {
    Role.REASON: "reason",
    Role.KEPT: "found",
    Role.REMOVED: "ruled out",
    Role.ASSUMED: "assumed",
    Role.CONTRADICTION: "contradiction",
}

MARKS = {True: "mine", False: "not mine"}


def plot_shapes(scene: Scene, plot: int, layout: BoardLayout, theme: Theme) -> tuple[Shape, ...]:
    """Everything that lies on one plot, from bottom to top."""
    return tuple(_on_plot(scene, plot, layout, theme))


def tray_shapes(scene: Scene, layout: BoardLayout, theme: Theme) -> tuple[Shape, ...]:
    """Below the town: who is left out, of whom nothing is known, and what the signs mean."""
    return (*_tray(scene, layout.tray, theme), *_legend(scene, layout.legend, theme))


def chip_at(scene: Scene, x: float, y: float, layout: BoardLayout) -> tuple[int, str] | None:
    """The plot and the candidate whose chip lies at a point of the picture."""
    plot = layout.plot_at(x, y)
    if plot is None or plot in scene.placed:
        return None
    names, more = shown_chips(scene, plot)
    many = len(names) + (1 if more else 0)
    return next(((plot, b) for i, b in enumerate(names) if layout.chip_box(plot, i, many).holds(x, y)), None)


def shown_chips(scene: Scene, plot: int) -> tuple[tuple[str, ...], int]:
    """The candidates that are drawn on a plot, and how many more there are. Those with a role come first in line."""
    names = _in_order(scene, plot)
    if len(names) <= MOST_CHIPS:
        return names, 0
    first = sorted(names, key=lambda b: _rank(scene, b, plot))
    shown = set(first[: MOST_CHIPS - 1])
    return tuple(b for b in names if b in shown), len(names) - len(shown)


def _rank(scene: Scene, building: str, plot: int) -> int:
    """Who must be seen where not all can be: whom a step is about, what it says, who is pointed out, its reasons."""
    role = scene.roles.get((building, plot))
    if role is None and building in scene.first:
        return -1
    if role not in (None, Role.REASON):
        return 0
    if building == scene.building:
        return 1
    return 2 if role else 3


def _in_order(scene: Scene, plot: int) -> tuple[str, ...]:
    here = {*scene.chips.get(plot, ()), *scene.ghosts.get(plot, ())}
    here |= {building for building, place in scene.roles if place == plot and building != scene.placed.get(plot)}
    return tuple(b for b in scene.game.buildings if b in here)


def _on_plot(scene: Scene, plot: int, layout: BoardLayout, theme: Theme) -> Iterator[Shape]:
    box = layout.plot_box(plot)
    if plot in scene.heat and scene.heat[plot] > 0:
        yield from _warmth(plot, scene.heat[plot], box, theme)
    standing = scene.placed.get(plot)
    names, more = shown_chips(scene, plot)
    if standing is not None:
        yield from _standing(scene, plot, standing, box, theme)
    else:
        many = len(names) + (1 if more else 0)
        for index, building in enumerate(names):
            yield from _chip(scene, plot, building, layout.chip_box(plot, index, many), theme)
        if more:
            yield from _more(more, layout.chip_box(plot, many - 1, many), theme)
    if plot in scene.plots:
        # Inside the plot: outside, it would cut off the arrow of the entrance.
        outline = rectangle(box.x + 1.8, box.y + 1.8, box.width - 3.6, box.height - 3.6, 3)
        yield Path(outline, stroke=theme.point_out, width=3.6)


def _warmth(plot: int, share: float, box: Box, theme: Theme) -> Iterator[Shape]:
    """How often: a tint. It covers the number that the map has there, so the number is written again."""
    yield Path(rectangle(box.x, box.y, box.width, box.height, 3), fill=theme.heat, opacity=0.12 + 0.6 * share)
    yield Text(box.x + 6, box.y + 14, str(plot), 14, theme.ink, bold=True, serif=True)
    yield Text(box.x + box.width - 6, box.y + 13, percent(share), 11, theme.ink, anchor="end", bold=True)


def _standing(scene: Scene, plot: int, building: str, box: Box, theme: Theme) -> Iterator[Shape]:
    role = scene.roles.get((building, plot))
    inner = Box(box.x + 4, box.y + 18, box.width - 8, box.height - 22)
    edge, width = (theme.roles[role], 3.5) if role else (theme.ink, 1.6)
    dash = (6.0, 4.0) if role is Role.ASSUMED else ()
    yield Path(rectangle(inner.x, inner.y, inner.width, inner.height, 5), theme.placed, edge, width, dash)
    size = min(inner.height - 30, inner.width - 20)
    yield Icon(building, inner.x + (inner.width - size) / 2, inner.y + 5, size, theme.ink, theme.placed)
    middle, base = inner.x + inner.width / 2, inner.y + inner.height - 9
    yield Text(middle, base, building, 15, theme.ink, "middle", bold=True, serif=True, room=inner.width - 10)
    if building == scene.building:
        yield Path(
            rectangle(inner.x + 3, inner.y + 3, inner.width - 6, inner.height - 6, 4), stroke=theme.point_out, width=4
        )
    if role:
        yield from _sign(role, inner.x + inner.width - 9, inner.y + 9, 9, theme)
    yield from _mark(scene.mine.get(building), inner.x + 12, inner.y + 12, 8, theme)


def _chip(scene: Scene, plot: int, building: str, box: Box, theme: Theme) -> Iterator[Shape]:
    role = scene.roles.get((building, plot))
    gone = building not in scene.chips.get(plot, ())
    ghost = role is None and gone
    fade = 0.4 if ghost else 1.0
    edge, width = (theme.roles[role], 2.6) if role else (theme.chip_edge, 1.0)
    if role is None and building == scene.building:
        edge, width = theme.point_out, 2.6
    dash = (4.0, 3.0) if ghost or role is Role.ASSUMED else ()
    yield Path(
        rectangle(box.x, box.y, box.width, box.height, 4), None if ghost else theme.chip, edge, width, dash, fade
    )
    size = box.height - 12.5
    yield Icon(building, box.x + (box.width - size) / 2, box.y + 1.5, size, theme.ink, theme.chip, fade)
    middle, base = box.x + box.width / 2, box.y + box.height - 3
    yield Text(
        middle, base, label(building), 9.5, theme.ink, "middle", opacity=1 if not ghost else 0.6, room=box.width - 3
    )
    if role is Role.REMOVED or (gone and role in (None, Role.REASON)):
        cross = theme.roles[role] if role else theme.ink
        strike = line(box.x + 3, box.y + box.height - 3, box.x + box.width - 3, box.y + 3)
        yield Path(strike, stroke=cross, width=2.2 if role else 1.5, opacity=1 if role else 0.6)
    if role:
        yield from _sign(role, box.x + box.width - 3, box.y + 3, 6, theme)
    yield from _mark(scene.mine.get(building), box.x + 4, box.y + 5, 6, theme)


def _mark(is_mine: bool | None, x: float, y: float, radius: float, theme: Theme) -> Iterator[Shape]:
    """The player's own mark: a full disc for mine, an empty one that is struck out for not mine."""
    if is_mine is None:
        return
    ground, ink = (theme.ink, theme.chip) if is_mine else (theme.chip, theme.ink)
    yield Path(circle(x, y, radius), ground, theme.chip if is_mine else theme.ink, 1)
    yield Text(x, y + radius * 0.5, "m", radius * 1.5, ink, "middle", bold=True)
    if not is_mine:
        reach = radius * 0.8
        yield Path(line(x - reach, y + reach, x + reach, y - reach), stroke=theme.ink, width=1.6)


def _sign(role: Role, x: float, y: float, radius: float, theme: Theme) -> Iterator[Shape]:
    yield Path(circle(x, y, radius), fill=theme.roles[role], stroke=theme.chip, width=1)
    yield Text(x, y + radius * 0.55, SIGNS[role], radius * 1.6, theme.chip, "middle", bold=True)


def _more(count: int, box: Box, theme: Theme) -> Iterator[Shape]:
    yield Path(rectangle(box.x, box.y, box.width, box.height, 4), stroke=theme.chip_edge, dash=(2.0, 2.0))
    middle, base = box.x + box.width / 2, box.y + box.height / 2 + 5
    yield Text(middle, base, f"+{count}", 14, theme.ink, "middle", bold=True)


# ---------------------------------------------------------------------------------------------------------------- tray


def _tray(scene: Scene, box: Box, theme: Theme) -> Iterator[Shape]:
    marked = tuple(b for b, place in scene.roles if place == 0 and b not in scene.left_out)
    yield from _row("left out", (*scene.left_out, *marked), scene, Box(box.x, box.y, box.width, 30), theme)
    if scene.nowhere_yet:
        lower = Box(box.x, box.y + 34, box.width, 30)
        yield from _row("no clue yet", scene.nowhere_yet, scene, lower, theme)


def _row(name: str, buildings: tuple[str, ...], scene: Scene, box: Box, theme: Theme) -> Iterator[Shape]:
    """A line of small icons; where only few are in it, with their names."""
    yield Text(box.x, box.y + 19, name, 12, theme.faint, italic=True, serif=True)
    x = box.x + 74
    if not buildings:
        yield Text(x, box.y + 19, "nobody is known to be", 11, theme.faint, italic=True)
    named = len(buildings) <= 4
    for building in buildings:
        role = scene.roles.get((building, 0))
        width = 118 if named else 30
        edge = theme.roles[role] if role else theme.chip_edge
        dash = (4.0, 3.0) if role is Role.ASSUMED else ()
        yield Path(rectangle(x, box.y + 2, width, 26, 4), theme.chip, edge, 2.4 if role else 1, dash)
        yield Icon(building, x + 4, box.y + 4, 22, theme.ink, theme.chip)
        if named:
            yield Text(x + 30, box.y + 19, building, 11, theme.ink, room=width - 36)
        if role in (Role.REASON, Role.REMOVED) and building not in scene.left_out:
            # It is known, or found now, to be in town: so it is not left out.
            yield Path(line(x + 3, box.y + 25, x + width - 3, box.y + 5), stroke=edge, width=2.2)
        if role:
            yield from _sign(role, x + width - 2, box.y + 5, 6, theme)
        yield from _mark(scene.mine.get(building), x + 3, box.y + 6, 6, theme)
        x += width + 6


def _legend(scene: Scene, box: Box, theme: Theme) -> Iterator[Shape]:
    """What the signs mean; only those that occur."""
    x = box.x
    for role in Role:
        if role in scene.roles.values():
            yield from _sign(role, x + 7, box.y + 8, 7, theme)
            yield Text(x + 18, box.y + 12, ROLE_NAMES[role], 11, theme.roles[role], bold=True)
            x += 34 + 6.4 * len(ROLE_NAMES[role])
    for is_mine, words in MARKS.items():
        if is_mine in scene.mine.values():
            yield from _mark(is_mine, x + 7, box.y + 8, 7, theme)
            yield Text(x + 18, box.y + 12, words, 11, theme.ink, bold=True)
            x += 34 + 6.4 * len(words)
    if scene.heat_of is not None:
        yield Path(rectangle(x, box.y + 1, 14, 14, 2), theme.heat, opacity=0.6)
        yield Text(x + 19, box.y + 12, f"how often the {scene.heat_of} stands there", 11, theme.ink)
