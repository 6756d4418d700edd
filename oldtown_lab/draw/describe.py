"""What a picture shows, in words: the alternative text of images and the description beside the board."""

from __future__ import annotations

from collections.abc import Iterator

from ..proof.step import Role
from ..town.buildings import in_words
from ..town.candidates import OUT
from ..town.cards import Card
from .scene import Scene

ROLE_WORDS = {
    Role.KEPT: "found now",
    Role.REMOVED: "ruled out now",
    Role.ASSUMED: "assumed",
    Role.CONTRADICTION: "in contradiction",
    Role.REASON: "given as a reason",
}


def describe(scene: Scene) -> str:
    """Plot by plot who stands or may stand there, then who is left out, then what is marked."""
    return " ".join(_sentences(scene))


def _sentences(scene: Scene) -> Iterator[str]:
    yield f"{scene.title or f'Map of {scene.game.title}'}."
    empty = []
    marked_plots = {plot for _, plot in scene.roles}
    for plot in sorted(scene.game.plan.all_plots):
        if plot in scene.placed:
            yield f"Plot {plot}: {scene.placed[plot]}."
        elif scene.chips.get(plot):
            yield f"Plot {plot}: perhaps {in_words(scene.chips[plot], last='or')}."
        elif plot not in marked_plots:
            empty.append(str(plot))
    if len(empty) == len(scene.game.plan.plots):
        yield "All plots are empty."
    elif empty:
        yield f"Nothing lies on plot {in_words(empty)}."
    if scene.left_out:
        yield f"Left out: {in_words(scene.left_out)}."
    if scene.nowhere_yet:
        yield f"No clue yet about {in_words(scene.nowhere_yet)}."
    yield from _marks(scene)
    for role, words in ROLE_WORDS.items():
        marked = [_place(building, plot) for (building, plot), its in scene.roles.items() if its is role]
        if marked:
            yield f"{words.capitalize()}: {in_words(marked)}."
    yield from _ruled_out_before(scene)
    if scene.heat_of:
        shares = [f"{percent(share)} on {plot}" for plot, share in sorted(scene.heat.items()) if share]
        yield f"Of the towns that are left, the {scene.heat_of} stands {in_words(shares) or 'on no plot'}."


def _ruled_out_before(scene: Scene) -> Iterator[str]:
    """Most reasons say that somebody is not there; nothing else in the description would tell it."""
    reasons = [place for place, role in scene.roles.items() if role is Role.REASON]
    gone = [place for place in reasons if _is_gone(scene, *place)]
    if gone and gone == reasons:
        yield f"{'It was' if len(gone) == 1 else 'All of these were'} ruled out before."
    elif gone:
        yield f"Ruled out before: {in_words(_place(*place) for place in gone)}."


def _is_gone(scene: Scene, building: str, plot: int) -> bool:
    """Whether a reason says that the building is not there."""
    if plot == OUT:
        return building not in scene.left_out
    return building != scene.placed.get(plot) and building not in scene.chips.get(plot, ())


def _marks(scene: Scene) -> Iterator[str]:
    for is_mine, words in ((True, "Marked as mine"), (False, "Marked as not mine")):
        marked = [b for b in scene.game.buildings if scene.mine.get(b) is is_mine]
        if marked:
            yield f"{words}: {in_words(marked)}."


def percent(share: float) -> str:
    """A share in words of four letters at most; never a round 0 or 100 that is not true."""
    if 0 < share < 0.01:
        return "<1 %"
    return "99 %" if 0.99 < share < 1 else f"{100 * share:.0f} %"


def _place(building: str, plot: int) -> str:
    return f"{building} on {plot}" if plot else f"{building} left out"


def card_description(card: Card) -> str:
    """The card's sentence and what its little map shows."""
    if card.kind == "C":
        pairs = in_words(f"{named} with {mine}" for named, mine in sorted(card.pairs))
        shown = f"Its map joins plots, the {card.building}'s first: {pairs}."
    else:
        shown = f"Its map shows plots {in_words(map(str, sorted(card.plots)))}."
    return f"Card {card.number}: {card.text} {shown}"
