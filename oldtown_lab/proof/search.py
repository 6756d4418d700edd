"""The search for the next step, and the whole proof: cheapest first, each step confirmed before it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from time import perf_counter

from ..logic.statements import At, Atom, Literal
from ..logic.theory import Theory
from ..logic.z3_solver import Reason
from ..town.clues import RelationClue
from .board import Board, Reasons, Setting, reasons_cost
from .chain import find_contradictions
from .facts import Fact
from .judge import Judge, atoms_of
from .ladder import (
    CARD_COST,
    CONTRADICTION,
    COUNTING_MINE,
    FACT_COST,
    ONE_OF_MINE,
    PARTNER,
    RULE_COST,
    WHAT_IF,
    Technique,
)
from .smallest import smallest_reasons
from .step import Outcome, Proof, Step, in_reading_order
from .techniques.counting import find_counts
from .techniques.idea import Focus, Idea
from .techniques.mine import find_mine_by_counting
from .techniques.partners import find_partner_plots, find_whose_card, may_be_for
from .techniques.placing import (
    find_last_buildings,
    find_last_plots,
    find_single_places,
    find_taken_plots,
    find_unplaceable,
)
from .techniques.reading import find_readings
from .techniques.sets import find_sets_of_buildings, find_sets_of_plots
from .trial import Scout
from .what_if import QUICK, Budget, Refuted, find_what_if

Finder = Callable[[Board], Iterator[Idea]]

#: How long a smaller set of clashing cards is looked for.
CONFLICT_QUESTIONS = 500

#: Techniques whose reasons may prove more than their finder says.
MAY_SAY_MORE = (PARTNER, ONE_OF_MINE, COUNTING_MINE, WHAT_IF)


class Prover:
    """Takes one step after the other on a board of its own."""

    def __init__(self, theory: Theory, given: Iterable[Fact] = (), budget: Budget | None = None) -> None:
        self.setting = Setting(theory)
        self.board = Board(self.setting, given)
        self.given = tuple(self.board.learnt)
        self.judge = Judge(theory)
        self.steps: list[Step] = []
        self._scout = Scout(self.setting)
        self._budget = budget or QUICK
        self._finders = _by_least_cost(self.setting)

    def next_step(self) -> Step | None:
        """Find, confirm and take the next step; None when nothing more is determined."""
        start = perf_counter()
        step = self._named_step(or_what_if=True) or self._searched_step()
        return None if step is None else self._take(step, start)

    def next_easy_step(self) -> Step | None:
        """The same with named techniques only."""
        start = perf_counter()
        step = self._named_step()
        return None if step is None else self._take(step, start)

    def prove(self) -> Proof:
        """Go on until everything is settled."""
        if not self.judge.possible((*self.setting.premises, *self.given)):
            return self._no_town()
        while not self._is_finished() and self.next_step() is not None:
            pass
        outcome = Outcome.ONE_TOWN if self.board.is_complete else Outcome.SEVERAL_TOWNS
        return Proof(self.setting.theory, self.given, tuple(self.steps), outcome)

    def _take(self, step: Step, start: float) -> Step:
        taken = replace(step, seconds=perf_counter() - start)
        self.steps.append(taken)
        self.board.learn(taken.conclusions, taken.n)
        return taken

    def _is_finished(self) -> bool:
        board = self.board
        mine_known = not self.setting.theory.mine.unknown or len(board.mine) == self.setting.theory.mine.unknown
        return board.is_complete and mine_known

    # ----------------------------------------------------------------------------------------------- named techniques

    def _named_step(self, or_what_if: bool = False) -> Step | None:
        """The cheapest idea that the judge confirms; or a "what if" that is cheaper still, if that may be tried."""
        for found in self._ideas():
            if or_what_if and found.cost > WHAT_IF.cost + CARD_COST:
                cheaper = self._searched_step(below=found.cost - WHAT_IF.cost)
                if cheaper is not None:
                    return cheaper
                or_what_if = False
            if self.judge.proves_all(found.reasons, found.conclusions):
                reasons = self.judge.without_needless(found.reasons, found.conclusions)
                return self._step(found.technique, reasons, found.conclusions, found.focus)
        return None

    def _ideas(self) -> Iterator[Idea]:
        """The ideas on the board, cheapest first; dear finders are asked when the cheap ones have had their say."""
        waiting: list[Idea] = []
        for least, finder in self._finders:
            waiting.sort(key=lambda found: found.rank)
            while waiting and waiting[0].cost < least:
                yield waiting.pop(0)
            waiting.extend(finder(self.board))
        yield from sorted(waiting, key=lambda found: found.rank)

    # --------------------------------------------------------------------------------------------------- what if

    def _searched_step(self, below: int | None = None) -> Step | None:
        refuted = find_what_if(self.board, self.judge, self._scout, self._budget, below)
        return None if refuted is None else self._what_if_step(refuted)

    def _what_if_step(self, refuted: Refuted) -> Step:
        atom = refuted.fact.atom
        focus = Focus((atom.building,), (atom.plot,) if isinstance(atom, At) else ())
        return self._step(WHAT_IF, refuted.reasons, (refuted.fact,), focus, refuted.smallest)

    # --------------------------------------------------------------------------------------------------- no town

    def _no_town(self) -> Proof:
        """Prove that the cards contradict each other: as few cards as possible, then steps until the clash is seen."""
        cards, facts = self._clashing()
        theory = self.setting.theory
        fewer = Theory(theory.game, tuple(c for c in theory.clues if f"card:{c.card}" in cards), theory.mine)
        prover = Prover(fewer, facts)
        while prover._contradiction() is None:
            if prover.next_easy_step() is None:
                prover._clash_step(prover._all_that_clashes(), perf_counter())
                break
        return Proof(theory, self.given, tuple(prover.steps), Outcome.NO_TOWN)

    def _clashing(self) -> tuple[frozenset[str], tuple[Fact, ...]]:
        """The fewest cards and given facts that cannot all be true of a town."""
        rules = frozenset(id for id in self.setting.premises if not id.startswith("card:"))
        pool = frozenset(self.setting.premises) - rules | frozenset(self.given)
        first = self.judge.least_conflict(pool, rules)
        fewest = smallest_reasons(self.judge, pool, rules, first, CONFLICT_QUESTIONS).reasons
        cards = frozenset(reason for reason in fewest if isinstance(reason, str))
        return cards, tuple(reason for reason in self.given if reason in fewest)

    def _contradiction(self) -> Step | None:
        """The last step, as soon as the board shows a contradiction."""
        start = perf_counter()
        conflicts = sorted(find_contradictions(self.board), key=lambda found: (reasons_cost(found), len(found)))
        for conflict in conflicts:
            if not self.judge.possible(conflict):
                return self._clash_step(conflict, start)
        return None

    def _all_that_clashes(self) -> Reasons:
        """Where no technique shows the clash: what Z3 needs to see it."""
        core = self.judge.core((*self.setting.premises, *self.board.learnt))
        if core is None:
            raise RuntimeError("reasons that contradict each other lost their contradiction")
        return core

    def _clash_step(self, conflict: Reasons, start: float) -> Step:
        reasons = self.judge.least_conflict(conflict)
        cost = CONTRADICTION.cost + reasons_cost(reasons)
        step = Step(
            len(self.steps) + 1, CONTRADICTION, in_reading_order(reasons), (), Focus(), cost, self.setting.theory
        )
        return self._take(step, start)

    # ----------------------------------------------------------------------------------------------------- all at once

    def _step(
        self,
        technique: Technique,
        reasons: Reasons,
        conclusions: Iterable[Fact],
        focus: Focus,
        smallest: bool | None = None,
    ) -> Step:
        facts = tuple(conclusions)
        if technique in MAY_SAY_MORE:
            facts += tuple(fact for fact in self._more(reasons) if fact not in facts)
        facts = self.board.new(self.board.with_what_they_mean(facts))
        cost = technique.cost + reasons_cost(reasons)
        number, theory = len(self.steps) + 1, self.setting.theory
        return Step(number, technique, in_reading_order(reasons), facts, focus, cost, theory, smallest=smallest)

    def _more(self, reasons: Reasons) -> list[Fact]:
        """All that the reasons decide."""
        try:
            return self.judge.all_consequences(reasons, self._unknown_atoms(reasons))
        except ValueError:  # they contradict each other; the next step will say so
            return []

    def _unknown_atoms(self, reasons: Iterable[Reason]) -> list[Atom]:
        """The open questions about the buildings and plots that the reasons speak of."""
        buildings, plots = set(), set()
        for reason in reasons:
            atom = reason.atom if isinstance(reason, Literal) else None
            if atom is not None:
                buildings.add(atom.building)
            elif isinstance(reason, str):
                kind, _, name = reason.partition(":")
                if kind == "card":
                    buildings.update(_speaks_of(self.setting.theory, int(name)))
                elif kind == "one-plot-per-building":
                    buildings.add(name)
                elif kind != "my-buildings":
                    plots.add(int(name))
        return [
            atom
            for atom in atoms_of(self.setting.theory)
            if (atom.building in buildings or (isinstance(atom, At) and atom.plot in plots))
            and not self.board.knows(atom)
        ]


def _speaks_of(theory: Theory, card: int) -> Iterator[str]:
    for clue in theory.clues:
        if clue.card == card:
            yield from may_be_for(clue)
            if isinstance(clue, RelationClue):
                yield clue.building


def _by_least_cost(setting: Setting) -> list[tuple[int, Finder]]:
    """Every finder with the least that its ideas can cost, cheapest first."""
    n, plots = len(setting.buildings), len(setting.plots)
    rules = RULE_COST
    bounds: list[tuple[int, Finder]] = [
        (0, find_readings),
        (0, find_taken_plots),
        (0, find_single_places),
        (0, find_last_plots),
        (0, find_unplaceable),
        (PARTNER.cost + 1, find_partner_plots),
        (ONE_OF_MINE.cost + 1, find_whose_card),
        (COUNTING_MINE.cost + 1, find_mine_by_counting),
        (rules + (n - 1) * FACT_COST, find_last_buildings),
        (plots * rules, find_counts),
    ]
    for size in (2, 3, 4):
        bounds.append((size * (rules + FACT_COST), partial(find_sets_of_plots, size=size)))
        bounds.append((2 * size * rules + (n - size) * FACT_COST, partial(find_sets_of_buildings, size=size)))
    return sorted(bounds, key=lambda entry: entry[0])


def prove(theory: Theory, given: Iterable[Fact] = (), budget: Budget | None = None) -> Proof:
    """The whole proof of a theory, from the facts of a board (none: from the start)."""
    return Prover(theory, given, budget).prove()
