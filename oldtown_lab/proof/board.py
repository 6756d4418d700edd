"""The board while a proof goes on: which facts are known, as bit masks, and the cheapest reasons for what is excluded.

A building's mask has a bit for every plot where it may still stand, and bit 0 while it may still be left out. A bit is
gone exactly if a fact says so. Facts come from steps or are given at the start (a player's board).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from ..logic.premises import Premise
from ..logic.statements import At, Atom, InTown, Literal, Mine
from ..logic.theory import Theory
from ..logic.z3_solver import Reason
from ..town.clues import Clue, PlaceClue, RelationClue
from .facts import Fact, at, in_town, left_out, mine, not_at
from .ladder import CARD_COST, FACT_COST, RULE_COST

Reasons = frozenset[Reason]

OUT = 1
"""The bit of a building that may be left out."""


def bit(plot: int) -> int:
    return 1 << plot


def plots_in(mask: int) -> Iterator[int]:
    """The plots of a mask, in order; the bit for left out is no plot."""
    mask &= ~OUT
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(plots: Iterable[int]) -> int:
    mask = 0
    for plot in plots:
        mask |= 1 << plot
    return mask


def reason_cost(reason: Reason) -> int:
    if isinstance(reason, str):
        return CARD_COST if reason.startswith("card:") else RULE_COST
    return FACT_COST


def reasons_cost(reasons: Iterable[Reason]) -> int:
    return sum(map(reason_cost, reasons))


def _price(reasons: Reasons) -> tuple[int, int]:
    return reasons_cost(reasons), len(reasons)


def one_building(plot: int) -> str:
    return f"one-building-per-plot:{plot}"


def one_plot(building: str) -> str:
    return f"one-plot-per-building:{building}"


def filled(plot: int) -> str:
    return f"plot-filled:{plot}"


@dataclass(frozen=True, slots=True)
class Link:
    """A relation card as masks: the plots of the named building, and for each plot of one side those of the other."""

    named: int
    partners: dict[int, int]
    backwards: dict[int, int]

    @classmethod
    def of(cls, clue: RelationClue) -> Link:
        named, mine = {p for p, _ in clue.pairs}, {q for _, q in clue.pairs}
        return cls(
            mask_of(named),
            {p: mask_of(clue.partners(p)) for p in named},
            {q: mask_of(p for p, other in clue.pairs if other == q) for q in mine},
        )

    def reach(self, named: int) -> int:
        """Where my building can stand if the named one stands on one of these plots."""
        reached = 0
        for plot, partners in self.partners.items():
            if named >> plot & 1:
                reached |= partners
        return reached


class Setting:
    """What stays the same during a proof: the theory, and what each card says by itself about single buildings."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.buildings = theory.game.buildings
        self.plots = tuple(sorted(theory.game.plan.all_plots))
        self.all_plots = mask_of(self.plots)
        self.left_out = theory.game.left_out
        self.places: dict[str, list[tuple[str, int]]] = {b: [] for b in self.buildings}
        """For each building the cards that are about its place: the card's reason and the plots that it allows."""
        for clue in theory.clues:
            for building, allowed in sole_places(clue):
                self.places[building].append((f"card:{clue.card}", allowed))
        self.links = {clue.card: Link.of(clue) for clue in theory.clues if isinstance(clue, RelationClue)}

    @cached_property
    def premises(self) -> dict[str, Premise]:
        return self.theory.premises_by_id

    @cached_property
    def my_rule(self) -> str:
        return f"my-buildings:{self.theory.mine.unknown}"


def sole_places(clue: Clue) -> Iterator[tuple[str, int]]:
    """What a clue says of one building alone: that it stands on one of some plots."""
    if isinstance(clue, PlaceClue):
        if len(clue.buildings) == 1 and not clue.must_be_mine:
            yield clue.buildings[0], mask_of(clue.plots)
        return
    if not clue.my_buildings:
        return  # the card cannot be true: there is nobody for whom it is
    yield clue.building, mask_of({named for named, _ in clue.pairs})
    if len(clue.my_buildings) == 1:
        yield clue.my_buildings[0], mask_of({my for _, my in clue.pairs})


