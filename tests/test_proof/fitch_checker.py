"""A checker for natural deduction that shares nothing with the writer but the shape of formulas and lines.

``objections`` reads a proof line by line: is the rule what it is called, are the cited lines in reach, does the named
card or rule really say this, is every conclusion reached. It reads clues and rules itself, not their premises.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from itertools import combinations

import z3

from oldtown_lab.logic.propositions import And, AtMost, Bottom, Formula, Implies, Letter, Not, Or
from oldtown_lab.logic.statements import At, Atom, InTown, Literal, Mine
from oldtown_lab.logic.theory import Theory
from oldtown_lab.logic.z3_solver import Reason
from oldtown_lab.proof.facts import fact_text
from oldtown_lab.proof.words.fitch import FitchLine, FitchProof
from oldtown_lab.town.clues import PlaceClue


class ObjectionError(Exception):
    """The line is wrong."""


def objections(
    theory: Theory, reasons: Iterable[Reason], conclusions: Iterable[Literal], proof: FitchProof
) -> list[str]:
    """What is wrong with the proof; nothing if it is right."""
    return list(_Checker(theory, frozenset(reasons), proof).objections(tuple(conclusions)))


def demand(fine: object, what: str) -> None:
    if not fine:
        raise ObjectionError(what)


class _Checker:
    def __init__(self, theory: Theory, reasons: frozenset[Reason], proof: FitchProof) -> None:
        self.theory = theory
        self.reasons = reasons
        self.lines = proof.lines
        self.around: list[tuple[int, ...]] = []
        """For each line the first lines of the subproofs around it."""

    def objections(self, conclusions: tuple[Literal, ...]) -> Iterator[str]:
        for place, line in enumerate(self.lines):
            try:
                demand(line.number == place + 1, "wrong number")
                self._place(line)
                self._check(line)
            except ObjectionError as objection:
                yield f"line {place + 1}: {objection}"
        reached = {line.formula for line, around in zip(self.lines, self.around, strict=False) if not around}
        goals: list[Formula] = [Letter(c.atom) if c.positive else Not(Letter(c.atom)) for c in conclusions]
        yield from (f"not reached: {goal}" for goal in goals or [Bottom()] if goal not in reached)

    # -------------------------------------------------------------------------------------------------------- scopes

    def _place(self, line: FitchLine) -> None:
        before = self.around[-1] if self.around else ()
        if line.rule == "Assumption":
            if not 1 <= line.depth <= len(before) + 1:
                self.around.append(())
                raise ObjectionError("an assumption of no subproof")
            self.around.append((*before[: line.depth - 1], line.number))
            return
        self.around.append(before[: line.depth])
        demand(0 <= line.depth <= len(before), "a subproof without assumption")

    def _line(self, cite: object, by: FitchLine) -> Formula:
        demand(isinstance(cite, int) and 1 <= cite < by.number, f"cites {cite}")
        assert isinstance(cite, int)
        around, here = self.around[cite - 1], self.around[by.number - 1]
        demand(here[: len(around)] == around, f"line {cite} is out of reach")
        return self.lines[cite - 1].formula

    def _subproof(self, cite: object, by: FitchLine) -> tuple[Formula, Formula]:
        demand(isinstance(cite, tuple) and 1 <= cite[0] <= cite[1] < by.number, f"cites {cite}")
        assert isinstance(cite, tuple)
        first, last = cite
        around = self.around[first - 1]
        demand(self.lines[first - 1].rule == "Assumption", f"{first} opens no subproof")
        demand(self.around[last - 1] == around, f"{last} is not in the subproof of {first}")
        demand(self.around[last][: len(around)] != around, f"{last} is not its last line")
        here = self.around[by.number - 1]
        demand(here[: len(around) - 1] == around[:-1], f"subproof {first} is out of reach")
        return self.lines[first - 1].formula, self.lines[last - 1].formula

    # --------------------------------------------------------------------------------------------------------- rules

    def _check(self, line: FitchLine) -> None:
        if line.rule == "Premise":
            demand(line.depth == 0 and not line.cites, "a premise stands alone")
            self._premise(line)
            return
        if line.rule == "Assumption":
            demand(not line.cites, "an assumption cites nothing")
            return
        subproofs = [self._subproof(cite, line) for cite in line.cites if isinstance(cite, tuple)]
        cited = [self._line(cite, line) for cite in line.cites if not isinstance(cite, tuple)]
        rules: dict[str, Callable[[Formula, list[Formula]], object]] = {
            "Reit": lambda formula, lines: lines == [formula],
            "∧I": lambda formula, lines: isinstance(formula, And) and set(formula.parts) == set(lines),
            "∧E": lambda formula, lines: len(lines) == 1 and isinstance(lines[0], And) and formula in lines[0].parts,
            "∨I": lambda formula, lines: len(lines) == 1 and isinstance(formula, Or) and lines[0] in formula.parts,
            "→E": lambda formula, lines: len(lines) == 2 and lines[0] == Implies(lines[1], formula),
            "¬E": lambda formula, lines: isinstance(formula, Bottom) and len(lines) == 2 and _opposites(*lines),
            "⊥E": lambda _, lines: lines == [Bottom()],
            "DS": _disjunctive_syllogism,
            "MPT": _modus_ponendo_tollens,
            "Def": self._definition,
            "PHP": _pigeonhole,
        }
        if line.rule in rules:
            demand(not subproofs, f"{line.rule} cites no subproof")
            demand(rules[line.rule](line.formula, cited), f"this is not {line.rule}")
        elif line.rule in ("¬I", "IP"):
            demand(not cited and len(subproofs) == 1, f"{line.rule} cites one subproof")
            assumed, end = subproofs[0]
            demand(end == Bottom(), "the subproof does not end in a contradiction")
            proved = line.formula == Not(assumed) if line.rule == "¬I" else assumed == Not(line.formula)
            demand(proved, f"this is not {line.rule}")
        elif line.rule == "∨E":
            demand(len(cited) == 1 and isinstance(cited[0], Or), "∨E needs a disjunction")
            assert isinstance(cited[0], Or)
            demand([assumed for assumed, _ in subproofs] == list(cited[0].parts), "∨E needs a case for each part")
            demand(all(end == line.formula for _, end in subproofs), "a case comes to something else")
        else:
            raise ObjectionError(f"no such rule: {line.rule}")

    def _definition(self, formula: Formula, lines: list[Formula]) -> bool:
        plots = sorted(self.theory.game.plan.all_plots)
        match formula, lines:
            case Letter(InTown(building)), [Letter(At(other, _))]:
                return building == other
            case Not(Letter(At(building, _))), [Not(Letter(InTown(other)))]:
                return building == other
            case Not(Letter(InTown(building))), _:
                return {Not(Letter(At(building, plot))) for plot in plots} <= set(lines)
            case _, [Letter(InTown(building))]:
                return set(_parts(formula)) == {Letter(At(building, plot)) for plot in plots}
        return False

    # ------------------------------------------------------------------------------------------------------ premises

    def _premise(self, line: FitchLine) -> None:
        note = line.note
        if note.startswith("earlier: "):
            facts = [reason for reason in self.reasons if isinstance(reason, Literal)]
            named = [fact for fact in facts if f"earlier: {fact_text(fact)}" == note]
            demand(named, "no such earlier conclusion among the reasons")
            fact = named[0]
            demand(
                line.formula == (Letter(fact.atom) if fact.positive else Not(Letter(fact.atom))), "it says otherwise"
            )
            return
        id = _id(note)
        demand(id in self.reasons, f"{note} is no reason of this step")
        demand(_says(self.theory, id, line.formula), f"{note} does not say this")


@cache
def _says(theory: Theory, id: str, formula: Formula) -> bool:
    """Whether the card or rule entails the formula."""
    solver = z3.Solver()
    solver.add(_reading(theory, id), z3.Not(_z3(formula)))
    return bool(solver.check() == z3.unsat)


def _reading(theory: Theory, id: str) -> z3.BoolRef:
    kind, _, name = id.partition(":")
    game = theory.game
    plots = sorted(game.plan.all_plots)
    if kind == "card":
        return _card(theory, int(name))
    if kind == "my-buildings":
        mine = [_atom(Mine(b)) for b in game.buildings]
        return z3.Sum([z3.If(letter, 1, 0) for letter in mine]) == int(name)
    if kind == "one-plot-per-building":
        return _no_two([_atom(At(name, plot)) for plot in plots])
    here = [_atom(At(b, int(name))) for b in game.buildings]
    if kind == "plot-filled":
        return z3.Or(here)
    demand(kind == "one-building-per-plot", f"no such rule: {kind}")
    return _no_two(here)


def _card(theory: Theory, number: int) -> z3.BoolRef:
    (clue,) = [clue for clue in theory.clues if clue.card == number]

    def stands(building: str, plot: int) -> z3.BoolRef:
        there = _atom(At(building, plot))
        return z3.And(there, _atom(Mine(building))) if clue.must_be_mine else there

    if isinstance(clue, PlaceClue):
        return z3.Or([stands(b, p) for b in clue.buildings for p in clue.plots])
    named = sorted({p for p, _ in clue.pairs})
    somewhere = z3.Or([_atom(At(clue.building, p)) for p in named])
    wherever = [
        z3.Implies(
            _atom(At(clue.building, p)),
            z3.Or([stands(b, q) for b in clue.my_buildings for other, q in clue.pairs if other == p]),
        )
        for p in named
    ]
    return z3.And(somewhere, *wherever)


def _id(note: str) -> str:
    if note.startswith("card "):
        return f"card:{note.removeprefix('card ')}"
    for rule in ("one-building-per-plot", "one-plot-per-building", "plot-filled", "my-buildings"):
        start = f"rule: {rule.replace('-', ' ')} "
        if note.startswith(start):
            return f"{rule}:{note.removeprefix(start)}"
    raise ObjectionError(f"no such premise: {note}")


def _no_two(letters: list[z3.BoolRef]) -> z3.BoolRef:
    return z3.And([z3.Not(z3.And(one, other)) for one, other in combinations(letters, 2)])


@cache
def _atom(atom: Atom) -> z3.BoolRef:
    return z3.Bool(repr(atom))


def _z3(formula: Formula) -> z3.BoolRef:  # noqa: PLR0911 - one for each kind
    match formula:
        case Letter(atom):
            return _atom(atom)
        case Not(part):
            return z3.Not(_z3(part))
        case And(parts):
            return z3.And([_z3(part) for part in parts])
        case Or(parts):
            return z3.Or([_z3(part) for part in parts])
        case Implies():
            return _z3(Or((Not(formula.left), formula.right)))
        case AtMost(count, letters):
            return z3.Sum([z3.If(_z3(letter), 1, 0) for letter in letters]) <= count
    return z3.BoolVal(False)


# ----------------------------------------------------------------------------------------------------- rules of shape


def _parts(formula: Formula) -> tuple[Formula, ...]:
    return formula.parts if isinstance(formula, Or) else (formula,)


def _opposites(one: Formula, other: Formula) -> bool:
    return one == Not(other) or other == Not(one)


def _denies(objection: Formula, part: Formula) -> bool:
    return _opposites(objection, part) or (isinstance(part, And) and any(_denies(objection, p) for p in part.parts))


def _disjunctive_syllogism(formula: Formula, lines: list[Formula]) -> bool:
    if not lines or not isinstance(lines[0], Or):
        return False
    kept = _parts(formula) if formula != Bottom() else ()
    if formula in lines[0].parts:
        kept = (formula,)
    removed = [part for part in lines[0].parts if part not in kept]
    return all(part in lines[0].parts for part in kept) and all(
        any(_denies(objection, part) for objection in lines[1:]) for part in removed
    )


def _modus_ponendo_tollens(formula: Formula, lines: list[Formula]) -> bool:
    if not lines or not isinstance(lines[0], Not) or not isinstance(lines[0].part, And):
        return False
    left = [part for part in lines[0].part.parts if part not in lines[1:]]
    return len(left) == 1 and formula == Not(left[0])


def _pigeonhole(formula: Formula, lines: list[Formula]) -> bool:
    """More claims than places, counted: see the two ways below."""
    limits = [line for line in lines if isinstance(line, AtMost)]
    claims = [_parts(line) for line in lines if not isinstance(line, AtMost)]
    mine = [limit for limit in limits if any(isinstance(letter.atom, Mine) for letter in limit.letters)]
    ones = [limit for limit in limits if limit not in mine]
    if formula != Bottom() or len(mine) > 1 or any(limit.count != 1 for limit in ones):
        return False
    return _too_many_cards(claims, mine[0], ones) if mine else _too_few_places(claims, ones)


def _too_few_places(claims: list[tuple[Formula, ...]], limits: Collection[AtMost]) -> bool:
    """Each claim makes a letter of its own true, each letter is under a limit of one, and there are fewer limits."""
    letters: list[Formula] = []
    for claim in claims:
        alternatives = {
            next((p for p in part.parts if _is_place(p)), part) if isinstance(part, And) else part for part in claim
        }
        letters += alternatives
    limited = {letter for limit in limits for letter in limit.letters}
    return len(letters) == len(set(letters)) and limited >= set(letters) and len(claims) > len(limits)


def _is_place(formula: Formula) -> bool:
    return isinstance(formula, Letter) and isinstance(formula.atom, At)


def _too_many_cards(claims: list[tuple[Formula, ...]], limit: AtMost, ones: Collection[AtMost]) -> bool:
    """No way to meet all claims one after the other without more owners, or two places, than the limits allow."""
    owners = {letter.atom for letter in limit.letters}
    against: dict[Atom, set[Atom]] = {}
    for one in ones:
        for letter in one.letters:
            against.setdefault(letter.atom, set()).update(other.atom for other in one.letters if other != letter)
    wanted = sorted(map(_alternatives, claims), key=len)

    def can_meet(place: int, true: frozenset[Atom]) -> bool:
        if place == len(wanted):
            return True
        full = len(true & owners) >= limit.count
        for atoms in wanted[place]:
            if full and (atoms & owners) - true:
                continue
            together = true | atoms
            within = len(together & owners) <= limit.count and not any(against.get(a, set()) & together for a in atoms)
            if within and can_meet(place + 1, together):
                return True
        return False

    return not can_meet(0, frozenset())


def _alternatives(claim: tuple[Formula, ...]) -> list[frozenset[Atom]]:
    found = []
    for part in claim:
        letters = part.parts if isinstance(part, And) else (part,)
        found.append(frozenset(letter.atom for letter in letters if isinstance(letter, Letter)))
    return found
