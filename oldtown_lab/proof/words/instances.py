"""What of each premise a step really uses: single clauses, and of the rules of counting only the letters in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...logic.statements import At, Atom, Clause, InTown, Literal, Mine
from ...logic.theory import Theory
from ...logic.z3_solver import Reason
from ..derivation import (
    DEFINITION,
    EITHER_WAY,
    KNOWN,
    OPPOSITES,
    Branch,
    Claimant,
    Clash,
    Forced,
    Pigeonhole,
    Split,
    derive,
    derive_all,
)
from ..facts import Fact, opposite


@dataclass(slots=True)
class Used:
    """The clauses of one premise that are used, and the letters of which it allows no more than ``count``."""

    by: str
    clauses: dict[Clause, None] = field(default_factory=dict)
    limited: dict[Atom, None] = field(default_factory=dict)
    count: int = 0


@dataclass(slots=True)
class Instances:
    """All that a step uses: premises (``"definition"`` for what "in town" means) and earlier conclusions."""

    premises: dict[str, Used] = field(default_factory=dict)
    facts: dict[Literal, None] = field(default_factory=dict)

    def of(self, by: str) -> Used:
        return self.premises.setdefault(by, Used(by))

    def add_clause(self, by: str, instance: Clause) -> None:
        if by not in (OPPOSITES, EITHER_WAY, KNOWN):
            self.of(by).clauses[instance] = None


def instances(theory: Theory, reasons: Iterable[Reason], conclusions: Iterable[Fact]) -> Instances:
    """What the derivations of a step use. Together this entails every conclusion."""
    given, wanted = frozenset(reasons), tuple(conclusions)
    derivations = derive_all(theory, given, wanted) if wanted else (derive(theory, given, None),)
    found = Instances()
    for derivation in derivations:
        for branch in _branches(derivation.branch):
            for forced in branch.forced:
                _add_forced(found, forced)
            _add_end(found, branch)
            for literal in _leaves(branch):
                if literal in given:
                    found.facts[literal] = None
        if derivation.goal in given and derivation.goal is not None:
            found.facts[derivation.goal] = None
    return found


def _branches(branch: Branch) -> Iterator[Branch]:
    yield branch
    if isinstance(branch.end, Split):
        for case in branch.end.cases:
            yield from _branches(case)


def _leaves(branch: Branch) -> Iterator[Literal]:
    for forced in branch.forced:
        yield from forced.because
    if isinstance(branch.end, Clash | Split | Pigeonhole):
        yield from branch.end.because


def _add_forced(found: Instances, forced: Forced) -> None:
    found.add_clause(forced.by, forced.instance)
    for term in forced.left if forced.rule else ():
        found.add_clause(forced.rule, Clause(((opposite(term[0]),), (forced.literal,))))


def _add_end(found: Instances, branch: Branch) -> None:
    match branch.end:
        case Clash(by, _, instance) | Split(by, _, _, instance):
            found.add_clause(by, instance)
        case Pigeonhole(_, _, _, claimants, rules, room):
            for claimant in claimants:
                found.add_clause(claimant.by, claimant.instance)
            for rule in rules:
                used = found.of(rule)
                used.count = room if rule.startswith("my-buildings") else 1
                used.limited.update(dict.fromkeys(limited_letters(rule, claimants)))


def limited_letters(rule: str, claimants: Iterable[Claimant]) -> Iterator[Atom]:
    """The letters in the claims that the rule speaks of."""
    kind, _, name = rule.partition(":")
    for literal in dict.fromkeys(literal for claimant in claimants for term in claimant.terms for literal in term):
        match kind, literal.atom:
            case ("my-buildings", Mine()):
                yield literal.atom
            case ("one-plot-per-building", At(building, _)) if building == name:
                yield literal.atom
            case ("one-building-per-plot", At(_, plot)) if str(plot) == name:
                yield literal.atom


def premise_note(by: str) -> str:
    """The premise in words: "card 4", "rule: one building per plot 6"."""
    kind, _, name = by.partition(":")
    if by == DEFINITION:
        return "what “in town” means"
    return f"card {name}" if kind == "card" else f"rule: {kind.replace('-', ' ')} {name}"


def letter_order(atom: Atom) -> tuple[str, int]:
    """By building; where it stands, then whether it is in town, then whether it is mine."""
    match atom:
        case At(building, plot):
            return building, plot
        case InTown(building):
            return building, 1_000
    return atom.building, 1_001
