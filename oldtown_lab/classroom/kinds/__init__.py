"""The kinds of exercises, one module each: what is asked, and how an answer is judged. The engine judges, not a key."""

from __future__ import annotations

from .base import Question
from .choice import Choice, Option
from .conclude import Conclude
from .counterexample import Counterexample
from .deal import Deal
from .formula import FormulaQuestion
from .number import Number
from .reasons import Reasons

__all__ = [
    "Choice",
    "Conclude",
    "Counterexample",
    "Deal",
    "FormulaQuestion",
    "Number",
    "Option",
    "Question",
    "Reasons",
]
