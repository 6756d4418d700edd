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


def fact_json(fact: Fact) -> Mapping[str, Any]:
    match fact:
        case Literal(At(building, plot), positive):
            return {"at" if positive else "not": [building, plot]}
        case Literal(InTown(building), positive):
            return {"in_town" if positive else "left_out": building}
        case Literal(Mine(building), positive):
            return {"mine" if positive else "not_mine": building}
    raise TypeError(fact)


def fact_text(fact: Fact) -> str:
    """The fact as one writes it in a command: "Sheriff not 7"."""
    match fact:
        case Literal(At(building, plot), positive):
            return f"{building} {'at' if positive else 'not'} {plot}"
        case Literal(InTown(building), positive):
            return f"{building} {'in town' if positive else 'left out'}"
        case Literal(Mine(building), positive):
            return f"{building} {'mine' if positive else 'not mine'}"
    raise TypeError(fact)
