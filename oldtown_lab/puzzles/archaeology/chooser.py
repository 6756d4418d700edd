"""Choosing a deck: one SAT formula whose models are decks that agree with everything published so far.

Variables, by name:

* ``names k b``   card k (A or C) names building b
* ``shows k p``   card k (A or B) shows plot p
* ``means k m``   card k has the vocabulary's meaning m
* ``free k``      card k (A or B) shows plots that no place of the vocabulary describes
* ``seven k``     card k (B) shows seven plots instead of eight
* ``mine g p``    game g, my-buildings unknown: one of them stands on plot p
* ``lost g b p``  game g, town lost: building b stood on plot p

A *demand* says that some card of a game must exclude a given second town. The demands share helper
variables for "card k excludes this", so the solver learns about cards and not about single towns.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from ...town.cards import Card
from ...town.places import Place, places_of_size
from ...town.plan import TownPlan
from ...town.relations import Relation, relations_of_size
from .evidence import A_CARDS, B_CARDS, C_CARDS, Evidence, KnownCard, PublishedGame
from .formula import Formula
from .wording import worded

#: How far-fetched a card with a free plot set is, beside the weights 0 to 2 of the vocabulary.
FREE_WEIGHT = 5
#: What it costs to do without a card that is known by its words but not certain.
LET_GO_WEIGHT = 10
#: How many condition cards may share one relation.
SAME_RELATION_LIMIT = 2

#: Up to here a deck's weight can be bounded.
WEIGHT_REACH = 150


@dataclass(frozen=True)
class SecondTown:
    """A town that fits all cards of a game but is not the published one, with my plots if they were open."""

    at: dict[str, int]
    my_plots: tuple[int, ...] = ()


class DeckChooser:
    """Holds the formula; :meth:`choose` finds a deck, :meth:`demand` rules out what went wrong with it."""

    def __init__(self, plan: TownPlan, evidence: Evidence) -> None:
        self.plan = plan
        self.evidence = evidence
        self.formula = Formula()
        self.plots = sorted(plan.all_plots)
        self.places = {size: places_of_size(plan, size) for size in (4, 7, 8)}
        self.relations = relations_of_size(plan, 8)
        places = [place for size in self.places.values() for place in size]
        self._meanings: dict[str, Place | Relation] = {place.id: place for place in places}
        self._meanings.update({relation.id: relation for relation in self.relations})
        self._with_pair: dict[tuple[int, int], list[str]] = defaultdict(list)
        for relation in self.relations:
            for pair in sorted(relation.pairs):
                self._with_pair[pair].append(relation.id)
        self._weight_steps: set[int] = set()
        self._describe_building_cards()
        self._describe_district_cards()
        self._describe_condition_cards()
        self._include_known_cards()
        for game in evidence.games:
            self._agree_with(game)
        self._weighs_more_than = self.formula.counter(sorted(self._weight_steps), WEIGHT_REACH)

    # -- what a deck looks like ---------------------------------------------------------------

    def _each_building_once(self, cards: range) -> None:
        f = self.formula
        for card in cards:
            f.one_of([f.var("names", card, b) for b in self.evidence.buildings])
        for building in self.evidence.buildings:
            f.one_of([f.var("names", card, building) for card in cards])

    def _describe_building_cards(self) -> None:
        f = self.formula
        self._each_building_once(A_CARDS)
        for card in A_CARDS:
            f.exactly([f.var("shows", card, p) for p in self.plots], 4)
            self._mean_a_place(card, (4,))
        for place in self.places[4]:
            f.at_most([f.var("means", card, place.id) for card in A_CARDS], 1)

    def _describe_district_cards(self) -> None:
        f = self.formula
        for card in B_CARDS:
            f.exactly([f.var("shows", card, p) for p in self.plots] + [f.var("seven", card)], 8)
            self._mean_a_place(card, (7, 8))
        for place in self.places[7] + self.places[8]:
            f.at_most([f.var("means", card, place.id) for card in B_CARDS], 1)
        f.exactly([f.var("seven", card) for card in B_CARDS], self.evidence.seven_plot_cards)

    def _mean_a_place(self, card: int, sizes: tuple[int, ...]) -> None:
        f = self.formula
        options = []
        for size in sizes:
            for place in self.places[size]:
                option = f.var("means", card, place.id)
                options.append(option)
                for plot in self.plots:
                    shown = f.var("shows", card, plot)
                    f.add([-option, shown if plot in place.plots else -shown])
                self._weigh(card, option, place.weight)
        free = f.var("free", card)
        f.add([*options, free])
        self._weigh(card, free, FREE_WEIGHT)

    def _describe_condition_cards(self) -> None:
        f = self.formula
        self._each_building_once(C_CARDS)
        for card in C_CARDS:
            f.one_of([f.var("means", card, r.id) for r in self.relations])
            for relation in self.relations:
                self._weigh(card, f.var("means", card, relation.id), relation.weight)
        for relation in self.relations:
            f.at_most([f.var("means", card, relation.id) for card in C_CARDS], SAME_RELATION_LIMIT)

    def _include_known_cards(self) -> None:
        f = self.formula
        for index, known in enumerate(self.evidence.known_cards):
            way_out = []
            if not known.certain:
                way_out = [f.var("let go", index)]
                self._weigh(f"known {index}", way_out[0], LET_GO_WEIGHT)
            if known.kind == "B":
                fitting = [p.id for size in (7, 8) for p in self.places[size] if known.allows(p.id)]
                f.add([f.var("means", card, m) for card in B_CARDS for m in fitting] + way_out)
                continue
            cards, meanings = (A_CARDS, self.places[4]) if known.kind == "A" else (C_CARDS, self.relations)
            fitting = [m.id for m in meanings if known.allows(m.id)]
            for card in cards:
                named = f.var("names", card, known.building)
                f.add([-named, *(f.var("means", card, m) for m in fitting), *way_out])

    def _weigh(self, subject: object, literal: int, weight: int) -> None:
        """Let the literal make its subject (a card) weigh at least this much, counted in single steps."""
        for step in range(1, weight + 1):
            heavier = self.formula.var("weighs", subject, step)
            self._weight_steps.add(heavier)
            self.formula.add([-literal, heavier])

    # -- what the published games say -----------------------------------------------------------

    def _agree_with(self, game: PublishedGame) -> None:
        f = self.formula
        for card in (*game.a_cards, *game.c_cards):
            for building in self.evidence.buildings:
                if building not in game.in_town:
                    f.add([-f.var("names", card, building)])
        if game.town_is_lost:
            self._imagine_lost_town(game)
        else:
            self._accept_published_town(game)

    def _accept_published_town(self, game: PublishedGame) -> None:
        f = self.formula
        for card in game.a_cards:
            for building, plot in game.at.items():
                f.add([-f.var("names", card, building), f.var("shows", card, plot)])
        for card, for_building in game.b_cards.items():
            f.add(f.var("shows", card, game.at[b]) for b in ([for_building] if for_building else game.my_buildings))
        if not game.my_buildings:
            f.at_most([f.var("mine", game.id, p) for p in self.plots], game.unknown_my_buildings)
        for card in game.c_cards:
            for building, plot in game.at.items():
                named = f.var("names", card, building)
                if game.my_buildings:
                    partners = [game.at[m] for m in game.my_buildings if m != building]
                    fitting = sorted({r for q in partners for r in self._with_pair[plot, q]})
                    f.add([-named, *(f.var("means", card, r) for r in fitting)])
                else:
                    for relation in self.relations:
                        hits = [f.var("mine", game.id, q) for p, q in sorted(relation.pairs) if p == plot]
                        f.add([-named, -f.var("means", card, relation.id), *hits])

    def _imagine_lost_town(self, game: PublishedGame) -> None:
        """Some town with the right buildings fits, and it fits whichever of the undecided buildings is mine."""
        f = self.formula
        for building in sorted(game.in_town):
            f.one_of([f.var("lost", game.id, building, p) for p in self.plots])
        for plot in self.plots:
            f.one_of([f.var("lost", game.id, b, plot) for b in sorted(game.in_town)])
            for building in game.undecided:
                f.add([-f.var("mine", game.id, plot), -f.var("lost", game.id, building, plot)])
        f.exactly([f.var("mine", game.id, p) for p in self.plots], game.unknown_my_buildings - 1)
        for building in sorted(game.in_town):
            for plot in self.plots:
                there = f.var("lost", game.id, building, plot)
                for card in game.a_cards:
                    f.add([-f.var("names", card, building), -there, f.var("shows", card, plot)])
                for card, for_building in game.b_cards.items():
                    if for_building == building:
                        f.add([-there, f.var("shows", card, plot)])
                for card in game.c_cards:
                    f.add([-f.var("names", card, building), -there, f.var("named stands", game.id, card, plot)])
        for card in game.c_cards:
            for plot in self.plots:
                self._hit_in_lost_town(game, card, plot)

    def _hit_in_lost_town(self, game: PublishedGame, card: int, plot: int) -> None:
        """If the card's named building stood on this plot, one of mine was its partner."""
        f = self.formula
        stands = f.var("named stands", game.id, card, plot)
        by_undecided = f.var("hit by all undecided", game.id, card)
        for relation in self.relations:
            hits = [f.var("mine", game.id, q) for p, q in sorted(relation.pairs) if p == plot]
            f.add([-stands, -f.var("means", card, relation.id), by_undecided, *hits])
        for other in self.plots:
            for building in game.undecided:
                fitting = [f.var("means", card, r) for r in self._with_pair[plot, other]]
                f.add([-by_undecided, -stands, -f.var("lost", game.id, building, other), *fitting])

    # -- second towns ---------------------------------------------------------------------------

    def demand(self, game: PublishedGame, second: SecondTown) -> None:
        """Some card of the game must exclude this town (or, where the town is lost, this is the town)."""
        excluded = [
            self._building_card_excludes(card, b, second) for card in game.a_cards for b in sorted(game.in_town)
        ]
        excluded += [self._district_card_excludes(card, b, game, second) for card, b in game.b_cards.items()]
        excluded += [
            self._condition_card_excludes(card, b, game, second) for card in game.c_cards for b in sorted(game.in_town)
        ]
        if game.town_is_lost:
            excluded += self._is_the_lost_town(game, second)
        self.formula.add(excluded)

    def _building_card_excludes(self, card: int, building: str, second: SecondTown) -> int:
        f = self.formula
        plot = second.at.get(building)
        if plot is None:
            return f.var("names", card, building)
        excludes, new = f.new_var("excludes", card, building, plot)
        if new:
            f.add([-excludes, f.var("names", card, building)])
            f.add([-excludes, -f.var("shows", card, plot)])
        return excludes

    def _district_card_excludes(self, card: int, building: str | None, game: PublishedGame, second: SecondTown) -> int:
        f = self.formula
        if building:
            return -f.var("shows", card, second.at[building])
        plots = tuple(second.at[b] for b in game.my_buildings if b in second.at)
        excludes, new = f.new_var("excludes", card, plots)
        if new:
            for plot in plots:
                f.add([-excludes, -f.var("shows", card, plot)])
        return excludes

    def _condition_card_excludes(self, card: int, building: str, game: PublishedGame, second: SecondTown) -> int:
        f = self.formula
        plot = second.at.get(building)
        if plot is None:
            return f.var("names", card, building)
        mine = second.my_plots or [second.at[b] for b in game.my_buildings if b in second.at]
        partners = tuple(sorted(q for q in mine if q != plot))
        excludes, new = f.new_var("excludes", card, building, plot, partners)
        if new:
            f.add([-excludes, f.var("names", card, building)])
            for partner in partners:
                f.add([-excludes, -self._relates(card, plot, partner)])
        return excludes

    def _relates(self, card: int, plot: int, partner: int) -> int:
        """A variable that is true if the card's relation has this pair."""
        f = self.formula
        relates, new = f.new_var("relates", card, plot, partner)
        if new:
            for relation in self._with_pair[plot, partner]:
                f.add([-f.var("means", card, relation), relates])
        return relates

    def _is_the_lost_town(self, game: PublishedGame, second: SecondTown) -> list[int]:
        f = self.formula
        undecided = [second.at.get(b) for b in game.undecided]
        sure = [p for p in second.my_plots if p not in undecided]
        if set(second.at) != game.in_town or len(sure) != game.unknown_my_buildings - 1:
            return []
        is_it, new = f.new_var("is lost town", game.id, tuple(sorted(second.at.items())), tuple(sure))
        if new:
            for building, plot in second.at.items():
                f.add([-is_it, f.var("lost", game.id, building, plot)])
            for plot in sure:
                f.add([-is_it, f.var("mine", game.id, plot)])
        return [is_it]

    # -- the answer -----------------------------------------------------------------------------

    def choose(self, weight: int) -> bool:
        """Look for a deck of at most this weight (from WEIGHT_REACH on: of any) that meets every demand so far."""
        return self.formula.solve([-lit for lit in self._weighs_more_than[weight : weight + 1]])

    def cards(self) -> dict[int, Card]:
        """The deck of the last successful :meth:`choose`."""
        return {card: self._card(card) for card in (*A_CARDS, *C_CARDS, *B_CARDS)}

    def worded(self, cards: dict[int, Card]) -> dict[int, Card]:
        """The same deck with a sentence on every card."""
        return {n: worded(card, self._meanings[card.meaning] if card.meaning else None) for n, card in cards.items()}

    def _card(self, number: int) -> Card:
        f = self.formula
        building = next(
            (b for b in self.evidence.buildings if number not in B_CARDS and f.holds("names", number, b)), None
        )
        if number in C_CARDS:
            relation = next(r for r in self.relations if f.holds("means", number, r.id))
            return Card(number, "C", building, pairs=relation.pairs, meaning=relation.id)
        plots = frozenset(p for p in self.plots if f.holds("shows", number, p))
        meaning = next((p.id for p in self.places[len(plots)] if p.plots == plots), None)
        return Card(number, "A" if number in A_CARDS else "B", building, plots=plots, meaning=meaning)

    def weight_of(self, cards: dict[int, Card]) -> int:
        """How far-fetched a deck is."""
        total = sum(self._meanings[card.meaning].weight if card.meaning else FREE_WEIGHT for card in cards.values())
        return total + sum(LET_GO_WEIGHT for known in self.evidence.known_cards if not has_known_card(known, cards))

    def lost_town(self, game: PublishedGame) -> SecondTown:
        """The town and the sure my-plots that the last model imagines for a game whose town is lost."""
        f = self.formula
        at = {b: p for b in sorted(game.in_town) for p in self.plots if f.holds("lost", game.id, b, p)}
        return SecondTown(at, tuple(p for p in self.plots if f.holds("mine", game.id, p)))


def has_known_card(known: KnownCard, cards: dict[int, Card]) -> bool:
    """Whether a deck has a card that is known by its words."""
    return any(
        card.kind == known.kind
        and card.building == known.building
        and card.meaning is not None
        and known.allows(card.meaning)
        for card in cards.values()
    )
