"""A truth table that shows an entailment: wherever all premises are true, the conclusion is true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import sympy
from sympy.logic.boolalg import And, Boolean, Implies, Not, Or

#: Six letters make 64 rows, and nobody reads more.
MOST_LETTERS = 6


@dataclass(frozen=True, slots=True)
class TruthTable:
    """Each row has the values of the letters, of the premises, and of the conclusion."""

    letters: tuple[str, ...]
    latex_letters: tuple[str, ...]
    premises: int
    rows: tuple[tuple[bool, ...], ...]

    @classmethod
    def of(
        cls,
        symbols: Sequence[Boolean],
        letters: Sequence[str],
        latex_letters: Sequence[str],
        premises: Sequence[Boolean],
        conclusion: Boolean,
    ) -> TruthTable:
        rows = []
        for values in product((True, False), repeat=len(symbols)):
            truth = dict(zip(symbols, values, strict=True))
            rows.append((*values, *(_value(premise, truth) for premise in premises), _value(conclusion, truth)))
        return cls(tuple(letters), tuple(latex_letters), len(premises), tuple(rows))

    def all_premises_hold(self, row: tuple[bool, ...]) -> bool:
        return all(row[len(self.letters) : -1])

    @property
    def proves(self) -> bool:
        """Whether the conclusion is true in every row in which all premises are true."""
        return all(row[-1] for row in self.rows if self.all_premises_hold(row))

    @property
    def header(self) -> tuple[str, ...]:
        return (*self.letters, *(f"P{number}" for number in range(1, self.premises + 1)), "C")

    @property
    def text(self) -> str:
        """Columns for a terminal. An arrow marks the rows in which all premises are true."""
        widths = [len(name) for name in self.header]
        lines = ["  ".join(self.header)]
        for row in self.rows:
            cells = (f"{_sign(value):^{width}}" for value, width in zip(row, widths, strict=True))
            lines.append(("  ".join(cells) + ("  ←" if self.all_premises_hold(row) else "")).rstrip())
        return "\n".join(lines)

    @property
    def markdown(self) -> str:
        """A table for a notebook; rows in which all premises are true are bold."""
        lines = [_markdown_row(self.header), _markdown_row(["---"] * len(self.header))]
        for row in self.rows:
            mark = "**" if self.all_premises_hold(row) else ""
            lines.append(_markdown_row([f"{mark}{_sign(value)}{mark}" for value in row]))
        return "\n".join(lines)

    @property
    def latex(self) -> str:
        """An array; rows in which all premises are true are bold."""
        premises = [f"P_{{{number}}}" for number in range(1, self.premises + 1)]
        columns = f"{'c' * len(self.letters)}|{'c' * self.premises}|c"
        lines = [rf"\begin{{array}}{{{columns}}}", " & ".join([*self.latex_letters, *premises, "C"]) + r" \\ \hline"]
        for row in self.rows:
            font = r"\mathbf" if self.all_premises_hold(row) else r"\mathrm"
            lines.append(" & ".join(f"{font}{{{_sign(value)}}}" for value in row) + r" \\")
        return "\n".join([*lines, r"\end{array}"])


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _sign(value: bool) -> str:
    return "T" if value else "F"


def _value(formula: Boolean, truth: Mapping[Boolean, bool]) -> bool:
    if isinstance(formula, Not):
        return not _value(formula.args[0], truth)
    if isinstance(formula, And):
        return all(_value(part, truth) for part in formula.args)
    if isinstance(formula, Or):
        return any(_value(part, truth) for part in formula.args)
    if isinstance(formula, Implies):
        return not _value(formula.args[0], truth) or _value(formula.args[1], truth)
    if formula in (sympy.true, sympy.false):
        return bool(formula == sympy.true)
    return truth[formula]
