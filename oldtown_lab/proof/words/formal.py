"""A step in propositional logic: its premises as numbered formulas, what they entail, and a truth table if it is small.

Formulas are sympy's; rules and cards appear only as far as the step uses them. That no more than so many of some
letters are true is written as a sum, since as a formula it can be very long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import sympy
from sympy.logic.boolalg import And, Boolean, Implies, Not, Or

from ...logic.formulas import statement_formula, symbol
from ...logic.statements import At, Atom, Clause, InTown, Literal
from ...logic.theory import Theory
from ...logic.z3_solver import Reason
from ...town.buildings import spelling_key
from ..facts import Fact, fact_text
from .instances import Used, instances, letter_order, premise_note
from .truth_table import MOST_LETTERS, TruthTable

#: A sum of more letters than can be written out as a formula of this many parts has none.
MOST_PARTS = 40

#: So many pairs of a rule of one are written out; more of them as a sum.
MOST_PAIRS = 4

#: A disjunction over more plots in a row than this is written with its first and its last.
MOST_PLOTS = 6


@dataclass(frozen=True, slots=True)
class FormalPremise:
    """One numbered formula. ``expression`` is None where only the sum can be written."""

    note: str
    latex: str
    text: str
    expression: Boolean | None


@dataclass(frozen=True, slots=True)
class Formal:
    """The step as LaTeX and as plain text.

    ``legend`` says what each letter of the text means, ``names`` which building its beginning stands for: "Sc" for the
    School. ``claim`` is the conclusion alone.
    """

    premises: tuple[FormalPremise, ...]
    conclusion: Boolean
    claim: FormalPremise
    names: Mapping[str, str]
    latex: str
    text: str
    legend: Mapping[str, str]
    truth_table: TruthTable | None


def formal(theory: Theory, reasons: Iterable[Reason], conclusions: Iterable[Fact]) -> Formal:
    """The step in propositional logic; without conclusions the reasons contradict each other."""
    wanted = tuple(conclusions)
    used = instances(theory, reasons, wanted)
    for premise in used.premises.values():
        _shorten(premise)
    letters = _letters_of([*used.premises.values()], [*used.facts, *wanted])
    words = _Letters(letters)
    premises = [words.premise(premise) for premise in used.premises.values()]
    premises += [words.fact(fact) for fact in used.facts]
    conclusion = sympy.And(*map(_literal, wanted)) if wanted else sympy.false
    claim = FormalPremise("", words.latex(conclusion), words.text(conclusion), conclusion)
    return Formal(
        tuple(premises),
        conclusion,
        claim,
        words.names,
        _as_latex(premises, claim.latex),
        _as_text(premises, claim.text),
        {words.short[atom]: _meaning(atom) for atom in letters},
        _table(letters, words, premises, conclusion),
    )


def _literal(literal: Literal) -> Boolean:
    return symbol(literal.atom) if literal.positive else ~symbol(literal.atom)


def _letters_of(premises: Sequence[Used], facts: Iterable[Literal]) -> list[Atom]:
    found = {literal.atom for literal in facts}
    for used in premises:
        found.update(used.limited, (literal.atom for c in used.clauses for term in c.terms for literal in term))
    return sorted(found, key=letter_order)


def _meaning(atom: Atom) -> str:
    match atom:
        case At(building, plot):
            return f"the {building} stands on plot {plot}"
        case InTown(building):
            return f"the {building} is in town"
    return f"the {atom.building} is mine"


def _table(
    letters: Sequence[Atom], words: _Letters, premises: Sequence[FormalPremise], conclusion: Boolean
) -> TruthTable | None:
    formulas = [premise.expression for premise in premises]
    if len(letters) > MOST_LETTERS or any(formula is None for formula in formulas):
        return None
    return TruthTable.of(
        [symbol(atom) for atom in letters],
        [words.short[atom] for atom in letters],
        [words.long[atom] for atom in letters],
        [formula for formula in formulas if formula is not None],
        conclusion,
    )


class _Letters:
    """Short letters for the atoms of a step, and formulas written with them."""

    def __init__(self, letters: Sequence[Atom]) -> None:
        names = _abbreviations([atom.building for atom in letters])
        self.names = {name: building for building, name in names.items()}
        self.short: dict[Atom, str] = {}
        self.long: dict[Atom, str] = {}
        for atom in letters:
            name = names[atom.building]
            sign = str(atom.plot) if isinstance(atom, At) else "town" if isinstance(atom, InTown) else "mine"
            self.short[atom] = f"{name}{sign}" if isinstance(atom, At) else f"{name}-{sign}"
            head = name if len(name) == 1 else rf"\mathrm{{{name}}}"
            self.long[atom] = f"{head}_{{{sign}}}" if isinstance(atom, At) else rf"{head}_{{\mathrm{{{sign}}}}}"
        # sympy writes the parts of a formula in the order of their names: these keep the order of the letters.
        self._in_order = {symbol(atom): sympy.Symbol(f"x{number:04}") for number, atom in enumerate(letters)}
        self._latex_names = {self._in_order[symbol(atom)]: self.long[atom] for atom in letters}
        self._text_names = {str(self._in_order[symbol(atom)]): self.short[atom] for atom in letters}

    def latex(self, formula: Boolean) -> str:
        return str(sympy.latex(formula.xreplace(self._in_order), symbol_names=self._latex_names))

    def text(self, formula: Boolean) -> str:
        return _plain(formula.xreplace(self._in_order), self._text_names)

    def fact(self, fact: Literal) -> FormalPremise:
        formula = _literal(fact)
        return FormalPremise(f"earlier: {fact_text(fact)}", self.latex(formula), self.text(formula), formula)

    def premise(self, used: Used) -> FormalPremise:
        formulas = list(map(_clause, used.clauses))
        written = [self._written(clause, formula) for clause, formula in zip(used.clauses, formulas, strict=True)]
        if used.limited:
            atoms = sorted(used.limited, key=letter_order)
            latex = rf"{' + '.join(self.long[atom] for atom in atoms)} \le {used.count}"
            written.append((latex, f"{' + '.join(self.short[atom] for atom in atoms)} ≤ {used.count}"))
        if len(written) > 1:  # a negation has its brackets already
            simple = [isinstance(formula, Not | sympy.Symbol) for formula in formulas] + [False]
            pairs = zip(written, simple, strict=False)
            written = [both if is_simple else (f"({both[0]})", f"({both[1]})") for both, is_simple in pairs]
        latex, text = r" \wedge ".join(both[0] for both in written), " ∧ ".join(both[1] for both in written)
        return FormalPremise(premise_note(used.by), latex, text, _whole(formulas, used))

    def _written(self, clause: Clause, formula: Boolean) -> tuple[str, str]:
        """A formula in LaTeX and in text; a building's many plots in a row are written with their first and last."""
        rest = clause.terms[1:]
        if len(rest) > MOST_PLOTS and isinstance(clause.terms[0][0].atom, InTown):
            town, first, last = clause.terms[0][0], rest[0][0].atom, rest[-1][0].atom
            if isinstance(first, At) and isinstance(last, At) and last.plot - first.plot + 1 == len(rest):
                plots = self.long[first].replace(f"{{{first.plot}}}", "{p}")
                latex = rf"{self.long[town.atom]} \Rightarrow \bigvee_{{p={first.plot}}}^{{{last.plot}}} {plots}"
                return latex, f"{self.short[town.atom]} → ({self.short[first]} ∨ … ∨ {self.short[last]})"
        return self.latex(formula), self.text(formula)


