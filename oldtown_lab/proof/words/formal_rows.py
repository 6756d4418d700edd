"""A step in propositional logic, row by row and in pieces, for pages that are narrower than a formula is long.

A page sets each piece as a formula of its own, so that a line can end wherever a piece does. A piece begins with its
connective, as a continued line does in print.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ...logic.theory import Theory
from ..derivation import TooManyCasesError
from ..step import Step
from .formal import FormalPremise, formal
from .truth_table import TruthTable

#: Where a line may end: before a connective or a plus.
LATEX_CONNECTIVE = re.compile(r" (?=(?:\\vee|\\wedge|\\Rightarrow|\+) )")


@dataclass(frozen=True, slots=True)
class FormalRow:
    """One formula: its label, its pieces in LaTeX, the whole as text, and where it comes from."""

    label: str
    parts: tuple[str, ...]
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class FormalRows:
    """All premises and what they entail; ``names`` says whose letters begin how: "Sc" is the School's."""

    premises: tuple[FormalRow, ...]
    conclusion: FormalRow
    names: Mapping[str, str]
    truth_table: TruthTable | None


def step_rows(theory: Theory, step: Step) -> FormalRows | None:
    """The rows of a step; None where its cases are too many to be written down."""
    try:
        written = formal(theory, step.reasons, step.conclusions)
    except TooManyCasesError:
        return None
    premises = tuple(_row(f"P{number}", premise) for number, premise in enumerate(written.premises, start=1))
    return FormalRows(premises, _row("⊢", written.claim), written.names, written.truth_table)


def _row(label: str, formula: FormalPremise) -> FormalRow:
    return FormalRow(label, latex_parts(formula.latex), formula.text, formula.note)


def latex_parts(latex: str) -> tuple[str, ...]:
    """A formula in pieces, each of which is LaTeX by itself. Together they read as the whole does."""
    # Brackets that grow must be closed in the piece in which they are opened; plain ones need not.
    plain = latex.replace(r"\left(", "(").replace(r"\right)", ")")
    first, *others = LATEX_CONNECTIVE.split(plain)
    # An empty group before it, and the connective keeps its distance although nothing stands there.
    return first, *(f"{{}}{part}" for part in others)
