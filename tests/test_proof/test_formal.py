"""Steps in propositional logic: sympy agrees that they follow, truth tables show it, and the LaTeX is sound."""

import re
import subprocess
import sys
from itertools import product

import pytest
import sympy
import z3
from hypothesis import given, settings
from sympy.logic.boolalg import Boolean
from sympy.logic.inference import satisfiable

from oldtown_lab.logic.z3_solver import Reason
from oldtown_lab.proof.facts import Fact, not_at
from oldtown_lab.proof.words.formal import Formal, formal
from oldtown_lab.proof.words.truth_table import MOST_LETTERS

from . import sample_steps as samples
from .sample_steps import SAMPLES, Sample, SmallStep, small_steps

SMALL = 8
"""So many letters sympy can ask about in a moment; it writes everything as a conjunction of disjunctions first."""


def formal_of(sample: Sample) -> Formal:
    return formal(sample.theory, sample.reasons, sample.conclusions)


def assert_sound(step: Formal, reasons: frozenset[Reason]) -> None:
    for left, right in ("{}", "()"):
        assert step.latex.count(left) == step.latex.count(right)
        assert step.text.count(left) == step.text.count(right)
    assert step.latex.count(r"\left") == step.latex.count(r"\right")
    assert "'" not in step.latex
    assert not re.search(r"_(?!\{)", step.latex), "an index without braces"
    assert "@" not in step.latex + step.text
    assert len(step.premises) <= len(reasons) + 1  # and what "in town" means
    assert len(set(step.legend.values())) == len(step.legend)
    assert set(re.findall(r"[A-Z][a-z]*(?:\d+|-town|-mine)", step.text.split("(earlier")[0])) <= {
        *step.legend,
        *_numbers(step),
    }


def _numbers(step: Formal) -> set[str]:
    """P1, P2 and so on are names of premises; a building with the letter P could look the same in the text."""
    return {f"P{number}" for number in range(1, len(step.premises) + 1)}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_every_sample_is_sound(sample: Sample) -> None:
    assert_sound(formal_of(sample), sample.reasons)


@settings(max_examples=100)
@given(small_steps())
def test_sympy_agrees_that_a_small_step_follows(step: SmallStep) -> None:
    result = formal(step.theory, step.reasons, step.conclusions)
    assert_sound(result, step.reasons)
    assert_follows(result)


@pytest.mark.parametrize(
    "sample",
    [
        samples.READING,
        samples.PARTNER_READING,
        samples.TAKEN,
        samples.LAST_PLOT,
        samples.LAST_BUILDING,
        samples.NO_PLOT,
        samples.IN_TOWN_LAST,
        samples.LEFT_OUT,
        samples.TWO_PLOTS,
        samples.THREE_PLOTS,
        samples.PARTNER_PLOTS,
        samples.ONE_OF_MINE,
        samples.ALL_MINE_KNOWN,
        samples.NOBODY_ELSE,
        samples.CONTRADICTION,
        samples.OPPOSITES,
    ],
    ids=lambda sample: sample.name,
)
def test_sympy_agrees_that_a_sample_follows(sample: Sample) -> None:
    assert_follows(formal_of(sample))


def assert_follows(step: Formal) -> None:
    premises = [premise.expression for premise in step.premises if premise.expression is not None]
    if len(premises) == len(step.premises):
        if len(step.legend) <= SMALL:
            assert satisfiable(sympy.And(*premises, ~step.conclusion)) is False
        solver = z3.Solver()
        solver.add(*map(in_z3, premises), z3.Not(in_z3(step.conclusion)))
        assert solver.check() == z3.unsat
        if step.truth_table is not None:
            assert_shown(step)
    else:
        assert step.truth_table is None


def in_z3(formula: Boolean) -> z3.BoolRef:
    signs = {"And": z3.And, "Or": z3.Or, "Not": z3.Not, "Implies": z3.Implies}
    sign = signs.get(type(formula).__name__)
    if sign is not None:
        return sign(*map(in_z3, formula.args))
    return z3.BoolVal(formula == sympy.true) if formula in (sympy.true, sympy.false) else z3.Bool(str(formula))


