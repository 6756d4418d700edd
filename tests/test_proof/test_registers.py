"""The engine's own steps in formulas and as Fitch proofs."""

import pytest

from oldtown_lab.errors import UnknownNameError
from oldtown_lab.proof.step import Proof, Step
from oldtown_lab.proof.words.fitch import fitch
from oldtown_lab.proof.words.formal import formal
from oldtown_lab.proof.words.registers import REGISTERS, step_latex
from oldtown_lab.puzzles.examples import examples
from oldtown_lab.puzzles.proofs import explain

from .fitch_checker import objections

SOLO_GAMES = [f"solo-{n}" for n in range(1, 9)]


def samples(proof: Proof, of_each: int = 1) -> list[Step]:
    """Some steps of each technique."""
    seen: dict[str, list[Step]] = {}
    for step in proof.steps:
        seen.setdefault(step.technique.id, []).append(step)
    return [step for steps in seen.values() for step in steps[:of_each]]


@pytest.mark.parametrize("puzzle", SOLO_GAMES)
def test_the_fitch_checker_accepts_the_steps_of_the_solo_games(puzzle: str) -> None:
    proof = explain(puzzle)
    for step in samples(proof):
        written = fitch(proof.theory, step.reasons, step.conclusions)
        assert objections(proof.theory, step.reasons, step.conclusions, written) == [], step.n


@pytest.mark.parametrize("puzzle", ["solo-3", "solo-7"])
def test_the_steps_of_the_solo_games_as_formulas(puzzle: str) -> None:
    proof = explain(puzzle)
    for step in samples(proof):
        written = formal(proof.theory, step.reasons, step.conclusions)
        assert written.latex == step_latex(proof.theory, step)
        assert written.latex.startswith(r"\begin{aligned}")
        assert written.truth_table is None or written.truth_table.proves


@pytest.mark.parametrize("register", REGISTERS)
@pytest.mark.parametrize("example", ["7", "8", "fr-2", "fr-3", "gh-4", "5"])
def test_the_examples_in_all_registers(example: str, register: str) -> None:
    proof = examples()[example].proof
    text = proof.text(register)
    assert text.startswith("1. ")
    assert all(f"{step.n}. {step.technique.name}" in text for step in proof.steps)


def test_there_are_three_registers() -> None:
    with pytest.raises(UnknownNameError, match="allowed: plain, formal or fitch"):
        explain("solo-1").text("french")
