"""The vocabulary of relations between a named building's plot and my building's plot.

A relation is a set of pairs (the building's plot, my plot). Plain relations hold all over the town
(next to, diagonal …) or at one line (opposite across Main St.). A condition card shows eight plots
for each of the two, so most relations are *bound*: to a place for the named building
(``diagonal @ along:main``) or for mine (``diagonal @my centre``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .meaning import Meaning
from .places import Place, simple_places
from .plan import Line, Plot, Side, TownPlan

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Relation(Meaning):
    """Pairs of plots with a name. The phrase completes "The Bank stood …"; ``weight`` 0 is plain."""

    id: str
    pairs: frozenset[Pair]
    phrase: str
    weight: int = 0

    @property
    def named_plots(self) -> frozenset[int]:
        return frozenset(named for named, _ in self.pairs)

    @property
    def my_plots(self) -> frozenset[int]:
        return frozenset(mine for _, mine in self.pairs)


#: How far-fetched a relation gets when it is bound to a place.
BOUND_WEIGHT = 1


def plain_relations(plan: TownPlan) -> tuple[Relation, ...]:
    """Every relation that one family names, each set of pairs once."""
    found: dict[frozenset[Pair], Relation] = {}
    for relation in _named_relations(plan):
        if relation.pairs:
            found.setdefault(relation.pairs, relation)
    return tuple(found.values())


def relations_of_size(plan: TownPlan, size: int) -> tuple[Relation, ...]:
    """The whole vocabulary for condition cards: relations with ``size`` possible plots on each side."""
    plain = plain_relations(plan)
    found = {r.pairs: r for r in plain if len(r.named_plots) == len(r.my_plots) == size}
    for relation in plain:
        for place in simple_places(plan):
            for bound in _bound(relation, place):
                if len(bound.named_plots) == len(bound.my_plots) == size:
                    other = found.get(bound.pairs)
                    if other is None or _effort(bound) < _effort(other):
                        found[bound.pairs] = bound
    return tuple(sorted(found.values(), key=lambda r: (r.weight, r.id)))


def _effort(relation: Relation) -> tuple[int, int, str]:
    return relation.weight, len(relation.id), relation.id


def _bound(relation: Relation, place: Place) -> Iterator[Relation]:
    weight = relation.weight + place.weight + BOUND_WEIGHT
    kept = frozenset((named, mine) for named, mine in relation.pairs if named in place.plots)
    yield Relation(f"{relation.id} @ {place.id}", kept, f"{place.phrase}, {relation.phrase}", weight)
    kept = frozenset((named, mine) for named, mine in relation.pairs if mine in place.plots)
    yield Relation(
        f"{relation.id} @my {place.id}", kept, f"{relation.phrase}; my building stood {place.phrase}", weight
    )
    kept = frozenset((named, mine) for named, mine in relation.pairs if named in place.plots and mine in place.plots)
    yield Relation(f"{relation.id} @both {place.id}", kept, f"{relation.phrase}; both stood {place.phrase}", weight)


def _pairs(plan: TownPlan, holds: Callable[[Plot, Plot], bool]) -> frozenset[Pair]:
    return frozenset((a.number, b.number) for a in plan.plots for b in plan.plots if a is not b and holds(a, b))


def _steps(a: Plot, b: Plot) -> tuple[int, int]:
    """How many rows and columns lie from one plot to the other."""
    return abs(a.row - b.row), abs(a.column - b.column)


def _named_relations(plan: TownPlan) -> Iterator[Relation]:
    yield from _neighbours(plan)
    for line in plan.lines:
        yield from _across_line(plan, line)
        yield from _along_line(plan, line)
    yield from _by_entrance(plan)
    yield from _in_line(plan)
    for side, distance in DISTANCE.items():
        yield from _by_direction(plan, side, distance)


def _neighbours(plan: TownPlan) -> Iterator[Relation]:
    def adjoining(a: Plot, b: Plot) -> bool:
        return sum(_steps(a, b)) == 1

    def wall_to_wall(a: Plot, b: Plot) -> bool:
        return adjoining(a, b) and not plan.crossed_between(a, b)

    def across_a_street(a: Plot, b: Plot) -> bool:
        return adjoining(a, b) and any(line.is_street for line in plan.crossed_between(a, b))

    yield Relation("next-to", _pairs(plan, wall_to_wall), "next to my building, wall to wall")
    yield Relation("opposite", _pairs(plan, across_a_street), "opposite my building, across a street")
    bordering = "on a plot that borders on mine, with or without a street between"
    yield Relation("adjoining", _pairs(plan, adjoining), bordering)
    diagonal = _pairs(plan, lambda a, b: _steps(a, b) == (1, 1))
    yield Relation("diagonal", diagonal, "diagonally across from my building")
    around = _pairs(plan, lambda a, b: max(_steps(a, b)) == 1)
    yield Relation("around", around, "on one of the plots around mine")


def _across_line(plan: TownPlan, line: Line) -> Iterator[Relation]:
    def opposite(a: Plot, b: Plot) -> bool:
        return sum(_steps(a, b)) == 1 and plan.crossed_between(a, b) == (line,)

    def cater_corner(a: Plot, b: Plot) -> bool:
        return _steps(a, b) == (1, 1) and line.side(a) is not line.side(b)

    def other_side(a: Plot, b: Plot) -> bool:
        return line.borders(a) and line.borders(b) and line.side(a) is not line.side(b)

    across = f"across {line.spoken}"
    yield Relation(f"opposite:{line.id}", _pairs(plan, opposite), f"opposite my building, {across}")
    diagonally = f"diagonally opposite my building, {across}"
    yield Relation(f"diagonal-across:{line.id}", _pairs(plan, cater_corner), diagonally)
    on_the_other_side = f"{line.preposition} {line.spoken}, on the other side than my building"
    yield Relation(f"other-side:{line.id}", _pairs(plan, other_side), on_the_other_side, weight=1)


def _along_line(plan: TownPlan, line: Line) -> Iterator[Relation]:
    def same_side(a: Plot, b: Plot) -> bool:
        return line.borders(a) and line.borders(b) and line.side(a) is line.side(b)

    def neighbour(a: Plot, b: Plot) -> bool:
        return same_side(a, b) and sum(_steps(a, b)) == 1

    def one_between(a: Plot, b: Plot) -> bool:
        return same_side(a, b) and sum(_steps(a, b)) == 2

    at = f"{line.preposition} {line.spoken}, on the same side as my building"
    yield Relation(f"same-side:{line.id}", _pairs(plan, same_side), at)
    yield Relation(f"beside-on:{line.id}", _pairs(plan, neighbour), f"{at} and on the very next plot")
    yield Relation(f"one-between-on:{line.id}", _pairs(plan, one_between), f"{at}, with one plot between")


def _by_entrance(plan: TownPlan) -> Iterator[Relation]:
    def face_to_face(a: Plot, b: Plot) -> bool:
        between = plan.crossed_between(a, b)
        return sum(_steps(a, b)) == 1 and any(line.at_entrance(a) and line.at_entrance(b) for line in between)

    def same_entrance(a: Plot, b: Plot) -> bool:
        return any(line.at_entrance(a) and line.at_entrance(b) for line in plan.lines)

    yield Relation("face-to-face", _pairs(plan, face_to_face), "opposite my building, entrance facing entrance")
    street = "with its entrance on the same street as my building's"
    yield Relation("same-entrance", _pairs(plan, same_entrance), street, weight=1)


def _in_line(plan: TownPlan) -> Iterator[Relation]:
    def one_between(a: Plot, b: Plot) -> bool:
        return _steps(a, b) in ((0, 2), (2, 0))

    def two_between(a: Plot, b: Plot) -> bool:
        return _steps(a, b) in ((0, 3), (3, 0))

    yield Relation(
        "one-between", _pairs(plan, one_between), "in a straight line with my building, with one plot between"
    )
    yield Relation(
        "one-between:row",
        _pairs(plan, lambda a, b: _steps(a, b) == (0, 2)),
        "in the same row as my building, with one plot between",
    )
    yield Relation(
        "one-between:column",
        _pairs(plan, lambda a, b: _steps(a, b) == (2, 0)),
        "in the same column as my building, with one plot between",
    )
    yield Relation(
        "two-between", _pairs(plan, two_between), "in a straight line with my building, with two plots between"
    )
    yield Relation("same-row", _pairs(plan, lambda a, b: a.row == b.row), "in the same row as my building")
    yield Relation("same-column", _pairs(plan, lambda a, b: a.column == b.column), "in the same column as my building")
    yield Relation(
        "diagonal-far", _pairs(plan, lambda a, b: _steps(a, b) == (2, 2)), "two diagonal steps from my building"
    )
    yield Relation(
        "knight",
        _pairs(plan, lambda a, b: _steps(a, b) in ((1, 2), (2, 1))),
        "a knight's move (two plots on, one aside) from my building",
        1,
    )


Distance = Callable[[Plot, Plot], int]

#: How many rows or columns the first plot lies further in a direction than the second.
DISTANCE: dict[Side, Distance] = {
    Side.NORTH: lambda a, b: b.row - a.row,
    Side.EAST: lambda a, b: a.column - b.column,
    Side.SOUTH: lambda a, b: a.row - b.row,
    Side.WEST: lambda a, b: b.column - a.column,
}


def _by_direction(plan: TownPlan, side: Side, distance: Distance) -> Iterator[Relation]:
    def straight(a: Plot, b: Plot) -> bool:
        return distance(a, b) > 0 and 0 in _steps(a, b)

    def next_plot(a: Plot, b: Plot) -> bool:
        return distance(a, b) == 1 and 0 in _steps(a, b)

    where = side.value
    yield Relation(f"next:{where}", _pairs(plan, next_plot), f"on the next plot {where} of my building")
    yield Relation(f"straight:{where}", _pairs(plan, straight), f"straight {where} of my building")
    further = _pairs(plan, lambda a, b: distance(a, b) > 0)
    yield Relation(f"further:{where}", further, f"further {where} than my building", weight=1)
