"""Formulas and Fitch proofs for a page: whole, in pieces, and escaped."""

import re
from functools import cache
from html import unescape

import pytest

from oldtown_lab import explain
from oldtown_lab.draw import proof_html
from oldtown_lab.draw.proof_html import MOST_PARTS, fitch_html, formula_html
from oldtown_lab.proof.derivation import TooManyCasesError
from oldtown_lab.proof.step import Proof, Step
from oldtown_lab.proof.words.fitch import fitch
from oldtown_lab.proof.words.registers import TOO_MANY


@cache
def proof() -> Proof:
    return explain("solo-4").pruned()


def words(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize("step", proof().steps, ids=lambda step: f"step {step.n}")
def test_no_formula_is_one_long_piece(step: Step) -> None:
    html = formula_html(step)
    assert "$$" not in html
    assert "aligned" not in html
    pieces = re.findall(r"\\\((.*?)\\\)", unescape(html))
    assert pieces
    assert max(len(piece) for piece in pieces) < 60
    for row in re.findall(r"<tr.*?</tr>", html):
        assert row.count(r"\(") <= MOST_PARTS


def test_a_very_long_formula_is_shown_in_short_and_opens_up() -> None:
    html = formula_html(proof().steps[0])
    shown, opened = re.findall(r"<details><summary[^>]*>… \(6 more\)</summary>(.*?)</details>(.*?)</td>", html)[0]
    assert words(shown) == " + ".join(f"B{n}" for n in range(1, 17)) + " ≤ 1"
    assert "one plot per building Bank" in opened
    assert "B_{1}" in html
    assert r"B_{16} \le 1" in html


@pytest.mark.parametrize("step", proof().steps, ids=lambda step: f"step {step.n}")
def test_a_fitch_proof_has_a_row_for_each_line(step: Step) -> None:
    html = fitch_html(step)
    assert "<pre" not in html
    lines = fitch(proof().theory, step.reasons, step.conclusions).lines
    _, *rows = re.findall(r"<tr>.*?</tr>", html)
    assert len(rows) == len(lines)
    for row, line in zip(rows, lines, strict=True):
        number, formula, reason = re.findall(r"<td.*?</td>", row)
        assert words(number) == str(line.number)
        assert words(formula) == str(line.formula)
        assert words(reason).replace(" ", "").startswith(line.rule.replace(" ", ""))
        assert line.note in words(reason)
        assert formula.count("border-left") == line.depth + 1
        for piece in re.findall(r"nowrap'>(.*?)</span>", formula):
            assert not re.search(r" [∨∧→] ", unescape(piece))


def test_what_cannot_be_written_down_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_many(*_: object) -> object:
        raise TooManyCasesError

    monkeypatch.setattr(proof_html, "fitch", too_many)
    assert words(fitch_html(proof().steps[0])) == TOO_MANY
