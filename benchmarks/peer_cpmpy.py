"""CPMpy's step-wise explanations, for comparison: ``python -m benchmarks.peer_cpmpy solo-1 [--seconds S]``.

The peer explains the same theory with the same premises and the same costs: again and again it looks for the cheapest
set of premises and earlier facts that proves some new literal, and takes every new literal which that set proves. The
cheapest set is an OCUS, an optimal constrained unsatisfiable subset (Gamba, Bogaerts, Guns: "Efficiently explaining
CSPs with unsatisfiable subset optimization", JAIR 78, 2023): the constraint is that it holds exactly one negated
literal.

CPMpy's own function for it, ``cpmpy.tools.explain.mus.ocus``, starts from nothing at every call, and in five minutes it
did not come to the first step of solo-1. So this is its algorithm (hitting sets; correction subsets that are grown and
followed by disjoint ones) with what was found to make it quicker, which is what the comparison is with:

* CPMpy translates the premises, once. Its solvers are then called natively, because CPMpy's own call takes several
  times as long as the solving: it translates and copies every variable each time.
* Correction subsets are kept from step to step, as in the paper's incremental OCUS: they are noted with the facts that
  are not known yet, and so remain correct when these are.
* "Exactly one negated literal" splits the hitting sets into a small problem for each literal, which OR-tools solves.
  The literals wait in a queue of lower bounds, and only the one that promises most is solved again. A single problem
  with all literals, which OR-tools would have to solve from nothing each time, took most of the time.
* New facts may make any literal cheaper. Disjoint correction subsets give its new lower bound at once.
* Growing goes from the cheap to the dear: facts, rules, then a random number of cards (if it went on over all of them,
  few other literals would be false as well, and the subset would tell about few). Literals are hinted to be false.
* python-sat says what is satisfiable: it is incremental under assumptions, and takes about half a millisecond a call
  where OR-tools takes 15. But it gets lost in pigeonholes, so it has a budget. When the budget is used up, growing goes
  on without the reason it was trying; where the answer matters, OR-tools gives it, with linear relaxations.

OR-tools has one worker. The peer runs in a process of its own, which is ended when its time is up.
"""

from __future__ import annotations

import argparse
import heapq
import multiprocessing
import sys
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from multiprocessing.connection import Connection
from random import Random
from time import perf_counter
from typing import Any

from oldtown_lab import load_puzzle
from oldtown_lab.logic.statements import At, AtMostOne, Atom, Clause, Exactly, InTown, Literal, Mine, Statement
from oldtown_lab.logic.theory import Theory
from oldtown_lab.proof.facts import fact_text
from oldtown_lab.proof.ladder import CARD_COST, FACT_COST, RULE_COST

PACKAGES = ("cpmpy", "ortools", "pysat")
INSTALL = "the comparison with CPMpy needs more packages: pip install -e '.[bench]'"

SAT_SOLVER = "pysat:minisat22"  # the quickest at this of those that take budgets and hints
GROW_BUDGET, ASK_BUDGET = 50, 1_000  # conflicts for python-sat: to grow by one reason; before OR-tools is asked
OR_TOOLS = {"num_workers": 1, "cp_model_presolve": False, "linearization_level": 2}  # for hitting sets and pigeonholes


@dataclass(frozen=True)
class PeerStep:
    """Premises (ids, and earlier facts in words), all that follows from them and was not known, and what they cost."""

    premises: tuple[str, ...]
    conclusions: tuple[Literal, ...]
    cost: int
    seconds: float


@dataclass(frozen=True)
class PeerRun:
    """The steps that were made in the time, and how many of the literals that hold in every town they explain."""

    steps: tuple[PeerStep, ...]
    finished: bool
    seconds: float
    literals: int
    explained: int
    first_step_seconds: float | None


def explain_with_cpmpy(theory: Theory, seconds: float) -> PeerRun:
    """Let the peer explain a theory for so long. Its clock starts when its packages are loaded."""
    if not all(map(find_spec, PACKAGES)):
        raise ModuleNotFoundError(INSTALL)
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_explain_and_send, args=(theory, sender), daemon=True)
    process.start()
    sender.close()
    try:
        return _collect(receiver, seconds)
    finally:
        process.kill()
        process.join()
        receiver.close()


def _collect(messages: Connection, seconds: float) -> PeerRun:
    """What the peer says until it has finished or its time is up: it is ready, a number of literals, steps, None."""
    _receive(messages)
    start = perf_counter()
    literals, steps, first, finished = 0, list[PeerStep](), None, False
    while not finished and messages.poll(max(0.0, start + seconds - perf_counter())):
        match _receive(messages):
            case int(number):
                literals = number
            case PeerStep() as step:
                steps.append(step)
                first = first or perf_counter() - start
            case None:
                finished = True
    passed = perf_counter() - start
    explained = sum(len(step.conclusions) for step in steps)
    return PeerRun(tuple(steps), finished, passed, literals, explained, first)