def _shorten(used: Used) -> None:
    """Many pairs of a rule of one become one sum."""
    if used.by.startswith("one-") and len(used.clauses) > MOST_PAIRS:
        used.limited.update(dict.fromkeys(literal.atom for clause in used.clauses for (literal,) in clause.terms))
        used.clauses.clear()
        used.count = 1


def _clause(clause: Clause) -> Boolean:
    """A clause of the form "not A, or B" as "if A then B"; "not A, or not B" as "not both"."""
    denied = [term[0] for term in clause.terms if len(term) == 1 and not term[0].positive]
    if len(clause.terms) > 1 and len(denied) == len(clause.terms):
        return sympy.Not(sympy.And(*(symbol(literal.atom) for literal in denied)))
    if len(clause.terms) > 1 and len(denied) == 1:
        others = tuple(term for term in clause.terms if term != (denied[0],))
        return Implies(symbol(denied[0].atom), statement_formula(Clause(others)))
    return statement_formula(clause)


def _whole(formulas: Sequence[Boolean], used: Used) -> Boolean | None:
    """The premise as one formula, with its limit written out; None if that is too long."""
    if not used.limited:
        return sympy.And(*formulas)
    if comb(len(used.limited), used.count + 1) > MOST_PARTS:
        return None
    letters = [symbol(atom) for atom in used.limited]
    return sympy.And(*formulas, *(~sympy.And(*some) for some in combinations(letters, used.count + 1)))


def _abbreviations(buildings: Iterable[str]) -> dict[str, str]:
    """For each building the shortest beginning of its name that no other one of these has."""
    keys = {building: spelling_key(building) for building in buildings}
    short = {}
    for building, key in keys.items():
        others = [other for name, other in keys.items() if name != building]
        length = next((n for n in range(1, len(key)) if not any(o.startswith(key[:n]) for o in others)), len(key))
        short[building] = key[:length].capitalize()
    return short


def _plain(formula: Boolean, names: Mapping[str, str]) -> str:
    def inside(part: Boolean) -> str:
        text = _plain(part, names)
        return f"({text})" if isinstance(part, And | Or | Implies) else text

    if isinstance(formula, Not):
        return f"¬{inside(formula.args[0])}"
    if isinstance(formula, Implies):
        return " → ".join(map(inside, formula.args))
    if isinstance(formula, And | Or):
        parts = sorted(formula.args, key=sympy.default_sort_key)
        return (" ∧ " if isinstance(formula, And) else " ∨ ").join(map(inside, parts))
    if formula == sympy.false:
        return "⊥"
    return names[str(formula)]


def _as_latex(premises: Sequence[FormalPremise], conclusion: str) -> str:
    rows = [
        rf"P_{{{number}}} &\colon\; {premise.latex} && \text{{{_latex_text(premise.note)}}} \\"
        for number, premise in enumerate(premises, start=1)
    ]
    names = _in_a_row([f"P_{{{number}}}" for number in range(1, len(premises) + 1)], r"\dots")
    return "\n".join([r"\begin{aligned}", *rows, rf"{names} &\vdash {conclusion}", r"\end{aligned}"])


def _latex_text(words: str) -> str:
    return words.replace("'", "’")


def _as_text(premises: Sequence[FormalPremise], conclusion: str) -> str:
    rows = [f"P{number}: {premise.text}  ({premise.note})" for number, premise in enumerate(premises, start=1)]
    names = _in_a_row([f"P{number}" for number in range(1, len(premises) + 1)], "…")
    return "\n".join([*rows, f"{names} ⊢ {conclusion}"])


def _in_a_row(names: list[str], dots: str) -> str:
    """All names, or where there are many the first and the last."""
    return ", ".join(names if len(names) <= MOST_PLOTS else [names[0], dots, names[-1]])
