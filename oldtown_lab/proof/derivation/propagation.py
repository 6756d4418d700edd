"""Following what is forced: from literals that are known, through premises, to more literals or to a clash.

Everything that costs no placement is applied before the next placements are made, and each literal is forced by the
shortest of the ways that are open at that moment. So chains are short, and they need few placements.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import TypeVar, cast

from ...logic.z3_solver import Reason
from .numbered import DEFINITION, Count, Group, Numbered, NumberedTheory, RuleOfOne, Terms

Table = TypeVar("Table")

#: A literal against its opposite.
OPPOSITES = "opposites"


@dataclass(frozen=True, slots=True)
class Link:
    """One link of a chain: ``instance`` follows from the premise ``by``, and ``because`` leaves only this of it.

    ``literal`` is -1 where nothing is left at all: a clash. With a ``rule``, every term that is left excludes the
    opposite of the literal by that rule of one.
    """

    literal: int
    by: str
    instance: Terms
    because: tuple[int, ...]
    rule: str = ""


class Problem:
    """The premises in play, and for each literal who must look again when it becomes known."""

    def __init__(self, theory: NumberedTheory, reasons: Iterable[Reason], goals: Iterable[int]) -> None:
        self.theory = theory
        self._tables: dict[str, object] = {}
        given = list(reasons)
        self.goals = tuple(goals)
        self.facts = sorted(theory.literal(reason) for reason in given if not isinstance(reason, str))
        self.parts: list[Numbered] = []
        for id in sorted((reason for reason in given if isinstance(reason, str)), key=theory.order.__getitem__):
            self.parts += theory.premise(id)
        towns = {literal & ~1 for literal in (*self.facts, *self.goals) if literal & ~1 in theory.in_town}
        self.town_of: dict[int, int] = {}
        """For each placement of a building whose being in town is in question, that question."""
        for literal in sorted(towns):
            definition = theory.definition(theory.atoms[literal >> 1].building)
            self.parts += definition
            self.town_of.update((place, literal) for (place,) in definition[0].terms[1:])
        self.groups = [part for part in self.parts if isinstance(part, Group)]
        self.counts = [part for part in self.parts if isinstance(part, Count)]
        self.rules = {part.by: frozenset(part.literals) for part in self.parts if isinstance(part, RuleOfOne)}
        self.watchers: list[list[int]] = [[] for _ in theory.literals]
        self.rules_of: dict[int, list[RuleOfOne]] = {}
        self._matter = {goal & ~1 for goal in self.goals}
        for number, part in enumerate(self.parts):
            self._watch(number, part)
        self.targets = {by: tuple(sorted(literals & self._matter)) for by, literals in self.rules.items()}
        """Of each rule of one the literals that somebody asks for; to exclude the others would help nobody."""

    def once(self, name: str, make: Callable[[], Table]) -> Table:
        """A table that somebody needs again and again for this problem, made when it is first asked for."""
        if name not in self._tables:
            self._tables[name] = make()
        return cast(Table, self._tables[name])

    def _watch(self, number: int, part: Numbered) -> None:
        if isinstance(part, Group):
            literals = {literal for term in part.terms for literal in term}
            literals.update(door for door, _ in part.doors)
            for literal in literals:
                self.watchers[literal ^ 1].append(number)
                self._matter.add(literal & ~1)
        elif isinstance(part, RuleOfOne):
            for literal in part.literals:
                self.watchers[literal].append(number)
                self.rules_of.setdefault(literal, []).append(part)
        else:
            for literal in part.literals:
                self.watchers[literal].append(number)
                self.watchers[literal ^ 1].append(number)
                self._matter.add(literal)


class State:
    """What is known at some point of the reasoning, and how it came to be known.

    ``origin[literal]`` has a bit for each link of the chain that leads to the literal; ``cost`` counts them.
    """

    def __init__(self, problem: Problem, parent: State | None = None) -> None:
        self.problem = problem
        self.known: bytearray = bytearray(parent.known) if parent else bytearray(len(problem.theory.literals))
        self.origin: list[int] = list(parent.origin) if parent else [0] * len(problem.theory.literals)
        self.trail: list[Link | None] = list(parent.trail) if parent else []  # None: an assumption
        self.placements: int = parent.placements if parent else 0
        """The bits of the links that place a building."""
        self._dirty: set[int] = set() if parent else set(range(len(problem.parts)))
        self._proposals: dict[int, tuple[tuple[int, int, int], Link]] = {}
        self._clashes: list[tuple[tuple[int, int, int], Link]] = []
        for fact in () if parent else problem.facts:
            self.known[fact] = True
            if self.known[fact ^ 1]:
                self._clash(OPPOSITES, (), (fact, fact ^ 1))

    def assume(self, literals: Iterable[int]) -> int:
        """Take these to be true. The bits by which a chain shows that it uses them."""
        bits = 0
        for literal in literals:
            if not self.known[literal]:
                bits |= self._add(literal, None, 0)
        return bits

    def grant(self, literal: int) -> None:
        """Take this as known like a fact: it has been derived elsewhere."""
        self.known[literal] = True
        self._dirty.update(self.problem.watchers[literal])

    def origins(self, literals: Iterable[int]) -> int:
        bits = 0
        for literal in literals:
            bits |= self.origin[literal]
        return bits

    def _add(self, literal: int, link: Link | None, origin: int) -> int:
        bit = 1 << len(self.trail)
        self.trail.append(link)
        if link is not None and self.problem.theory.is_placement(literal):
            self.placements |= bit
        self.known[literal] = True
        self.origin[literal] = origin | bit
        self._dirty.update(self.problem.watchers[literal])
        if self.known[literal ^ 1]:
            self._clash(OPPOSITES, (), (literal & ~1, literal | 1))
        return bit

    # ------------------------------------------------------------------------------------------------- step by step

    def propagate(self, goals: Collection[int] = ()) -> Link | None:
        """Follow what is forced until the goals are known, or nothing is forced any more, or something clashes."""
        waiting: dict[int, tuple[tuple[int, int, int], Link]] = {}
        while True:
            self._look_again()
            if self._clashes:
                return min(self._clashes, key=lambda clash: clash[0])[1]
            now = []
            for literal, (cost, link) in self._proposals.items():
                if not self.problem.theory.is_placement(literal):
                    now.append(link)
                elif literal not in waiting or cost < waiting[literal][0]:
                    waiting[literal] = cost, link
            self._proposals.clear()
            if not now:
                now = [link for _, link in waiting.values() if not self.known[link.literal]]
                waiting.clear()
            if not now:
                return None
            for link in sorted(now, key=lambda link: link.literal):
                self._add(link.literal, link, self.origins(link.because))
            if self._clashes:
                return self._clashes[0][1]
            if goals and all(self.known[goal] for goal in goals):
                return None

    def _look_again(self) -> None:
        for number in sorted(self._dirty):
            part = self.problem.parts[number]
            if isinstance(part, Group):
                self._look_at_group(part)
            elif isinstance(part, RuleOfOne):
                self._look_at_rule(part)
            else:
                self._look_at_count(part)
        self._dirty.clear()

    def _propose(self, literal: int, by: str, instance: Terms, because: tuple[int, ...], rule: str = "") -> None:
        cost = self._cost(because)
        if literal not in self._proposals or cost < self._proposals[literal][0]:
            self._proposals[literal] = cost, Link(literal, by, instance, because, rule)

    def _clash(self, by: str, instance: Terms, because: tuple[int, ...]) -> None:
        self._clashes.append((self._cost(because), Link(-1, by, instance, because)))

    def _cost(self, because: tuple[int, ...]) -> tuple[int, int, int]:
        chain = self.origins(because)
        return (chain & self.placements).bit_count(), chain.bit_count(), len(because)

    # ---------------------------------------------------------------------------------------- what a part forces now

    def living(self, group: Group) -> list[int] | None:
        """The places of the terms that may still be true. None where one is true already."""
        known = self.known
        reachable = None
        if group.doors:
            reachable = {place for door, places in group.doors if not known[door ^ 1] for place in places}
        found = []
        for place, term in enumerate(group.terms):
            if reachable is not None and place not in reachable:
                continue
            is_true = True
            for literal in term:
                if known[literal ^ 1]:
                    break
                is_true = is_true and bool(known[literal])
            else:
                if is_true:
                    return None
                found.append(place)
        return found

    def why_only(self, group: Group, allowed: Collection[int]) -> tuple[tuple[int, ...], Terms]:
        """What excludes all terms but the allowed ones (which are all that live, or more), and the instance to use."""
        terms = group.terms
        considered: Collection[int] = range(len(terms))
        closed: list[int] = []
        if group.doors:
            considered = set()
            for door, places in group.doors:
                if self.known[door ^ 1] and any(p not in allowed and not self._is_false(terms[p]) for p in places):
                    closed.append(door)
                else:
                    considered.update(places)
        because = dict.fromkeys(door ^ 1 for door in closed)
        for place in sorted(considered):
            if place not in allowed:
                because[self._best_objection(terms[place])] = None
        instance = tuple((door,) for door in closed) + tuple(terms[place] for place in sorted(considered))
        return tuple(because), instance

    def _is_false(self, term: tuple[int, ...]) -> bool:
        return any(self.known[literal ^ 1] for literal in term)

    def _best_objection(self, term: tuple[int, ...]) -> int:
        objections = [literal ^ 1 for literal in term if self.known[literal ^ 1]]
        return min(objections, key=lambda literal: self.origin[literal].bit_count())

    def _look_at_group(self, group: Group) -> None:
        living = self.living(group)
        if living is None:
            return
        if not living:
            because, instance = self.why_only(group, ())
            self._clash(group.by, instance, because)
            return
        shared = set(group.terms[living[0]]).intersection(*(group.terms[place] for place in living[1:]))
        for literal in sorted(shared):
            if not self.known[literal]:
                allowed = [place for place, term in enumerate(group.terms) if literal in term]
                because, instance = self.why_only(group, allowed)
                self._propose(literal, group.by, instance, because)
        if len(living) > 1:
            self._read_in_town(group, living)
            for rule in self.problem.rules_of.get(group.terms[living[0]][0], ()):
                self._read(group, living, rule)

    def _read(self, group: Group, living: list[int], rule: RuleOfOne) -> None:
        """Where every term that is left is one of a rule of one, the others of that rule are excluded."""
        together = self.problem.rules[rule.by]
        inside = {place: term[0] for place, term in enumerate(group.terms) if term[0] in together}
        if any(place not in inside for place in living):
            return
        alive = {inside[place] for place in living}
        usual: tuple[tuple[int, ...], Terms] | None = None
        for literal in self.problem.targets[rule.by]:
            if self.known[literal] or self.known[literal ^ 1] or literal in alive:
                continue
            if literal in inside.values():
                why = self.why_only(group, [place for place, other in inside.items() if other != literal])
            else:
                why = usual = usual or self.why_only(group, inside)
            self._propose(literal ^ 1, group.by, why[1], why[0], rule.by)

    def _read_in_town(self, group: Group, living: list[int]) -> None:
        """Where every term that is left places the same building, it is in town."""
        town = self.problem.town_of.get(group.terms[living[0]][0], -1)
        if town < 0 or self.known[town] or group.by == DEFINITION:
            return
        allowed = [place for place, term in enumerate(group.terms) if self.problem.town_of.get(term[0]) == town]
        if set(living) <= set(allowed):
            because, instance = self.why_only(group, allowed)
            self._propose(town, group.by, instance, because, DEFINITION)

    def _look_at_rule(self, rule: RuleOfOne) -> None:
        true = self._shortest_first(literal for literal in rule.literals if self.known[literal])
        if len(true) > 1:
            self._clash(rule.by, ((true[0] ^ 1,), (true[1] ^ 1,)), (true[0], true[1]))
        elif true:
            for literal in self.problem.targets[rule.by]:
                if literal != true[0] and not self.known[literal ^ 1]:
                    self._propose(literal ^ 1, rule.by, ((true[0] ^ 1,), (literal ^ 1,)), (true[0],))

    def _look_at_count(self, part: Count) -> None:
        true = self._shortest_first(literal for literal in part.literals if self.known[literal])
        false = self._shortest_first(literal ^ 1 for literal in part.literals if self.known[literal ^ 1])
        for found, most in ((true, part.count), (false, len(part.literals) - part.count)):
            if len(found) > most:
                enough = tuple(found[: most + 1])
                self._clash(part.by, tuple((literal ^ 1,) for literal in enough), enough)
            elif len(found) == most:
                because = tuple(found)
                turned = because[0] & 1 if because else int(found is false)
                for atom in part.literals:
                    literal = atom | turned
                    if not self.known[literal] and not self.known[literal ^ 1]:
                        instance = tuple((other ^ 1,) for other in (*because, literal))
                        self._propose(literal ^ 1, part.by, instance, because)

    def _shortest_first(self, literals: Iterable[int]) -> list[int]:
        return sorted(literals, key=lambda literal: (self.origin[literal].bit_count(), literal))
