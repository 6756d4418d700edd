"""What a player adds to the board: marks of mine, a picked plot, and how often a building stands there."""

import pytest

from oldtown_lab import load_puzzle
from oldtown_lab.draw.board_artist import plot_shapes, tray_shapes
from oldtown_lab.draw.describe import describe
from oldtown_lab.draw.layout import BoardLayout
from oldtown_lab.draw.outlines import corners
from oldtown_lab.draw.palette import NIGHT, PAPER, PRINT, Theme
from oldtown_lab.draw.scene import Scene
from oldtown_lab.draw.shapes import Path, Shape, Text

GAME = load_puzzle("solo-8").game
LAYOUT = BoardLayout(GAME.plan)


def words(shapes: tuple[Shape, ...]) -> list[str]:
    return [shape.words for shape in shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("theme", [PAPER, NIGHT, PRINT])
@pytest.mark.parametrize("placed", [True, False])
def test_mine_and_not_mine_are_told_apart_without_colour(theme: Theme, placed: bool) -> None:
    pictures = {}
    for mark in ({}, {"Bank": True}, {"Bank": False}):
        lying = {"placed": {5: "Bank"}} if placed else {"chips": {5: ("Bank",)}}
        pictures[str(mark)] = plot_shapes(Scene(GAME, mine=mark, **lying), 5, LAYOUT, theme)
    none, mine, not_mine = pictures.values()
    assert words(none).count("m") == 0
    assert words(mine).count("m") == words(not_mine).count("m") == 1
    disc = [shape.fill for shape in mine if isinstance(shape, Path)][-1]
    empty = [shape.fill for shape in not_mine if isinstance(shape, Path)]
    assert disc == theme.ink
    assert empty[-2:] == [theme.chip, None]  # the disc and the stroke through it


def test_the_tray_shows_marks_and_says_what_they_mean() -> None:
    scene = Scene(GAME, nowhere_yet=("Bank", "Hotel", "Judge"), mine={"Bank": True, "Hotel": False})
    told = words(tray_shapes(scene, LAYOUT, PAPER))
    assert told.count("m") == 4
    assert told[-1] == "not mine"
    assert "mine" in told
    assert "Marked as mine: Bank. Marked as not mine: Hotel." in describe(scene)
    assert "mine" not in describe(Scene(GAME))


def test_the_number_of_a_plot_is_read_through_its_heat() -> None:
    shapes = plot_shapes(Scene(GAME, heat={5: 0.9}, heat_of="Bank"), 5, LAYOUT, PAPER)
    tint = next(i for i, s in enumerate(shapes) if isinstance(s, Path) and s.fill == PAPER.heat)
    assert words(shapes[tint:]) == ["5", "90 %"]


def test_a_picked_plot_is_outlined_inside_its_edges() -> None:
    """Outside, the line would cut off the arrow of the entrance."""
    for plot in sorted(GAME.plan.all_plots):
        (outline,) = plot_shapes(Scene(GAME, plots=(plot,)), plot, LAYOUT, PAPER)
        assert isinstance(outline, Path)
        inside = LAYOUT.plot_box(plot).inset(outline.width / 2 - 0.01)
        assert all(inside.holds(x, y) for points, _ in corners(outline.outline) for x, y in points)
