"""Painters: outlines as corners, the canvas and SVG draw the same shapes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET  # what is parsed here was written by the package itself
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oldtown_lab import explain, load_puzzle
from oldtown_lab.draw.canvas import paint
from oldtown_lab.draw.icons import icon_parts
from oldtown_lab.draw.outlines import corners
from oldtown_lab.draw.palette import PAPER
from oldtown_lab.draw.picture import Picture, board_picture, card_picture
from oldtown_lab.draw.proof_scenes import ProofScenes
from oldtown_lab.draw.shapes import Icon, Path, Text, circle, line, rectangle
from oldtown_lab.draw.svg import svg
from oldtown_lab.games.loader import load_game

GAME = load_game("old-town")
SVG = "{http://www.w3.org/2000/svg}"

numbers = st.integers(-99_999, 99_999).map(lambda n: n / 100)
points = st.tuples(numbers, numbers)


class RecordingCanvas:
    """Anything that draws like a canvas: keeps every call, with the styles at that moment."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)

        def call(*arguments: Any) -> None:
            styles = {key: value for key, value in self.__dict__.items() if key != "calls"}
            self.calls.append((name, arguments, styles))

        return call

    def named(self, *names: str) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
        return [(arguments, styles) for name, arguments, styles in self.calls if name in names]


def painted(*shapes: Path | Text | Icon) -> RecordingCanvas:
    canvas = RecordingCanvas()
    paint(canvas, shapes)
    return canvas


def some_picture() -> Picture:
    """A step with roles, chips, placed buildings and a tray."""
    scenes = ProofScenes(explain("solo-1").pruned())
    return board_picture(scenes.step(len(scenes.proof.steps) - 5))


# ------------------------------------------------------------------------------------------------------------ outlines


def close(one: Any, other: Any) -> bool:
    return [pytest.approx(p, abs=1e-3) for p in other] == [tuple(p) for p in one]


@given(st.lists(points, min_size=2, max_size=8), st.booleans())
def test_corners_of_straight_lines_are_their_points(given_points: list[tuple[float, float]], closed: bool) -> None:
    outline = "M" + "L".join(f"{x} {y}" for x, y in given_points) + ("Z" if closed else "")
    assert corners(outline) == ((tuple(given_points), closed),)


@given(points, numbers, numbers)
def test_one_number_moves_along_one_axis(start: tuple[float, float], x: float, y: float) -> None:
    ((found, closed),) = corners(f"M{start[0]} {start[1]}H{x}V{y}")
    assert not closed
    assert found == (start, (x, start[1]), (x, y))


@given(points, points, points, points)
def test_curves_begin_and_end_where_they_say_and_stay_between_their_helpers(
    start: tuple[float, float], one: tuple[float, float], other: tuple[float, float], end: tuple[float, float]
) -> None:
    for helpers, letter in (((one,), "Q"), ((one, other), "C")):
        named = " ".join(f"{x} {y}" for x, y in (*helpers, end))
        ((found, closed),) = corners(f"M{start[0]} {start[1]}{letter}{named}")
        assert not closed
        assert found[0] == start
        assert found[-1] == pytest.approx(end, abs=1e-6)
        for axis in (0, 1):
            least = min(p[axis] for p in (start, *helpers, end))
            most = max(p[axis] for p in (start, *helpers, end))
            assert all(least - 1e-6 <= p[axis] <= most + 1e-6 for p in found)


