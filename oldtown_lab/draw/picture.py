"""Whole pictures: the map with what lies on it, and a card with its little map."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ..town.cards import Card
from ..town.game import Game
from ..town.plan import TownPlan
from .board_artist import plot_shapes, tray_shapes
from .card_artist import CARD_HEIGHT, CARD_WIDTH, card_shapes
from .describe import card_description, describe
from .layout import BoardLayout
from .map_artist import map_shapes
from .palette import PAPER, Theme
from .scene import Scene
from .shapes import Shape
from .svg import SCREEN, Fonts, data_url, svg


@dataclass(frozen=True)
class Picture:
    """Shapes on a sheet, and what a reader who cannot see it is told."""

    shapes: tuple[Shape, ...]
    width: float
    height: float
    description: str

    def svg(self, fonts: Fonts = SCREEN) -> str:
        return svg(self.shapes, self.width, self.height, self.description, fonts)

    def data_url(self) -> str:
        return data_url(self.svg())


@lru_cache(maxsize=16)
def layout_of(plan: TownPlan) -> BoardLayout:
    return BoardLayout(plan)


def board_picture(scene: Scene, theme: Theme = PAPER, tray: bool = True) -> Picture:
    """The town as the scene says; without the ``tray`` for the left-out buildings, the map alone."""
    plan = scene.game.plan
    layout = layout_of(plan)
    shapes = list(map_shapes(plan, theme, scene.game.title, tray))
    for plot in sorted(plan.all_plots):
        shapes += plot_shapes(scene, plot, layout, theme)
    if tray:
        shapes += tray_shapes(scene, layout, theme)
    sheet = layout.sheet if tray else layout.bare_sheet
    return Picture(tuple(shapes), sheet.width, sheet.height, describe(scene))


def card_picture(card: Card, game: Game, theme: Theme = PAPER) -> Picture:
    """A card's little map."""
    return Picture(tuple(card_shapes(card, game.plan, theme)), CARD_WIDTH, CARD_HEIGHT, card_description(card))