def _receive(messages: Connection) -> Any:
    try:
        message = messages.recv()
    except EOFError:
        raise RuntimeError("the peer's process ended without a word") from None
    if isinstance(message, Exception):
        raise message
    return message


def _explain_and_send(theory: Theory, sender: Connection) -> None:
    """The peer's process."""
    try:
        cp = import_module("cpmpy")
        cp.SolverLookup.get("ortools"), cp.SolverLookup.get(SAT_SOLVER)  # these load their packages when first used
        sender.send("ready")
        explainer = _Explainer(cp, theory)
        sender.send(explainer.literals)
        for step in explainer.steps():
            sender.send(step)
        sender.send(None)
    except Exception:  # whatever it was, the other process wants to know
        sender.send(RuntimeError(f"the peer failed\n{traceback.format_exc()}"))


# A literal is a number: that of its atom's variable in python-sat, or the opposite. A model is a set of true literals.
Model = Set[int]


class _Worlds:
    """The theory in CPMpy, and questions about which premises and literals can be true together."""

    def __init__(self, cp: Any, theory: Theory) -> None:
        self._cp = cp
        self._variables = {atom: cp.boolvar(name=str(atom)) for atom in _atoms(theory)}
        indicators = [cp.boolvar(name=premise.id) for premise in theory.premises]
        constraints = [self._in_town_means(theory, building) for building in theory.game.buildings]
        for indicator, premise in zip(indicators, theory.premises, strict=True):
            constraints.append(indicator.implies(cp.all([self._constraint(s) for s in premise.statements])))
        sat = cp.SolverLookup.get(SAT_SOLVER, cp.Model(constraints))
        self._sat, self._ortools = sat.native_model, cp.SolverLookup.get("ortools", cp.Model(constraints))
        self.premises: list[int] = sat.solver_vars(indicators)
        self._numbers: dict[Atom, int] = {atom: sat.solver_var(v) for atom, v in self._variables.items()}
        self.literals = {n * sign: Literal(a, sign > 0) for a, n in self._numbers.items() for sign in (1, -1)}
        self._cp_variables = {
            **dict(zip(self.premises, indicators, strict=True)),
            **{self._numbers[atom]: variable for atom, variable in self._variables.items()},
        }
        self.tests = [_all(list(map(self._test, premise.statements))) for premise in theory.premises]

    def hint(self, literals: Iterable[int]) -> None:
        """What to try first."""
        self._sat.set_phases(list(literals))

    def find(self, assumptions: Sequence[int]) -> Model | None:
        """A model, or None if there is none."""
        self._sat.conf_budget(ASK_BUDGET)
        answer = self._sat.solve_limited(assumptions)
        if answer is not None:
            return set(self._sat.get_model()) if answer else None
        variables = self._cp_variables
        if not self._ortools.solve(
            assumptions=[variables[n] if n > 0 else ~variables[-n] for n in assumptions], **OR_TOOLS
        ):
            return None
        return {n if variable.value() else -n for n, variable in variables.items()}

    def find_quickly(self, assumptions: Sequence[int]) -> Model | None:
        """A model, or None if there is none or it is hard to find."""
        self._sat.conf_budget(GROW_BUDGET)
        return set(self._sat.get_model()) if self._sat.solve_limited(assumptions) else None

    def entailed(self, assumptions: Sequence[int], candidates: Collection[int]) -> set[int]:
        """Those of the literals that are true in every model."""
        self.hint([*(-n for n in self.premises), *(-n for n in candidates)])
        model = self.find(assumptions)
        if model is None:
            raise ValueError("no town fits: there is nothing to explain")
        left = {n for n in candidates if n in model}
        for n in candidates:
            if n in left and (model := self.find([*assumptions, -n])) is not None:
                left &= model
        return left

    def _in_town_means(self, theory: Theory, building: str) -> Any:
        """The definition of "in town": hard, as it is a word and no reason."""
        somewhere = [self._variables[At(building, plot)] for plot in sorted(theory.game.plan.all_plots)]
        return self._variables[InTown(building)] == self._cp.any(somewhere)

    def _constraint(self, statement: Statement) -> Any:
        cp = self._cp
        match statement:
            case Clause(terms):
                return cp.any([cp.all([self._literal(literal) for literal in term]) for term in terms])
            case AtMostOne(atoms):
                return cp.sum([self._variables[atom] for atom in atoms]) <= 1
            case Exactly(count, atoms):
                return cp.sum([self._variables[atom] for atom in atoms]) == count

    def _literal(self, literal: Literal) -> Any:
        return self._variables[literal.atom] if literal.positive else ~self._variables[literal.atom]

    def _test(self, statement: Statement) -> Callable[[Model], bool]:
        """Whether a statement is true in a model."""
        match statement:
            case Clause(terms):
                numbers = [frozenset(self._numbers[a] * (1 if yes else -1) for a, yes in term) for term in terms]
                return lambda model: any(term <= model for term in numbers)
            case AtMostOne(atoms):
                some = frozenset(self._numbers[atom] for atom in atoms)
                return lambda model: len(some & model) <= 1
            case Exactly(count, atoms):
                some = frozenset(self._numbers[atom] for atom in atoms)
                return lambda model: len(some & model) == count


