"""Derivations: every link follows, the ends are contradictions, and the usual steps come out as one would say them."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from oldtown_lab.logic.statements import Literal
from oldtown_lab.logic.theory import Theory
from oldtown_lab.logic.z3_solver import Reason
from oldtown_lab.proof.derivation import (
    DEFINITION,
    EITHER_WAY,
    KNOWN,
    OPPOSITES,
    TOO_MANY_BUILDINGS,
    TOO_MANY_CARDS,
    TOO_MANY_PLOTS,
    Branch,
    Clash,
    Derivation,
    Forced,
    Pigeonhole,
    Reached,
    Split,
    derive,
    derive_all,
)
from oldtown_lab.proof.facts import at, in_town, left_out, mine, not_at, not_mine, opposite
from oldtown_lab.proof.judge import Judge
from oldtown_lab.town.clues import MyBuildings

from ..test_logic.small_games import SmallPuzzle, b
from . import sample_steps as samples
from .sample_steps import SAMPLES, Sample, SmallStep, small_steps


def premises(*ids: str) -> list[str]:
    return [id for id in ids if id and id != DEFINITION]


class Referee:
    """Asks Z3 about every link, with nothing but what the link itself names."""

    def __init__(self, theory: Theory, reasons: frozenset[Reason]) -> None:
        self.judge = Judge(theory)
        self.reasons = reasons

    def check(self, derivation: Derivation, known: frozenset[Literal]) -> None:
        branch = derivation.branch
        if derivation.direct:
            assert derivation.goal is not None
            assert branch.assumption == ()
            assert branch.end == Reached(derivation.goal)
        else:
            assert branch.assumption == (() if derivation.goal is None else (opposite(derivation.goal),))
        self.follow(branch, known)

    def follow(self, branch: Branch, known: frozenset[Literal]) -> None:
        known |= set(branch.assumption)
        for forced in branch.forced:
            self.used(known, forced.because, *premises(forced.by, forced.rule))
            assert not self.judge.possible(
                [*premises(forced.by, forced.rule), *forced.because, opposite(forced.literal)]
            )
            known |= {forced.literal}
        match branch.end:
            case Reached(literal):
                assert literal in known
            case Clash(by, because):
                if by == OPPOSITES:
                    assert because[0] == opposite(because[1])
                self.used(known, because, *premises(*([by] if by != OPPOSITES else [])))
                assert not self.judge.possible([*premises(*([by] if by != OPPOSITES else [])), *because])
            case Pigeonhole(by=by, because=because, claimants=claimants, room=room):
                self.used(known, because, *by)
                assert len(claimants) > room
                assert not self.judge.possible([*by, *because])
                for claimant in claimants:
                    self.one_of(claimant.by, claimant.because, claimant.terms)
            case Split(by, because, cases):
                self.used(known, because, *premises(*([by] if by != EITHER_WAY else [])))
                self.one_of(by, because, tuple(case.assumption for case in cases))
                for case in cases:
                    assert stands_on(Branch((), case.forced, case.end)) & set(case.assumption), "a case for nothing"
                    self.follow(case, known)

    def used(self, known: frozenset[Literal], because: tuple[Literal, ...], *ids: str) -> None:
        assert set(because) <= known
        assert set(ids) <= self.reasons

    def one_of(self, by: str, because: tuple[Literal, ...], terms: tuple[tuple[Literal, ...], ...]) -> None:
        """No way to make the premise true and each term false, whichever part of it one denies."""
        reasons = [*premises(*([by] if by not in (EITHER_WAY, KNOWN) else [])), *because]
        longest = max(map(len, terms))
        for place in range(longest):
            assert not self.judge.possible([*reasons, *(opposite(term[min(place, len(term) - 1)]) for term in terms)])


def check_step(theory: Theory, reasons: frozenset[Reason], conclusions: tuple[Literal, ...]) -> None:
    referee = Referee(theory, reasons)
    facts = frozenset(reason for reason in reasons if isinstance(reason, Literal))
    for goal in conclusions or (None,):
        derivation = derive(theory, reasons, goal)
        assert derivation.goal == goal
        referee.check(derivation, facts)
    together = derive_all(theory, reasons, conclusions)
    assert [derivation.goal for derivation in together] == list(conclusions)
    waiting, known = list(together), facts
    while waiting:  # one after the other, each on what was reached before it
        ready = [d for d in waiting if stands_on(d.branch) <= known]
        assert ready
        for derivation in ready:
            referee.check(derivation, known)
            waiting.remove(derivation)
        known |= {derivation.goal for derivation in ready if derivation.goal is not None}


def stands_on(branch: Branch) -> frozenset[Literal]:
    """What a branch takes as known."""
    needed: set[Literal] = set()
    own: set[Literal] = set(branch.assumption)
    for forced in branch.forced:
        needed |= set(forced.because) - own
        own.add(forced.literal)
    match branch.end:
        case Clash() | Split() | Pigeonhole():
            needed |= set(branch.end.because) - own
        case Reached(literal) if literal not in own:
            needed.add(literal)
    if isinstance(branch.end, Split):
        for case in branch.end.cases:
            needed |= stands_on(case) - own
    return frozenset(needed)


def every_branch(branch: Branch) -> Iterator[Branch]:
    yield branch
    if isinstance(branch.end, Split):
        for case in branch.end.cases:
            yield from every_branch(case)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_every_link_of_a_sample_follows(sample: Sample) -> None:
    check_step(sample.theory, sample.reasons, sample.conclusions)


@settings(max_examples=150)
@given(small_steps())
def test_whatever_follows_in_a_small_game_is_derived(step: SmallStep) -> None:
    check_step(step.theory, step.reasons, step.conclusions)


def first(sample: Sample, place: int = 0) -> Derivation:
    return derive(sample.theory, sample.reasons, sample.conclusions[place] if sample.conclusions else None)


def test_a_card_is_read_directly() -> None:
    derivation = first(samples.READING)
    assert derivation.direct
    (forced,) = derivation.branch.forced
    assert (forced.literal, forced.by, forced.because) == (not_at("Saloon", 1), "card:4", ())
    assert forced.rule == "one-plot-per-building:Saloon"
    assert forced.left == tuple((at("Saloon", plot),) for plot in (6, 7, 10, 11))
    assert first(samples.READING, -1).branch.forced[0].rule == DEFINITION


def test_what_in_town_means_is_used_both_ways() -> None:
    assert first(samples.LEFT_OUT).branch.forced == (
        Forced(
            not_at("Bank", 3), DEFINITION, (left_out("Bank"),), "", first(samples.LEFT_OUT).branch.forced[0].instance
        ),
    )
    assert first(samples.NO_PLOT).branch.forced[0].literal == left_out("Bank")
    assert first(samples.IN_TOWN_LAST).branch.forced[-1].literal == at("Bank", 1)
    assert first(samples.LAST_PLOT, 1).branch.forced[-1].literal == in_town("Printer's")


def test_a_term_that_is_out_excludes_nobody() -> None:
    """One of mine stands on plot 1, the Doc is not mine: so it is somebody else, and the Doc does not stand there."""
    theory = SmallPuzzle(1, 2, ("Bank", "Church", "Doc"), (b(1, 1),), MyBuildings((), 1)).theory
    reasons: frozenset[Reason] = frozenset({"card:1", "one-building-per-plot:1", not_mine("Doc")})
    check_step(theory, reasons, (not_at("Doc", 1),))
    (forced,) = derive(theory, reasons, not_at("Doc", 1)).branch.forced
    assert forced.because == (not_mine("Doc"),)
    assert forced.left == ((at("Bank", 1), mine("Bank")), (at("Church", 1), mine("Church")))


def test_two_plots_is_a_short_chain() -> None:
    derivation = first(samples.TWO_PLOTS)
    assert not derivation.direct
    assert derivation.placements == 2
    assert [forced.literal for forced in derivation.branch.forced] == [
        not_at("Saloon", 6),
        not_at("Smith", 6),
        at("Saloon", 10),
        at("Smith", 10),
    ]
    assert isinstance(derivation.branch.end, Clash)
    assert derivation.branch.end.by == "one-building-per-plot:10"


@pytest.mark.parametrize(
    ("sample", "kind", "claimants", "room"),
    [
        (samples.COUNTED_OUT, TOO_MANY_BUILDINGS, 17, 16),
        (samples.COUNTED_IN, TOO_MANY_PLOTS, 16, 15),
        (samples.THREE_PLOTS, TOO_MANY_BUILDINGS, 3, 2),
        (samples.COUNTED_MINE, TOO_MANY_CARDS, 4, 3),
        (samples.FOUR_CARDS, TOO_MANY_CARDS, 4, 3),
    ],
    ids=lambda value: value.name if isinstance(value, Sample) else "",
)
def test_counting_ends_in_a_pigeonhole(sample: Sample, kind: str, claimants: int, room: int) -> None:
    end = first(sample).branch.end
    assert isinstance(end, Pigeonhole)
    assert (end.kind, len(end.claimants), end.room) == (kind, claimants, room)


def test_what_follows_from_another_goal_is_taken_from_it() -> None:
    sample = samples.COUNTED_OUT
    not_there = derive_all(sample.theory, sample.reasons, sample.conclusions)[2]
    assert not_there.direct
    assert not_there.branch.forced[0].because == (sample.conclusions[0],)


def test_cases_are_few_and_either_way_needs_no_premise() -> None:
    end = first(samples.CASES).branch.end
    assert isinstance(end, Split)
    assert (end.by, len(end.cases)) == ("card:22", 8)
    ends = [branch.end for branch in every_branch(first(samples.EITHER_WAY).branch)]
    assert any(isinstance(end, Split) and end.by == EITHER_WAY for end in ends)


def test_placements_count_the_longest_case() -> None:
    forced = Forced(at("Bank", 1), "card:1", ())
    clash = Clash("card:1", ())
    cases = (Branch((), (forced,), clash), Branch((), (forced, forced), clash), Branch((), (), clash))
    assert Branch((), (forced,), Split("card:1", (), cases)).placements == 3


def test_reasons_that_contradict_each_other_need_no_goal() -> None:
    assert first(samples.CONTRADICTION).branch.end == Clash(
        "card:4", tuple(not_at("Saloon", p) for p in (6, 7, 10, 11)), first(samples.CONTRADICTION).branch.end.instance
    )  # type: ignore[union-attr]
    end = first(samples.OPPOSITES).branch.end
    assert isinstance(end, Clash)
    assert end.by == OPPOSITES


@pytest.mark.parametrize("goal", [not_at("Saloon", 6), at("Bank", 4), None])
def test_what_does_not_follow_is_refused(goal: Literal | None) -> None:
    with pytest.raises(ValueError, match="do not prove"):
        derive(samples.READING.theory, samples.READING.reasons, goal)


def test_the_same_step_has_the_same_derivation_in_every_run() -> None:
    """Sets of names have another order in every run of Python."""
    code = (
        "import sys; sys.path.insert(0, '.')\n"
        "from oldtown_lab import load_puzzle\n"
        "from oldtown_lab.proof.derivation import derive\n"
        "from oldtown_lab.proof.facts import not_mine, at\n"
        "b = load_puzzle('solo-8').theory\n"
        "names = set(b.game.buildings) - {'Bank', 'Barber', \"Printer's\", 'Prison'}\n"
        "why = {'card:19', 'card:20', 'card:22', 'card:31', 'my-buildings:3', at('Drugstore', 7)}\n"
        "why |= {at('Undertaker', 15)}\n"
        "why |= {f'one-plot-per-building:{n}' for n in names} | {not_mine(n) for n in set(b.game.buildings) - names}\n"
        "print(derive(b, why, not_mine('Saloon')))\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(runs) == 1
    assert "Saloon" in runs.pop()
