"""The second judge: reads a proof as plain JSON and checks every step, knowing nothing of how it was found.

It shares no code with the solvers and the proof engine: from the game it takes what the cards say, all other meaning
is written down once more. A step is accepted if its premises, with nothing that it does not cite, leave no way in
which one of its conclusions is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..errors import OldTownError
from ..town.buildings import shortened
from ..town.clues import MyBuildings
from ..town.game import Game
from .checker_search import CONTRADICTION, FACTS, OPPOSITES, Atoms, Clause, GaveUpError, Sentence, Statements, Work

MOST_STEPS, MOST_ENTRIES, MOST_FINDINGS = 5_000, 500, 1_000

#: What may be spent on one conclusion and on a whole proof. Most conclusions in a proof of a real puzzle take some ten
#: looks; the hardest, about who can be mine, a hundred thousand.
WORK_PER_CONCLUSION, WORK_PER_PROOF = 2_000_000, 20_000_000

OUTCOMES = ("one town", "several towns", "no town", "open")
#: Each rule and what it is about.
RULES = {
    "one-building-per-plot": "plot",
    "plot-filled": "plot",
    "one-plot-per-building": "building",
    "my-buildings": "count",
}


@dataclass(frozen=True)
class Finding:
    """What is wrong with a proof, in one line; ``step`` is None where it is no single step's fault."""

    step: int | None
    problem: str


class NotWellFormedError(OldTownError):
    """Something in a proof that is not what it should be."""


def check_proof(proof: Any, game: Game, strict: bool = False) -> tuple[Finding, ...]:
    """Everything that is wrong with a proof; nothing, if it is accepted.

    ``strict`` also finds premises that their step does not need.
    """
    return tuple(islice(_findings(proof, game, strict), MOST_FINDINGS))


def follows(game: Game, given: Any, premises: list[Any], conclusion: Any) -> bool | None:
    """Whether a conclusion follows from these premises and nothing else; None if that takes too much work.

    Raises :class:`OldTownError` where something is not well-formed.
    """
    judge = _Judge(game, given)
    return judge.each_follows([judge.premise(value) for value in premises], [judge.conclusion(conclusion)])[0]


def _findings(proof: Any, game: Game, strict: bool) -> Iterator[Finding]:
    try:
        outcome, complete, steps = _frame(proof)
        judge = _Judge(game, proof.get("given"))
    except OldTownError as error:
        yield Finding(None, str(error))
        return
    established = set(judge.state)
    last: list[Sentence] = []
    for n, value in enumerate(steps, start=1):
        if CONTRADICTION in last:
            yield Finding(n - 1, "concludes a contradiction, but is not the last step")
        step = _Step(judge, value, n)
        yield from (Finding(n, problem) for problem in step.problems(established, strict))
        # Even after a mistake: it is reported once, not again with every step that builds on it.
        last = step.conclusions
        established.update(last)
    if CONTRADICTION in last and outcome != "no town":
        yield Finding(len(steps), f'concludes a contradiction, but the outcome is "{outcome}"')
    if CONTRADICTION not in last and outcome == "no town":
        yield Finding(None, 'the outcome is "no town", but the last step concludes no contradiction')
    for problem in _outcome_problems(judge, outcome, complete, established - {CONTRADICTION}):
        yield Finding(None, problem)


def _frame(proof: Any) -> tuple[str, bool, list[Any]]:
    proof = _object(proof, "the proof")
    outcome, complete = proof.get("outcome"), proof.get("complete")
    if not isinstance(outcome, str) or outcome not in OUTCOMES:
        raise NotWellFormedError(f'"outcome" is {_shown(outcome)}; allowed: {", ".join(OUTCOMES)}')
    if not isinstance(complete, bool):
        raise NotWellFormedError(f'"complete" must be true or false, not {_shown(complete)}')
    return outcome, complete, _list(proof.get("steps"), '"steps"', MOST_STEPS)


def _outcome_problems(judge: _Judge, outcome: str, complete: bool, established: set[Sentence]) -> Iterator[str]:
    """Whether the outcome is what the steps, and what was on the board before, establish."""
    settled = {fact.building for fact in established if fact.kind in ("at", "left_out")}
    unsettled = sorted(set(judge.game.buildings) - settled)
    if complete != (outcome in ("one town", "no town")):
        yield f'"complete" is {_shown(complete)}, but the outcome is "{outcome}"'
    if outcome == "several towns" and not unsettled:
        yield 'the outcome is "several towns", but every building has its plot or is left out'
    if outcome != "one town":
        return
    if unsettled:
        yield f'the outcome is "one town", but no step concludes where the {unsettled[0]} stands or that it is left out'
        return
    # The steps say that no other town fits. That this one does is for us to see.
    impossible = judge.each_follows([*judge.all_premises(), *established], [CONTRADICTION])[0]
    if impossible is None:
        yield "whether the town fits the cards could not be checked: it takes too much work"
    elif impossible:
        yield "the town that the steps arrive at does not fit the cards"