def _atoms(theory: Theory) -> Iterator[Atom]:
    for building in theory.game.buildings:
        for plot in sorted(theory.game.plan.all_plots):
            yield At(building, plot)
        yield InTown(building)
        if not theory.mine.are_known:
            yield Mine(building)


def _all(tests: Sequence[Callable[[Model], bool]]) -> Callable[[Model], bool]:
    return lambda model: all(test(model) for test in tests)


# A reason is a number: the premises come first, then for each literal the fact that it holds.
Reasons = frozenset[int]


class _HittingSets:
    """The cheapest reasons that hit every correction subset known for one literal."""

    def __init__(self, costs: Sequence[int]) -> None:
        self._costs = costs
        self._subsets: list[Reasons] = []
        self._solved = 0  # so many subsets are hit by the cheapest reasons
        self.cheapest: tuple[int, Reasons] = (0, frozenset())

    def add(self, subset: Reasons) -> None:
        self._subsets.append(subset)

    @property
    def up_to_date(self) -> bool:
        """Whether the cheapest reasons hit the subsets that came after they were found, too."""
        return all(subset & self.cheapest[1] for subset in self._subsets[self._solved :])

    def touched_by(self, new: Set[int]) -> bool:
        """Whether new facts might make the cheapest reasons cheaper."""
        return not all(map(new.isdisjoint, self._subsets[: self._solved]))

    def lower_bound(self, usable: Set[int]) -> int:
        """What disjoint subsets cost: reasons that hit them all cost no less."""
        subsets = [subset & usable for subset in self._subsets]
        dearest_first = sorted(((min(self._costs[r] for r in s), -len(s), s) for s in subsets), key=_rank, reverse=True)
        bound, used = 0, set[int]()
        for cost, _, subset in dearest_first:
            if used.isdisjoint(subset):
                used |= subset
                bound += cost
        return bound

    def solve(self, usable: Set[int], ortools: Any) -> None:
        model, solver = ortools.CpModel(), ortools.CpSolver()
        subsets = [subset & usable for subset in self._subsets]
        variables = {reason: model.new_bool_var("") for reason in frozenset[int]().union(*subsets)}
        for subset in subsets:
            model.add_bool_or([variables[reason] for reason in subset])
        model.minimize(ortools.LinearExpr.weighted_sum(list(variables.values()), [self._costs[r] for r in variables]))
        for name, value in OR_TOOLS.items():
            setattr(solver.parameters, name, value)
        if solver.solve(model) != ortools.OPTIMAL:
            raise RuntimeError(f"OR-tools found no hitting set: {solver.status_name()}")
        chosen = frozenset(reason for reason, variable in variables.items() if solver.boolean_value(variable))
        self.cheapest = sum(self._costs[reason] for reason in chosen), chosen
        self._solved = len(self._subsets)


def _rank(entry: tuple[int, int, Reasons]) -> tuple[int, int]:
    return entry[:2]


