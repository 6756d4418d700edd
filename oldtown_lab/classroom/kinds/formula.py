"""Formula: say it in propositional logic. Right is whatever means the same in every town."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...draw.scene import town_scene
from ...logic.engine import engine
from ...logic.propositions import And, Formula, Implies, Not, conjunction, disjunction, term_formula
from ...logic.statements import Clause
from ...logic.theory import Theory
from ...logic.z3_solver import solver_for
from ...proof.formula_text import is_cnf, is_dnf, parse_formula
from ...puzzles.positions import Position
from ..feedback import Feedback, Verdict
from .base import Question

FORMS = {"cnf": (is_cnf, "conjunctive normal form"), "dnf": (is_dnf, "disjunctive normal form")}


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
        theory = Theory(game, (), self.position.puzzle.mine)
        for true, false, words in (
            (said, self.means, "In this town your formula is true, but what was asked for is false."),
            (self.means, said, "In this town your formula is false, but what was asked for is true."),
        ):
            with engine():
                found = solver_for(theory).example((), And((true, Not(false))))
            if found is not None:
                scene = town_scene(game, found[0], "A town in which they differ")
                return Feedback(Verdict.WRONG, f"{said} means something else. {words}", (), scene)
        if self.other_than is not None and said == self.other_than:
            return Feedback(Verdict.PARTLY, "True, but these are the same words again: say it in another way.")
        if self.form == "implication" and not isinstance(said, Implies):
            return Feedback(Verdict.PARTLY, "It means the right thing, but it is not written as if … then ….")
        if self.form in FORMS and not FORMS[self.form][0](said):
            return Feedback(Verdict.PARTLY, f"It means the right thing, but it is not in {FORMS[self.form][1]}.")
        return Feedback(Verdict.RIGHT, f"{said} says just that.")


def card_formula(position: Position, card: int) -> Formula:
    """What a card says, as a formula."""
    statements = position.puzzle.theory.premises_by_id[f"card:{card}"].statements
    return conjunction(disjunction(map(term_formula, s.terms)) for s in statements if isinstance(s, Clause))
