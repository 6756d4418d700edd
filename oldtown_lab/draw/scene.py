"""A scene: what a picture of the town shows, before anybody decides how. Every face is painted from it.

Chips are candidates on a plot, ghosts are candidates that were crossed out and are shown all the same. Roles mark
what a step is about: ``(building, plot)`` to role, plot 0 standing for "left out".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..proof.step import Role
from ..town.candidates import OUT, Candidates
from ..town.game import Game
from ..town.shown import Shown
from ..town.towns import Town

Place = tuple[str, int]


@dataclass(frozen=True)
class Scene(Shown):
    """All that one picture shows.

    ``chips``: plot to the candidates on it. ``placed``: plot to the building that stands there. ``left_out``: who is
    known to be missing; ``nowhere_yet``: of whom nothing is known. ``heat``: plot to a share from 0 to 1, of
    ``heat_of``. ``mine``: who is marked as mine (True) or as not mine (False). ``title``: what the picture is, in a
    few words.
    """

    game: Game
    chips: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    ghosts: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    placed: Mapping[int, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    nowhere_yet: tuple[str, ...] = ()
    roles: Mapping[Place, Role] = field(default_factory=dict)
    plots: tuple[int, ...] = ()
    """Plots that are pointed out."""
    building: str | None = None
    """A building that is pointed out."""
    first: tuple[str, ...] = ()
    """Buildings that are seen even where not all candidates can be."""
    heat: Mapping[int, float] = field(default_factory=dict)
    heat_of: str | None = None
    mine: Mapping[str, bool] = field(default_factory=dict)
    title: str = ""


def town_scene(game: Game, town: Town, title: str = "", roles: Mapping[Place, Role] | None = None) -> Scene:
    """A complete town."""
    return Scene(
        game,
        placed=dict(enumerate(town.buildings, start=1)),
        left_out=town.left_out(game.buildings),
        roles=roles or {},
        title=title,
    )


def candidates_scene(candidates: Candidates, title: str = "") -> Scene:
    """Who may stand where. Buildings of which nothing is known are listed apart: they would crowd every plot."""
    game = candidates.game
    placed = {}
    for building in candidates.placed:
        (place,) = candidates.places[building]
        if place != OUT:
            placed[place] = building
    # That a plot is taken says nothing of those who may stand on all the others.
    anywhere = (game.plan.all_plots - placed.keys()) | {OUT}
    missing = tuple(b for b in game.buildings if candidates.places[b] == {OUT})
    known = [b for b in game.buildings if b in missing or not candidates.places[b] >= anywhere]
    chips = {
        plot: tuple(b for b in known if plot in candidates.places[b] and b not in candidates.placed)
        for plot in sorted(game.plan.all_plots)
    }
    return Scene(
        game,
        chips={plot: names for plot, names in chips.items() if names},
        placed=placed,
        left_out=missing,
        nowhere_yet=tuple(b for b in game.buildings if b not in known),
        title=title,
    )
