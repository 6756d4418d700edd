"""What the lab says of a session: about what is picked, how many towns are left, and how it ended."""

from __future__ import annotations

from html import escape

from ..logic.counting import TownCount
from ..play.session import SoloSession
from ..town.buildings import in_words
from ..town.candidates import OUT
from .session_scene import Picked

MARKED = {True: "mine", False: "not mine"}


def about_html(session: SoloSession, picked: Picked) -> str:
    """Who may stand on the picked plot, where the picked building may stand, whether it is mine."""
    told = []
    candidates, plot, building = session.state.candidates, picked.plot, picked.building
    if plot is not None:
        who = candidates.on(plot)
        whom = "everybody" if len(who) == len(session.puzzle.game.buildings) else in_words(who, last="or")
        told.append(f"<b>Plot {plot}</b>: {escape(whom or 'nobody')} may stand here.")
    if building is not None:
        open_places = candidates.places[building]
        plots = in_words((str(p) for p in sorted(open_places) if p != OUT), last="or")
        out = " or be left out" if OUT in open_places else ""
        where = f"may stand on {plots}{out}" if plots else "is left out"
        told.append(f"<b>The {escape(building)}</b> {where}.")
        if building in session.state.mine:
            told.append(f"You say that it is <b>{MARKED[session.state.mine[building]]}</b>.")
    if plot is not None and building is not None and plot not in candidates.places[building]:
        why = session.state.why_excluded(building, plot)
        told.append(f"Not on {plot}: {escape(why)}.")
    return " ".join(told)


def building_labels(session: SoloSession) -> list[tuple[str, str | None]]:
    """The list of buildings; whoever is marked says so."""
    mine = session.state.mine
    return [
        ("nobody", None),
        *((f"{b} ({MARKED[mine[b]]})" if b in mine else b, b) for b in session.puzzle.game.buildings),
    ]


def count_html(count: TownCount) -> str:
    many = f"{count.towns:,}".replace(",", "\u202f")
    return f"<b>{many}</b> {'town fits' if count.towns == 1 else 'towns fit'} what is on the board"


def right_words(session: SoloSession, certain: tuple[str, ...]) -> str:
    """The town is complete and right. ``certain``: who is mine by the cards, where that was to be found out."""
    done = "The town is complete, and it fits every card. Well done!"
    if session.puzzle.mine.are_known:
        return done
    marked = [b for b, is_mine in session.state.mine.items() if is_mine]
    mine = [b for b in session.puzzle.game.buildings if b in certain or b in marked]
    if not mine:
        return f"{done} Who is mine the cards leave open."
    open_ones = "; who else is mine the cards leave open" if len(mine) < session.puzzle.mine.unknown else ""
    return f"{done} Mine {'is' if len(mine) == 1 else 'are'} {in_words(f'the {b}' for b in mine)}{open_ones}."


def wrong_words(session: SoloSession) -> str:
    marks = " Or a mark is wrong: look again at who is mine." if session.state.marks else ""
    return f"The town is complete, but it does not fit every card.{marks}"


def rewound_words(back: int) -> str:
    return f"{back} {'move was' if back == 1 else 'moves were'} taken back. Redo leads on again."
