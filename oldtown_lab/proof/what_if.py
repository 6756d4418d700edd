"""What if: the step for when no named technique helps. Z3 finds it, the smallest reasons explain it."""

from __future__ import annotations

from dataclasses import dataclass

from .board import OUT, Board, Reasons, bit, plots_in, reasons_cost
from .chain import reasons_against
from .facts import Fact, in_town, not_at, opposite
from .judge import Judge, atoms_of
from .smallest import smallest_reasons
from .trial import Scout

#: How many promising assumptions are explained before the cheapest is chosen.
MOST_EXPLAINED = 6


@dataclass(frozen=True, slots=True)
class Budget:
    """How long cheaper reasons for one "what if" are looked for: in questions to Z3 and not in seconds, so that the
    same puzzle always gets the same proof.
    """

    questions: int = 0


#: The cheapest of some good reasons, at once. None of them can be dropped, but there may be cheaper ones.
QUICK = Budget()
#: Until nothing cheaper exists: a few seconds for a step, in the hardest puzzles far more.
THOROUGH = Budget(questions=3_000)


@dataclass(frozen=True, slots=True)
class Refuted:
    """The opposite of ``fact`` contradicts the reasons."""

    fact: Fact
    reasons: Reasons
    smallest: bool


def find_what_if(board: Board, judge: Judge, scout: Scout, budget: Budget, below: int | None = None) -> Refuted | None:
    """A fact whose opposite leads to a contradiction, for the cheapest reasons that can be found within the budget.

    With ``below`` only what the scout sees counts, and only if its reasons cost less than that.
    """
    promising = _promising(board, scout)
    explained: list[tuple[int, int, Fact, Reasons]] = []
    for placements, fact in promising[:MOST_EXPLAINED]:
        if (reasons := reasons_against(board, opposite(fact))) is not None:
            explained.append((reasons_cost(reasons), placements, fact, reasons))
    if explained:
        _, _, fact, reasons = min(explained, key=lambda entry: entry[:2])
    elif below is not None:
        return None
    else:
        found = _by_z3(board, judge)
        if found is None:
            return None
        fact, reasons = found
    assumed: Reasons = frozenset({opposite(fact)})
    reasons = judge.least_conflict(reasons, assumed)
    if below is not None and reasons_cost(reasons) >= below:
        return None
    if budget.questions:
        pool: Reasons = frozenset((*board.setting.premises, *board.learnt))
        best = smallest_reasons(judge, pool, assumed, reasons, budget.questions)
        return Refuted(fact, best.reasons, best.smallest)
    return Refuted(fact, reasons, smallest=False)


def _promising(board: Board, scout: Scout) -> list[tuple[int, Fact]]:
    """The facts whose opposite quickly runs into a contradiction, fewest forced placements first."""
    found: list[tuple[int, Fact]] = []
    for building, mask in board.open.items():
        if board.is_settled(building):
            continue
        for plot in plots_in(mask):
            placements = scout.placements_until_contradiction(board, building, bit(plot))
            if placements is not None:
                found.append((placements, not_at(building, plot)))
        if mask & OUT and (n := scout.placements_until_contradiction(board, building, OUT)) is not None:
            found.append((n, in_town(building)))
    return sorted(found, key=lambda entry: entry[0])


def _by_z3(board: Board, judge: Judge) -> tuple[Fact, Reasons] | None:
    """Any consequence that is still unknown, with a core; of several the cheapest core."""
    pool: Reasons = frozenset((*board.setting.premises, *board.learnt))
    unknown = [atom for atom in atoms_of(board.setting.theory) if not board.knows(atom)]
    facts = judge.all_consequences(pool, unknown) if unknown else []
    if not facts:
        return None
    cores = []
    for fact in facts:
        core = judge.core(pool | {opposite(fact)})
        if core is None:
            raise RuntimeError(f"Z3 takes back that {fact} follows")
        cores.append((reasons_cost(core), facts.index(fact), core - {opposite(fact)}))
    _, index, reasons = min(cores, key=lambda entry: entry[:2])
    return facts[index], reasons
