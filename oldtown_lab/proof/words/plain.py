"""Steps in a student's words: an argument, not a list. Whole sentences with named holes. "What if" is in `follow`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ...logic.statements import At, InTown, Literal, Mine
from ...logic.theory import Theory
from ...town.buildings import in_words
from ...town.clues import PlaceClue, RelationClue
from ..board import plots_in, sole_places
from ..facts import Fact
from ..ladder import (
    CONTRADICTION,
    COUNTING,
    COUNTING_MINE,
    LAST_BUILDING,
    LAST_PLOT,
    NO_PLOT_LEFT,
    ONE_OF_MINE,
    ONE_PLACE,
    PARTNER,
    READING,
    SETS_OF_BUILDINGS,
    SETS_OF_PLOTS,
    TAKEN_PLOT,
    WHAT_IF,
)
from ..step import Step
from .conclusions import is_so
from .follow import Follower, StoryLine
from .speech import (
    CardSpeech,
    all_of,
    capital,
    cards_and,
    is_are,
    number_word,
    one_full_stop,
    one_of,
    plots_and,
    plots_or,
    the,
)


def plain(theory: Theory, step: Step, before: Step | None = None) -> str:
    """The step as a student would say it. ``before`` is the step that was just told and need not be told again."""
    return PlainWords(theory).say(step, before)


class PlainWords:
    """Speaks about the steps of one theory."""

    def __init__(self, theory: Theory) -> None:
        self._theory = theory
        self._cards = CardSpeech(theory)
        self._allowed = {
            (f"card:{clue.card}", building): frozenset(plots_in(mask))
            for clue in theory.clues
            for building, mask in sole_places(clue)
        }
        self._follower = Follower(theory, self._cards)
        self._say: dict[str, Callable[[Step], str]] = {
            READING.id: self._reading,
            TAKEN_PLOT.id: self._taken_plot,
            ONE_PLACE.id: self._one_place,
            LAST_PLOT.id: self._last_plot,
            NO_PLOT_LEFT.id: self._no_plot_left,
            LAST_BUILDING.id: self._last_building,
            COUNTING.id: self._counting,
            PARTNER.id: self._partner,
            ONE_OF_MINE.id: self._one_of_mine,
            COUNTING_MINE.id: self._counting_mine,
            WHAT_IF.id: self._what_if,
            CONTRADICTION.id: self._what_if,
        }
        self._say.update((technique.id, self._set_of_plots) for technique in SETS_OF_PLOTS.values())
        self._say.update((technique.id, self._set_of_buildings) for technique in SETS_OF_BUILDINGS.values())

    def tell(self, steps: Iterable[Step]) -> Iterator[str]:
        """Steps one after the other, without saying twice what was just said."""
        before = None
        for step in steps:
            yield self.say(step, before)
            before = step

    def say(self, step: Step, before: Step | None = None) -> str:
        same_card = (
            before is not None
            and step.technique is PARTNER is before.technique
            and step.focus.cards == before.focus.cards
        )
        told = self._follower.partner(step, again=True) if same_card else self._say[step.technique.id](step)
        return one_full_stop(told)

    def story(self, step: Step) -> tuple[StoryLine, ...]:
        """A hard step line by line: the assumption, what it forces, the clash. Empty for a step that has no chain."""
        return tuple(self._follower.story(step)) if step.technique in (WHAT_IF, CONTRADICTION) else ()

    # ------------------------------------------------------------------------------------------------ single buildings

    def _reading(self, step: Step) -> str:
        building, card = step.focus.buildings[0], step.focus.cards[0]
        allowed = self._allowed[f"card:{card}", building]
        clue = self._cards.clue(card)
        gone = _not_at(step.conclusions, building)
        placed = [f for f in step.conclusions if isinstance(f.atom, At) and f.positive]
        if placed:
            end = f"So {the(building)} stands on {plots_and(allowed)}."
        elif Literal(InTown(building)) in step.conclusions or len(gone) > 6:
            end = f"So {the(building)} stands there and on no other plot."
        else:
            end = f"For {the(building)} that rules out {plots_and(gone)}."
        if isinstance(clue, PlaceClue):
            return f"Card {card} puts {the(building)} {self._cards.place(card, allowed)}. {end}"
        said = capital(self._cards.relation(clue))
        mine = f", and my building is {the(clue.my_buildings[0])}" if len(clue.my_buildings) == 1 else ""
        return f"{said}{mine}. That leaves {the(building)} {plots_or(allowed)}. {end}"

    def _taken_plot(self, step: Step) -> str:
        building, plot = step.focus.buildings[0], step.focus.plots[0]
        others = [f.atom.building for f in step.conclusions]
        here = f"{capital(the(building))} stands on {plot}, and a plot holds one building only"
        if len(others) == 1:
            return f"{here}: {the(others[0])} cannot stand there."
        if len(others) == 2:
            return f"{here}: neither {the(others[0])} nor {the(others[1])} can stand there."
        return f"{here}: nobody else can stand there."

    def _one_place(self, step: Step) -> str:
        building, plot = step.focus.buildings[0], step.focus.plots[0]
        gone = plots_or(_not_at(step.conclusions, building))
        return (
            f"{capital(the(building))} stands on {plot}, and a building stands on one plot only: "
            f"it does not stand on {gone}."
        )

    def _last_plot(self, step: Step) -> str:
        building, plot = step.focus.buildings[0], step.focus.plots[0]
        return f"{self._where(step, building, frozenset({plot}))} So {the(building)} stands on {plot}."

    def _no_plot_left(self, step: Step) -> str:
        building = step.focus.buildings[0]
        return f"{capital(the(building))} has no plot left: every one is ruled out for it. So it is left out."

    def _last_building(self, step: Step) -> str:
        building, plot = step.focus.buildings[0], step.focus.plots[0]
        others = number_word(len(self._theory.game.buildings) - 1)
        return (
            f"Every plot is filled, so some building stands on {plot}. All {others} others are ruled out there, "
            f"which leaves {the(building)}: it stands on {plot}."
        )

    def _where(self, step: Step, building: str, left: frozenset[int]) -> str:
        """Why a building has only these plots, as one sentence."""
        cards = [card for card in step.cards if (f"card:{card}", building) in self._allowed]
        gone = _not_at(step.facts, building)
        stands = [
            f.atom.plot for f in step.facts if isinstance(f.atom, At) and f.positive and f.atom.building == building
        ]
        if stands:
            return f"{capital(the(building))} stands on {stands[0]}."
        if not cards:
            return f"{capital(the(building))} is in town, and every plot but {plots_and(left)} is ruled out for it."
        allowed = frozenset.intersection(*(self._allowed[f"card:{card}", building] for card in cards))
        if len(cards) == 1:
            puts = f"Card {cards[0]} puts {the(building)} {self._cards.place(cards[0], allowed)}"
            clue = self._cards.clue(cards[0])
            if isinstance(clue, RelationClue):
                puts = f"{capital(self._cards.relation(clue))}, so {the(building)} can only be on {plots_or(allowed)}"
        else:
            puts = f"{capital(cards_and(cards))} together leave {the(building)} only {plots_or(allowed)}"
        gone &= allowed
        if not gone:
            return f"{puts}."
        return f"{puts}, and {plots_and(gone)} {is_are(len(gone))} ruled out already."

    # ---------------------------------------------------------------------------------------------------- counting

    def _counting(self, step: Step) -> str:
        plots = number_word(len(self._theory.game.plan.plots))
        who = sorted({f.atom.building for f in step.conclusions if isinstance(f.atom, InTown)})
        if Literal(InTown(who[0]), positive=False) in step.conclusions:
            return (
                f"{capital(plots)} buildings are known to stand in the town, all but {all_of(who)}. "
                f"There are {plots} plots with one building each, so no plot is left over: "
                f"{all_of(who)} {is_are(len(who))} left out."
            )
        gone = sorted(f.atom.building for f in step.facts)
        return (
            f"{capital(all_of(gone))} {is_are(len(gone))} left out. That leaves {plots} buildings for {plots} plots, "
            f"every plot is filled, and no building fills two: nobody else can be missing, so {all_of(who)} "
            f"{is_are(len(who))} in town."
        )

    def _counting_mine(self, step: Step) -> str:
        count = self._theory.mine.unknown
        found = [f.atom.building for f in step.facts if isinstance(f.atom, Mine) and f.positive]
        mine = [f.atom.building for f in step.conclusions if isinstance(f.atom, Mine) and f.positive]
        others = [f.atom.building for f in step.conclusions if isinstance(f.atom, Mine) and not f.positive]
        rule = f"Exactly {number_word(count)} {'building is' if count == 1 else 'buildings are'} mine."
        if mine and not step.cards:
            return f"{rule} All others are known not to be, so {all_of(mine)} {is_are(len(mine))} mine."
        if not step.cards:
            return f"{rule} {capital(all_of(found))} {is_are(len(found))} known to be mine, so no other building is."
        known = f" {capital(all_of(found))} {is_are(len(found))} mine." if found else ""
        needs = f"{capital(cards_and(step.cards))} each {'needs' if len(step.cards) == 1 else 'need'} one of mine"
        outside = f"So {all_of(others)} {is_are(len(others))} not mine." if len(others) <= 4 else "So no other is mine."
        return (
            f"{rule}{known} {needs}, and by what is known they cannot share one: {self._whose_cards(step)}. "
            f"That makes {number_word(count)} in all. {outside}"
        )

    def _whose_cards(self, step: Step) -> str:
        """Who can be meant by each card, where the buildings around are known."""
        stands = {f.atom.plot: f.atom.building for f in step.facts if isinstance(f.atom, At) and f.positive}
        parts = []
        for card in step.cards:
            clue = self._cards.clue(card)
            if isinstance(clue, RelationClue):
                here = [p for p, b in stands.items() if b == clue.building]
                who = [stands[q] for p in here for q in sorted(clue.partners(p)) if q in stands]
                parts.append(f"card {card} is for {one_of(who)}" if who else f"card {card} is for another one")
            else:
                parts.append(f"card {card} is for another one")
        return ", ".join(parts)

    # --------------------------------------------------------------------------------------------------------- sets

    def _set_of_plots(self, step: Step) -> str:
        buildings, plots = step.focus.buildings, step.focus.plots
        size = number_word(len(buildings))
        where = " ".join(self._where(step, building, frozenset(plots)) for building in buildings)
        third = step.conclusions[0]
        plot = third.atom.plot if isinstance(third.atom, At) else plots[0]
        rest = [p for p in plots if p != plot]
        if len(buildings) == 2:
            clash = f"{all_of(buildings)} would both have to be on {rest[0]}"
        else:
            clash = f"{all_of(buildings)} would have only {plots_and(rest)} left between them"
        return (
            f"{where} So these {size} buildings take the {size} plots {plots_and(plots)} between them, "
            f"in whatever order. If {the(third.atom.building)} stood on {plot}, {clash}. "
            f"Nobody else can stand on {plots_or(plots)}."
        )

    def _set_of_buildings(self, step: Step) -> str:
        buildings, plots = step.focus.buildings, step.focus.plots
        size = number_word(len(buildings))
        gone = sorted({(f.atom.building, f.atom.plot) for f in step.conclusions if isinstance(f.atom, At)})
        away = "; ".join(f"{the(b)} not on {plots_or(p for o, p in gone if o == b)}" for b in dict(gone))
        end = f": {away}" if away else ""
        every = "Both" if len(plots) == 2 else f"All {size}"
        return (
            f"On {plots_and(plots)} only {all_of(buildings)} can stand; all others are ruled out there. {every} plots "
            f"are filled, and a building fills one plot only, so these {size} stand there and nowhere else{end}."
        )

    # ------------------------------------------------------------------------------------------------ cards about mine

    def _partner(self, step: Step) -> str:
        return self._follower.partner(step)

    def _one_of_mine(self, step: Step) -> str:
        building, card = step.focus.buildings[0], step.focus.cards[0]
        clue = self._cards.clue(card)
        others = [b for b in _candidates(clue) if b != building]
        meant = f"Card {card} is for {self._cards.for_whom(clue)}."
        if isinstance(clue, RelationClue):
            meant = f"{capital(self._cards.relation(clue))}, and it is for {self._cards.for_whom(clue)}."
        if clue.must_be_mine:
            why = f"By what is known, only {the(building)} can be meant."
        else:
            verb = (
                "cannot be meant: it has no plot that would fit"
                if len(others) == 1
                else "cannot be meant: they do not fit"
            )
            why = f"{capital(one_of(others))} {verb}."
        return f"{meant} {why} So the card is for {the(building)}{self._and_so(step, building)}"

    def _and_so(self, step: Step, building: str) -> str:
        """What follows for the building that a card turns out to be for."""
        gone = _not_at(step.conclusions, building)
        parts = []
        if Literal(Mine(building)) in step.conclusions:
            parts.append("it is mine")
        if Literal(InTown(building)) in step.conclusions:
            parts.append("it is in town")
        if gone:
            parts.append(f"it does not stand on {plots_or(gone)}")
        parts += [is_so(f) for f in step.conclusions if f.positive and f.atom.building != building]
        parts += _also(f for f in step.conclusions if f.atom.building != building)
        return f": {in_words(parts)}." if parts else "."

    # ------------------------------------------------------------------------------------------------------- what if

    def _what_if(self, step: Step) -> str:
        return self._follower.what_if(step)


def _candidates(clue: PlaceClue | RelationClue) -> tuple[str, ...]:
    return clue.my_buildings if isinstance(clue, RelationClue) else clue.buildings


def _not_at(facts: Iterable[Fact], building: str) -> frozenset[int]:
    """The plots on which, by these facts, the building does not stand."""
    return frozenset(
        f.atom.plot for f in facts if isinstance(f.atom, At) and not f.positive and f.atom.building == building
    )


def _also(facts: Iterable[Fact]) -> list[str]:
    """Further conclusions in a few words: "the Doc does not stand on 3 or 4"."""
    gone: dict[str, list[int]] = {}
    for fact in facts:
        if isinstance(fact.atom, At) and not fact.positive:
            gone.setdefault(fact.atom.building, []).append(fact.atom.plot)
    return [f"{the(b)} does not stand on {plots_or(plots)}" for b, plots in gone.items()]
