"""Formulas in pieces: nothing is lost or added, and no piece is longer than one letter and its connectives."""

import re

import pytest

from oldtown_lab import explain
from oldtown_lab.proof.words.formal import formal
from oldtown_lab.proof.words.formal_rows import latex_parts, step_rows

CONNECTIVES = re.compile(r"\\vee|\\wedge|\\Rightarrow|\+")


@pytest.mark.parametrize("puzzle", ["solo-1", "solo-4", "solo-7"])
def test_the_pieces_of_every_step_make_up_its_formulas(puzzle: str) -> None:
    proof = explain(puzzle).pruned()
    for step in proof.steps:
        whole = formal(proof.theory, step.reasons, step.conclusions)
        rows = step_rows(proof.theory, step)
        assert rows is not None
        for row, formula in zip((*rows.premises, rows.conclusion), (*whole.premises, whole.claim), strict=True):
            plain = formula.latex.replace(r"\left", "").replace(r"\right", "")
            assert " ".join(row.parts).replace("{}", "") == plain
            assert (row.text, row.source) == (formula.text, formula.note)
            for number, part in enumerate(row.parts):
                assert len(CONNECTIVES.findall(part)) == (1 if number else 0)
                assert part.count("{") == part.count("}")
        assert [row.label for row in rows.premises] == [f"P{n}" for n in range(1, len(rows.premises) + 1)]
        assert rows.truth_table == whole.truth_table
        told = " ".join(whole.legend.values())
        assert sorted(rows.names.values()) == [b for b in proof.theory.game.buildings if f"the {b} " in told]


def test_brackets_that_grow_are_not_torn_apart() -> None:
    assert latex_parts(r"A \Rightarrow \left(B_{1} \vee \neg C\right)") == (
        "A",
        r"{}\Rightarrow (B_{1}",
        r"{}\vee \neg C)",
    )
