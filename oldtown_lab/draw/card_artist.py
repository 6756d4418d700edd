"""The little map on an info card.

Kinds A and B: the allowed plots are dark. Kind C: a plot of the named building has a dark western half, a plot of my
building a hatched eastern half, and a thread joins the two plots of each pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from ..town.cards import Card
from ..town.plan import Plot, TownPlan
from .layout import Box
from .palette import Theme
from .shapes import Icon, Path, Shape, Text, circle, line, rectangle

CARD_WIDTH = 150.0
CARD_HEIGHT = 120.0
LEFT = 33.0
MARGIN = 6.0
GAP = 7.0
WALL = 1.6
NUMBER = 6.6
MINE = "my building"

#: With more threads than this they are thin, and all of them solid.
CROWDED = 12


def card_shapes(card: Card, plan: TownPlan, theme: Theme) -> list[Shape]:
    """A card's map with its number, its kind and the building that it is about."""
    boxes = {plot.number: _box(plot, plan) for plot in plan.plots}
    shapes: list[Shape] = [Path(rectangle(0.75, 0.75, CARD_WIDTH - 1.5, CARD_HEIGHT - 1.5, 6), theme.chip)]
    shapes.append(Path(rectangle(0.75, 0.75, CARD_WIDTH - 1.5, CARD_HEIGHT - 1.5, 6), stroke=theme.ink, width=1.3))
    shapes += _head(card, theme)
    shapes += _rails(plan, theme)
    shapes += _relation(card, boxes, theme) if card.kind == "C" else _places(card, boxes, theme)
    return shapes


def has_dashes(card: Card) -> bool:
    """Whether some threads of the card are dashed, which has to be explained."""
    return not card.pairs <= {(mine, named) for named, mine in card.pairs} and len(_once(card)) <= CROWDED


def _head(card: Card, theme: Theme) -> Iterator[Shape]:
    """The western column: number, kind, whom the map is about, and for kind C the key to its two tones."""
    x = LEFT / 2 + 1
    yield Text(x, 19, str(card.number), 16, theme.ink, "middle", bold=True, serif=True)
    yield Text(x, 30, f"card {card.kind}", 8.5, theme.faint, "middle", italic=True, serif=True)
    yield Icon(card.building or MINE, x - 12, 37, 24, theme.ink, theme.chip)
    if card.kind == "C":
        yield Path(rectangle(x - 9, 63, 18, 7), theme.ink, theme.ink, 0.8)
        yield Icon(MINE, x - 9, 79, 18, theme.ink, theme.chip)
        yield from _hatched(Box(x - 9, 99, 18, 7), theme)
        yield Text(x, 114, "mine", 8, theme.ink, "middle", italic=True, serif=True)
    elif card.building is None:
        yield Text(x, 71, "my", 8, theme.ink, "middle", italic=True, serif=True)
        yield Text(x, 80, "building", 8, theme.ink, "middle", italic=True, serif=True, room=LEFT - 7)


def _box(plot: Plot, plan: TownPlan) -> Box:
    across = [_gap(plan, column, False) for column in range(1, plan.columns)]
    down = [_gap(plan, row, True) for row in range(1, plan.rows)]
    width = (CARD_WIDTH - LEFT - MARGIN - sum(across)) / plan.columns
    height = (CARD_HEIGHT - 2 * MARGIN - sum(down)) / plan.rows
    x = LEFT + (plot.column - 1) * width + sum(across[: plot.column - 1])
    return Box(x, MARGIN + (plot.row - 1) * height + sum(down[: plot.row - 1]), width, height)


def _gap(plan: TownPlan, after: int, east_west: bool) -> float:
    has_line = any(line.after == after and line.runs_east_west == east_west for line in plan.lines)
    return GAP if has_line else WALL


def _rails(plan: TownPlan, theme: Theme) -> Iterator[Shape]:
    """The railway as a line with cross strokes; streets are gaps."""
    corner = {(plot.row, plot.column): _box(plot, plan) for plot in plan.plots}
    for rail in plan.lines:
        if rail.is_street:
            continue
        if rail.runs_east_west:
            y = corner[rail.after, 1].south + GAP / 2
            first, last = corner[1, 1].x, corner[1, plan.columns].east
            yield Path(line(first, y, last, y), stroke=theme.rail, width=1.2)
            strokes = "".join(line(x, y - 2.4, x, y + 2.4) for x in range(int(first) + 2, int(last), 4))
        else:
            x0 = corner[1, rail.after].east + GAP / 2
            first, last = corner[1, 1].y, corner[plan.rows, 1].south
            yield Path(line(x0, first, x0, last), stroke=theme.rail, width=1.2)
            strokes = "".join(line(x0 - 2.4, y, x0 + 2.4, y) for y in range(int(first) + 2, int(last), 4))
        yield Path(strokes, stroke=theme.rail, width=1)


