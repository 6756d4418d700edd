"""The vocabulary of places: named sets of plots, computed from the ground plan.

A place has an id made of a family and its parameters (``along:main``), and a phrase that completes
"The Bank stood …". Simple places come from one family; combined ones join two simple places with
*and* (``a & b``), *but not* (``a - b``) or *or* (``a | b``), as the known card "east of Cavendish St.
or south of Cemetery Rd." does. A place that equals a simpler one under another name is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from .meaning import Meaning
from .plan import Side, TownPlan


@dataclass(frozen=True, slots=True)
class Place(Meaning):
    """A set of plots with a name. ``weight`` says how far-fetched the name is: 0 is plain."""

    id: str
    plots: frozenset[int]
    phrase: str
    weight: int = 0


#: How far-fetched a combined place is, by its connective.
COMBINED_WEIGHT = {"&": 1, "-": 2, "|": 2}


def simple_places(plan: TownPlan) -> tuple[Place, ...]:
    """Every place that a single family names, without empty ones, each set of plots once."""
    found: dict[frozenset[int], Place] = {}
    for place in _named_places(plan):
        if place.plots and place.plots != plan.all_plots:
            found.setdefault(place.plots, place)
    return tuple(found.values())


def combined_places(plan: TownPlan, sizes: frozenset[int]) -> tuple[Place, ...]:
    """Every combination of two simple places that has one of these sizes and no simpler name."""
    simple = simple_places(plan)
    known = {place.plots for place in simple}
    found: dict[frozenset[int], Place] = {}
    for place in _combinations(simple):
        if len(place.plots) not in sizes or place.plots in known:
            continue
        other = found.get(place.plots)
        if other is None or _effort(place) < _effort(other):
            found[place.plots] = place
    return tuple(found.values())


def places_of_size(plan: TownPlan, size: int) -> tuple[Place, ...]:
    """The whole vocabulary for cards that show this many plots, plain names first."""
    simple = tuple(place for place in simple_places(plan) if len(place.plots) == size)
    combined = combined_places(plan, frozenset({size}))
    return simple + tuple(sorted(combined, key=lambda place: (place.weight, place.id)))


def _effort(place: Place) -> tuple[int, int, str]:
    return place.weight, len(place.id), place.id


def _combinations(simple: tuple[Place, ...]) -> Iterator[Place]:
    for one, other in combinations(simple, 2):
        common = one.plots & other.plots
        if common and common not in (one.plots, other.plots):
            yield Place(f"{one.id} & {other.id}", common, f"{one.phrase} and {other.phrase}", COMBINED_WEIGHT["&"])
            yield Place(
                f"{one.id} | {other.id}",
                one.plots | other.plots,
                f"{one.phrase} or {other.phrase}",
                COMBINED_WEIGHT["|"],
            )
            for kept, cut in ((one, other), (other, one)):
                yield Place(
                    f"{kept.id} - {cut.id}",
                    kept.plots - cut.plots,
                    f"{kept.phrase}, but not {cut.phrase}",
                    COMBINED_WEIGHT["-"],
                )
        elif not common:
            yield Place(
                f"{one.id} | {other.id}",
                one.plots | other.plots,
                f"{one.phrase} or {other.phrase}",
                COMBINED_WEIGHT["|"],
            )


def _named_places(plan: TownPlan) -> Iterator[Place]:
    """All families, the most natural name for a set of plots first."""
    yield from _between_two_lines(plan)
    yield from _seen_from_landmarks(plan)
    yield from _along_lines(plan)
    yield from _beyond_a_line(plan)
    yield from _in_the_grid(plan)
    yield from _at_crossings(plan)
    yield from _by_entrance(plan)
    yield from _rows_and_columns(plan)


def _beyond_a_line(plan: TownPlan) -> Iterator[Place]:
    for line in plan.lines:
        for side in Side:
            plots = plan.where(plot for plot in plan.plots if line.side(plot) is side)
            yield Place(f"{side.value}-of:{line.id}", plots, f"{side.value} of {line.spoken}")


def _between_two_lines(plan: TownPlan) -> Iterator[Place]:
    for one, other in combinations(plan.lines, 2):
        if one.axis != other.axis:
            continue
        first, second = sorted((one, other), key=lambda line: line.after)
        plots = plan.where(plot for plot in plan.plots if first.after < first.position(plot) <= second.after)
        yield Place(f"between:{first.id},{second.id}", plots, f"between {first.spoken} and {second.spoken}")


def _along_lines(plan: TownPlan) -> Iterator[Place]:
    for line in plan.lines:
        plots = plan.where(plot for plot in plan.plots if line.borders(plot))
        yield Place(f"along:{line.id}", plots, f"{line.preposition} {line.spoken}")


def _at_crossings(plan: TownPlan) -> Iterator[Place]:
    for one, other in combinations(plan.lines, 2):
        if one.axis != other.axis:
            plots = plan.where(plot for plot in plan.plots if one.borders(plot) and other.borders(plot))
            yield Place(f"crossing:{one.id},{other.id}", plots, f"where {one.spoken} crosses {other.spoken}")


def _in_the_grid(plan: TownPlan) -> Iterator[Place]:
    plots = plan.plots
    at_ns_edge = {plot for plot in plots if plot.row in (1, plan.rows)}
    at_we_edge = {plot for plot in plots if plot.column in (1, plan.columns)}
    yield Place("corner", plan.where(at_ns_edge & at_we_edge), "in a corner of the town")
    yield Place("centre", plan.where(set(plots) - at_ns_edge - at_we_edge), "in the centre of the town")
    yield Place("edge", plan.where(at_ns_edge | at_we_edge), "at the edge of the town")
    yield Place("edge:north,south", plan.where(at_ns_edge), "at the northern or southern edge of the town")
    yield Place("edge:west,east", plan.where(at_we_edge), "at the western or eastern edge of the town")
    yield Place("edge-no-corner", plan.where(at_ns_edge ^ at_we_edge), "at the edge of the town, though in no corner")
    halves = {
        "north": {plot for plot in plots if plot.row * 2 <= plan.rows},
        "south": {plot for plot in plots if plot.row * 2 > plan.rows + 1},
        "west": {plot for plot in plots if plot.column * 2 <= plan.columns},
        "east": {plot for plot in plots if plot.column * 2 > plan.columns + 1},
    }
    for side, half in halves.items():
        yield Place(f"half:{side}", plan.where(half), f"in the {side}ern half of the town")
    for ns in ("north", "south"):
        for we in ("west", "east"):
            yield Place(
                f"quarter:{ns}-{we}", plan.where(halves[ns] & halves[we]), f"in the {ns}-{we}ern quarter of the town"
            )
    if plan.rows == plan.columns:
        falling = {plot for plot in plots if plot.row == plot.column}
        rising = {plot for plot in plots if plot.row + plot.column == plan.rows + 1}
        yield Place(
            "diagonal:falling",
            plan.where(falling),
            "on the straight line from the north-western to the south-eastern corner",
        )
        yield Place(
            "diagonal:rising",
            plan.where(rising),
            "on the straight line from the south-western to the north-eastern corner",
        )
        yield Place("diagonals", plan.where(falling | rising), "on one of the two straight lines from corner to corner")


def _seen_from_landmarks(plan: TownPlan) -> Iterator[Place]:
    for mark in plan.landmarks:
        seen = plan.where(plot for plot in plan.plots if mark.touches(plot))
        yield Place(f"sight:{mark.id}", seen, f"in sight of the {mark.name}")


def _by_entrance(plan: TownPlan) -> Iterator[Place]:
    for line in plan.lines:
        plots = plan.where(plot for plot in plan.plots if line.at_entrance(plot))
        yield Place(
            f"entrance:{line.id}", plots, f"with its entrance {'on' if line.is_street else 'towards'} {line.spoken}"
        )
    for side in Side:
        plots = plan.where(plot for plot in plan.plots if plot.entrance is side)
        yield Place(f"faces:{side.value}", plots, f"with its entrance facing {side.value}")


ORDINALS = ("first", "second", "third", "fourth", "fifth")


def _rows_and_columns(plan: TownPlan) -> Iterator[Place]:
    for row in range(1, plan.rows + 1):
        plots = plan.where(plot for plot in plan.plots if plot.row == row)
        yield Place(f"row:{row}", plots, f"in the {ORDINALS[row - 1]} row from the north")
    for column in range(1, plan.columns + 1):
        plots = plan.where(plot for plot in plan.plots if plot.column == column)
        yield Place(f"column:{column}", plots, f"in the {ORDINALS[column - 1]} column from the west")
