"""The art of the drawing room: icons, layout, the empty map and the cards."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from oldtown_lab.draw.card_artist import CARD_HEIGHT, CARD_WIDTH, card_shapes
from oldtown_lab.draw.icons import HOUSE, ICONS, icon_parts, label
from oldtown_lab.draw.layout import BoardLayout, Box
from oldtown_lab.draw.map_artist import map_shapes
from oldtown_lab.draw.palette import NIGHT, PAPER, Theme
from oldtown_lab.draw.shapes import Path, Shape, Text
from oldtown_lab.games.loader import load_game
from oldtown_lab.town.plan import Landmark, Line, Plot, Side, TownPlan

GAME = load_game("old-town")
LAYOUT = BoardLayout(GAME.plan)
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}
THEMES = pytest.mark.parametrize("theme", [PAPER, NIGHT], ids=["paper", "night"])

#: Another map: three columns, landmarks that nobody has drawn yet, and a railway from north to south.
OTHER_PLAN = TownPlan(
    rows=2,
    columns=3,
    lines=(Line("a", "A St.", "street", "east-west", 1), Line("r", "railway", "railway", "north-south", 2)),
    landmarks=(Landmark("mill", "mill", -0.5, 0.5, 0.0, 1.5), Landmark("well", "well", 2.0, 1.0, 2.0, 1.0)),
    plots=tuple(Plot(i + 1, i // 3 + 1, i % 3 + 1, Side.WEST if i % 3 == 2 else Side.SOUTH) for i in range(6)),
)


def points_of(outline: str) -> list[tuple[float, float]]:
    """Every point that an outline names, its curves' helpers included. Raises ValueError for any other language."""
    points: list[tuple[float, float]] = []
    words = re.findall(r"[A-Za-z]|-?\d+(?:\.\d+)?(?:e-?\d+)?", outline)
    if re.sub(r"[\s,]", "", outline) != "".join(words) or not words or words[0] != "M":
        raise ValueError(outline)
    at, x, y = 0, 0.0, 0.0
    while at < len(words):
        command = words[at]
        if command not in NUMBERS:
            raise ValueError(f"{command} in {outline}")
        count = NUMBERS[command]
        values = [float(word) for word in words[at + 1 : at + 1 + count]]
        if len(values) != count:
            raise ValueError(outline)
        if command == "H":
            values = [values[0], y]
        elif command == "V":
            values = [x, values[0]]
        points += zip(values[::2], values[1::2], strict=True)
        if points:
            x, y = points[-1]
        at += 1 + count
    return points


def texts(shapes: list[Shape]) -> list[str]:
    return [shape.words for shape in shapes if isinstance(shape, Text)]


def overlap(one: Box, other: Box) -> bool:
    return one.x < other.east and other.x < one.east and one.y < other.south and other.y < one.south


def inside(inner: Box, outer: Box) -> bool:
    slack = 1e-9
    return (
        inner.x >= outer.x - slack
        and inner.y >= outer.y - slack
        and inner.east <= outer.east + slack
        and inner.south <= outer.south + slack
    )


def test_every_building_has_an_icon_of_its_own() -> None:
    assert set(ICONS) == set(GAME.buildings)
    drawings = [icon_parts(building) for building in (*GAME.buildings, "a building of another game")]
    assert len(set(drawings)) == len(GAME.buildings) + 1
    assert icon_parts("a building of another game") == HOUSE


@pytest.mark.parametrize("building", [*GAME.buildings, "unknown"])
def test_an_icon_stays_in_its_box(building: str) -> None:
    for part in icon_parts(building):
        assert part.fill or part.stroke
        edge = part.width / 2 if part.stroke else 0
        for x, y in points_of(part.outline):
            assert min(x, y) - edge >= 0
            assert max(x, y) + edge <= 24


def test_labels_fit_on_a_chip_and_differ() -> None:
    labels = [label(building) for building in GAME.buildings]
    assert len(set(labels)) == len(labels)
    assert all(0 < len(text) <= 8 for text in [*labels, label("A Very Long Building"), label("Mill")])
    assert label("Stage Coach Office") == "Coach"


@pytest.mark.parametrize("plan", [GAME.plan, OTHER_PLAN], ids=["old town", "another map"])
def test_plots_lie_apart_and_off_the_streets(plan: TownPlan) -> None:
    layout = BoardLayout(plan)
    boxes = [layout.plot_box(number) for number in sorted(plan.all_plots)]
    fixed = [*boxes, *layout.wall_boxes(), layout.panel]
    assert not any(overlap(one, other) for one, other in combinations(fixed, 2))
    assert not any(overlap(box, layout.band_box(line)) for box in boxes for line in plan.lines)
    assert all(inside(box, layout.town) for box in boxes)
    sheet = Box(0, 0, layout.width, layout.height)
    assert all(inside(box, sheet) for box in (layout.town, layout.panel, layout.title))
    assert inside(layout.tray, layout.panel)
    assert inside(layout.legend, layout.panel)
    assert not overlap(layout.tray, layout.legend)


@pytest.mark.parametrize("many", range(1, 21))
def test_chips_lie_on_their_plot_side_by_side(many: int) -> None:
    for plot in GAME.plan.all_plots:
        chips = [LAYOUT.chip_box(plot, index, many) for index in range(many)]
        assert all(inside(chip, LAYOUT.floor_box(plot)) for chip in chips)
        assert inside(LAYOUT.floor_box(plot), LAYOUT.plot_box(plot))
        assert not any(overlap(one, other) for one, other in combinations(chips, 2))
        assert many > 9 or all(chip.width >= 47 and chip.height >= 34 for chip in chips)


