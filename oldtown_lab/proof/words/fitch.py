"""Natural deduction: a step as a proof in numbered lines, in the manner of Fitch.

The rules, each from the lines that it cites:

========== =====================================================================================================
Premise    a card, a rule of the town (or an instance of one), or an earlier conclusion; the note says which
Assumption opens a subproof
Reit       a line again
∧I, ∧E     from A, B to A ∧ B; from A ∧ B to A
∨I, ∨E     from A to A ∨ B; from A ∨ B and a subproof from each part to C: C
DS         from A ∨ B ∨ … and what denies some of the parts: the other parts. A ∧ B is denied by ¬A or by ¬B
→E         from A → B and A: B
MPT        from ¬(A ∧ B ∧ …) and all of the parts but one: not that one
¬I, IP     from a subproof from A to ⊥: ¬A; from a subproof from ¬A to ⊥: A
¬E, ⊥E     from A and ¬A: ⊥; from ⊥: anything
Def        what "in town" means: on one of the plots
PHP        the pigeonhole principle: more claims, each for one place, than "at most" lines leave places: ⊥
========== =====================================================================================================
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ...logic.propositions import BOTTOM, Formula, literal_formula
from ...logic.theory import Theory
from ...logic.z3_solver import Reason
from ..derivation import derive, derive_all
from ..facts import Fact
from .fitch_writer import Line, Writer

#: A line, or a subproof from its first to its last line.
Cite = int | tuple[int, int]

WIDEST = 64
"""Formulas longer than this push their rule to the right instead of all the others."""


@dataclass(frozen=True, slots=True)
class FitchLine:
    """One line: ``depth`` is the number of subproofs around it."""

    number: int
    depth: int
    formula: Formula
    rule: str
    cites: tuple[Cite, ...] = ()
    note: str = ""

    @property
    def reason(self) -> str:
        """Rule, cited lines and note as they stand to the right of the formula."""
        cited = ", ".join(f"{cite[0]}–{cite[1]}" if isinstance(cite, tuple) else str(cite) for cite in self.cites)
        return "  ".join(part for part in (self.rule, cited, self.note and f"({self.note})") if part)


@dataclass(frozen=True, slots=True)
class FitchProof:
    """All lines. Every conclusion of the step stands on a line of depth 0."""

    lines: tuple[FitchLine, ...]

    def __str__(self) -> str:
        numbers = len(str(len(self.lines)))
        bars = [_bars(line.depth) + str(line.formula) for line in self.lines]
        width = max((len(bar) for bar in bars if len(bar) <= WIDEST), default=0)
        rows = []
        for index, (line, bar) in enumerate(zip(self.lines, bars, strict=True)):
            if line.rule == "Assumption" and index and self.lines[index - 1].depth >= line.depth:
                rows.append(f"{'':>{numbers}}  {_bars(line.depth - 1)}".rstrip())  # the subproof before ends here
            rows.append(f"{line.number:>{numbers}}  {bar:<{width}}  {line.reason}")
            following = self.lines[index + 1] if index + 1 < len(self.lines) else None
            last_premise = line.rule == "Premise" and (following is None or following.rule != "Premise")
            if last_premise or line.rule == "Assumption":
                rows.append(f"{'':>{numbers}}  {_bars(line.depth)[:-2]}├────")
        return "\n".join(rows)


def _bars(depth: int) -> str:
    return "│ " * (depth + 1)


def fitch(theory: Theory, reasons: Iterable[Reason], conclusions: Iterable[Fact]) -> FitchProof:
    """The proof of all conclusions of a step from its reasons; without conclusions, of a contradiction."""
    given, wanted = frozenset(reasons), tuple(conclusions)
    writer = Writer(given)
    if wanted:
        writer.write(derive_all(theory, given, wanted))
    else:
        writer.write_contradiction(derive(theory, given, None))
    goals = {literal_formula(fact) for fact in wanted} or {BOTTOM}
    return FitchProof(_numbered(_needed(writer.lines, goals)))


def _needed(lines: list[Line], goals: Collection[Formula]) -> list[Line]:
    """Without the lines that lead to no goal."""
    ahead: list[Line | tuple[Line, Line]] = [line for line in lines if line.depth == 0 and line.formula in goals]
    needed: set[int] = set()
    while ahead:
        cited = ahead.pop()
        for line in cited if isinstance(cited, tuple) else (cited,):
            if id(line) not in needed:
                needed.add(id(line))
                ahead += line.cites
    return [line for line in lines if id(line) in needed]


def _numbered(lines: list[Line]) -> tuple[FitchLine, ...]:
    number = {id(line): place for place, line in enumerate(lines, start=1)}

    def cite(cited: Line | tuple[Line, Line]) -> Cite:
        return (number[id(cited[0])], number[id(cited[1])]) if isinstance(cited, tuple) else number[id(cited)]

    return tuple(
        FitchLine(place, line.depth, line.formula, line.rule, tuple(map(cite, line.cites)), line.note)
        for place, line in enumerate(lines, start=1)
    )
