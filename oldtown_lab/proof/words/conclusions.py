"""What an argument ends with: first what it has shown, then what its reasons prove besides.

A step concludes all that its reasons prove, and often that is more than the one argument shows that is told. Of the
rest it is only said that the reasons are the same: that is what Z3 has confirmed. Its argument may well be another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...logic.statements import At, InTown, Literal, Mine
from ..facts import Fact, in_template, in_town, plot_of
from .speech import all_of, is_are, plots_and, plots_or, the

#: Said of what is known.
IS_SO = {
    "at": "the {building} stands on {plot}",
    "not": "the {building} does not stand on {plot}",
    "in_town": "the {building} is in town",
    "left_out": "the {building} is left out",
    "mine": "the {building} is mine",
    "not_mine": "the {building} is not mine",
}

OTHERS_TOO = "The same reasons rule out {others} there, too."
PLOTS_TOO = "The same reasons rule out {plots} for {building}, too."
FOLLOWS_TOO = "From the same reasons it follows, too: {facts}."


def is_so(fact: Fact) -> str:
    return in_template(IS_SO, fact)


def besides(conclusions: Sequence[Fact]) -> tuple[Fact, ...]:
    """The conclusions that are news to a reader to whom the first one has been shown. Its building comes first."""
    more = (fact for fact in conclusions[1:] if not any(_says(other, fact) for other in conclusions))
    return tuple(sorted(more, key=lambda fact: fact.atom.building != conclusions[0].atom.building))


def same_reasons(shown: Fact, more: Sequence[Fact]) -> str:
    """One sentence for what the reasons prove besides."""
    if all(map(_is_not_at, (shown, *more))):
        buildings, plots = [fact.atom.building for fact in more], list(map(plot_of, more))
        if set(plots) == {plot_of(shown)}:
            return OTHERS_TOO.format(others=all_of(buildings))
        if set(buildings) == {shown.atom.building}:
            return PLOTS_TOO.format(plots=plots_and(plots), building=the(shown.atom.building))
    return FOLLOWS_TOO.format(facts=grouped(more))


def grouped(facts: Iterable[Fact]) -> str:
    """Several conclusions in one sentence: what is said of one building together, and buildings of which the same
    is said.
    """
    not_at: dict[str, list[int]] = {}
    others: list[str] = []
    not_mine: list[str] = []
    for fact in facts:
        if isinstance(fact.atom, At) and not fact.positive:
            not_at.setdefault(fact.atom.building, []).append(fact.atom.plot)
        elif isinstance(fact.atom, Mine) and not fact.positive:
            not_mine.append(fact.atom.building)
        else:
            others.append(is_so(fact))
    parts = list(_nowhere_there(not_at))
    if not_mine:
        parts.append(f"{all_of(not_mine)} {is_are(len(not_mine))} not mine")
    return ", and ".join([*parts, *others])


def _nowhere_there(not_at: dict[str, list[int]]) -> Iterator[str]:
    together: dict[tuple[int, ...], list[str]] = {}
    for building, gone in not_at.items():
        together.setdefault(tuple(sorted(gone)), []).append(building)
    for plots, who in together.items():
        if len(who) == 1:
            yield f"{the(who[0])} does not stand on {plots_or(plots)}"
        elif len(who) <= 3:
            yield f"neither {' nor '.join(map(the, who))} stands on {plots_or(plots)}"
        else:
            yield f"none of {all_of(who)} stands on {plots_or(plots)}"


def _says(fact: Fact, other: Fact) -> bool:
    """Whether one fact tells the other: who stands somewhere is in town and nowhere else; who is left out, nowhere."""
    if fact == other or fact.atom.building != other.atom.building:
        return False
    match fact:
        case Literal(At(building, _), True):
            return other == in_town(building) or _is_not_at(other)
        case Literal(InTown(), False):
            return _is_not_at(other)
    return False


def _is_not_at(fact: Fact) -> bool:
    return isinstance(fact.atom, At) and not fact.positive