def test_the_middle_of_a_curve_is_where_mathematics_puts_it() -> None:
    ((quadratic, _),) = corners("M0 0Q8 16 16 0")
    assert quadratic[len(quadratic) // 2] == pytest.approx((8, 8))
    ((cubic, _),) = corners("M0 0C0 8 16 8 16 0")
    assert cubic[len(cubic) // 2] == pytest.approx((8, 6))


@given(points, st.floats(1, 500))
def test_a_circle_is_round(middle: tuple[float, float], radius: float) -> None:
    ((found, closed),) = corners(circle(*middle, radius))
    assert closed
    for x, y in found:
        assert ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 == pytest.approx(radius, rel=0.01, abs=0.02)


@given(st.lists(st.tuples(points, points, points), min_size=1, max_size=4))
def test_every_piece_of_an_outline_is_found(triangles: list[tuple[tuple[float, float], ...]]) -> None:
    outline = "".join("M" + "L".join(f"{x} {y}" for x, y in t) + "Z" for t in triangles)
    assert corners(outline) == tuple((t, True) for t in triangles)


# ------------------------------------------------------------------------------------------------------------- canvas


def test_every_shape_is_painted_on_the_canvas() -> None:
    picture = some_picture()
    canvas = painted(*picture.shapes)
    paths = [shape for shape in picture.shapes if isinstance(shape, Path)]
    parts = [part for shape in picture.shapes if isinstance(shape, Icon) for part in icon_parts(shape.building)]
    outlines = [*paths, *parts]
    assert {type(shape) for shape in picture.shapes} == {Path, Text, Icon}
    assert len(canvas.named("fill_polygon", "fill")) == sum(1 for p in outlines if p.fill)
    assert len(canvas.named("stroke_polygon", "stroke_lines")) == sum(
        len(corners(p.outline)) for p in outlines if p.stroke
    )
    said = Counter(arguments[0] for arguments, _ in canvas.named("fill_text"))
    assert said == Counter(shape.words for shape in picture.shapes if isinstance(shape, Text))


def test_nothing_is_left_transformed() -> None:
    canvas = painted(*some_picture().shapes, Text(3, 4, "up", 12, "#000", angle=-90))
    kinds = Counter(name for name, _, _ in canvas.calls)
    assert kinds["save"] == kinds["restore"] == kinds["translate"] == kinds["rotate"] > 0


@given(points, points, st.sampled_from(["#123456", None]), st.sampled_from(["#abcdef", None]))
def test_points_lie_where_the_outline_says(
    start: tuple[float, float], size: tuple[float, float], fill: str | None, stroke: str | None
) -> None:
    outline = rectangle(*start, *size)
    canvas = painted(Path(outline, fill, stroke, 3.0, (2.0, 1.0), 0.5))
    corners_of = [start, (start[0] + size[0], start[1]), (start[0] + size[0], start[1] + size[1])]
    for name, colour, style in (("fill_polygon", fill, "fill_style"), ("stroke_polygon", stroke, "stroke_style")):
        calls = canvas.named(name)
        assert len(calls) == (1 if colour else 0)
        for (found,), styles in calls:
            assert close(found[:3], corners_of)
            assert styles[style] == colour
            assert styles["global_alpha"] == 0.5
    if stroke:
        assert canvas.named("set_line_dash")[0][0] == ([2.0, 1.0],)
        assert canvas.named("stroke_polygon")[0][1]["line_width"] == 3.0


def test_a_shape_with_a_hole_is_filled_at_once() -> None:
    canvas = painted(Path(rectangle(0, 0, 10, 10) + rectangle(2, 2, 3, 3), fill="#000"))
    assert len(canvas.named("fill")) == 1
    assert [arguments for arguments, _ in canvas.named("move_to")] == [(0, 0), (2, 2)]
    assert len(canvas.named("line_to")) == 6
    assert len(canvas.named("close_path")) == 2


def test_an_open_line_stays_open() -> None:
    canvas = painted(Path(line(0, 1, 2, 3), stroke="#000"))
    ((found,), _) = canvas.named("stroke_lines")[0]
    assert close(found, [(0, 1), (2, 3)])
    assert not canvas.named("stroke_polygon", "fill_polygon", "fill")


@pytest.mark.parametrize(("anchor", "align"), [("start", "start"), ("middle", "center"), ("end", "end")])
def test_a_text_stands_at_its_anchor(anchor: str, align: str) -> None:
    canvas = painted(Text(5, 6, "Bank", 12, "#123", anchor, bold=True, italic=True, room=9))
    ((arguments, styles),) = canvas.named("fill_text")
    assert arguments == ("Bank", 5, 6, 9)
    assert styles["text_align"] == align
    assert styles["fill_style"] == "#123"
    assert styles["font"].startswith("italic bold 12px ")
    assert painted(Text(5, 6, "Bank", 12, "#123", room=900)).named("fill_text")[0][0] == ("Bank", 5, 6, None)


@given(st.sampled_from(GAME.buildings), st.integers(0, 700), st.integers(0, 700), st.integers(10, 90))
def test_an_icon_stays_in_its_square(building: str, x: int, y: int, size: int) -> None:
    canvas = painted(Icon(building, x, y, size, "#111", "#eee"))
    found = [point for (some,), _ in canvas.named("fill_polygon", "stroke_polygon", "stroke_lines") for point in some]
    found += [arguments for arguments, _ in canvas.named("move_to", "line_to")]
    assert found
    for px, py in found:
        assert x - 0.01 <= px <= x + size + 0.01
        assert y - 0.01 <= py <= y + size + 0.01
    spread = max(p[0] for p in found) - min(p[0] for p in found)
    assert spread > size / 3
    assert {s["fill_style"] for _, s in canvas.named("fill_polygon", "fill")} <= {"#111", "#eee"}


# ---------------------------------------------------------------------------------------------------------------- SVG


def pictures() -> list[Picture]:
    puzzle = load_puzzle("solo-1")
    return [some_picture(), *(card_picture(GAME.card(number), GAME) for number in puzzle.cards)]


def test_svg_has_each_shape_once_and_each_icon_defined_once() -> None:
    for picture in pictures():
        root = ET.fromstring(picture.svg())  # noqa: S314 - written by the package itself
        icons = [shape for shape in picture.shapes if isinstance(shape, Icon)]
        symbols = root.findall(f"{SVG}defs/{SVG}symbol")
        uses = root.findall(f"{SVG}use")
        assert len(uses) == len(icons)
        assert len(symbols) == len({icon.building for icon in icons})
        assert {use.get("href") for use in uses} == {f"#{symbol.get('id')}" for symbol in symbols}
        by_id = {symbol.get("id"): [path.get("d") for path in symbol] for symbol in symbols}
        for use, icon in zip(uses, icons, strict=True):
            assert by_id[(use.get("href") or "")[1:]] == [part.outline for part in icon_parts(icon.building)]
            assert float(use.get("x") or "nan") == pytest.approx(icon.x, rel=1e-4)
            assert float(use.get("width") or "nan") == pytest.approx(icon.size, rel=1e-4)
            assert use.get("color") == icon.ink
        drawn = [path.get("d") for path in root.findall(f"{SVG}path")]
        assert drawn == [shape.outline for shape in picture.shapes if isinstance(shape, Path)]
        said = [text.text for text in root.findall(f"{SVG}text")]
        assert said == [shape.words for shape in picture.shapes if isinstance(shape, Text)]
        assert root.findtext(f"{SVG}title") == picture.description


def test_svg_keeps_colours_dashes_and_opacity() -> None:
    root = ET.fromstring(svg([Path("M0 0L1 1", None, "#123456", 2.5, (4, 3), 0.4)], 10, 20, "t"))  # noqa: S314
    path = root.find(f"{SVG}path")
    assert path is not None
    assert path.attrib | {"d": ""} == {
        "d": "",
        "fill": "none",
        "stroke": "#123456",
        "stroke-width": "2.5",
        "stroke-dasharray": "4 3",
        "opacity": "0.4",
    }
    assert root.get("viewBox") == "0 0 10 20"
    assert root.get("stroke-linejoin") == "round"


def test_pictures_name_nothing_outside_themselves() -> None:
    for picture in pictures():
        links = re.findall(r"(?:href|src|url)\s*[=(]\s*[\"']?([^\"')\s>]+)", picture.svg())
        assert all(link.startswith("#") for link in links)
        assert PAPER.ink in picture.svg()