class _Step:
    """One step: what is well-formed in it, and what is wrong."""

    def __init__(self, judge: _Judge, value: Any, n: int) -> None:
        self.judge = judge
        self.malformed: list[str] = []
        self.premises: list[Sentence] = []
        self.conclusions: list[Sentence] = []
        try:
            step = _object(value, "the step")
            if type(step.get("n")) is not int or step["n"] != n:
                self.malformed.append(f'"n" must be {n}, not {_shown(step.get("n"))}')
            self.conclusions = self._read(step.get("conclusions"), '"conclusions"', judge.conclusion)
            self.premises = self._read(step.get("premises"), '"premises"', judge.premise)
            if not step["conclusions"]:
                self.malformed.append("concludes nothing")
        except NotWellFormedError as problem:
            self.malformed.append(str(problem))

    def _read(self, values: Any, name: str, read: Callable[[Any], Sentence]) -> list[Sentence]:
        sentences = []
        for value in _list(values, name, MOST_ENTRIES):
            try:
                sentences.append(read(value))
            except NotWellFormedError as problem:
                self.malformed.append(str(problem))
        return sentences

    def problems(self, established: set[Sentence], strict: bool) -> Iterator[str]:
        """What is wrong, where ``established`` is all that earlier steps concluded."""
        yield from self.malformed
        cited: set[Sentence] = set()
        for premise in self.premises:
            if premise in cited:
                yield f'cites "{premise}" twice'
            elif premise.kind in FACTS and premise not in established:
                yield f'cites "{premise}", which no earlier step concludes'
            cited.add(premise)
        if self.malformed:
            return  # what is left of the step may prove nothing, and to say so would not help
        answers = self.judge.each_follows(self.premises, self.conclusions)
        for conclusion, answer in zip(self.conclusions, answers, strict=True):
            if answer is None:
                yield f'could not be checked: whether "{conclusion}" follows takes too much work'
            elif not answer:
                yield f'"{conclusion}" does not follow from the premises'
        if strict and all(answers):
            for premise in self.premises:
                others = [other for other in self.premises if other != premise]
                if all(self.judge.each_follows(others, [conclusion])[0] for conclusion in self.conclusions):
                    yield f'"{premise}" is not needed'


