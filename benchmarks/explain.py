"""Proofs against CPMpy: ``python -m benchmarks.explain [--seconds S] [GAME ...]``.

Prints one table in Markdown: for each solo game the whole proof and the slowest hint, and CPMpy's step-wise explanation
of the same premises with the same costs (:mod:`.peer_cpmpy`), each on one core.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from statistics import mean
from time import perf_counter

from oldtown_lab import load_puzzle
from oldtown_lab.logic.statements import At, Literal, Mine
from oldtown_lab.logic.theory import Theory
from oldtown_lab.proof.board import reasons_cost
from oldtown_lab.proof.questions import hint
from oldtown_lab.proof.search import prove
from oldtown_lab.proof.step import Proof
from oldtown_lab.proof.words.registers import step_texts

from .peer_cpmpy import PeerRun, explain_with_cpmpy

SOLO_GAMES = tuple(f"solo-{n}" for n in range(1, 9))
REPEATS = 3
PROOF_AIM_S, HINT_AIM_MS, RATIO_AIM = 1.0, 100.0, 500

HEADING = """\
| game | steps | mean cost | largest | proof, s | words, s | slowest hint, ms \
| CPMpy: steps | mean cost | largest | s | literals explained | faster | same literals: our mean cost | CPMpy's |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""


@dataclass(frozen=True)
class Ours:
    """A game explained by us: the whole proof, timed from the cards on, without words as CPMpy has none; the time for
    the words; and the slowest of all hints.
    """

    proof: Proof
    seconds: float
    words_seconds: float
    hint_ms: float

    @property
    def costs(self) -> list[int]:
        """What the reasons of each step cost, without what the technique adds: CPMpy knows no techniques."""
        return [reasons_cost(step.reasons) for step in self.proof.steps]

    def cost_of(self) -> dict[Literal, int]:
        costs: dict[Literal, int] = {}
        for step in self.proof.steps:
            for fact in step.conclusions:
                costs.setdefault(fact, reasons_cost(step.reasons))
        return costs


def fresh(theory: Theory) -> Theory:
    """The same theory without anything that was worked out for it before."""
    return Theory(theory.game, theory.clues, theory.mine)


def time_proof(theory: Theory) -> Ours:
    """The best of some runs, each with a new solver."""
    times, words = [], []
    for _ in range(REPEATS):
        again = fresh(theory)
        start = perf_counter()
        proof = prove(again)
        proved = perf_counter()
        step_texts(again, proof.steps)
        times.append(proved - start)
        words.append(perf_counter() - proved)
    return Ours(proof, min(times), min(words), slowest_hint(proof))


def slowest_hint(proof: Proof) -> float:
    """The longest time for the next hint, over every board on the way to the end, once the first has been given."""
    theory = proof.theory
    hint(theory, (), 3)
    slowest = 0.0
    known: list[Literal] = []
    for step in proof.steps:
        start = perf_counter()
        hint(theory, known, 3)
        slowest = max(slowest, 1000 * (perf_counter() - start))
        known.extend(step.conclusions)
    return slowest


def row(game: str, ours: Ours, peer: PeerRun) -> tuple[str, float]:
    """A line of the table, and how many times faster we are at the least."""
    both, our_mean, peer_mean = on_the_same_literals(ours, peer)
    ratio = peer.seconds / ours.seconds
    about = "" if peer.finished else "> "
    peer_costs = [step.cost for step in peer.steps]
    peer_text = f"{mean(peer_costs):.1f} | {max(peer_costs)}" if peer_costs else "– | –"
    means = f"{our_mean:.1f} | {peer_mean:.1f}" if both else "– | –"
    return (
        f"| {game} | {len(ours.costs)} | {mean(ours.costs):.1f} | {max(ours.costs)} | {ours.seconds:.2f} "
        f"| {ours.words_seconds:.2f} | {ours.hint_ms:.0f} "
        f"| {len(peer.steps)} | {peer_text} | {about}{peer.seconds:.0f} "
        f"| {peer.explained} of {peer.literals} | {about}{ratio:.0f} × | {means} |"
    ), ratio


def on_the_same_literals(ours: Ours, peer: PeerRun) -> tuple[int, float, float]:
    """How many literals both have explained, and the mean cost of the step that did it."""
    our_costs = ours.cost_of()
    pairs = [
        (our_costs[fact], step.cost)
        for step in peer.steps
        for fact in step.conclusions
        if fact in our_costs and isinstance(fact.atom, At | Mine)
    ]
    if not pairs:
        return 0, 0.0, 0.0
    return len(pairs), mean(our for our, _ in pairs), mean(theirs for _, theirs in pairs)


def measure(game: str, least: float, most: float) -> tuple[str, Ours, PeerRun]:
    """CPMpy gets at least so long, and longer where that can show how many times faster we are."""
    theory = load_puzzle(game).theory
    ours = time_proof(theory)
    enough = 1.05 * RATIO_AIM * ours.seconds
    return game, ours, explain_with_cpmpy(theory, max(least, min(most, enough)))


def verdict(fine: bool) -> str:
    return "reached" if fine else "MISSED"


def report(measured: Iterable[tuple[str, Ours, PeerRun]]) -> None:
    print(HEADING)
    slowest, hints, least = 0.0, 0.0, float("inf")
    cheaper = True
    for game, ours, peer in measured:
        line, ratio = row(game, ours, peer)
        print(line, flush=True)
        slowest, hints, least = max(slowest, ours.seconds), max(hints, ours.hint_ms), min(least, ratio)
        _, our_mean, peer_mean = on_the_same_literals(ours, peer)
        cheaper = cheaper and our_mean <= peer_mean
    print()
    print(f"Slowest whole proof: {slowest:.2f} s. At most {PROOF_AIM_S:g} s: {verdict(slowest <= PROOF_AIM_S)}.")
    print(f"Slowest hint after the first: {hints:.0f} ms. At most {HINT_AIM_MS:g} ms: {verdict(hints <= HINT_AIM_MS)}.")
    print(f"Least advantage: {least:.0f} times. At least {RATIO_AIM}: {verdict(least >= RATIO_AIM)}.")
    print(f"Mean cost on the literals that both explained no higher than CPMpy's, in every game: {verdict(cheaper)}.")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.explain", description="Proofs against CPMpy.")
    parser.add_argument("games", nargs="*", default=SOLO_GAMES, metavar="GAME", help="solo-1 to solo-8 (all)")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long CPMpy may take for a game (120) …")
    parser.add_argument(
        "--most", type=float, default=300.0, help="… or, where more would show the ratio, so long (300)"
    )
    chosen = parser.parse_args()
    versions = ", ".join(f"{name} {version(name)}" for name in ("z3-solver", "cpmpy", "ortools"))
    print(
        f"Python {platform.python_version()}, {versions}; {chosen.seconds:g} to {chosen.most:g} s for CPMpy a game.\n",
        flush=True,
    )
    report(measure(game, chosen.seconds, chosen.most) for game in chosen.games)


if __name__ == "__main__":
    main()
