"""One step, three registers: plain words, formulas, a Fitch proof."""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import UnknownNameError
from ...logic.theory import Theory
from ...town.buildings import in_words, shortened
from ..derivation import TooManyCasesError
from ..step import Step
from .plain import PlainWords

REGISTERS = ("plain", "formal", "fitch")

TOO_MANY = "(proved by trying every case; the cases are too many to write down)"


def step_texts(theory: Theory, steps: Iterable[Step], register: str = "plain") -> list[str]:
    """The steps in a student's words, in propositional logic, or as natural-deduction proofs."""
    match register:
        case "plain":
            return list(PlainWords(theory).tell(steps))
        case "formal":
            return [_formal(theory, step) for step in steps]
        case "fitch":
            return [_fitch(theory, step) for step in steps]
    raise UnknownNameError(f'there is no register "{shortened(register)}"; allowed: {in_words(REGISTERS, last="or")}')


def step_latex(theory: Theory, step: Step) -> str:
    """The step in propositional logic, for a page that renders LaTeX."""
    from .formal import formal  # noqa: PLC0415 - loaded when it is asked for, as sympy takes its time

    try:
        return formal(theory, step.reasons, step.conclusions).latex
    except TooManyCasesError:
        return rf"\text{{{TOO_MANY}}}"


def _formal(theory: Theory, step: Step) -> str:
    from .formal import formal  # noqa: PLC0415 - as above

    try:
        written = formal(theory, step.reasons, step.conclusions)
    except TooManyCasesError:
        return TOO_MANY
    return written.text if written.truth_table is None else f"{written.text}\n\n{written.truth_table.text}"


def _fitch(theory: Theory, step: Step) -> str:
    from .fitch import fitch  # noqa: PLC0415 - seldom asked for

    try:
        return str(fitch(theory, step.reasons, step.conclusions))
    except TooManyCasesError:
        return TOO_MANY
