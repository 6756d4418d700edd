"""Following an argument in words: what would be forced, what would clash, which cases there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from ...logic.statements import At, InTown, Literal, Mine, Term
from ...logic.theory import Theory
from ...town.buildings import in_words
from ...town.clues import RelationClue
from ..derivation import (
    OPPOSITES,
    TOO_MANY_BUILDINGS,
    TOO_MANY_PLOTS,
    Branch,
    Clash,
    Derivation,
    Forced,
    Pigeonhole,
    Split,
    TooManyCasesError,
    derive,
)
from ..facts import Fact, in_template, not_at, opposite
from ..step import Step
from .conclusions import besides, grouped, is_so, same_reasons
from .speech import CardSpeech, all_of, capital, cards_and, is_are, number_word, one_of, plots_and, plots_or, the

#: Nobody listens to more cases than this.
MOST_TOLD = 60


class Part(Enum):
    """What a line is in the story of an assumption."""

    ASSUMED = "assumed"
    FORCED = "forced"
    CLASH = "clash"
    SO = "so"


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One sentence of the story, what it is about, and how deep inside cases it stands."""

    words: str
    facts: tuple[Fact, ...]
    part: Part
    depth: int = 0


class Follower:
    """Tells how an assumption ends badly."""

    def __init__(self, theory: Theory, cards: CardSpeech) -> None:
        self._theory = theory
        self._cards = cards

    def what_if(self, step: Step) -> str:
        """The assumption, what it forces one after the other, the contradiction, and what follows from that."""
        return " ".join(line.words for line in self.story(step))

    def story(self, step: Step) -> Iterator[StoryLine]:
        """The same line by line, for whoever wants to follow it on the board."""
        goal = step.conclusions[0] if step.conclusions else None
        try:
            derivation = self._derivation(step, goal)
        except TooManyCasesError:
            yield from _so_lines(step, self._too_long_to_tell(step, goal))
            return
        if goal is not None:
            yield StoryLine(f"What if {would(opposite(goal))}?", (opposite(goal),), Part.ASSUMED)
        yield from self._branch(derivation.branch, frozenset(step.facts))
        yield from _so_lines(step, "So no town fits." if goal is None else _so(goal))

    def _too_long_to_tell(self, step: Step, goal: Fact | None) -> str:
        """The step is right, but nobody would listen to all its cases."""
        cards = cards_and(step.cards) if step.cards else "the rules of the town"
        if goal is None:
            return f"{capital(cards)} cannot all be true. The cases are too many to tell. So no town fits."
        return (
            f"What if {would(opposite(goal))}? Then {cards} and what is known could not all be true: trying every case "
            f"shows it, but the cases are too many to tell. {_so(goal)}"
        )

    def _derivation(self, step: Step, goal: Fact | None) -> Derivation:
        """How the reasons yield the goal. Where my buildings are counted, reasons sometimes do without the rule that
        a certain building stands on one plot only, at the price of many cases in which it stands on several. No reader
        would ask for those, so here that rule is taken for granted.
        """
        if not any(rule.startswith("my-buildings:") for rule in step.rules):
            return derive(self._theory, step.reasons, goal, MOST_TOLD)
        once = (f"one-plot-per-building:{building}" for building in self._theory.game.buildings)
        return derive(self._theory, {*step.reasons, *once}, goal, MOST_TOLD)

    def partner(self, step: Step, again: bool = False) -> str:
        """A relation card leaves a plot without a partner plot. ``again``: the step before was about the same card."""
        clue = self._cards.clue(step.focus.cards[0])
        goal = step.conclusions[0]
        atoms = [fact.atom for fact in step.conclusions if fact.atom.building == goal.atom.building]
        plots = {atom.plot for atom in atoms if isinstance(atom, At)}
        if not isinstance(clue, RelationClue) or not isinstance(goal.atom, At):
            return self.what_if(step)
        said = capital(self._cards.relation(clue))
        if goal.atom.building == clue.building:
            who, where = self._cards.for_whom(clue), {q for p, q in clue.pairs if p in plots}
        else:
            who, where = the(clue.building), {p for p, q in clue.pairs if q in plots}
        opening = f"{said}, and it is for {self._cards.for_whom(clue)}. If"
        if again:
            opening = f"Card {clue.card} again: if"
        nobody = "no building of mine can stand there" if clue.must_be_mine else _cannot(step, goal)
        return (
            f"{opening} {the(goal.atom.building)} stood on {plots_or(plots)}, {who} would have to stand on "
            f"{plots_or(where)}, but {nobody}. {_so_all(step.conclusions)}"
        )

    # ------------------------------------------------------------------------------------------------------ branches

    def _branch(self, branch: Branch, known: frozenset[Fact], depth: int = 0) -> Iterator[StoryLine]:
        told: dict[Literal, Forced] = {forced.literal: forced for forced in branch.forced}
        kept_off: dict[tuple[str, str], list[int]] = {}
        for forced in branch.forced:
            atom = forced.literal.atom
            if forced.literal.positive and not isinstance(atom, InTown):
                yield from _kept_off_lines(kept_off, depth)
                kept_off.clear()
                yield StoryLine(f"Then {self._forced(forced, told, known)}.", (forced.literal,), Part.FORCED, depth)
            elif isinstance(atom, At) and forced.by.startswith("card:") and not known.issuperset(forced.because):
                kept_off.setdefault((self._source(forced.by), atom.building), []).append(atom.plot)
        yield from _kept_off_lines(kept_off, depth)
        yield from self._end(branch, told, known, depth)

    def _forced(self, forced: Forced, told: dict[Literal, Forced], known: frozenset[Fact]) -> str:
        why = self._why(forced.because, told, known)
        source = self._source(forced.by)
        return f"{must(forced.literal)} ({'; '.join(part for part in (source, why) if part)})"

    def _end(
        self, branch: Branch, told: dict[Literal, Forced], known: frozenset[Fact], depth: int
    ) -> Iterator[StoryLine]:
        match branch.end:
            case Clash():
                words = self._clash(branch.end, told, known, bool(branch.assumption))
                yield StoryLine(words, branch.end.because, Part.CLASH, depth)
            case Pigeonhole():
                yield StoryLine(self._pigeonhole(branch.end), branch.end.because, Part.CLASH, depth)
            case Split():
                yield from self._split(branch.end, known, depth)

    def _clash(self, clash: Clash, told: dict[Literal, Forced], known: frozenset[Fact], assumed: bool) -> str:
        kind, _, name = clash.by.partition(":")
        if clash.by == OPPOSITES:
            fact = next(literal for literal in clash.because if literal.positive)
            return f"But it is known that {is_so(opposite(fact))}."
        if kind == "one-building-per-plot":
            both = all_of(literal.atom.building for literal in clash.because)
            return f"Then {both} would both stand on {name}, and a plot holds one building only."
        if kind == "one-plot-per-building":
            plots = plots_and(literal.atom.plot for literal in clash.because if isinstance(literal.atom, At))
            return f"Then {the(name)} would stand on {plots} at once, and a building stands on one plot only."
        why = self._why(clash.because, told, known)
        if kind == "plot-filled":
            return f"Then nobody could stand on {name}, and every plot is filled ({why})."
        if kind == "card":
            return f"{self._card_fails(int(name), assumed)}: {why}."
        return f"That cannot be: {why}."

    def _card_fails(self, card: int, assumed: bool) -> str:
        """ "Then card 3 would leave the Bank no plot …"; without an assumption it does so in fact."""
        clue = self._cards.clue(card)
        if isinstance(clue, RelationClue):
            said = self._cards.relation(clue).partition(" says that ")[2]
            meaning = f" ({said})" if said else ""
            return f"Then card {card} could not be true{meaning}" if assumed else f"Card {card} cannot be true{meaning}"
        who, plots = self._cards.for_whom(clue), plots_and(clue.plots)
        if assumed:
            return f"Then card {card} would leave {who} no plot of {plots}"
        return f"Card {card} leaves {who} no plot of {plots}"

    def _split(self, split: Split, known: frozenset[Fact], depth: int) -> Iterator[StoryLine]:
        source = self._source(split.by)
        cases = number_word(len(split.cases))
        opening = f"By {source} there are {cases} cases." if source else "There are two cases."
        yield StoryLine(opening, (), Part.FORCED, depth)
        for case in split.cases:
            if_so = " and ".join(would(literal) for literal in case.assumption)
            yield StoryLine(f"If {if_so}:", tuple(case.assumption), Part.ASSUMED, depth + 1)
            yield from self._branch(case, known, depth + 1)
        yield StoryLine("So it fails in every case.", (), Part.CLASH, depth)

    def _pigeonhole(self, crowd: Pigeonhole) -> str:
        room = number_word(crowd.room)
        needed = number_word(len(crowd.claimants))
        if crowd.kind == TOO_MANY_BUILDINGS:
            who = all_of(_buildings(term for claimant in crowd.claimants for term in claimant.terms))
            plots = plots_and({int(rule.partition(":")[2]) for rule in crowd.rules})
            return f"Then {who} would have only {plots} between them: {needed} buildings for {room} plots."
        if crowd.kind == TOO_MANY_PLOTS:
            plots = plots_and(_plots(term for claimant in crowd.claimants for term in claimant.terms))
            who = one_of(rule.partition(":")[2] for rule in crowd.rules)
            return f"Then for {plots} there would be only {who}: {needed} plots for {room} buildings."
        parts = []
        for claimant in crowd.claimants:
            if source := self._source(claimant.by):
                parts.append(f"{source} needs one on {plots_or(_plots(claimant.terms))}")
            else:
                parts.append(f"{one_of(_buildings(claimant.terms))} is one")
        apart = sum(len(_plots(c.terms)) for c in crowd.claimants) == len(
            set().union(*(_plots(c.terms) for c in crowd.claimants))
        )
        end = f"that is {needed}" if apart else f"{room} buildings cannot do all that"
        only = f"only {room} {'is' if crowd.room == 1 else 'are'} mine"
        return f"Then I would need too many buildings of mine: {in_words(parts)}; {end}, and {only}."

    # -------------------------------------------------------------------------------------------------------- reasons

    def _source(self, premise: str) -> str:
        kind, _, name = premise.partition(":")
        match kind:
            case "card":
                return cards_and((int(name),))
            case "plot-filled":
                return f"some building must stand on {name}"
            case "my-buildings":
                return f"{number_word(int(name))} buildings are mine"
        return ""

    def _why(self, because: Iterable[Literal], told: dict[Literal, Forced], known: frozenset[Fact]) -> str:
        """What excludes the other possibilities: some are ruled out already, some would be taken."""
        ruled_out: dict[str, list[int]] = {}
        taken: dict[str, list[int]] = {}
        other: list[str] = []
        for literal in because:
            atom = literal.atom
            if isinstance(atom, At) and not literal.positive:
                plots = ruled_out if literal in known or literal not in told else taken
                plots.setdefault(atom.building, []).append(atom.plot)
            elif isinstance(atom, Mine) or literal in known:
                other.append(is_so(literal))
        parts = [f"{plots_and(plots)} {is_are(len(plots))} ruled out for {who}" for plots, who in _by_plots(ruled_out)]
        parts += [f"{plots_and(plots)} would fall away for {who}" for plots, who in _by_plots(taken)]
        return ", ".join([*parts, *other[:3]])


