"""A step for a page in formulas and as a Fitch proof: tables that fit a narrow panel. All text is escaped here.

Formulas are cut into pieces between which a line may end. Their LaTeX stands between ``\\(`` and ``\\)``: the page
typesets it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape

from ..proof.derivation import TooManyCasesError
from ..proof.step import Step
from ..proof.words.fitch import FitchLine, FitchProof, fitch
from ..proof.words.registers import TOO_MANY

#: Of a formula with more pieces than this only the first and the last ones are shown.
MOST_PARTS = 12
FIRST_PARTS = 8
LAST_PARTS = 2

#: Where a formula that is written as text may be broken: before a connective, and in a list after its commas.
CONNECTIVE = re.compile(r" (?=[∨∧→] )|(?<=,) ")

TABLE = "border-collapse:collapse;width:100%;line-height:1.45;margin:.3em 0"
CELL = "text-align:left;vertical-align:top"
SMALL = "font-size:85%;opacity:.8"
WRAPPED = "white-space:pre-wrap;overflow-wrap:anywhere;margin:.3em 0;line-height:1.4"
SCROLLED = "white-space:pre;overflow-x:auto;margin:.3em 0;line-height:1.4"
#: What MathJax adds for screen readers is invisible, and now and then wider than the formula: nobody must scroll to it.
CLIPPED = "overflow-x:clip"
BAR = "border-left:2px solid;padding-left:.6em"


def formula_html(step: Step) -> str:
    """The premises of a step as numbered formulas, and what they entail."""
    from ..proof.words.formal_rows import step_rows  # noqa: PLC0415 - loaded when asked for: sympy takes its time

    rows = step_rows(step.theory, step)
    if rows is None:
        return f"<p>{escape(TOO_MANY)}</p>"
    table = "".join(_row(row.label, row.parts, row.text, row.source) for row in rows.premises)
    end = rows.conclusion
    table += _row(end.label, end.parts, end.text, "what they entail", "border-top:1px solid")
    texts = [f"{row.label}: {row.text}  ({row.source})" for row in rows.premises] + [f"{end.label} {end.text}"]
    whole = f"<pre style='{WRAPPED}'>{escape(chr(10).join(texts))}</pre>"
    if rows.truth_table is not None:
        whole += f"<pre tabindex='0' style='{SCROLLED}'>{escape(rows.truth_table.text)}</pre>"
    summary = "as text" if rows.truth_table is None else "as text, with its truth table"
    return (
        f"<div style='{CLIPPED}'><table style='{TABLE}'>{table}</table></div>"
        f"<p style='{SMALL};margin:.3em 0'>{_legend(rows.names)}</p>"
        f"<details><summary>{summary}</summary>{whole}</details>"
    )


def _row(label: str, parts: tuple[str, ...], text: str, source: str, edge: str = "") -> str:
    shown = [_math(part) for part in parts]
    more = ""
    if len(parts) > MOST_PARTS:
        hidden = len(parts) - FIRST_PARTS - LAST_PARTS
        shown[FIRST_PARTS:-LAST_PARTS] = [" … "]
        more = (
            f"<details><summary style='{SMALL}'>… ({hidden} more)</summary>"
            f"<span style='overflow-wrap:anywhere;font-size:90%'>{escape(text)}</span></details>"
        )
    return (
        f"<tr style='{edge}'><th scope='row' style='{CELL};font-weight:normal;padding:.15em .7em .15em 0'>"
        f"{escape(label)}</th><td style='{CELL};padding:.15em 0'>{'<wbr>'.join(shown)}{more}"
        f"<div style='{SMALL}'>{escape(source)}</div></td></tr>"
    )


def _math(latex: str) -> str:
    return rf"<span style='white-space:nowrap'>\({escape(latex)}\)</span>"


def _legend(names: Mapping[str, str]) -> str:
    letters = ", ".join(f"<b>{escape(name)}</b> {escape(building)}" for name, building in names.items())
    name, building = next(iter(names.items()), ("", ""))
    example = f"; {escape(name)}<sub>4</sub>: the {escape(building)} stands on plot 4" if name else ""
    return f"Letters: {letters}{example}."


# --------------------------------------------------------------------------------------------------------------- Fitch


def fitch_html(step: Step) -> str:
    """The step as a natural-deduction proof: line number, formula behind the bars of its subproofs, rule."""
    try:
        proof = fitch(step.theory, step.reasons, step.conclusions)
    except TooManyCasesError:
        return f"<p>{escape(TOO_MANY)}</p>"
    heads = "".join(
        f"<th scope='col' style='{CELL};{SMALL};font-weight:normal;padding:0 0 0 {indent}'>{head}</th>"
        for head, indent in (("line", "0"), ("formula", ".8em"), ("rule", "1em"))
    )
    return f"<table style='{TABLE}'><tr>{heads}</tr>{''.join(_fitch_rows(proof))}</table>"


def _fitch_rows(proof: FitchProof) -> Iterator[str]:
    before: FitchLine | None = None
    for line, following in zip(proof.lines, (*proof.lines[1:], None), strict=True):
        opens = line.rule == "Assumption"
        ends = line.rule == "Premise" and (following is None or following.rule != "Premise")
        # A gap in its own bar tells a subproof from the one that ended on the line before.
        gap = opens and before is not None and before.depth >= line.depth
        cited = ", ".join(f"{cite[0]}–{cite[1]}" if isinstance(cite, tuple) else str(cite) for cite in line.cites)
        note = f"<div style='{SMALL}'>{escape(line.note)}</div>" if line.note else ""
        yield (
            f"<tr><td style='{CELL};padding:0 .7em 0 0;text-align:right;opacity:.8'>{line.number}</td>"
            f"<td style='{CELL};padding:0;height:1px'>{_behind_bars(line, opens or ends, gap)}</td>"
            f"<td style='{CELL};padding:0 0 0 .8em;width:40%'>"
            f"<span style='white-space:nowrap'>{escape(line.rule)}</span> {escape(cited)}{note}</td></tr>"
        )
        before = line


def _behind_bars(line: FitchLine, underlined: bool, gap: bool) -> str:
    """A formula with a bar for each subproof around it; the bars of rows that follow each other meet."""
    shown = " ".join(
        f"<span style='white-space:nowrap'>{escape(part)}</span>" for part in CONNECTIVE.split(str(line.formula))
    )
    if underlined:
        shown += "<div style='border-bottom:1px solid;width:3em;margin-left:-.6em'></div>"
    for level in range(line.depth + 1):
        above = ";margin-top:.35em" if gap and level == 0 else ""
        height = "calc(100% - .35em)" if above else "100%"
        shown = f"<div style='{BAR};box-sizing:border-box;height:{height}{above}'>{shown}</div>"
    return shown
