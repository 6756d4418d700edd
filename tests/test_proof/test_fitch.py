"""Natural deduction: an independent checker accepts every proof, and objects to every damage."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings

from oldtown_lab.logic.propositions import And, AtMost, Bottom, Implies, Letter, Not, Or
from oldtown_lab.logic.statements import At, InTown, Literal, Mine
from oldtown_lab.proof.facts import at, not_at, not_mine
from oldtown_lab.proof.words.fitch import Cite, FitchLine, FitchProof, fitch
from oldtown_lab.town.clues import MyBuildings

from ..test_logic.small_games import SmallPuzzle, b
from . import sample_steps as samples
from .fitch_checker import objections
from .sample_steps import SAMPLES, Sample, SmallStep, small_steps

WRITTEN = [
    samples.READING,
    samples.ONE_READING,
    samples.LAST_PLOT,
    samples.TWO_PLOTS,
    samples.THREE_PLOTS,
    samples.PARTNER_PLOTS,
    samples.NO_PLOT,
    samples.IN_TOWN_LAST,
    samples.COUNTED_IN,
    samples.ONE_OF_MINE,
    samples.ALL_MINE_KNOWN,
    samples.CONTRADICTION,
]


def proof_of(sample: Sample) -> FitchProof:
    return fitch(sample.theory, sample.reasons, sample.conclusions)


def complaints(sample: Sample, *lines: FitchLine) -> list[str]:
    return objections(sample.theory, sample.reasons, sample.conclusions, FitchProof(lines))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_the_checker_accepts_every_sample(sample: Sample) -> None:
    assert objections(sample.theory, sample.reasons, sample.conclusions, proof_of(sample)) == []


@settings(max_examples=40)
@given(small_steps())
def test_the_checker_accepts_whatever_follows_in_a_small_game(step: SmallStep) -> None:
    proof = fitch(step.theory, step.reasons, step.conclusions)
    assert objections(step.theory, step.reasons, step.conclusions, proof) == []


def idle_lines(proof: FitchProof, conclusions: tuple[Literal, ...]) -> list[FitchLine]:
    cited = {n for line in proof.lines for cite in line.cites for n in (cite if isinstance(cite, tuple) else (cite,))}
    goals = [Letter(fact.atom) if fact.positive else Not(Letter(fact.atom)) for fact in conclusions]
    return [line for line in proof.lines if line.number not in cited and line.formula not in (*goals, Bottom())]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_every_line_is_cited_or_concludes(sample: Sample) -> None:
    assert idle_lines(proof_of(sample), sample.conclusions) == []


def test_what_a_case_does_not_use_is_left_out() -> None:
    """Whoever stands on plot 1 is mine too, but that is not needed to see that the Doc does not stand there."""
    theory = SmallPuzzle(1, 2, ("Bank", "Church", "Doc"), (b(1, 1),), MyBuildings((), 1)).theory
    goals = (not_at("Doc", 1),)
    proof = fitch(theory, {"card:1", "one-building-per-plot:1", not_mine("Doc")}, goals)
    assert idle_lines(proof, goals) == []
    assert Letter(Mine("Bank")) not in [line.formula for line in proof.lines]


@pytest.mark.parametrize("sample", WRITTEN, ids=lambda sample: sample.name)
def test_every_line_is_needed(sample: Sample) -> None:
    lines = proof_of(sample).lines
    for line in lines:
        fewer = tuple(without(lines, line.number))
        assert complaints(sample, *fewer), f"{line} can be spared"


def without(lines: tuple[FitchLine, ...], number: int) -> Iterator[FitchLine]:
    def moved(cite: Cite) -> Cite:
        if isinstance(cite, tuple):
            return cite[0] - (cite[0] > number), cite[1] - (cite[1] > number)
        return cite - (cite > number)

    for line in lines:
        if line.number != number:
            yield replace(line, number=line.number - (line.number > number), cites=tuple(map(moved, line.cites)))


@pytest.mark.parametrize("sample", WRITTEN, ids=lambda sample: sample.name)
def test_a_wrong_rule_is_seen(sample: Sample) -> None:
    lines = proof_of(sample).lines
    rules = [
        "Premise",
        "Reit",
        "∧I",
        "∧E",
        "∨I",
        "∨E",
        "DS",
        "→E",
        "MPT",
        "¬I",
        "IP",
        "¬E",
        "⊥E",
        "Def",
        "PHP",
        "magic",
    ]
    for place, line in enumerate(lines):
        if line.rule != "Assumption":
            for rule in {*rules, "Assumption"} - {line.rule}:
                damaged = (*lines[:place], replace(line, rule=rule), *lines[place + 1 :])
                assert complaints(sample, *damaged), f"{rule} instead of {line}"


@pytest.mark.parametrize("sample", WRITTEN, ids=lambda sample: sample.name)
def test_a_changed_formula_is_seen(sample: Sample) -> None:
    lines = proof_of(sample).lines
    for place, line in enumerate(lines):
        for formula in (Not(line.formula), Letter(At("Bank", 9)), Letter(Mine("Doc")), And((line.formula, Bottom()))):
            damaged = (*lines[:place], replace(line, formula=formula), *lines[place + 1 :])
            assert complaints(sample, *damaged), f"{formula} instead of {line}"


@pytest.mark.parametrize("sample", WRITTEN, ids=lambda sample: sample.name)
def test_a_missing_citation_is_seen(sample: Sample) -> None:
    lines = proof_of(sample).lines
    for place, line in enumerate(lines):
        for cite in line.cites:
            cites = tuple(other for other in line.cites if other != cite)
            damaged = (*lines[:place], replace(line, cites=cites), *lines[place + 1 :])
            assert complaints(sample, *damaged), f"{line} without {cite}"


def test_what_is_closed_cannot_be_cited() -> None:
    sample = samples.TWO_PLOTS
    lines = proof_of(sample).lines
    inside = next(line for line in lines if line.depth == 1 and line.rule == "DS")
    again = FitchLine(len(lines) + 1, 0, inside.formula, "Reit", (inside.number,))
    assert complaints(sample, *lines, again) == [f"line {again.number}: line {inside.number} is out of reach"]
    opened = next(line for line in lines if line.rule == "Assumption")
    again = replace(again, formula=Not(opened.formula), rule="¬I", cites=((opened.number, inside.number),))
    assert "is not its last line" in complaints(sample, *lines, again)[0]
    raised = [replace(line, depth=0) if line.number == inside.number else line for line in lines]
    assert complaints(sample, *raised)


def test_only_the_reasons_of_the_step_are_premises() -> None:
    sample = samples.ONE_READING
    lines = proof_of(sample).lines
    for reason in sample.reasons:
        assert objections(sample.theory, sample.reasons - {reason}, sample.conclusions, FitchProof(lines))
    more = FitchLine(len(lines) + 1, 0, Not(Letter(At("Bank", 1))), "Premise", (), "earlier: Bank not 1")
    assert "no such earlier conclusion" in complaints(sample, *lines, more)[0]
    wrong = replace(more, formula=Letter(At("Saloon", 6)), note="card 4")
    assert "does not say this" in complaints(sample, *lines, wrong)[0]


def test_a_conclusion_that_is_not_reached_is_missed() -> None:
    sample = samples.ONE_READING
    goals = (*sample.conclusions, not_at("Saloon", 2))
    assert objections(sample.theory, sample.reasons, goals, proof_of(sample)) == ["not reached: ¬Saloon@2"]


@pytest.mark.parametrize("sample", [samples.COUNTED_OUT, samples.COUNTED_IN, samples.FOUR_CARDS], ids=lambda s: s.name)
def test_a_pigeonhole_must_count_right(sample: Sample) -> None:
    lines = proof_of(sample).lines
    place, counted = next((place, line) for place, line in enumerate(lines) if line.rule == "PHP")
    claims = [cite for cite in counted.cites if not isinstance(lines[_number(cite) - 1].formula, AtMost)]
    for cite in claims:
        fewer = replace(counted, cites=tuple(other for other in counted.cites if other != cite))
        assert complaints(sample, *lines[:place], fewer, *lines[place + 1 :])


def _number(cite: Cite) -> int:
    assert isinstance(cite, int)
    return cite


def test_the_rules_appear_by_their_names() -> None:
    seen = {line.rule for sample in SAMPLES for line in proof_of(sample).lines}
    assert seen >= {"Premise", "Assumption", "DS", "MPT", "→E", "∧E", "∨E", "¬I", "IP", "¬E", "Def", "PHP"}


def test_the_text_is_a_textbook_proof() -> None:
    sample = samples.TWO_PLOTS
    short = FitchProof(fitch(sample.theory, sample.reasons, sample.conclusions[:1]).lines)
    assert str(short) == EXPECTED
    assert str(FitchLine(3, 1, Bottom(), "∨E", (1, (2, 4)), "").reason) == "∨E  1, 2–4"


def test_formulas_are_written_as_usual() -> None:
    saloon, bank = Letter(At("Saloon", 6)), Letter(InTown("Bank"))
    assert str(Not(And((saloon, Not(saloon))))) == "¬(Saloon@6 ∧ ¬Saloon@6)"
    assert str(Implies(saloon, Or((bank, Not(bank))))) == "Saloon@6 → (Bank in town ∨ ¬(Bank in town))"
    assert str(AtMost(3, (Letter(Mine("Hotel")), Letter(Mine("Doc"))))) == "at most 3 of {Hotel mine, Doc mine}"


def test_a_conclusion_among_the_reasons_is_a_premise() -> None:
    proof = fitch(samples.TAKEN.theory, {at("Bank", 4)}, [Literal(At("Bank", 4))])
    assert [line.rule for line in proof.lines] == ["Premise"]


EXPECTED = """\
 1  │ ¬(Bank@6 ∧ Saloon@6)                         Premise  (rule: one building per plot 6)
 2  │ ¬(Bank@6 ∧ Smith@6)                          Premise  (rule: one building per plot 6)
 3  │ Saloon@6 ∨ Saloon@7 ∨ Saloon@10 ∨ Saloon@11  Premise  (card 4)
 4  │ ¬Saloon@7                                    Premise  (earlier: Saloon not 7)
 5  │ ¬Saloon@11                                   Premise  (earlier: Saloon not 11)
 6  │ Smith@2 ∨ Smith@6 ∨ Smith@10 ∨ Smith@14      Premise  (card 13)
 7  │ ¬Smith@2                                     Premise  (earlier: Smith not 2)
 8  │ ¬Smith@14                                    Premise  (earlier: Smith not 14)
 9  │ ¬(Saloon@10 ∧ Smith@10)                      Premise  (rule: one building per plot 10)
    ├────
10  │ │ Bank@6                                     Assumption
    │ ├────
11  │ │ ¬Saloon@6                                  MPT  1, 10
12  │ │ ¬Smith@6                                   MPT  2, 10
13  │ │ Saloon@10                                  DS  3, 11, 4, 5
14  │ │ Smith@10                                   DS  6, 7, 12, 8
15  │ │ ¬Smith@10                                  MPT  9, 13
16  │ │ ⊥                                          ¬E  14, 15
17  │ ¬Bank@6                                      ¬I  10–16"""
