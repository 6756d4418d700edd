"""Facts: what a step concludes. A fact is a literal: a building stands there or not, is in town or not, is mine or not.

As JSON: ``{"not": ["Sheriff", 7]}``, ``{"at": ["Bank", 12]}``, ``{"left_out": "Judge"}``, ``{"in_town": "Bank"}``,
``{"mine": "Bank"}``, ``{"not_mine": "Bank"}``; and for the end of a puzzle that has no town
``{"contradiction": true}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..logic.statements import At, InTown, Literal, Mine

Fact = Literal


def at(building: str, plot: int) -> Fact:
    return Literal(At(building, plot))


def not_at(building: str, plot: int) -> Fact:
    return Literal(At(building, plot), positive=False)


def in_town(building: str) -> Fact:
    return Literal(InTown(building))


def left_out(building: str) -> Fact:
    return Literal(InTown(building), positive=False)


def mine(building: str) -> Fact:
    return Literal(Mine(building))


def not_mine(building: str) -> Fact:
    return Literal(Mine(building), positive=False)


def opposite(fact: Fact) -> Fact:
    return Literal(fact.atom, not fact.positive)


def kind_of(fact: Fact) -> str:
    """The fact's key in JSON: at, not, in_town, left_out, mine or not_mine."""
    match fact.atom:
        case At():
            return "at" if fact.positive else "not"
        case InTown():
            return "in_town" if fact.positive else "left_out"
        case Mine():
            return "mine" if fact.positive else "not_mine"


def plot_of(fact: Fact) -> int:
    """The plot that the fact speaks of; 0 where it speaks of none."""
    return fact.atom.plot if isinstance(fact.atom, At) else 0


def fact_json(fact: Fact) -> Mapping[str, Any]:
    building = fact.atom.building
    return {kind_of(fact): [building, fact.atom.plot] if isinstance(fact.atom, At) else building}


#: A fact as one writes it in a command.
WRITTEN = {
    "at": "{building} at {plot}",
    "not": "{building} not {plot}",
    "in_town": "{building} in town",
    "left_out": "{building} left out",
    "mine": "{building} mine",
    "not_mine": "{building} not mine",
}


def fact_text(fact: Fact) -> str:
    """The fact as one writes it in a command: "Sheriff not 7"."""
    return in_template(WRITTEN, fact)


def in_template(templates: Mapping[str, str], fact: Fact) -> str:
    """The sentence for this kind of fact, with its building and plot filled in."""
    return templates[kind_of(fact)].format(building=fact.atom.building, plot=plot_of(fact))
