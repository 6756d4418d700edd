"""The board on a canvas: shows a scene, and says which chip or plot was clicked."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as widgets
from ipycanvas import MultiCanvas, hold_canvas

from ..draw.board_artist import chip_at, plot_shapes, tray_shapes
from ..draw.canvas import paint
from ..draw.describe import describe
from ..draw.faces import scene_of
from ..draw.layout import Box
from ..draw.map_artist import map_shapes
from ..draw.palette import Theme
from ..draw.picture import layout_of
from ..draw.scene import Scene
from ..draw.shapes import Shape
from ..proof.step import Step
from ..puzzles.catalogue import load_puzzle
from ..puzzles.puzzle import Puzzle
from ..town.candidates import Candidates
from ..town.game import Game
from ..town.towns import Town
from .one_queue import InOneQueue
from .page_side import PageTheme
from .speaking import Message
from .still import Still, board_still

#: Canvas pixels for each point of the picture: sharp on screens of double density.
SHARPNESS = 2

#: The key of the tray among the parts of the board, which else are plots.
TRAY = 0

#: How far the marks of a plot reach over its edge.
EDGE = 4

#: What a board can show: a puzzle is its empty map.
Drawable = Scene | Town | Candidates | Step | Puzzle | str | Path


class BoardView(Still, InOneQueue, widgets.VBox):  # type: ignore[misc]
    """A board with a town, candidates, a step, a puzzle's empty map or any scene.

    ``theme`` is "light", "dark" or "auto", which follows the page. Only the plots whose picture has changed are drawn
    again. ``on_chip(plot, building)`` and ``on_plot(plot)`` are called when somebody clicks or taps there; what goes
    wrong in them stands below the board. ``on_theme()`` is called when the page has changed its theme.
    """

    def __init__(self, thing: Drawable, theme: str = "auto") -> None:
        scene = _scene(thing)
        self._game: Game = scene.game
        self._layout = layout_of(scene.game.plan)
        self._scene = scene
        self.page_theme = PageTheme(theme)
        self.page_side = self.page_theme.page_side
        self._painted: dict[int, tuple[Shape, ...]] | None = None
        """What is on the canvas; None until a page has connected. What is drawn before that gets mixed up there."""
        self._chip_callbacks: list[Callable[[int, str], None]] = []
        self._plot_callbacks: list[Callable[[int], None]] = []
        width, height = round(self._layout.width), round(self._layout.height)
        self.canvas = MultiCanvas(2, width=SHARPNESS * width, height=SHARPNESS * height)
        # The sheet shrinks with the page and keeps its shape.
        self.canvas.layout = widgets.Layout(width="100%", max_width=f"{width}px", height="auto")
        self.canvas.add_class("oldtown-board")
        self.canvas.on_client_ready(self._paint_all)
        self.page_side.on_click(self._clicked)
        self.words = widgets.HTML()
        self.words.add_class("oldtown-board-words")
        self.troubles = Message("board-troubles")
        self.troubles.layout.min_height = "0"
        self.page_theme.on_change(self._repaint)
        super().__init__(
            [self.canvas, self.troubles, self.words, self.page_side],
            layout=widgets.Layout(max_width=f"{width}px", width="100%"),
        )
        self.add_class("oldtown-board-view")
        self._tell()

    @property
    def scene(self) -> Scene:
        return self._scene

    @property
    def theme(self) -> Theme:
        return self.page_theme.current

    def show(self, thing: Drawable) -> None:
        """Show something else of the same game."""
        self._scene = _scene(thing)
        self._paint_changes()
        self._tell()

    def on_chip(self, callback: Callable[[int, str], None]) -> None:
        self._chip_callbacks.append(callback)

    def on_plot(self, callback: Callable[[int], None]) -> None:
        self._plot_callbacks.append(callback)

    def on_theme(self, callback: Callable[[], None]) -> None:
        self.page_theme.on_change(callback)

    def still(self) -> dict[str, Any]:
        return board_still(self._scene, self._scene.title or "A board")

    # ------------------------------------------------------------------------------------------------------- drawing

    def _parts(self) -> dict[int, tuple[Shape, ...]]:
        """What lies on each plot and in the tray. Worked out before anything is drawn: an error while the canvas is
        held would freeze every canvas of the page.
        """
        layout, theme = self._layout, self.theme
        parts = {plot: plot_shapes(self._scene, plot, layout, theme) for plot in self._game.plan.all_plots}
        return parts | {TRAY: tray_shapes(self._scene, layout, theme)}

    def _repaint(self) -> None:
        if self._painted is not None:
            self._paint_all()

    def _paint_all(self) -> None:
        """Everything anew: a page that has just connected has an empty canvas."""
        ground = map_shapes(self._game.plan, self.theme, self._game.title)
        parts = self._parts()
        # A fresh page does not know which canvas was drawn on last, so say it again (upstream issue 322).
        self.canvas._canvas_manager._current_canvas = None
        with hold_canvas():
            for layer, shapes in ((self.canvas[0], [ground]), (self.canvas[1], list(parts.values()))):
                layer.reset_transform()
                layer.clear()
                layer.scale(SHARPNESS, SHARPNESS)
                for some in shapes:
                    paint(layer, some)
        self._painted = parts

    def _paint_changes(self) -> None:
        if self._painted is None:
            return
        parts = self._parts()
        changed = [key for key, shapes in parts.items() if shapes != self._painted.get(key)]
        if not changed:
            return
        layer = self.canvas[1]
        with hold_canvas():
            for key in changed:
                box = self._box(key)
                layer.clear_rect(box.x, box.y, box.width, box.height)
            for key in changed:
                paint(layer, parts[key])
        self._painted = parts

    def _box(self, key: int) -> Box:
        return self._layout.panel if key == TRAY else self._layout.plot_box(key).inset(-EDGE)

    def _tell(self) -> None:
        told = describe(self._scene)
        self.page_side.words = told
        self.words.value = f"<details><summary>The board in words</summary>{escape(told)}</details>"

    # ------------------------------------------------------------------------------------------------------ clicking

    def _clicked(self, x: float, y: float) -> None:
        self.click(x / SHARPNESS, y / SHARPNESS)

    def click(self, x: float, y: float) -> None:
        """What happens when somebody clicks at a point of the picture."""
        if self.troubles.value:
            self.troubles.value = ""
        with self.troubles.troubles():
            chip = chip_at(self._scene, x, y, self._layout)
            if chip is not None:
                for on_chip in self._chip_callbacks:
                    on_chip(*chip)
                return
            plot = self._layout.plot_at(x, y)
            if plot is not None:
                for on_plot in self._plot_callbacks:
                    on_plot(plot)


def _scene(thing: Drawable) -> Scene:
    if isinstance(thing, Scene | Town | Candidates | Step):
        return scene_of(thing)
    puzzle = thing if isinstance(thing, Puzzle) else load_puzzle(thing)
    return Scene(puzzle.game, nowhere_yet=puzzle.game.buildings, title=puzzle.title)
