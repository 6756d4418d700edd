"""Candidates: for each building the plots where it may still stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .game import Game
from .shown import Shown

#: Stands among the plots for "left out of the town".
OUT = 0


@dataclass(frozen=True)
class Candidates(Shown):
    """Building to the places that are still open for it: plots, and :data:`OUT` if it may be left out.

    ``placed`` names the buildings whose place somebody has settled (they then have one place only).
    """

    game: Game
    places: Mapping[str, frozenset[int]]
    placed: frozenset[str] = frozenset()

    @classmethod
    def all_open(cls, game: Game) -> Candidates:
        """The empty board: everybody may stand everywhere, or nowhere."""
        return cls(game, dict.fromkeys(game.buildings, game.plan.all_plots | {OUT}))

    def on(self, plot: int) -> tuple[str, ...]:
        """Who may stand on this plot, in the game's order."""
        return tuple(b for b in self.game.buildings if plot in self.places[b])

    def is_untouched(self, building: str) -> bool:
        """Whether nothing at all is known of where the building stands."""
        return self.places[building] == self.game.plan.all_plots | {OUT}