class _Judge:
    """What is given, how it is read, and what follows from it."""

    def __init__(self, game: Game, given: Any) -> None:
        self.game = game
        self.atoms = Atoms(game.buildings, tuple(sorted(game.plan.all_plots)))
        self.work_left = WORK_PER_PROOF
        given = _object(given, '"given"')
        if given.get("game") != game.id:
            raise NotWellFormedError(f'"game" is {_shown(given.get("game"))}; allowed: {game.id}')
        self.mine = self._my_buildings(given.get("my_buildings", []))
        self.cards = self._cards(_list(given.get("cards"), '"cards"', MOST_ENTRIES), given.get("for", {}))
        self.state = [self.fact(value) for value in _list(given.get("state", []), '"state"', 2 * MOST_ENTRIES)]

    # -------------------------------------------------------------------------------------------------- reading

    def _my_buildings(self, value: Any) -> MyBuildings:
        if type(value) is int and 1 <= value <= len(self.game.buildings):
            return MyBuildings(unknown=value)
        if not isinstance(value, list):
            allowed = f"a list of buildings, or a number from 1 to {len(self.game.buildings)}"
            raise NotWellFormedError(f'"my_buildings" is {_shown(value)}; allowed: {allowed}')
        known = tuple(self._building(name) for name in _list(value, '"my_buildings"', len(self.game.buildings)))
        if len(set(known)) < len(known):
            raise NotWellFormedError('"my_buildings" names a building twice')
        return MyBuildings(known)

    def _cards(self, numbers: list[Any], for_building: Any) -> dict[int, list[Clause]]:
        """What each card says in this puzzle."""
        recipients = _object(for_building, '"for"')
        cards: dict[int, list[Clause]] = {}
        for card in numbers:
            if type(card) is not int or card not in self.game.deck.cards:
                raise NotWellFormedError(f"{_shown(card)} is no card of {self.game.id}")
            if card in cards:
                raise NotWellFormedError(f"card {card} is given twice")
            building = self._building(recipients[str(card)]) if str(card) in recipients else None
            cards[card] = self.atoms.card(self.game.clue(card, building, self.mine))
        district = {str(card) for card in cards if self.game.card(card).kind == "B"}
        for key in recipients:
            if key not in district:
                raise NotWellFormedError(f'"for" names {_shown(key)}, which is no card of kind B that is given')
        return cards

    def _building(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.game.buildings:
            raise NotWellFormedError(f"{_shown(value)} is no building of {self.game.id}")
        return value

    def _plot(self, value: Any) -> int:
        if type(value) is not int or value not in self.game.plan.all_plots:
            raise NotWellFormedError(f"{_shown(value)} is no plot of {self.game.id}")
        return value

    def premise(self, value: Any) -> Sentence:
        premise = _object(value, "a premise")
        if "rule" in premise:
            return self._rule(premise)
        if list(premise) != ["card"]:
            return self.fact(premise)
        card = premise["card"]
        if type(card) is not int or card not in self.cards:
            raise NotWellFormedError(f"cites card {_shown(card)}, which is not given")
        return Sentence("card", number=card)

    def _rule(self, premise: dict[str, Any]) -> Sentence:
        rule = premise["rule"]
        if not isinstance(rule, str) or rule not in RULES:
            raise NotWellFormedError(f"{_shown(rule)} is no rule; allowed: {', '.join(RULES)}")
        if set(premise) != {"rule", RULES[rule]}:
            raise NotWellFormedError(f'the rule {rule} comes with "{RULES[rule]}" and nothing else')
        about = premise[RULES[rule]]
        if rule == "one-plot-per-building":
            return Sentence(rule, self._building(about))
        if rule != "my-buildings":
            return Sentence(rule, number=self._plot(about))
        if self.mine.are_known or type(about) is not int or about != self.mine.unknown:
            raise NotWellFormedError(f"cites that the number of my-buildings is {_shown(about)}, which is not given")
        return Sentence(rule, number=about)

    def conclusion(self, value: Any) -> Sentence:
        conclusion = _object(value, "a conclusion")
        if list(conclusion) == ["contradiction"] and conclusion["contradiction"] is True:
            return CONTRADICTION
        return self.fact(conclusion)

    def fact(self, value: Any) -> Sentence:
        fact = _object(value, "a fact")
        kind, about = next(iter(fact.items()), (None, None))
        if len(fact) != 1 or kind not in FACTS:
            raise NotWellFormedError(f"an object with {_keys(fact)} is no fact; allowed: {', '.join(FACTS)}")
        if kind not in ("at", "not"):
            return Sentence(kind, self._building(about))
        if not isinstance(about, list) or len(about) != 2:
            raise NotWellFormedError(f'"{kind}" comes with a building and a plot, not with {_shown(about)}')
        return Sentence(kind, self._building(about[0]), self._plot(about[1]))

    # --------------------------------------------------------------------------------------------- what follows

    def all_premises(self) -> Iterator[Sentence]:
        """The cards and the rules of the town."""
        yield from (Sentence("card", number=card) for card in self.cards)
        for rule, about in RULES.items():
            if about == "plot":
                yield from (Sentence(rule, number=plot) for plot in self.atoms.plots)
            elif about == "building":
                yield from (Sentence(rule, building) for building in self.game.buildings)
            elif not self.mine.are_known:
                yield Sentence(rule, number=self.mine.unknown)

    def each_follows(self, premises: list[Sentence], conclusions: list[Sentence]) -> list[bool | None]:
        """Of each conclusion, whether it follows; None where that takes too much work."""
        said = Statements(self.atoms)
        for premise in premises:
            if premise.kind == "card":
                said.add_card(self.cards[premise.number])
            else:
                said.add(premise)
        return [self._impossible(said if c == CONTRADICTION else said.and_also(_opposite(c))) for c in conclusions]

    def _impossible(self, statements: Statements) -> bool | None:
        work = Work(min(WORK_PER_CONCLUSION, self.work_left))
        before = work.left
        try:
            return not statements.can_be_true(work)
        except GaveUpError:
            return None
        finally:
            self.work_left -= before - max(work.left, 0)


def _opposite(fact: Sentence) -> Sentence:
    return fact._replace(kind=OPPOSITES[fact.kind])


def _object(value: Any, name: str) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise NotWellFormedError(f"{name} must be an object, not {_shown(value)}")
    return value


def _list(value: Any, name: str, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise NotWellFormedError(f"{name} must be a list, not {_shown(value)}")
    if len(value) > most:
        raise NotWellFormedError(f"{name} has {len(value):,} entries; allowed: {most:,}")
    return value


def _shown(value: Any) -> str:
    """Foreign data in a message: short, on one line, and never looked into."""
    if isinstance(value, str):
        return f'"{shortened(value)}"'
    if isinstance(value, int) and abs(value) >= 10**12:
        return "a very large number"
    if isinstance(value, int | float):
        return str(value).lower()
    return {list: "a list", dict: "an object", type(None): "nothing"}.get(type(value), "something that is not JSON")


def _keys(value: dict[Any, Any]) -> str:
    return " and ".join(map(_shown, islice(value, 3))) or "no key"
