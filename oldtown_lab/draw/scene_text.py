"""The text face of a scene. (Apart from :mod:`.text`, which needs no proofs and is quick to load.)"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

from .icons import label
from .palette import SIGNS
from .scene import Scene
from .text import LINE_WIDTH, map_text


def scene_text(scene: Scene) -> str:
    """A scene as a map: a name is a building that stands there, with a question mark one that may; roles have signs."""
    shown = {plot: " ".join(_plot_words(scene, plot)) for plot in scene.game.plan.all_plots}
    lines = [scene.title] if scene.title else []
    lines.append(map_text(scene.game.plan, shown))
    if scene.left_out:
        lines.append(f"left out: {', '.join(scene.left_out)}")
    if scene.nowhere_yet:
        lines.append(fill(f"no clue yet: {', '.join(scene.nowhere_yet)}", LINE_WIDTH))
    if used := [role for role in SIGNS if role in scene.roles.values()]:
        lines.append("   ".join(f"{SIGNS[role]} {role.value}" for role in used))
    return "\n".join(lines)


def _plot_words(scene: Scene, plot: int) -> Iterator[str]:
    standing = scene.placed.get(plot)
    for building in scene.game.buildings:
        role = scene.roles.get((building, plot))
        sign = SIGNS[role] if role else ""
        if building == standing:
            yield f"{building}{sign}"
        elif standing is None and building in scene.chips.get(plot, ()):
            yield f"{label(building)}{sign or '?'}"
        elif role:
            yield f"{label(building)}{sign}"
