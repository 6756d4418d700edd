"""Proofs of a puzzle, under the names of the commands: explain, why, check, hint; and proofs as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..errors import UnknownNameError
from ..logic.engine import engine
from ..logic.theory import Theory
from ..logic.z3_solver import Reason
from ..proof import questions
from ..proof.claims import parse_claim, parse_state
from ..proof.facts import Fact, fact_json
from ..proof.questions import Check, Hint, Why
from ..proof.search import prove
from ..proof.step import Proof, Step, reason_json
from ..proof.what_if import QUICK, THOROUGH
from ..proof.words.registers import step_latex, step_texts
from ..town.buildings import in_words, shortened
from .catalogue import load_puzzle
from .puzzle import Puzzle


def explain(puzzle: Puzzle | str | Path, state: str = "", smallest: bool = False) -> Proof:
    """The whole proof of a puzzle, from the start or from a board. ``smallest``: no "what if" has cheaper reasons."""
    loaded = _puzzle(puzzle)
    with engine():
        return prove(loaded.theory, parse_state(state, loaded.game), THOROUGH if smallest else QUICK)


def why(puzzle: Puzzle | str | Path, claim: str) -> Why:
    """The steps that lead to a claim such as "Sheriff not 7", or a town that fits all cards and refutes it."""
    loaded = _puzzle(puzzle)
    with engine():
        return questions.why(loaded.theory, parse_claim(claim, loaded.game))


def check(puzzle: Puzzle | str | Path, claim: str, because: Iterable[str] = ()) -> Check:
    """Whether a claim is true, and whether these premises ("card:12", "Bank at 8") are enough to prove it."""
    loaded = _puzzle(puzzle)
    cited = [_cited(loaded, text) for text in because]
    because_of = [reason for reasons in cited for reason in reasons]
    with engine():
        return questions.check(loaded.theory, parse_claim(claim, loaded.game), because_of)


def hint(puzzle: Puzzle | str | Path, state: str = "", level: int = 1) -> Hint:
    """Help for a board ("Bank in {8,12}; Judge left out"): where to look (1), how (2), the whole step (3)."""
    if level not in (1, 2, 3):
        raise UnknownNameError(f"there is no hint of level {shortened(str(level))}; allowed: 1, 2 or 3")
    loaded = _puzzle(puzzle)
    with engine():
        return questions.hint(loaded.theory, parse_state(state, loaded.game), level)


# ------------------------------------------------------------------------------------------------------------- as JSON


def proof_json(puzzle: Puzzle, proof: Proof, register: str = "plain") -> dict[str, Any]:
    """A proof for other programs, with all that is needed to check it."""
    return {
        "puzzle": puzzle.id,
        "given": given_json(puzzle, proof.given),
        "complete": proof.complete,
        "outcome": proof.outcome.value,
        "steps": steps_json(puzzle.theory, proof.steps, register),
    }


def given_json(puzzle: Puzzle, state: Iterable[Fact] = ()) -> dict[str, Any]:
    """What a proof stands on: the cards, for whom they are, and the facts of the board that it starts from."""
    return {
        "game": puzzle.game.id,
        "cards": list(puzzle.cards),
        "for": {str(card): building for card, building in puzzle.for_building.items()},
        "my_buildings": list(puzzle.mine.known) if puzzle.mine.are_known else puzzle.mine.unknown,
        "state": [fact_json(fact) for fact in state],
    }


def steps_json(theory: Theory, steps: Iterable[Step], register: str = "plain") -> list[dict[str, Any]]:
    listed = list(steps)
    texts = step_texts(theory, listed, register)
    found = [_step_json(theory, step, text) for step, text in zip(listed, texts, strict=True)]
    if register == "formal":
        for step, written in zip(listed, found, strict=True):
            written["latex"] = step_latex(theory, step)
    return found


def _step_json(theory: Theory, step: Step, text: str) -> dict[str, Any]:
    conclusions: list[Mapping[str, Any]] = [fact_json(fact) for fact in step.conclusions]
    return {
        "n": step.n,
        "technique": step.technique.id,
        "premises": [reason_json(theory, reason) for reason in step.reasons],
        "conclusions": conclusions or [{"contradiction": True}],
        "text": text,
        "seconds": round(step.seconds, 6),
        "cost": step.cost,
        **({} if step.smallest is None else {"smallest": step.smallest}),
    }


def _puzzle(puzzle: Puzzle | str | Path) -> Puzzle:
    return puzzle if isinstance(puzzle, Puzzle) else load_puzzle(puzzle, solvable=False)


def _cited(puzzle: Puzzle, text: str) -> tuple[Reason, ...]:
    """A premise as one cites it: a card, a rule of the town, or a claim that counts as known."""
    written = text.strip()
    premises = puzzle.theory.premises_by_id
    if written in premises:
        return (written,)
    kind, colon, _ = written.partition(":")
    if colon:
        known = dict.fromkeys(id.partition(":")[0] for id in premises)
        if kind in known:
            allowed = in_words((id.partition(":")[2] for id in premises if id.startswith(f"{kind}:")), last="or")
            raise UnknownNameError(
                f'there is no premise "{shortened(written)}" in this puzzle; allowed for {kind}: {allowed}'
            )
        raise UnknownNameError(
            f'there is no premise "{shortened(written)}"; allowed: {in_words(known, last="or")}, or a claim'
        )
    return parse_claim(written, puzzle.game).facts
