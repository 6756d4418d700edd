"""What a contradiction by counting consists of: those that need a place, and the rules that leave too few."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from .numbered import Group, Terms
from .propagation import State

#: For a building that is known to be mine: it needs no premise.
KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Pigeon:
    """One that needs a place: ``because`` leaves these terms of the instance, each a place."""

    by: str
    terms: Terms
    because: tuple[int, ...]
    instance: Terms


@dataclass(frozen=True, slots=True)
class Crowd:
    """More pigeons than places. ``rules`` are the rules of one that are used, or the count and the rules of one."""

    kind: str
    pigeons: tuple[Pigeon, ...]
    rules: tuple[str, ...]
    room: int

    @property
    def because(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(literal for pigeon in self.pigeons for literal in pigeon.because))


def pigeon_of(state: State, group: Group, allowed: Collection[int]) -> Pigeon:
    """What is left of a group if only these of its terms are allowed."""
    because, instance = state.why_only(group, allowed)
    left = {group.terms[number] for number in allowed}
    return Pigeon(group.by, tuple(term for term in instance if term in left), because, instance)
