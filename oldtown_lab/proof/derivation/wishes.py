"""Contradictions by counting my buildings: cards that need more of them than there are.

A wish is a card that needs one of my buildings on one of some plots, or a building that is known to be mine. A
building serves several wishes at once if it does so from one plot, or if no rule says that it stands on one plot only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from .crowds import KNOWN, Crowd, Pigeon, pigeon_of
from .numbered import Count, Group
from .propagation import State

TOO_MANY_CARDS = "more cards than my buildings"

#: What a term offers to a card: the building, and the plot if it must stand on a certain one.
Offer = tuple[str, int | None]

OpenGroups = list[tuple[Group, list[int]]]


@dataclass(frozen=True, slots=True)
class _Wish:
    offers: dict[int, Offer]
    """For each term that lives: its number, and what it offers."""
    group: Group | None
    literal: int = -1
    who: frozenset[Offer] = field(default=frozenset())


class _Service:
    """Which wishes each building can serve at once, as bit masks."""

    def __init__(self, wishes: Iterable[Collection[Offer]], bound: Collection[str]) -> None:
        self._bound = set(bound)
        self._served: dict[str, dict[int | None, int]] = {}
        self._all = 0
        self._most: list[int] | None = None
        for number, offers in enumerate(wishes):
            self._all |= 1 << number
            for building, plot in offers:
                there = self._served.setdefault(building, {})
                there[plot] = there.get(plot, 0) | 1 << number

    def suffices(self, room: int) -> bool:
        """Whether so many buildings can serve all wishes."""
        return _covers(self._all, self._sets(), room)

    def stays_short(self, room: int, wish: int, offer: Offer) -> bool:
        """Take this offer in too, if there is still no way to serve all wishes; say whether."""
        building, plot = offer
        there = self._served.setdefault(building, {})
        before = there.get(plot, 0)
        others = self._sets()
        there[plot] = before | 1 << wish
        if all(any(some & ~other == 0 for other in others) for some in self._sets_of(building)):
            return True
        self._most = None
        if not self.suffices(room):
            return True
        there[plot] = before
        self._most = others
        return False

    def needless(self, room: int) -> Iterator[str]:
        """Buildings that need not be bound to one plot; they are free from then on."""
        for building in sorted(self._bound):
            others = self._sets()
            self._bound.discard(building)
            if all(any(some & ~other == 0 for other in others) for some in self._sets_of(building)):
                yield building
                continue
            self._most = None
            if self.suffices(room):
                self._bound.add(building)
                self._most = others
            else:
                yield building

    def freely_moving(self) -> Iterator[str]:
        """Buildings that are bound by no rule and would serve several wishes from several plots."""
        for building in sorted(self._served.keys() - self._bound):
            masks = list(self._served[building].values())
            if len(masks) > 1 and any(self._sets_of(building)[0] & ~mask for mask in masks):
                yield building

    def _sets(self) -> list[int]:
        """What one building can serve at most."""
        if self._most is None:
            self._most = self._greatest()
        return self._most

    def _greatest(self) -> list[int]:
        found = {some for building in self._served for some in self._sets_of(building)}
        return sorted(some for some in found if not any(some != other and some & ~other == 0 for other in found))

    def _sets_of(self, building: str) -> list[int]:
        there = self._served.get(building, {})
        anywhere = there.get(None, 0)
        if building in self._bound:
            return [mask | anywhere for mask in there.values()]
        together = 0
        for mask in there.values():
            together |= mask
        return [together]


def _covers(wanted: int, sets: list[int], room: int) -> bool:
    if not wanted:
        return True
    first = wanted & -wanted
    return room > 0 and any(_covers(wanted & ~some, sets, room - 1) for some in sets if some & first)


def find_too_many_cards(state: State, groups: OpenGroups, count: Count) -> Crowd | None:
    """Wishes that so many buildings cannot serve."""
    wishes = _least_wishes(state, groups, count, _bound(state))
    return None if wishes is None else _crowd(state, wishes, count)


def find_who_stands_twice(state: State, groups: OpenGroups, count: Count) -> int | None:
    """Where nobody could serve all wishes if every building stood on one plot only: a placement that is in the way.

    It says that a building which no rule binds stands on one of the plots from which it serves a wish.
    """
    mine = _owners(state, count)
    wishes = _least_wishes(state, groups, count, mine.values())
    if wishes is None:
        return None
    free = set(_Service([wish.who for wish in wishes], _bound(state)).freely_moving())
    placements = (
        literal
        for wish in wishes
        if wish.group is not None
        for number, (building, _) in wish.offers.items()
        if building in free
        for literal in wish.group.terms[number]
        if state.problem.theory.is_placement(literal) and not state.known[literal]
    )
    return min(placements, default=None)


def _bound(state: State) -> list[str]:
    return [
        building
        for kind, _, building in (by.partition(":") for by in state.problem.rules)
        if kind == "one-plot-per-building"
    ]


def _owners(state: State, count: Count) -> dict[int, str]:
    return {literal: state.problem.theory.atoms[literal >> 1].building for literal in count.literals}


def _least_wishes(state: State, groups: OpenGroups, count: Count, bound: Collection[str]) -> list[_Wish] | None:
    """Wishes that cannot all be served, none of which can be spared. None if there are none."""
    wishes = _strictest(_wishes(state, groups, count))
    if _Service([wish.who for wish in wishes], bound).suffices(count.count):
        return None
    for wish in sorted(wishes, key=lambda wish: -len(wish.who)):
        fewer = [other for other in wishes if other is not wish]
        if not _Service([other.who for other in fewer], bound).suffices(count.count):
            wishes = fewer
    return wishes


def _wishes(state: State, groups: OpenGroups, count: Count) -> Iterator[_Wish]:
    mine, offered = _owners(state, count), _offers_once(state, count)
    for literal, building in mine.items():
        if state.known[literal]:
            yield _Wish({}, None, literal, frozenset({(building, None)}))
    for group, living in groups:
        offers = {}
        for number in living:
            offer = offered.get(group.terms[number])
            if offer is None:
                break
            offers[number] = offer
        else:
            yield _Wish(offers, group, -1, frozenset(offers.values()))


def _strictest(wishes: Iterable[_Wish]) -> list[_Wish]:
    """Without those that are served whenever another one is."""
    found: list[_Wish] = []
    for wish in sorted(wishes, key=lambda wish: len(wish.who)):
        if not any(other.who <= wish.who for other in found):
            found.append(wish)
    return found


def _offers_once(state: State, count: Count) -> dict[tuple[int, ...], Offer]:
    return state.problem.once(count.by, lambda: _offers(state, _owners(state, count)))


def _offers(state: State, mine: dict[int, str]) -> dict[tuple[int, ...], Offer]:
    """What each term offers; terms that ask for no building of mine offer nothing."""
    theory = state.problem.theory
    found: dict[tuple[int, ...], Offer] = {}
    for term in {term for group in state.problem.groups for term in group.terms}:
        owner = next((mine[literal] for literal in term if literal in mine), None)
        if owner is not None:
            plots = [theory.place(literal).plot for literal in term if theory.is_placement(literal)]
            found[term] = owner, plots[0] if plots else None
    return found


def _crowd(state: State, wishes: list[_Wish], count: Count) -> Crowd:
    """Terms that are excluded already stay wherever the count does not need their exclusion."""
    offered = _offers_once(state, count)
    service = _Service([wish.who for wish in wishes], _bound(state))
    pigeons = []
    for number, wish in enumerate(wishes):
        if wish.group is None:
            pigeons.append(Pigeon(KNOWN, ((wish.literal,),), (wish.literal,), ((wish.literal,),)))
            continue
        allowed = set(wish.offers)
        for place, term in enumerate(wish.group.terms):
            if place not in allowed:
                offer = offered.get(term)
                if offer is not None and service.stays_short(count.count, number, offer):
                    allowed.add(place)
        pigeons.append(pigeon_of(state, wish.group, allowed))
    needless = set(service.needless(count.count))
    needed = [f"one-plot-per-building:{building}" for building in _bound(state) if building not in needless]
    rules = (count.by, *sorted(needed, key=state.problem.theory.order.__getitem__))
    return Crowd(TOO_MANY_CARDS, tuple(pigeons), rules, count.count)
