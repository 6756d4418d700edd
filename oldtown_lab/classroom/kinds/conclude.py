"""Conclude: what follows from the board and the cards? The answer is one claim or several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...draw.scene import Scene
from ...logic.engine import engine
from ...logic.statements import At, Mine
from ...logic.z3_solver import solver_for
from ...proof.claims import Claim
from ...proof.facts import Fact
from ...puzzles.positions import Position
from ...town.towns import Town
from ..boards import refuting_scene, says, settled_by
from ..feedback import Feedback, Remark, Verdict, worst
from ..written import read_claims
from .base import Question


@dataclass(frozen=True)
class Conclude(Question):
    """``goal``: the facts to be found, of which none is on the board already."""

    position: Position
    goal: tuple[Fact, ...]
    how: ClassVar[str] = (
        "Write what follows, for example Bank not 7, Bank at 8, Bank in {4,8} or Judge left out; "
        "several things with semicolons between them."
    )

    def judge(self, answer: str) -> Feedback:
        position = self.position
        game = position.puzzle.game
        claims = read_claims(answer, game)
        if not claims:
            return Feedback(Verdict.NOTHING, self.how)
        said = [fact for claim in claims for fact in claim.facts]
        remarks: list[Remark] = []
        scene: Scene | None = None
        true: list[Fact] = []
        for claim in claims:
            town = self._refuting_town(claim)
            if town is None:
                true += claim.facts
                remarks.append(self._true(claim))
                continue
            refuted = "it can be otherwise" if isinstance(claim.facts[0].atom, Mine) else "a town that fits refutes it"
            remarks.append(Remark(Verdict.WRONG, f'"{claim.text}" does not follow: {refuted}.'))
            secret = settled_by(fact for fact in self.goal if not says((*position.state, *true), fact, game))
            scene = scene or refuting_scene(position, town, claim, secret)
        missing = [fact for fact in self.goal if not says((*position.state, *said), fact, game)]
        if worst(remarks) is Verdict.WRONG:
            return Feedback(Verdict.WRONG, "Not all of that follows.", tuple(remarks), scene)
        if missing:
            return Feedback(Verdict.PARTLY, self._what_is_missing(missing), tuple(remarks))
        return Feedback(Verdict.RIGHT, "That is all that was asked for.", tuple(remarks))

    def _what_is_missing(self, missing: list[Fact]) -> str:
        """How much is still to be found; not what."""
        if len(missing) == len(self.goal):
            return "That is true, but not what was asked."
        plots = len(missing)
        if all(isinstance(fact.atom, At) and not fact.positive for fact in missing):
            return f"Right so far, but {plots} more {'plot is' if plots == 1 else 'plots are'} to be ruled out."
        return "Right so far, but something is missing."

    def _refuting_town(self, claim: Claim) -> Town | None:
        with engine():
            found = solver_for(self.position.puzzle.theory).example([*self.position.reasons, *claim.denied])
        return None if found is None else found[0]

    def _true(self, claim: Claim) -> Remark:
        game = self.position.puzzle.game
        if all(says(self.position.state, fact, game) for fact in claim.facts):
            return Remark(Verdict.PARTLY, f'"{claim.text}" is on the board already.')
        return Remark(Verdict.RIGHT, f'"{claim.text}" follows.')