def assert_shown(step: Formal) -> None:
    """The table has every row, its values are sympy's, and it shows the entailment."""
    table = step.truth_table
    assert table is not None
    assert len(table.letters) <= MOST_LETTERS
    assert [row[: len(table.letters)] for row in table.rows] == list(product((True, False), repeat=len(table.letters)))
    assert len(table.rows) <= 64
    assert table.proves
    assert all(row[-1] for row in table.rows if all(row[len(table.letters) : -1]))
    expressions = [*(premise.expression for premise in step.premises), step.conclusion]
    symbols = sorted(
        {atom for expression in expressions for atom in sympy.sympify(expression).atoms(sympy.Symbol)},
        key=_letter_order,
    )
    assert len(symbols) == len(table.letters)
    for row in table.rows[:: max(1, len(table.rows) // 8)]:
        values = dict(zip(symbols, row, strict=False))
        assert [bool(sympy.sympify(e).subs(values)) for e in expressions] == list(row[len(symbols) :])


def _letter_order(letter: sympy.Symbol) -> tuple[str, int]:
    name = str(letter)
    if "@" in name:
        building, plot = name.split("@")
        return building, int(plot)
    return name.removesuffix(" is in town").removesuffix(" is mine"), 1000 + name.endswith("mine")


def test_a_reading_in_letters() -> None:
    step = formal_of(samples.ONE_READING)
    assert step.text.splitlines() == [
        "P1: S6 ∨ S7 ∨ S10 ∨ S11  (card 4)",
        "P2: ¬(S1 ∧ S6) ∧ ¬(S1 ∧ S7) ∧ ¬(S1 ∧ S10) ∧ ¬(S1 ∧ S11)  (rule: one plot per building Saloon)",
        "P1, P2 ⊢ ¬S1",
    ]
    assert step.legend["S6"] == "the Saloon stands on plot 6"
    assert r"S_{6} \vee S_{7} \vee S_{10} \vee S_{11} && \text{card 4}" in step.latex
    assert step.latex.splitlines()[-2] == r"P_{1}, P_{2} &\vdash \neg S_{1}"


def test_names_that_begin_alike_stay_apart() -> None:
    step = formal_of(samples.LAST_PLOT)
    assert {"Prin10", "Pris10", "Prin-town"} <= set(step.legend)
    assert r"\mathrm{Prin}_{10}" in step.latex
    assert "Printer’s not 11" in step.latex


def test_counting_is_a_sum_and_never_a_long_formula() -> None:
    step = formal_of(samples.FOUR_CARDS)
    sums = [premise for premise in step.premises if premise.note == "rule: my buildings 3"]
    assert sums[0].text.endswith("≤ 3")
    assert sums[0].latex.endswith(r"\le 3")
    assert sums[0].expression is None
    assert step.truth_table is None
    rule = next(p for p in formal_of(samples.ALL_MINE_KNOWN).premises if p.note == "rule: my buildings 3")
    assert rule.text.startswith("¬(")


def test_many_plots_in_a_row_are_written_short() -> None:
    step = formal_of(samples.COUNTED_OUT)
    assert r"\mathrm{Ban}_{\mathrm{town}} \Rightarrow \bigvee_{p=1}^{16} \mathrm{Ban}_{p}" in step.latex
    assert "Ban-town → (Ban1 ∨ … ∨ Ban16)" in step.text


def test_a_truth_table_in_three_forms() -> None:
    table = formal_of(samples.PARTNER_PLOTS).truth_table
    assert table is not None
    assert table.header == ("D6", "H7", "P1", "P2", "C")
    assert table.text.splitlines() == [
        "D6  H7  P1  P2  C",
        "T   T   T   F   F",
        "T   F   F   T   F",
        "F   T   T   F   T",
        "F   F   T   T   T  ←",
    ]
    assert table.markdown.splitlines()[-1] == "| **F** | **F** | **T** | **T** | **T** |"
    assert table.latex.splitlines()[1] == r"D_{6} & H_{7} & P_{1} & P_{2} & C \\ \hline"
    assert table.latex.count("{") == table.latex.count("}")


def test_a_table_that_proves_nothing_says_so() -> None:
    table = formal_of(samples.PARTNER_PLOTS).truth_table
    assert table is not None
    false = type(table)(table.letters, table.latex_letters, table.premises, ((False, False, True, True, False),))
    assert not false.proves


def test_more_than_six_letters_have_no_table() -> None:
    goals: tuple[Fact, ...] = tuple(not_at("Saloon", plot) for plot in (1, 2, 3))
    assert formal(samples.READING.theory, samples.READING.reasons, goals[:2]).truth_table is not None
    assert formal(samples.READING.theory, samples.READING.reasons, goals).truth_table is None


def test_natural_deduction_does_without_sympy() -> None:
    code = "import sys, oldtown_lab.proof.words.fitch, oldtown_lab.proof.derivation; print('sympy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
