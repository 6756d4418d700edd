"""Counting towns against listing them: ``python -m benchmarks.count [--seconds S]``.

Prints a table in Markdown. The counter is timed on the whole question; python-sat gets the clauses ready made, so
its clock starts with the search. Where it has not listed all towns in its time, the time for all is extrapolated.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from time import perf_counter

from pysat.solvers import Solver

from oldtown_lab import load_puzzle
from oldtown_lab.logic.cnf import theory_cnf
from oldtown_lab.logic.counting import count_towns
from oldtown_lab.logic.statements import At
from oldtown_lab.logic.theory import Theory
from oldtown_lab.puzzles.puzzle import Puzzle

SOLO_GAMES = tuple(f"solo-{n}" for n in range(1, 9))
SAT_SOLVER = "cadical195"  # the quickest of python-sat's at this
REPEATS = 5  # the best counts: a call takes so little that any other program in between shows
COUNT_AIM_MS = 1_000
MANY, RATIO_AIM = 100_000, 1_000

HEADING = """\
Measured: the number of towns, the milliseconds of `count_towns` (best of {repeats}), and how many towns python-sat
listed in how many seconds. Extrapolated, and marked ≈: the seconds for all towns where there was no time for all, and
so how many times faster counting is.

| game | cards | towns | count_towns, ms | python-sat: listed | in s | all towns, s | counting is faster |
|---|---|--:|--:|--:|--:|--:|--:|"""


@dataclass(frozen=True)
class Row:
    """One question, answered both ways."""

    puzzle: str
    cards: str
    towns: int
    count_ms: float
    listed: int
    listing_s: float

    @property
    def all_listed(self) -> bool:
        return self.listed == self.towns

    @property
    def all_s(self) -> float:
        """How long it takes to list all towns, if the later ones come as quickly as the first."""
        return self.listing_s if self.all_listed else self.listing_s * self.towns / self.listed

    @property
    def ratio(self) -> float:
        return 1000 * self.all_s / self.count_ms

    def __str__(self) -> str:
        about = "" if self.all_listed else "≈ "
        return (
            f"| {self.puzzle} | {self.cards} | {self.towns:,} | {self.count_ms:.1f} | {self.listed:,} "
            f"| {readable(self.listing_s)} | {about}{readable(self.all_s)} | {about}{readable(self.ratio)} × |"
        )


def readable(number: float) -> str:
    """Three digits or so."""
    if number >= 10_000_000:
        return f"{number:.1e}".replace("e+", " · 10^")
    return f"{number:,.0f}" if number >= 100 else f"{number:.2g}"


def stages(puzzle: Puzzle) -> Iterator[tuple[str, int]]:
    """The prefixes of a game's cards that have a name, each once."""
    kinds = [puzzle.game.card(card).kind for card in puzzle.cards]
    a, b, c = (kinds.count(kind) for kind in "ABC")
    if kinds != sorted(kinds):
        raise ValueError(f"the cards of {puzzle.id} are not in the order A, B, C")
    yield "none", 0
    yield "A", a
    if b:
        yield "A, B", a + b
    yield ("A, B, half of C" if b else "A, half of C"), a + b + c // 2
    yield "all", a + b + c


def time_count(theory: Theory) -> tuple[int, float]:
    """The number of towns, and the best time for counting them in milliseconds."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        towns = count_towns(theory).towns
        times.append(1000 * (perf_counter() - start))
    return towns, min(times)


def time_listing(theory: Theory, seconds: float) -> tuple[int, float]:
    """How many towns python-sat lists in the time it is given, and the time that it took."""
    cnf = theory_cnf(theory)
    places = {number for atom, number in cnf.atoms.items() if isinstance(atom, At)}
    listed = 0
    with Solver(name=SAT_SOLVER, bootstrap_with=cnf.clauses) as solver:
        start = perf_counter()
        while (passed := perf_counter() - start) < seconds and solver.solve():
            solver.add_clause([-n for n in solver.get_model() if n in places])
            listed += 1
            passed = perf_counter() - start
    return listed, passed


def measure(puzzle: Puzzle, seconds: float) -> Iterator[Row]:
    for name, cards in stages(puzzle):
        theory = puzzle.theory.after(cards)
        towns, count_ms = time_count(theory)
        listed, listing_s = time_listing(theory, seconds)
        yield Row(puzzle.id, name, towns, count_ms, listed, listing_s)


def slowest_prefix() -> tuple[float, str, int]:
    """The largest of the best times over every prefix of every game: milliseconds, game, cards."""
    return max(
        (time_count(puzzle.theory.after(cards))[1], puzzle.id, cards)
        for puzzle in map(load_puzzle, SOLO_GAMES)
        for cards in range(len(puzzle.cards) + 1)
    )


def verdict(fine: bool) -> str:
    return "reached" if fine else "MISSED"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.count", description="Counting towns against listing.")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long python-sat may list for a row (2)")
    seconds = parser.parse_args().seconds
    versions = ", ".join(f"{name} {version(name)}" for name in ("numpy", "python-sat"))
    print(f"Python {platform.python_version()}, {versions} ({SAT_SOLVER}), {seconds:g} s for python-sat a row.\n")
    print(HEADING.format(repeats=REPEATS))
    rows = []
    for puzzle in map(load_puzzle, SOLO_GAMES):
        for row in measure(puzzle, seconds):
            print(row, flush=True)
            rows.append(row)
    slowest_ms, game, cards = slowest_prefix()
    least = min((row.ratio for row in rows if row.towns > MANY), default=float("inf"))
    print()
    print(
        f"Slowest of all prefixes of the eight games: {game} after {cards} cards, {slowest_ms:.0f} ms. "
        f"Under {COUNT_AIM_MS:,} ms: {verdict(slowest_ms < COUNT_AIM_MS)}."
    )
    print(
        f"Least advantage where there are more than {MANY:,} towns: {readable(least)} times. "
        f"At least {RATIO_AIM:,}: {verdict(least >= RATIO_AIM)}."
    )


if __name__ == "__main__":
    main()