def _so(shown: Fact) -> str:
    return f"So {is_so(shown)}."


def _so_all(conclusions: Sequence[Fact]) -> str:
    first = [fact for fact in conclusions if not isinstance(fact.atom, InTown)] or list(conclusions)
    return f"So {grouped(first)}."


def _so_lines(step: Step, so: str) -> Iterator[StoryLine]:
    """Only one conclusion was assumed to be false, so only that one has been shown."""
    more = besides(step.conclusions)
    yield StoryLine(so, tuple(fact for fact in step.conclusions if fact not in more), Part.SO)
    if more:
        yield StoryLine(same_reasons(step.conclusions[0], more), more, Part.SO)


def _by_plots(excluded: dict[str, list[int]]) -> list[tuple[tuple[int, ...], str]]:
    """Buildings with the same plots together; where there are very many, "all others"."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for building, plots in excluded.items():
        groups.setdefault(tuple(sorted(plots)), []).append(building)
    return [(plots, all_of(who) if len(who) <= 6 else "all others") for plots, who in groups.items()]


def _kept_off_lines(kept_off: dict[tuple[str, str], list[int]], depth: int) -> Iterator[StoryLine]:
    for (card, building), plots in kept_off.items():
        gone = tuple(not_at(building, plot) for plot in plots)
        words = f"Then {card} would keep {the(building)} off {plots_and(plots)}."
        yield StoryLine(words, gone, Part.FORCED, depth)


def _plots(terms: Iterable[Term]) -> set[int]:
    return {literal.atom.plot for term in terms for literal in term if isinstance(literal.atom, At)}


def _buildings(terms: Iterable[Term]) -> list[str]:
    return sorted({literal.atom.building for term in terms for literal in term})


def _cannot(step: Step, goal: Fact) -> str:
    """Why the partner cannot be there: by its own card, or because it is ruled out."""
    others = sorted({f.atom.building for f in step.facts if f.atom.building != goal.atom.building})
    cards = [card for card in step.cards if card not in step.focus.cards]
    if cards:
        return f"{cards_and(cards)} {'puts' if len(cards) == 1 else 'put'} it elsewhere"
    stands = [f for f in step.facts if isinstance(f.atom, At) and f.positive]
    if stands and len(others) == 1:
        return f"{the(others[0])} stands on {stands[0].atom.plot}" if isinstance(stands[0].atom, At) else ""
    return "neither is possible there" if len(others) == 2 else "that is ruled out already"


#: Said of what is assumed.
WOULD = {
    "at": "the {building} stood on {plot}",
    "not": "the {building} did not stand on {plot}",
    "in_town": "the {building} were in town",
    "left_out": "the {building} were left out",
    "mine": "the {building} were mine",
    "not_mine": "the {building} were not mine",
}
#: Said of what an assumption forces.
MUST = WOULD | {"at": "the {building} would have to stand on {plot}", "mine": "the {building} would have to be mine"}


def would(fact: Fact) -> str:
    return in_template(WOULD, fact)


def must(fact: Fact) -> str:
    return in_template(MUST, fact)
