"""How reasons yield a conclusion: what they force, what clashes in the end, and the cases on the way.

The reasons of a step are known to prove its conclusions. A derivation shows how: directly, by following what is
forced; or by assuming the opposite and following that to a contradiction, through cases where there is no other way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ...logic.statements import At, Clause, InTown, Literal, Term
from ...logic.theory import Theory
from ...logic.z3_solver import Reason
from .crowds import Crowd, Pigeon
from .numbered import Group, NumberedTheory, numbered
from .pigeonholes import find_crowd
from .propagation import Link, Problem, State
from .wishes import OpenGroups, find_who_stands_twice

#: Cases that need no premise: something is so or not.
EITHER_WAY = "either way"

#: The instance of what stands on no premise.
NOTHING = Clause(())


#: So many cases are followed unless less is asked for: more than anybody could read.
MOST_CASES = 20_000


@dataclass(frozen=True, slots=True)
class Forced:
    """One literal that must be true.

    ``instance`` is a clause that follows from the premise ``by`` alone (``"definition"``: from what "in town" means),
    and ``because`` excludes each of its terms that does not contain the literal. Where ``rule`` names a second premise,
    the terms that are not excluded all contain an atom that this rule of one sets against the atom of the literal;
    where it is ``"definition"``, all of them place the building that is therefore in town.
    """

    literal: Literal
    by: str
    because: tuple[Literal, ...]
    rule: str = ""
    instance: Clause = NOTHING

    @property
    def left(self) -> tuple[Term, ...]:
        """The terms of the instance that the reasons leave over."""
        return _left(self.instance, self.because)


@dataclass(frozen=True, slots=True)
class Clash:
    """What the premise says cannot be true: ``because`` excludes every term of the instance.

    With ``by="opposites"`` there is no premise; ``because`` is a literal and its opposite.
    """

    by: str
    because: tuple[Literal, ...]
    instance: Clause = NOTHING


@dataclass(frozen=True, slots=True)
class Split:
    """One of the terms of the instance that ``because`` leaves over must be true, and each of them ends badly.

    With ``by="either way"`` there is no premise: something is so, or it is not.
    """

    by: str
    because: tuple[Literal, ...]
    cases: tuple[Branch, ...]
    instance: Clause = NOTHING


@dataclass(frozen=True, slots=True)
class Claimant:
    """One that needs a place of its own: one of these terms, which ``because`` leaves of the instance of ``by``.

    A building that is known to be mine claims by itself: ``by`` is then ``"known"``.
    """

    by: str
    terms: tuple[Term, ...]
    because: tuple[Literal, ...]
    instance: Clause


@dataclass(frozen=True, slots=True)
class Pigeonhole:
    """More claimants than places.

    ``rules`` are the premises that make each place serve one claimant only: one rule for each place; or, where the
    places are my buildings, the premise that says how many there are, then the rules of one plot that are needed.
    ``room`` is the number of places, and ``by`` are all premises that are used.
    """

    kind: str
    by: tuple[str, ...]
    because: tuple[Literal, ...]
    claimants: tuple[Claimant, ...]
    rules: tuple[str, ...]
    room: int


@dataclass(frozen=True, slots=True)
class Reached:
    """The end of a direct derivation."""

    literal: Literal


End = Clash | Split | Pigeonhole | Reached


@dataclass(frozen=True, slots=True)
class Branch:
    """Assume this, follow what is forced in this order, and come to the end."""

    assumption: tuple[Literal, ...]
    forced: tuple[Forced, ...]
    end: End

    @property
    def placements(self) -> int:
        """How many buildings must be placed in the mind: the forced ones, and of the cases the longest."""
        here = sum(isinstance(forced.literal.atom, At) and forced.literal.positive for forced in self.forced)
        return here + (max(case.placements for case in self.end.cases) if isinstance(self.end, Split) else 0)

    @property
    def size(self) -> int:
        """How many things must be said: each assumption, each forced literal, each end."""
        nested = sum(case.size for case in self.end.cases) if isinstance(self.end, Split) else 0
        return len(self.assumption) + len(self.forced) + 1 + nested


@dataclass(frozen=True, slots=True)
class Derivation:
    """How the goal follows (None: how the reasons contradict each other). If direct, nothing is assumed."""

    goal: Literal | None
    direct: bool
    branch: Branch

    @property
    def placements(self) -> int:
        return self.branch.placements

    @property
    def size(self) -> int:
        return self.branch.size


def derive(theory: Theory, reasons: Iterable[Reason], goal: Literal | None, most_cases: int = MOST_CASES) -> Derivation:
    """How the reasons yield the goal. Raises ValueError if they do not, TooManyCasesError if that takes too many."""
    if goal is not None:
        return derive_all(theory, reasons, (goal,), most_cases)[0]
    numbers = numbered(theory)
    state = State(Problem(numbers, reasons, ()))
    return Derivation(None, False, _Refuter(numbers, most_cases).branch(state, ()))


def derive_all(
    theory: Theory, reasons: Iterable[Reason], goals: Iterable[Literal], most_cases: int = MOST_CASES
) -> tuple[Derivation, ...]:
    """The same for several goals of one step, in the order that is asked for.

    A goal may stand on other goals that were derived before it; these are then among what it follows from. No goal
    stands on itself: first come placements, then who is in town, then the rest.
    """
    numbers = numbered(theory)
    wanted = tuple(goals)
    targets = tuple(map(numbers.literal, wanted))
    problem = Problem(numbers, reasons, targets)
    state = State(problem)
    contradicts_itself = state.propagate(targets) is not None
    found = {}
    for goal, target in sorted(zip(wanted, targets, strict=True), key=_says_most):
        if state.known[target] and not contradicts_itself:
            links = _links(state.trail, 0, state.origin[target])
            forced = tuple(_forced(numbers, link) for link in links)
            found[goal] = Derivation(goal, True, Branch((), forced, Reached(goal)))
        else:
            branch = _Refuter(numbers, most_cases).branch(State(problem), (target ^ 1,))
            found[goal] = Derivation(goal, False, branch)
            if not contradicts_itself:
                state.grant(target)
                contradicts_itself = state.propagate(targets) is not None
    return tuple(found[goal] for goal in wanted)


def _says_most(goal: tuple[Literal, int]) -> tuple[int, int]:
    """Placements first, then who is in town or not: other goals may follow from these by what they mean."""
    literal, number = goal
    kinds = (isinstance(literal.atom, At) and literal.positive, isinstance(literal.atom, InTown))
    return kinds.index(True) if any(kinds) else 2, number


class _Refuted(NamedTuple):
    """A contradiction: which links lead to it, on whose trail they are, and its end."""

    origin: int
    trail: list[Link | None]
    end: End


class TooManyCasesError(ValueError):
    """The reasons prove it, but with more cases than were allowed."""


class _Refuter:
    """Leads assumptions to a contradiction."""

    TRIES = (6, 3)
    """How many splits are tried at each depth for the smallest tree; deeper down it is one."""
    PATIENCE = (10, 40, 160)
    """After so many cases a split is put aside for another."""

    def __init__(self, numbers: NumberedTheory, most_cases: int) -> None:
        self._numbers = numbers
        self._cases = 0
        self._limit = most_cases

    def branch(self, state: State, assumption: tuple[int, ...]) -> Branch:
        start = len(state.trail)
        state.assume(assumption)
        return self._branch(assumption, start, self._refute(state, 0))

    def _branch(self, assumption: tuple[int, ...], start: int, refuted: _Refuted) -> Branch:
        forced = tuple(_forced(self._numbers, link) for link in _links(refuted.trail, start, refuted.origin))
        return Branch(self._numbers.term(assumption), forced, refuted.end)

    def _refute(self, state: State, depth: int) -> _Refuted:
        self._cases += 1
        if self._cases > self._limit:
            raise TooManyCasesError("the reasons need too many cases to be followed")
        clash = state.propagate()
        if clash is not None:
            because, instance = self._numbers.term(clash.because), self._numbers.clause(clash.instance)
            return _Refuted(state.origins(clash.because), state.trail, Clash(clash.by, because, instance))
        groups = [(group, living) for group in state.problem.groups if (living := state.living(group))]
        crowd = find_crowd(state, groups)
        if crowd is not None:
            return _Refuted(state.origins(crowd.because), state.trail, _pigeonhole(self._numbers, crowd))
        either = _either(state, groups)
        if either is not None:
            return self._split(state, Group(EITHER_WAY, ((either,), (either ^ 1,))), depth)[0]
        splits = _splits(state, groups)
        if not splits:
            raise ValueError("the reasons do not prove this")
        if depth >= len(self.TRIES):
            return self._split(state, splits[0], depth)[0]
        return self._best_split(state, splits[: self.TRIES[depth]], depth)

    def _best_split(self, state: State, groups: list[Group], depth: int) -> _Refuted:
        """The split with the smallest tree among those that come to an end soonest."""
        limit = self._limit
        for patience in (*self.PATIENCE, limit):
            best: tuple[int, _Refuted] | None = None
            most = patience
            for group in groups:
                start = self._cases
                self._limit = min(limit, start + most)
                try:
                    refuted, size = self._split(state, group, depth)
                except TooManyCasesError:
                    if self._cases > limit:
                        raise
                    continue
                finally:
                    self._limit = limit
                most = self._cases - start
                if best is None or size < best[0]:
                    best = size, refuted
            if best is not None:
                return best[1]
        raise TooManyCasesError("the reasons need too many cases to be followed")

    def _split(self, state: State, group: Group, depth: int) -> tuple[_Refuted, int]:
        living = state.living(group)
        because, instance = state.why_only(group, living or ())
        start = len(state.trail)
        origin, cases, size = state.origins(because), [], 0
        for place in living or ():
            term = group.terms[place]
            case = State(state.problem, state)
            bits = case.assume(term)
            refuted = self._refute(case, depth + 1)
            if not refuted.origin & bits:
                return refuted, 0  # the contradiction is there without this case
            origin |= refuted.origin & ((1 << start) - 1)
            cases.append(self._branch(term, start, refuted))
            size += cases[-1].size
        end = Split(group.by, self._numbers.term(because), tuple(cases), self._numbers.clause(instance))
        return _Refuted(origin, state.trail, end), size


def _either(state: State, groups: OpenGroups) -> int | None:
    """Something that it helps to look at either way, for the counting of my buildings."""
    found = (find_who_stands_twice(state, groups, count) for count in state.problem.counts)
    return next((literal for literal in found if literal is not None), None)


def _splits(state: State, groups: OpenGroups) -> list[Group]:
    """What may be split into cases, the fewest cases first. The counts only where nothing else is open."""
    if groups:
        return [group for group, _ in sorted(groups, key=lambda entry: len(entry[1]))]
    return [
        Group(count.by, tuple((literal,) for literal in count.literals if not state.known[literal]))
        for count in state.problem.counts
        if sum(state.known[literal] for literal in count.literals) < count.count
    ]


def _links(trail: list[Link | None], start: int, origin: int) -> list[Link]:
    """The links from here on that lead there, in the order in which they were made."""
    return [link for n, link in enumerate(trail) if n >= start and origin >> n & 1 and link is not None]


def _forced(numbers: NumberedTheory, link: Link) -> Forced:
    literal, because = numbers.literals[link.literal], numbers.term(link.because)
    return Forced(literal, link.by, because, link.rule, numbers.clause(link.instance))


def _pigeonhole(numbers: NumberedTheory, crowd: Crowd) -> Pigeonhole:
    claimants = tuple(_claimant(numbers, pigeon) for pigeon in crowd.pigeons)
    premises = dict.fromkeys([*(pigeon.by for pigeon in crowd.pigeons), *crowd.rules])
    by = tuple(id for id in premises if ":" in id)
    return Pigeonhole(crowd.kind, by, numbers.term(crowd.because), claimants, crowd.rules, crowd.room)


def _claimant(numbers: NumberedTheory, pigeon: Pigeon) -> Claimant:
    terms = tuple(map(numbers.term, pigeon.terms))
    return Claimant(pigeon.by, terms, numbers.term(pigeon.because), numbers.clause(pigeon.instance))


def _left(instance: Clause, because: tuple[Literal, ...]) -> tuple[Term, ...]:
    gone = {Literal(literal.atom, not literal.positive) for literal in because}
    return tuple(term for term in instance.terms if not gone.intersection(term))