class _Explainer:
    """The loop over the steps."""

    def __init__(self, cp: Any, theory: Theory) -> None:
        self._start = perf_counter()
        self._worlds = worlds = _Worlds(cp, theory)
        self._premises = theory.premises
        first = len(theory.premises)
        entailed = worlds.entailed(worlds.premises, worlds.literals)
        self._numbers = [*worlds.premises, *(n for n in worlds.literals if n in entailed)]  # of reasons in python-sat
        self._facts = range(first, len(self._numbers))
        self._unknown, self._usable = set(self._facts), set(range(first))
        self._cards = [reason for reason, premise in enumerate(theory.premises) if "card" in premise.json]
        self._rules = sorted(self._usable - set(self._cards))
        costs = [CARD_COST if "card" in premise.json else RULE_COST for premise in theory.premises]
        costs += [FACT_COST] * len(self._facts)
        self._hitting_sets = {fact: _HittingSets(costs) for fact in self._facts}
        self._ortools = import_module("ortools.sat.python.cp_model")
        self._random = Random(1)

    @property
    def literals(self) -> int:
        """How many literals are to be explained."""
        return len(self._facts)

    def steps(self) -> Iterator[PeerStep]:
        start, new = self._start, set[int]()
        while self._unknown:
            cost, reasons = self._ocus(new)
            unknown = [self._numbers[fact] for fact in sorted(self._unknown)]
            follows = self._worlds.entailed([self._numbers[reason] for reason in reasons], unknown)
            new = {fact for fact in self._unknown if self._numbers[fact] in follows}
            self._unknown -= new
            self._usable |= new
            now = perf_counter()
            conclusions = tuple(self._literal(fact) for fact in sorted(new))
            yield PeerStep(tuple(map(self._name, sorted(reasons))), conclusions, cost, now - start)
            start = now

    def _ocus(self, new: Set[int]) -> tuple[int, Reasons]:
        """The cheapest reasons that prove some literal, and what they cost, when these facts have come last."""
        self._worlds.hint(number * (1 if r in self._usable else -1) for r, number in enumerate(self._numbers))
        queue: list[tuple[int, int, bool]] = []  # a lower bound, the literal, whether its cheapest reasons cost that
        for fact in self._unknown:
            sets = self._hitting_sets[fact]
            stale = not sets.cheapest[1] or sets.touched_by(new)
            queue.append((sets.lower_bound(self._usable) if stale else sets.cheapest[0], fact, not stale))
        heapq.heapify(queue)
        while True:
            bound, fact, exact = heapq.heappop(queue)
            sets = self._hitting_sets[fact]
            if not exact or not sets.up_to_date:
                sets.solve(self._usable, self._ortools)
                heapq.heappush(queue, (sets.cheapest[0], fact, True))
            elif self._learn(fact, sets.cheapest[1]):
                heapq.heappush(queue, (bound, fact, False))
            else:
                return sets.cheapest

    def _learn(self, fact: int, reasons: Reasons) -> bool:
        """Learn correction subsets, each disjoint from those before, unless the reasons prove the literal."""
        opposite = -self._numbers[fact]
        assumptions = [opposite, *(self._numbers[reason] for reason in reasons)]
        model = self._worlds.find(assumptions)
        learnt = model is not None
        violated: list[int] = []
        while model is not None:
            subset = self._grow(assumptions, model)
            for violated_fact in subset & self._unknown:
                self._hitting_sets[violated_fact].add(subset)
            violated += [self._numbers[reason] for reason in subset & self._usable]
            assumptions = [opposite, *violated]
            model = self._worlds.find_quickly(assumptions)
        return learnt

    def _grow(self, assumptions: list[int], model: Model) -> Reasons:
        """Make more and more reasons true: those that are false in the end are a correction subset."""
        facts = [fact for fact in self._facts if fact in self._usable]
        for group in (facts, self._rules, self._cards):
            self._random.shuffle(group)
        some_cards = self._cards[: self._random.randrange(len(self._cards) + 1)]
        for reason in (*facts, *self._rules, *some_cards):
            number = self._numbers[reason]
            if self._is_true(reason, model):
                assumptions.append(number)
            elif better := self._worlds.find_quickly([*assumptions, number]):
                assumptions.append(number)
                model = better
        return frozenset(reason for reason in range(len(self._numbers)) if not self._is_true(reason, model))

    def _is_true(self, reason: int, model: Model) -> bool:
        tests = self._worlds.tests
        return tests[reason](model) if reason < len(tests) else self._numbers[reason] in model

    def _literal(self, fact: int) -> Literal:
        return self._worlds.literals[self._numbers[fact]]

    def _name(self, reason: int) -> str:
        return self._premises[reason].id if reason < len(self._premises) else fact_text(self._literal(reason))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peer_cpmpy", description="The steps of the peer.")
    parser.add_argument("puzzle", help="a puzzle's id, or a path")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long it may take (60)")
    arguments = parser.parse_args()
    try:
        run = explain_with_cpmpy(load_puzzle(arguments.puzzle).theory, arguments.seconds)
    except ModuleNotFoundError as missing:
        sys.exit(str(missing))
    for n, step in enumerate(run.steps, 1):
        print(f"{n}. cost {step.cost}, {step.seconds:.2f} s: {', '.join(step.premises)}")
        print(f"   ⇒ {', '.join(map(fact_text, step.conclusions))}")
    print(
        f"{len(run.steps)} steps in {run.seconds:.0f} s, {run.explained} of {run.literals} literals: "
        f"{'finished' if run.finished else 'not finished'}."
    )
    if run.steps:
        costs = [step.cost for step in run.steps]
        print(f"Cost: {sum(costs) / len(costs):.2f} a step, {max(costs)} the dearest.")


if __name__ == "__main__":
    main()