class Board:
    """The facts so far. ``learnt`` says in which step each became known (0: given at the start)."""

    def __init__(self, setting: Setting, given: Iterable[Fact] = ()) -> None:
        self.setting = setting
        everywhere = setting.all_plots | OUT
        self.open = dict.fromkeys(setting.buildings, everywhere)
        self.placed: dict[str, int] = {}
        self.standing: dict[int, str] = {}
        """Plot to the building that is known to stand there."""
        self.mine: set[str] = set()
        self.not_mine: set[str] = set()
        self.learnt: dict[Fact, int] = {}
        self._why_not: dict[tuple[str, int], Reasons] = {}
        self._why_one_of: dict[tuple[str, int], Reasons] = {}
        self.learn(self.with_what_they_mean(given), 0)

    def copy(self) -> Board:
        """A board for trying things out."""
        other = Board(self.setting)
        other.open = dict(self.open)
        other.placed, other.standing = dict(self.placed), dict(self.standing)
        other.mine, other.not_mine = set(self.mine), set(self.not_mine)
        other.learnt = dict(self.learnt)
        other._why_not, other._why_one_of = dict(self._why_not), dict(self._why_one_of)
        return other

    def with_what_they_mean(self, facts: Iterable[Fact]) -> tuple[Fact, ...]:
        """The facts and what they mean too: who stands somewhere is in town, who is left out stands nowhere."""
        meant: dict[Fact, None] = {}
        for fact in facts:
            meant[fact] = None
            match fact:
                case Literal(At(building, _), True):
                    meant[in_town(building)] = None
                case Literal(InTown(building), False):
                    meant.update((not_at(building, plot), None) for plot in self.setting.plots)
        return tuple(meant)

    def learn(self, facts: Iterable[Fact], step: int) -> None:
        for fact in facts:
            if fact in self.learnt:
                continue
            self.learnt[fact] = step
            match fact:
                case Literal(At(building, plot), True):
                    self.placed[building] = plot
                    self.standing[plot] = building
                case Literal(At(building, plot), False):
                    self.open[building] &= ~bit(plot)
                case Literal(InTown(building), True):
                    self.open[building] &= ~OUT
                case Literal(Mine(building), True):
                    self.mine.add(building)
                case Literal(Mine(building), False):
                    self.not_mine.add(building)
            for cache in (self._why_not, self._why_one_of):
                for key in [key for key in cache if key[0] == fact.atom.building]:
                    del cache[key]

    def knows(self, atom: Atom) -> bool:
        """Whether the answer to this question is known."""
        return Literal(atom) in self.learnt or Literal(atom, positive=False) in self.learnt

    def is_left_out(self, building: str) -> bool:
        return left_out(building) in self.learnt

    def is_settled(self, building: str) -> bool:
        return building in self.placed or self.is_left_out(building)

    @property
    def is_complete(self) -> bool:
        return all(map(self.is_settled, self.setting.buildings))

    # ------------------------------------------------------------------------------------------------ why it is so

    def why_not(self, building: str, plots: int) -> Reasons:
        """The cheapest reasons why the building stands on none of these plots."""
        key = (building, plots)
        if key not in self._why_not:
            self._why_not[key] = min(self._ways_to_exclude(building, plots), key=_price)
        return self._why_not[key]

    def why_one_of(self, building: str, plots: int) -> Reasons:
        """The cheapest reasons why the building stands on one of these plots."""
        key = (building, plots)
        if key not in self._why_one_of:
            self._why_one_of[key] = min(self._ways_to_confine(building, plots), key=_price)
        return self._why_one_of[key]

    def _ways_to_exclude(self, building: str, plots: int) -> Iterator[Reasons]:
        """Facts for each plot; or cards that put the building elsewhere, with facts for what they leave over.

        A card says where a building stands. That it stands nowhere else is the rule of one plot a building.
        """
        if not plots & self.open[building]:
            yield frozenset(not_at(building, plot) for plot in plots_in(plots))
        if plots and self.is_left_out(building):
            yield frozenset({left_out(building)})
        if plots and building in self.placed and not plots & bit(self.placed[building]):
            yield frozenset({at(building, self.placed[building]), one_plot(building)})
        if plots & (plots - 1):  # for a single plot no card is cheaper than the fact
            useful = [(card, allowed) for card, allowed in self.setting.places[building] if plots & ~allowed]
            for size in range(1, min(len(useful), 3) + 1):
                for cards in combinations(useful, size):
                    rest = plots
                    for _, allowed in cards:
                        rest &= allowed
                    if not rest & self.open[building]:
                        facts = (not_at(building, plot) for plot in plots_in(rest))
                        yield frozenset({one_plot(building), *(card for card, _ in cards), *facts})

    def _ways_to_confine(self, building: str, plots: int) -> Iterator[Reasons]:
        """That it is in town, by a fact or a card; and why it is on none of the other plots."""
        if building in self.placed and bit(self.placed[building]) & plots:
            yield frozenset({at(building, self.placed[building])})
        if not self.open[building] & OUT:
            yield self.why_not(building, self.setting.all_plots & ~plots) | {in_town(building)}
        for card, allowed in self.setting.places[building]:
            if not allowed & ~plots & self.open[building]:
                yield self.why_not(building, allowed & ~plots) | {card}

    def may_be_mine(self, building: str) -> bool:
        return building not in self.not_mine

    def new(self, facts: Iterable[Fact]) -> tuple[Fact, ...]:
        return tuple(fact for fact in facts if fact not in self.learnt)

    def known_mine(self) -> Reasons:
        return frozenset(map(mine, self.mine))
