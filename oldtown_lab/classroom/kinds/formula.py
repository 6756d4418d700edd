"""Formula: say it in propositional logic. Right is whatever means the same in every town."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...draw.scene import town_scene
from ...logic.engine import engine
from ...logic.propositions import And, Formula, Implies, Not, Or, conjunction, disjunction, term_formula
from ...logic.statements import Clause
from ...logic.theory import Theory
from ...logic.z3_solver import solver_for
from ...proof.formula_text import is_cnf, is_dnf, parse_formula
from ...puzzles.positions import Position
from ...town.buildings import shortened
from ..feedback import Feedback, Verdict
from .base import Question

FORMS = {"cnf": (is_cnf, "conjunctive normal form"), "dnf": (is_dnf, "disjunctive normal form")}

#: An "iff" makes a formula several times as long as it was written.
LONGEST_SHOWN = 300


@dataclass(frozen=True)
class FormulaQuestion(Question):
    """``means``: what is to be said. ``form``: "cnf", "dnf", "implication" or "". ``other_than``: in other words.

    Towns in which ``means`` and the answer differ are looked for among all towns, whatever the cards say.
    """

    position: Position
    means: Formula
    form: str = ""
    other_than: Formula | None = None
    how: ClassVar[str] = (
        "Write a formula, for example Bank@4 or Bank@8, if Saloon@6 then not Sheriff@6; "
        "the signs ¬ ∧ ∨ → ↔ (or ~ & | -> <->) work as well."
    )

    def judge(self, answer: str) -> Feedback:
        game = self.position.puzzle.game
        said = parse_formula(answer, game)
        shown = shortened(str(said), LONGEST_SHOWN)
        theory = Theory(game, (), self.position.puzzle.mine)
        for true, false, words in (
            (said, self.means, "In this town your formula is true, but what was asked for is false."),
            (self.means, said, "In this town your formula is false, but what was asked for is true."),
        ):
            with engine():
                found = solver_for(theory).example((), And((true, Not(false))))
            if found is not None:
                scene = town_scene(game, found[0], "A town in which they differ")
                return Feedback(Verdict.WRONG, f"{shown} means something else. {words}", (), scene)
        if self.other_than is not None and _rearranged(said) == _rearranged(self.other_than):
            return Feedback(Verdict.PARTLY, "True, but these are the same words again: say it in another way.")
        if self.form == "implication" and not isinstance(said, Implies):
            return Feedback(Verdict.PARTLY, "It means the right thing, but it is not written as if … then ….")
        if self.form in FORMS and not FORMS[self.form][0](said):
            return Feedback(Verdict.PARTLY, f"It means the right thing, but it is not in {FORMS[self.form][1]}.")
        return Feedback(Verdict.RIGHT, f"{shown} says just that.")


def card_formula(position: Position, card: int) -> Formula:
    """What a card says, as a formula."""
    statements = position.puzzle.theory.premises_by_id[f"card:{card}"].statements
    return conjunction(disjunction(map(term_formula, s.terms)) for s in statements if isinstance(s, Clause))


def _rearranged(formula: Formula) -> object:
    """The same for all formulas that are told apart only by double negations and by the order, the brackets and the
    repetitions in what "and" or "or" joins. To swap or double words is no other way of saying a thing.
    """
    match formula:
        case Not(Not(part)):
            return _rearranged(part)
        case Not(part):
            return "not", _rearranged(part)
        case Implies(left, right):
            return "implies", _rearranged(left), _rearranged(right)
        case And() | Or():
            parts = frozenset(_joined(formula, type(formula)))
            return next(iter(parts)) if len(parts) == 1 else (type(formula), parts)
    return formula


def _joined(formula: Formula, by: type[And] | type[Or]) -> Iterator[object]:
    match formula:
        case Not(Not(part)):
            yield from _joined(part, by)
        case And(parts) | Or(parts) if isinstance(formula, by):
            for part in parts:
                yield from _joined(part, by)
        case _:
            yield _rearranged(formula)