def _places(card: Card, boxes: dict[int, Box], theme: Theme) -> Iterator[Shape]:
    for number, box in boxes.items():
        marked = number in card.plots
        yield Path(
            rectangle(box.x, box.y, box.width, box.height, 1.5),
            theme.ink if marked else theme.plot,
            theme.ink if marked else theme.faint,
            1.2 if marked else 0.7,
        )
        x, y = box.middle
        colour = theme.chip if marked else theme.faint
        yield Text(x, y + 4.4 if marked else y + 3.4, str(number), 12.5 if marked else 9, colour, "middle", bold=marked)


def _relation(card: Card, boxes: dict[int, Box], theme: Theme) -> Iterator[Shape]:
    named, mine = card.named_plots, card.my_plots
    for number, box in boxes.items():
        touched = number in named or number in mine
        yield Path(rectangle(box.x, box.y, box.width, box.height, 1.5), theme.plot)
        west, east = _halves(box)
        if number in named:
            yield Path(rectangle(west.x, west.y, west.width, west.height), theme.ink)
        if number in mine:
            yield from _hatched(east, theme)
        edge = theme.ink if touched else theme.faint
        yield Path(rectangle(box.x, box.y, box.width, box.height, 1.5), stroke=edge, width=1.2 if touched else 0.7)
    yield from _threads(card, boxes, theme)
    for number, box in boxes.items():
        x, y = box.middle
        touched = number in named or number in mine
        if touched:
            yield Path(circle(x, y, NUMBER), theme.chip, theme.ink, 0.8)
        colour = theme.ink if touched else theme.faint
        yield Text(x, y + 3.3, str(number), 9, colour, "middle", bold=touched)


def _halves(box: Box) -> tuple[Box, Box]:
    half = box.width / 2
    return Box(box.x, box.y, half, box.height), Box(box.x + half, box.y, half, box.height)


def _hatched(box: Box, theme: Theme) -> Iterator[Shape]:
    """A field of slanting strokes, cut off at its edges."""
    yield Path(rectangle(box.x, box.y, box.width, box.height), theme.placed, theme.ink, 0.6)
    strokes, step = "", 3.0
    at = step
    while at < box.width + box.height:
        x1, y1 = box.x + min(at, box.width), box.y + max(0.0, at - box.width)
        x2, y2 = box.x + max(0.0, at - box.height), box.y + min(at, box.height)
        strokes += line(round(x1, 2), round(y1, 2), round(x2, 2), round(y2, 2))
        at += step
    yield Path(strokes, stroke=theme.ink, width=0.7)


def _threads(card: Card, boxes: dict[int, Box], theme: Theme) -> Iterator[Shape]:
    """One curve for each pair of plots.

    Where only one direction is allowed the thread is dashed; that is the way from the dark plot to the hatched one.
    """
    once = _once(card)
    crowded = len(once) > CROWDED
    width, opacity = (0.9, 0.8) if crowded else (2.2, 1.0)
    for one, other in once:
        (x1, y1), (x2, y2) = boxes[one].middle, boxes[other].middle
        bend = _bend(one, other, boxes)
        x, y = (x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend
        thread = f"M{x1:.1f} {y1:.1f}Q{x:.1f} {y:.1f} {x2:.1f} {y2:.1f}"
        both_ways = {(one, other), (other, one)} <= card.pairs
        if not crowded:
            yield Path(thread, stroke=theme.chip, width=width + 1.8)
        yield Path(thread, None, theme.heat, width, () if both_ways or crowded else (4.0, 2.0), opacity)


def _once(card: Card) -> list[tuple[int, int]]:
    """The plots that are joined, whichever way."""
    return sorted({(min(pair), max(pair)) for pair in card.pairs})


def _bend(one: int, other: int, boxes: dict[int, Box]) -> float:
    """How far a thread bends, as a share of its length.

    It must go around the numbers of plots between its ends: through them, it would seem to join those too. Threads
    that follow each other on one line bend to different sides.
    """
    (x1, y1), (x2, y2) = boxes[one].middle, boxes[other].middle
    length = hypot(x2 - x1, y2 - y1)
    for number, box in boxes.items():
        x, y = box.middle
        along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length**2
        aside = abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / length
        if number not in (one, other) and 0 < along < 1 and aside < NUMBER + 1:
            places = sorted({middle.middle[1] for middle in boxes.values()}).index(y1)
            places += sorted({middle.middle[0] for middle in boxes.values()}).index(x1)
            return 40 / length / 2 * (1 if places % 2 else -1)
    return 0.0
