"""From derivations to the lines of natural deduction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from ...logic.propositions import (
    BOTTOM,
    AtMost,
    Bottom,
    Formula,
    Implies,
    Letter,
    Not,
    conjunction,
    disjunction,
    literal_formula,
    opposite_formula,
    term_formula,
)
from ...logic.statements import At, Clause, Literal, Mine, Term
from ...logic.z3_solver import Reason
from ..derivation import (
    DEFINITION,
    EITHER_WAY,
    KNOWN,
    OPPOSITES,
    TOO_MANY_CARDS,
    Branch,
    Claimant,
    Clash,
    Derivation,
    Forced,
    Pigeonhole,
    Reached,
    Split,
)
from ..facts import fact_text, opposite
from .instances import limited_letters, premise_note


@dataclass(eq=False, slots=True)
class Line:
    """A line that has no number yet."""

    formula: Formula
    depth: int
    rule: str
    cites: tuple[Line | tuple[Line, Line], ...]
    note: str = ""


Cited = Line | tuple[Line, Line]


class Writer:
    """Writes lines; what stands on a line that is in reach is never written twice."""

    def __init__(self, reasons: Collection[Reason]) -> None:
        self._facts = {reason for reason in reasons if isinstance(reason, Literal)}
        self._premises: dict[tuple[Formula, str], Line] = {}
        self._body: list[Line] = []
        self._scopes: list[dict[Formula, Line]] = [{}]

    @property
    def lines(self) -> list[Line]:
        return [*self._premises.values(), *self._body]

    def write(self, derivations: Sequence[Derivation]) -> None:
        """All goals. A direct derivation may stand on goals that were derived by an assumption, so those come first."""
        for derivation in derivations:
            if not derivation.direct and derivation.goal is not None:
                self._refute(derivation.branch, literal_formula(derivation.goal))
        direct = [derivation for derivation in derivations if derivation.direct]
        self._all(forced for derivation in direct for forced in derivation.branch.forced)
        for derivation in direct:
            if isinstance(derivation.branch.end, Reached):
                self._known(derivation.branch.end.literal)

    def write_contradiction(self, derivation: Derivation) -> None:
        self._all(derivation.branch.forced)
        self._end(derivation.branch)

    # -------------------------------------------------------------------------------------------------------- lines

    def _premise(self, formula: Formula, by: str) -> Line:
        key = formula, premise_note(by)
        if key not in self._premises:
            line = self._premises[key] = Line(formula, 0, "Premise", (), key[1])
            self._scopes[0].setdefault(formula, line)
        return self._premises[key]

    def _find(self, formula: Formula) -> Line | None:
        return next((scope[formula] for scope in reversed(self._scopes) if formula in scope), None)

    def _known(self, literal: Literal) -> Line:
        """The line of a literal that is known here."""
        line = self._find(literal_formula(literal))
        if line is None:
            if literal not in self._facts:
                raise KeyError(literal)
            line = Line(literal_formula(literal), 0, "Premise", (), f"earlier: {fact_text(literal)}")
            line = self._premises.setdefault((line.formula, line.note), line)
        return line

    def _is_known(self, literal: Literal) -> bool:
        return literal in self._facts or self._find(literal_formula(literal)) is not None

    def _add(self, formula: Formula, rule: str, *cites: Cited) -> Line:
        line = self._find(formula)
        if line is None or formula == BOTTOM:
            line = Line(formula, len(self._scopes) - 1, rule, cites)
            self._body.append(line)
            self._scopes[-1][formula] = line
        return line

    def _subproof(self, assumption: Formula, write: Callable[[Line], Line]) -> tuple[Line, Line]:
        """A subproof; its last line is the one that ``write`` comes to."""
        self._scopes.append({})
        first = Line(assumption, len(self._scopes) - 1, "Assumption", ())
        self._body.append(first)
        self._scopes[-1][assumption] = first
        goal = write(first)
        if goal is not self._body[-1]:
            goal = Line(goal.formula, len(self._scopes) - 1, "Reit", (goal,))
            self._body.append(goal)
        self._scopes.pop()
        return first, goal

    def _by_cases(self, line: Line, terms: Iterable[Term], write: Callable[[Term], Line]) -> Line:
        """What each of the terms of a disjunction leads to."""
        parts = list(terms)
        if len(parts) == 1:
            self._take_apart(parts[0], line)
            return write(parts[0])
        cases = []
        for term in parts:

            def case(first: Line, term: Term = term) -> Line:
                self._take_apart(term, first)
                return write(term)

            cases.append(self._subproof(term_formula(term), case))
        formula = cases[0][1].formula
        return self._add(formula, "∨E", line, *cases)

    def _take_apart(self, term: Term, line: Line) -> None:
        if len(term) > 1:
            for literal in term:
                self._add(literal_formula(literal), "∧E", line)

    # ------------------------------------------------------------------------------------------------------ forced

    def _all(self, forced: Iterable[Forced]) -> None:
        links = list(dict.fromkeys(forced))
        together: dict[tuple[str, str, Clause, tuple[Literal, ...]], list[Literal]] = {}
        for link in links:
            if link.rule:
                key = link.by, link.rule, link.instance, link.because
                together.setdefault(key, []).append(link.literal)
        for link in links:
            if not self._is_known(link.literal):
                if link.rule:
                    targets = together[link.by, link.rule, link.instance, link.because]
                    self._read(link, [target for target in targets if not self._is_known(target)])
                else:
                    self._force(link)

    def _force(self, link: Forced) -> None:
        literal, formula = link.literal, literal_formula(link.literal)
        if link.by == DEFINITION and not (isinstance(literal.atom, At) and literal.positive):
            self._add(formula, "Def", *map(self._known, link.because))
        elif _is_exclusion(link.instance):
            self._add(formula, "MPT", self._exclusion(link.by, link.instance), *map(self._known, link.because))
        elif _condition(link.instance) == opposite(literal) and len(link.instance.terms) > 1:
            clash = Clash(link.by, (opposite(literal), *link.because), link.instance)
            self._add(formula, "¬I", self._subproof(Letter(literal.atom), lambda _: self._clash(clash)))
        else:
            line, left = self._left(link.by, link.instance, link.because)
            if len(left) > 1 or len(left[0]) > 1:
                self._by_cases(line, left, lambda _: self._known(literal))

    def _read(self, link: Forced, targets: list[Literal]) -> None:
        """Whichever of the terms is true, it excludes the targets by a rule of one; or it puts the building in town."""
        line, left = self._left(link.by, link.instance, link.because)
        formulas = [literal_formula(target) for target in targets]

        def case(term: Term) -> Line:
            here = self._known(term[0])
            if link.rule == DEFINITION:
                return self._add(formulas[0], "Def", here)
            if len(targets) == 1:
                both = Not(conjunction((here.formula, Letter(targets[0].atom))))
                return self._add(formulas[0], "MPT", self._premise(both, link.rule), here)
            excludes = self._premise(Implies(here.formula, conjunction(formulas)), link.rule)
            return self._add(conjunction(formulas), "→E", excludes, here)

        result = self._by_cases(line, left, case)
        if len(targets) > 1:
            for formula in formulas:
                self._add(formula, "∧E", result)

    def _exclusion(self, by: str, instance: Clause) -> Line:
        return self._premise(Not(conjunction(Letter(term[0].atom) for term in instance.terms)), by)

    def _left(
        self, by: str, instance: Clause, because: Collection[Literal], keep: Term | None = None
    ) -> tuple[Line, list[Term]]:
        """The disjunction of the terms that are left, and these terms. ``keep`` is kept though it is denied."""
        line, terms = self._disjunction(by, instance, because)
        gone = {opposite(literal) for literal in because}
        left = [term for term in terms if term == keep or not gone.intersection(term)]
        denied = [next(literal for literal in term if literal in gone) for term in terms if term not in left]
        if denied:
            objections = dict.fromkeys(self._known(opposite(literal)) for literal in denied)
            line = self._add(disjunction(map(term_formula, left)), "DS", line, *objections)
        return line, left

    def _disjunction(self, by: str, instance: Clause, because: Collection[Literal]) -> tuple[Line, list[Term]]:
        """What the premise says, as a disjunction; a condition that is known to hold is used up."""
        terms = list(instance.terms)
        if by == KNOWN:
            return self._known(terms[0][0]), terms
        condition = _condition(instance)
        rest = terms[1:]
        if condition is not None and condition in because and rest:
            formula = disjunction(map(term_formula, rest))
            here = self._known(condition)
            if by == DEFINITION:
                return self._add(formula, "Def", here), rest
            return self._add(formula, "→E", self._premise(Implies(here.formula, formula), by), here), rest
        return self._premise(disjunction(map(term_formula, terms)), by), terms

    # --------------------------------------------------------------------------------------------------------- ends

    def _refute(self, branch: Branch, goal: Formula) -> None:
        self._beforehand(branch)
        assumption = opposite_formula(goal)
        subproof = self._subproof(assumption, lambda _: self._follow(branch))
        self._add(goal, "¬I" if isinstance(goal, Not) else "IP", subproof)

    def _beforehand(self, branch: Branch) -> None:
        """What follows without the assumption stands before it, where other subproofs can use it too."""
        without: list[Forced] = []
        sure: set[Literal] = set()
        for link in branch.forced:
            if all(literal in sure or self._is_known(literal) for literal in link.because):
                without.append(link)
                sure.add(link.literal)
        self._all(without)

    def _follow(self, branch: Branch) -> Line:
        self._all(branch.forced)
        return self._end(branch)

    def _end(self, branch: Branch) -> Line:
        match branch.end:
            case Clash():
                return self._clash(branch.end)
            case Split():
                return self._split(branch.end)
            case Pigeonhole():
                return self._pigeonhole(branch.end)
        raise TypeError(branch.end)

    def _clash(self, clash: Clash) -> Line:
        if clash.by == OPPOSITES:
            return self._add(BOTTOM, "¬E", *map(self._known, clash.because))
        if _is_exclusion(clash.instance) and len(clash.instance.terms) > 1:
            *others, last = (opposite(term[0]) for term in clash.instance.terms)
            denied = Not(Letter(last.atom))
            line = self._add(denied, "MPT", self._exclusion(clash.by, clash.instance), *map(self._known, others))
            return self._add(BOTTOM, "¬E", self._known(last), line)
        if not clash.instance.terms:
            return self._add(BOTTOM, "Reit", self._premise(BOTTOM, clash.by))
        last_term = clash.instance.terms[-1]
        line, left = self._left(clash.by, clash.instance, clash.because, keep=last_term)
        if isinstance(line.formula, Bottom):
            return self._add(BOTTOM, "Reit", line)
        self._take_apart(left[0], line)
        literal = next(literal for literal in left[0] if opposite(literal) in clash.because)
        here = line if len(left[0]) == 1 else self._known(literal)
        return self._add(BOTTOM, "¬E", here, self._known(opposite(literal)))

    def _split(self, split: Split) -> Line:
        if split.by == EITHER_WAY:
            so, not_so = split.cases
            self._refute(so, literal_formula(not_so.assumption[0]))
            return self._follow(not_so)
        line, left = self._left(split.by, split.instance, split.because)
        for case in split.cases:
            self._beforehand(case)
        cases = {case.assumption: case for case in split.cases}
        return self._by_cases(line, left, lambda term: self._follow(cases[term]))

    def _pigeonhole(self, hole: Pigeonhole) -> Line:
        claims = [self._left(claimant.by, claimant.instance, claimant.because)[0] for claimant in hole.claimants]
        rules = list(hole.rules)
        limits = []
        if hole.kind == TOO_MANY_CARDS:
            limits.append(self._limit(hole.room, rules.pop(0), hole.claimants))
        limits += [self._limit(1, rule, hole.claimants) for rule in rules]
        return self._add(BOTTOM, "PHP", *dict.fromkeys(claims), *limits)

    def _limit(self, count: int, rule: str, claimants: Iterable[Claimant]) -> Line:
        """The rule, for those letters only that occur in the claims."""
        letters = limited_letters(rule, claimants)
        return self._premise(AtMost(count, tuple(map(Letter, letters))), rule)


def _is_exclusion(instance: Clause) -> bool:
    """Whether it says that some things are not all true."""
    return all(len(term) == 1 and not term[0].positive for term in instance.terms) and len(instance.terms) > 1


def _condition(instance: Clause) -> Literal | None:
    """Of "not A, or B or C": A. Of other clauses nothing."""
    if not instance.terms or len(instance.terms[0]) != 1 or instance.terms[0][0].positive:
        return None
    if isinstance(instance.terms[0][0].atom, Mine):
        return None
    return opposite(instance.terms[0][0])
