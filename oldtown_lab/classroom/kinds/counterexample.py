"""Counterexample: describe a town that fits the cards and in which a sentence is false."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...draw.scene import town_scene
from ...logic.engine import engine
from ...logic.propositions import Formula, Not
from ...logic.z3_solver import solver_for
from ...puzzles.positions import Position
from ..feedback import Feedback, Verdict
from ..written import read_claims
from .base import Question


@dataclass(frozen=True)
class Counterexample(Question):
    """``statement`` is true in some towns that fit the position and false in others."""

    position: Position
    statement: Formula
    how: ClassVar[str] = (
        "Describe a town: the places that matter, for example Bank at 4; Hotel at 3. "
        "The other buildings may stand anywhere."
    )

    def judge(self, answer: str) -> Feedback:
        game = self.position.puzzle.game
        facts = [fact for claim in read_claims(answer, game) for fact in claim.facts]
        if not facts:
            return Feedback(Verdict.NOTHING, self.how)
        with engine():
            solver = solver_for(self.position.puzzle.theory)
            given = [*self.position.reasons, *facts]
            fits = solver.example(given)
            against = solver.example(given, Not(self.statement))
            still_for = solver.example(given, self.statement)
        if fits is None:
            return Feedback(Verdict.WRONG, "No town is like that: it contradicts the cards, the board or itself.")
        if against is None:
            scene = town_scene(game, fits[0], "A town as you describe it")
            return Feedback(Verdict.WRONG, "In every town like that the sentence is true, as in this one.", (), scene)
        if still_for is not None:
            scene = town_scene(game, still_for[0], "This town fits your words, too, and in it the sentence is true")
            words = "Your description leaves too much open: some towns like that refute the sentence, others do not."
            return Feedback(Verdict.PARTLY, words, (), scene)
        scene = town_scene(game, against[0], "A town as you describe it")
        return Feedback(Verdict.RIGHT, "It fits, and the sentence is false there: a counterexample.", (), scene)
