"""Steps to derive and to write down: some of every kind from the solo games, and small ones at random."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property

from hypothesis import assume
from hypothesis import strategies as st

from oldtown_lab import load_puzzle
from oldtown_lab.logic.statements import Literal
from oldtown_lab.logic.theory import Theory
from oldtown_lab.logic.z3_solver import Reason, TheorySolver, solver_for
from oldtown_lab.proof.facts import at, in_town, left_out, mine, not_at, not_mine, opposite
from oldtown_lab.proof.judge import atoms_of

from ..test_logic.small_games import small_puzzles

PLOTS = range(1, 17)
BUILDINGS = load_puzzle("solo-1").theory.game.buildings
_KINDS = {"in town": in_town, "left out": left_out, "mine": mine, "not mine": not_mine}


def fact(words: str) -> Literal:
    """ "Sheriff not 7", "Bank at 12", "Bank in town", "Judge left out", "Hotel mine", "Hotel not mine"."""
    if place := re.fullmatch(r"(.+) (at|not) (\d+)", words):
        return (at if place[2] == "at" else not_at)(place[1], int(place[3]))
    name, kind = next((words.removesuffix(f" {k}"), k) for k in ("not mine", *_KINDS) if words.endswith(f" {k}"))
    return _KINDS[kind](name)


def nots(building: str, *plots: int) -> str:
    return ", ".join(f"{building} not {plot}" for plot in plots)


def only(rule: str, names: object) -> str:
    return ", ".join(f"{rule}:{name}" for name in names)  # type: ignore[attr-defined]


@cache
def theory_of(puzzle: str) -> Theory:
    return load_puzzle(puzzle).theory


@dataclass(frozen=True)
class Sample:
    """A step as one writes it: reasons and conclusions, with commas between."""

    name: str
    puzzle: str
    why: str
    what: str

    @property
    def theory(self) -> Theory:
        return theory_of(self.puzzle)

    @cached_property
    def reasons(self) -> frozenset[Reason]:
        return frozenset(words if ":" in words else fact(words) for words in self.why.split(", "))

    @cached_property
    def conclusions(self) -> tuple[Literal, ...]:
        return tuple(map(fact, self.what.split(", "))) if self.what else ()


_ALL_ONE_PLOT = "one-plot-per-building"
_ONCE = only(_ALL_ONE_PLOT, (b for b in BUILDINGS if b not in ("Bank", "Barber", "Printer's", "Prison")))
READING = Sample(
    "reading a card", "solo-1", "card:4, one-plot-per-building:Saloon", nots("Saloon", 1, 2, 3, 4) + ", Saloon in town"
)
ONE_READING = Sample("one reading", "solo-1", "card:4, one-plot-per-building:Saloon", "Saloon not 1")
PARTNER_READING = Sample(
    "reading the partner", "solo-1", "card:29, one-plot-per-building:Hotel", "Hotel not 1, Hotel not 2"
)
TAKEN = Sample("taken plot", "solo-1", "Saloon at 6, one-building-per-plot:6", "Bank not 6, Stage Coach Office not 6")
LAST_PLOT = Sample(
    "last plot",
    "solo-1",
    f"card:7, Prison at 10, one-building-per-plot:10, {nots(BUILDINGS[9], 11, 13)}",
    "Printer's at 16, Printer's in town",
)
LAST_BUILDING = Sample(
    "last building", "solo-1", f"plot-filled:6, {', '.join(f'{b} not 6' for b in BUILDINGS[1:])}", "Bank at 6"
)
NO_PLOT = Sample("no plot left", "solo-1", nots("Bank", *PLOTS), "Bank left out")
IN_TOWN_LAST = Sample("in town", "solo-1", f"Bank in town, {nots('Bank', *range(2, 17))}", "Bank at 1")
LEFT_OUT = Sample("left out", "solo-1", "Bank left out", "Bank not 3, Bank not 16")
COUNTED_OUT = Sample(
    "counting the left-out",
    "solo-1",
    ", ".join([*(f"{b} in town" for b in BUILDINGS[:16]), only("one-building-per-plot", PLOTS)]),
    f"{BUILDINGS[16]} left out, {BUILDINGS[17]} left out, {BUILDINGS[16]} not 3",
)
COUNTED_IN = Sample(
    "counting those in town",
    "solo-1",
    ", ".join(
        [
            only("plot-filled", PLOTS),
            only(_ALL_ONE_PLOT, BUILDINGS[:15]),
            f"{BUILDINGS[16]} left out",
            f"{BUILDINGS[17]} left out",
        ]
    ),
    f"{BUILDINGS[15]} in town",
)
TWO_PLOTS = Sample(
    "two plots",
    "solo-1",
    "card:4, card:13, one-building-per-plot:6, one-building-per-plot:10, "
    f"{nots('Saloon', 7, 11)}, {nots('Smith', 2, 14)}",
    "Bank not 6, Barber not 10",
)
THREE_PLOTS = Sample(
    "three plots",
    "solo-1",
    "card:2, card:4, card:13, one-building-per-plot:2, one-building-per-plot:6, one-building-per-plot:10, "
    f"{nots('Saloon', 7, 11)}, Smith not 14, Barber not 9",
    "Bank not 2",
)
TWO_BUILDINGS = Sample(
    "two buildings",
    "solo-1",
    ", ".join(
        [
            "plot-filled:1, plot-filled:2, one-plot-per-building:Smith, one-plot-per-building:School, "
            "card:3, one-plot-per-building:Bank",
            *(nots(b, 1, 2) for b in BUILDINGS if b not in ("Smith", "School", "Bank")),
        ]
    ),
    "Smith not 6, School in town",
)
PARTNER_PLOTS = Sample("partner plots", "solo-1", "card:31, Hotel not 7", "Drugstore not 6")
ONE_OF_MINE = Sample(
    "one of mine",
    "solo-3",
    "card:3, card:19, one-plot-per-building:Bank, one-plot-per-building:Saloon",
    "Saloon in town, Saloon not 1",
)
COUNTED_MINE = Sample(
    "counting mine",
    "solo-7",
    "card:20, card:29, card:33, my-buildings:3, "
    f"{only('one-building-per-plot', (3, 4, 7, 8, 12, 15))}, Drugstore at 3, Judge at 4, Saloon at 7, Stable at 8, "
    "Casino at 12, Hotel at 15, Bank at 16",
    "Church not mine, Doc not mine",
)
ALL_MINE_KNOWN = Sample(
    "all of mine are known",
    "solo-7",
    "my-buildings:3, Bank mine, Hotel mine, Judge mine",
    "Doc not mine, Church not mine",
)
NOBODY_ELSE = Sample(
    "nobody else is left",
    "solo-7",
    ", ".join(["my-buildings:3", *(f"{b} not mine" for b in BUILDINGS[3:])]),
    f"{BUILDINGS[0]} mine, {BUILDINGS[2]} mine",
)
FOUR_CARDS = Sample(
    "four cards for three of mine",
    "solo-8",
    "card:19, card:20, card:28, card:31, my-buildings:3, one-building-per-plot:15, "
    "Printer's left out, Prison left out, "
    f"{only(_ALL_ONE_PLOT, (b for b in BUILDINGS if b not in (BUILDINGS[9], 'Prison')))}, "
    f"{nots('Undertaker', 2, 3, 6, 7, 10, 11)}, {nots('Hotel', 5, 7)}, {nots('Bank', 10, 13)}",
    "Drugstore not 15",
)
CASES = Sample(
    "cases",
    "solo-8",
    f"card:19, card:20, card:22, card:31, my-buildings:3, {_ONCE}, Bank not mine, Barber not mine, Printer's not mine, "
    "Prison not mine, Drugstore at 7, Undertaker at 15",
    "Saloon not mine",
)
EITHER_WAY = Sample(
    "either way",
    "solo-8",
    "card:19, card:20, card:27, card:31, my-buildings:3, Bank not mine, Printer's not mine, Prison not mine, "
    "Drugstore at 7, Undertaker at 15, "
    + only(_ALL_ONE_PLOT, (b for b in BUILDINGS if b not in ("Bank", "Printer's", "Prison", "Undertaker"))),
    "Barber not mine",
)
CONTRADICTION = Sample("contradiction", "solo-1", f"card:4, {nots('Saloon', 6, 7, 10, 11)}", "")
OPPOSITES = Sample("opposites", "solo-1", "Bank at 4, Bank not 4", "")

SAMPLES = [value for value in list(globals().values()) if isinstance(value, Sample)]


def least(solver: TheorySolver, reasons: frozenset[Reason], goal: Literal | None) -> frozenset[Reason]:
    """Reasons that prove the goal (None: that contradict each other), none of which can be spared."""
    against = () if goal is None else (opposite(goal),)
    assert not solver.possible((*reasons, *against))
    needed = frozenset(solver.core()) - set(against)
    for reason in sorted(needed, key=str):
        if not solver.possible((*(needed - {reason}), *against)):
            needed -= {reason}
    return needed


@dataclass(frozen=True)
class SmallStep:
    """A step in a small game."""

    theory: Theory
    reasons: frozenset[Reason]
    conclusions: tuple[Literal, ...]


@st.composite
def small_steps(draw: st.DrawFn) -> SmallStep:
    """Something that follows in a small game, some facts being known, and the least reasons for it."""
    theory = draw(small_puzzles()).theory
    solver = solver_for(theory)
    everything = frozenset(premise.id for premise in theory.premises)
    if not solver.possible(everything):
        return SmallStep(theory, least(solver, everything, None), ())
    atoms = atoms_of(theory)
    known = draw(st.lists(st.builds(Literal, st.sampled_from(atoms), st.booleans()), max_size=4))
    pool: frozenset[Reason] = everything
    for literal in known:
        if solver.possible((*pool, literal)):
            pool |= {literal}
    goals = [goal for goal in solver.consequences(pool, atoms) if goal not in pool]
    assume(goals)
    goal = draw(st.sampled_from(sorted(goals, key=str)))
    reasons = least(solver, pool, goal)
    more = [other for other in goals if other != goal and not solver.possible((*reasons, opposite(other)))]
    return SmallStep(theory, reasons, (goal, *sorted(more, key=str)))