@pytest.mark.parametrize(("index", "many"), [(-1, 3), (3, 3), (0, 21)])
def test_there_is_no_room_for_other_chips(index: int, many: int) -> None:
    with pytest.raises(ValueError, match="chip"):
        LAYOUT.chip_box(1, index, many)


def test_a_point_tells_its_plot() -> None:
    for plot in GAME.plan.all_plots:
        box = LAYOUT.plot_box(plot)
        for x, y in (box.middle, (box.x, box.y), (box.east - 0.1, box.south - 0.1)):
            assert LAYOUT.plot_at(x, y) == plot
        for x, y in ((box.x - 1, box.y), (box.east + 1, box.y), (box.x, box.south + 1)):
            assert LAYOUT.plot_at(x, y) is None


def test_landmarks_lie_where_the_plan_says() -> None:
    cemetery, station, meadow = (LAYOUT.landmark_box(mark) for mark in GAME.plan.landmarks)
    assert not any(overlap(box, LAYOUT.plot_box(n)) for box in (cemetery, station, meadow) for n in GAME.plan.all_plots)
    assert cemetery.middle == (LAYOUT.band_box(GAME.plan.line("dalton")).middle[0], LAYOUT.plot_box(13).y - 20)
    assert inside(station, LAYOUT.band_box(GAME.plan.line("railway")))
    assert LAYOUT.plot_box(7).x < station.x < station.east < LAYOUT.plot_box(7).east
    assert LAYOUT.town.east <= meadow.x < meadow.east < LAYOUT.width


@THEMES
@pytest.mark.parametrize("plan", [GAME.plan, OTHER_PLAN], ids=["old town", "another map"])
def test_the_map_names_everything(plan: TownPlan, theme: Theme) -> None:
    shapes = map_shapes(plan, theme, "Old Town")
    words = texts(shapes)
    assert "OLD TOWN" in words
    assert {line.name for line in plan.lines} <= set(words)
    for mark in plan.landmarks:
        assert set(mark.name.split()) <= {word for text in words for word in text.split()}
    for number in plan.all_plots:
        box = BoardLayout(plan).head_box(number)
        here = [t for t in shapes if isinstance(t, Text) and t.words == str(number) and box.holds(t.x, t.y)]
        assert len(here) == 1


@THEMES
def test_the_map_stays_on_its_sheet(theme: Theme) -> None:
    sheet = Box(0, 0, LAYOUT.width, LAYOUT.height)
    for shape in map_shapes(GAME.plan, theme, GAME.title):
        if isinstance(shape, Path):
            points = points_of(shape.outline)
            assert all(inside(Box(x, y, 0, 0), sheet) for x, y in points), shape.outline


@THEMES
@pytest.mark.parametrize("number", sorted(GAME.deck.cards))
def test_a_card_shows_every_plot(number: int, theme: Theme) -> None:
    card = GAME.deck.cards[number]
    shapes = card_shapes(card, GAME.plan, theme)
    numbered = [t for t in shapes if isinstance(t, Text) and t.x > 33 and t.words.isdigit()]
    assert sorted(int(t.words) for t in numbered) == sorted(GAME.plan.all_plots)
    assert {int(t.words) for t in numbered if t.bold} == card.named_plots | card.my_plots
    assert str(number) in texts(shapes)
    sheet = Box(0, 0, CARD_WIDTH, CARD_HEIGHT)
    for shape in shapes:
        if isinstance(shape, Path):
            assert all(inside(Box(x, y, 0, 0), sheet) for x, y in points_of(shape.outline))


def test_a_relation_joins_its_pairs() -> None:
    card = GAME.deck.cards[27]
    threads = [s for s in card_shapes(card, GAME.plan, PAPER) if isinstance(s, Path) and s.stroke == PAPER.heat]
    assert len(threads) == len({frozenset(pair) for pair in card.pairs})


def test_a_thread_goes_around_the_plots_between() -> None:
    card = GAME.deck.cards[19]
    shapes = card_shapes(card, GAME.plan, PAPER)
    numbers = [t for t in shapes if isinstance(t, Text) and t.x > 33 and t.words.isdigit()]
    for thread in [s for s in shapes if isinstance(s, Path) and s.stroke == PAPER.heat]:
        (x1, y1), (cx, cy), (x2, y2) = points_of(thread.outline)
        on_curve = [
            (
                (1 - t) ** 2 * x1 + 2 * t * (1 - t) * cx + t * t * x2,
                (1 - t) ** 2 * y1 + 2 * t * (1 - t) * cy + t * t * y2,
            )
            for t in (i / 40 for i in range(41))
        ]
        met = {n.words for n in numbers if any((n.x - x) ** 2 + (n.y - 3.3 - y) ** 2 < 6**2 for x, y in on_curve)}
        assert len(met) == 2


def test_a_card_can_be_drawn_for_another_map() -> None:
    assert card_shapes(GAME.deck.cards[1], OTHER_PLAN, PAPER)


@pytest.mark.parametrize("outline", ["", "L1 2", "M1 2l3 4", "M1", "M1 2A3 3 0 0 1 5 5", "M1 2 3"])
def test_the_parser_of_these_tests_is_strict(outline: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the message is the outline itself
        points_of(outline)
