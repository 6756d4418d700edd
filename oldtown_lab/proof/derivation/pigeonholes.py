"""Contradictions by counting: buildings that have fewer plots between them, or plots that have fewer buildings.

The third kind, cards that need more of my buildings than there are, is in :mod:`.wishes`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .crowds import Crowd, Pigeon, pigeon_of
from .numbered import Group
from .propagation import State
from .wishes import OpenGroups, find_too_many_cards

TOO_MANY_BUILDINGS = "more buildings than plots"
TOO_MANY_PLOTS = "more plots than buildings"


def find_crowd(state: State, open_groups: OpenGroups) -> Crowd | None:
    """The first kind that there is, with the fewest pigeons that were seen."""
    for kind in (TOO_MANY_BUILDINGS, TOO_MANY_PLOTS):
        if crowd := _without_room(state, open_groups, kind):
            return crowd
    for count in state.problem.counts:
        if crowd := find_too_many_cards(state, open_groups, count):
            return crowd
    return None


# ------------------------------------------------------------------------------------------------- plots and buildings


@dataclass(frozen=True, slots=True)
class _Candidate:
    group: Group
    living: list[int]
    who: frozenset[str | int]
    """The buildings or plots that need a place. Two candidates with nobody in common need two places."""
    places: tuple[str, ...]


def _without_room(state: State, groups: OpenGroups, kind: str) -> Crowd | None:
    places = state.problem.once(kind, lambda: _places(state, kind))
    found = [candidate for group, living in groups if (candidate := _candidate(group, living, places))]
    found.sort(key=lambda candidate: (len(candidate.who), len(candidate.living)))
    taken: set[str | int] = set()
    seats: dict[str, int] = {}
    chosen: list[_Candidate] = []
    for candidate in found:
        if taken & candidate.who:
            continue
        taken |= candidate.who
        chosen.append(candidate)
        tried: set[str] = set()
        if not _seat(len(chosen) - 1, chosen, seats, tried):
            crowded = sorted({len(chosen) - 1, *(seats[place] for place in tried)})
            rules = tuple(sorted(tried, key=lambda by: min(state.problem.rules[by])))
            pigeons = (_pigeon(state, chosen[number], tried, places) for number in crowded)
            return Crowd(kind, tuple(pigeons), rules, len(rules))
    return None


def _seat(number: int, chosen: list[_Candidate], seats: dict[str, int], tried: set[str]) -> bool:
    """Give a candidate a place of its own, moving others if need be."""
    for place in chosen[number].places:
        if place not in tried:
            tried.add(place)
            if place not in seats or _seat(seats[place], chosen, seats, tried):
                seats[place] = number
                return True
    return False


def _places(state: State, kind: str) -> dict[int, tuple[str | int, str]]:
    """For each placement: who needs the place, and which rule of one speaks of it."""
    found: dict[int, tuple[str | int, str]] = {}
    wanted = "one-building-per-plot" if kind == TOO_MANY_BUILDINGS else "one-plot-per-building"
    for by, literals in state.problem.rules.items():
        if by.startswith(wanted):
            for literal in literals:
                building, plot = state.problem.theory.place(literal)
                found[literal] = (building if kind == TOO_MANY_BUILDINGS else plot), by
    return found


def _candidate(group: Group, living: list[int], places: dict[int, tuple[str | int, str]]) -> _Candidate | None:
    sure = []
    for number in living:
        place = places.get(group.terms[number][0])
        if place is None:
            return None
        sure.append(place)
    return _Candidate(group, living, frozenset(who for who, _ in sure), tuple(dict.fromkeys(by for _, by in sure)))


def _pigeon(state: State, candidate: _Candidate, rules: set[str], places: dict[int, tuple[str | int, str]]) -> Pigeon:
    """Terms that are excluded already are no harm as long as they want one of the same places."""
    group = candidate.group
    allowed = set(candidate.living)
    for number, term in enumerate(group.terms):
        place = places.get(term[0])
        if place is not None and place[0] in candidate.who and place[1] in rules:
            allowed.add(number)
    return pigeon_of(state, group, allowed)
