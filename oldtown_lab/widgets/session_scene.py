"""The scene of a session: its candidates, what was crossed out by hand, and what the player has picked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..draw.scene import Scene, candidates_scene
from ..logic.counting import TownCount
from ..play.session import SoloSession
from ..town.candidates import OUT


@dataclass(frozen=True)
class Picked:
    """What the player looks at: a plot, a building, and perhaps how often it stands where."""

    plot: int | None = None
    building: str | None = None
    count: TownCount | None = None


def session_scene(session: SoloSession, picked: Picked) -> Scene:
    """The board of a session as the player sees it."""
    state = session.state
    title = f"{session.puzzle.title}, after {len(session.moves)} {'move' if len(session.moves) == 1 else 'moves'}"
    scene = candidates_scene(state.candidates, title)
    ghosts: dict[int, tuple[str, ...]] = {}
    for building, place in sorted(state.crossed_by_hand):
        if place != OUT and place not in scene.placed:
            ghosts[place] = (*ghosts.get(place, ()), building)
    chips = dict(scene.chips)
    if picked.building in scene.nowhere_yet:  # whoever is picked is shown, also where nothing is known of it
        for plot in session.puzzle.game.plan.all_plots:
            if plot not in scene.placed:
                chips[plot] = (*chips.get(plot, ()), picked.building)
    return replace(
        scene,
        chips=chips,
        ghosts=ghosts,
        building=picked.building,
        plots=() if picked.plot is None else (picked.plot,),
        mine=state.mine,
        heat=_heat(picked),
        heat_of=picked.building if picked.count is not None else None,
    )


def _heat(picked: Picked) -> dict[int, float]:
    if picked.count is None or picked.building is None or not picked.count.towns:
        return {}
    return {plot: there / picked.count.towns for plot, there in picked.count.at[picked.building].items()}
