"""The Z3 judge: one solver for a theory, built once, with a switch for every premise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from weakref import WeakKeyDictionary

import z3

from ..town.clues import Clue, PlaceClue
from ..town.towns import Town
from .engine import check_stop
from .propositions import And, AtMost, Bottom, Formula, Implies, Letter, Not, Or
from .statements import At, AtMostOne, Atom, Clause, Exactly, InTown, Literal, Mine, Statement
from .theory import Theory

#: A premise by its id, or a literal that is taken to be true.
Reason = str | Literal

# Python may drop terms in one thread while Z3 works in another: then they wait until Z3 has time for them.
z3.Z3_enable_concurrent_dec_ref(z3.main_ctx().ref())


class TheorySolver:
    """Holds every premise behind a switch; a check turns on the premises that it may use."""

    def __init__(self, theory: Theory) -> None:
        self._solver = z3.SolverFor("QF_FD")
        self._atoms: dict[Atom, z3.BoolRef] = {}
        self._switches: dict[str, z3.BoolRef] = {}
        self._rules = [premise.id for premise in theory.premises if "rule" in premise.json]
        self._questions = count(1)
        self._plots = sorted(theory.game.plan.all_plots)
        self._literals: dict[Reason, z3.BoolRef] = {}
        self._reasons: dict[int, Reason] = {}
        for premise in theory.premises:
            switch = z3.Bool(f"premise {premise.id}")
            self._switches[premise.id] = switch
            for statement in premise.statements:
                self._solver.add(z3.Implies(switch, self._expression(statement)))
        self._count_the_town(theory)
        if not theory.mine.are_known:
            self._count_my_plots(theory)

    def towns(self, premises: Iterable[str] | None = None) -> Iterator[Town]:
        """The towns that fit these premises (all of them, unless some are named), each once.

        The plots must all be filled for a model to be a town, so the rules are always on.
        """
        chosen = self._switches if premises is None else dict.fromkeys([*self._rules, *premises])
        # "Not this town again" holds for this question only, so that others may be asked in between.
        question = z3.Bool(f"question {next(self._questions)}")
        switches = [question, *(self._switches[id] for id in chosen)]
        while (answer := self._solver.check(*switches)) == z3.sat:
            town = self._town(self._solver.model())
            yield town
            another = z3.Or(*(z3.Not(self._atom(At(b, p))) for b, p in town.at.items()))
            self._solver.add(z3.Implies(question, another))
        if answer == z3.unknown:
            raise RuntimeError(f"Z3 gave no answer: {self._solver.reason_unknown()}")

    def possible(self, reasons: Iterable[Reason]) -> bool:
        """Whether these premises (by id) and literals can all be true at once; no others are used."""
        check_stop()
        # The call that Solver.check makes in the end. Before that it looks at each assumption several times, which for
        # hundreds of them takes longer than the answer.
        terms = [self._assumption(reason).as_ast() for reason in reasons]
        handles = (z3.Ast * len(terms))(*terms)
        context = self._solver.ctx.ref()
        answer = z3.Z3_solver_check_assumptions(context, self._solver.solver, len(terms), handles)
        if answer == z3.Z3_L_UNDEF:
            raise RuntimeError(f"Z3 gave no answer: {self._solver.reason_unknown()}")
        return bool(answer == z3.Z3_L_TRUE)

    def example(self, reasons: Iterable[Reason], formula: Formula | None = None) -> tuple[Town, tuple[str, ...]] | None:
        """A town in which all of these (and the formula) are true, and the buildings that are mine in it; None if there
        is none.

        The plots must all be filled for a model to be a town, so the rules are always on.
        """
        check_stop()
        assumed = [self._assumption(reason) for reason in (*self._rules, *reasons)]
        if formula is not None:
            # A name for the formula, so that it holds for this question only.
            question = z3.Bool(f"question {next(self._questions)}")
            self._solver.add(z3.Implies(question, self._proposition(formula)))
            assumed.append(question)
        answer = self._solver.check(*assumed)
        if answer == z3.unknown:
            raise RuntimeError(f"Z3 gave no answer: {self._solver.reason_unknown()}")
        if answer == z3.unsat:
            return None
        model = self._solver.model()
        mine = (a.building for a, term in self._atoms.items() if isinstance(a, Mine) and z3.is_true(model.eval(term)))
        return self._town(model), tuple(sorted(mine))

    def core(self) -> set[Reason]:
        """After :meth:`possible` said no: some of the reasons that cannot all be true, not always the fewest."""
        return {self._reasons[term.get_id()] for term in self._solver.unsat_core()}

    def consequences(self, reasons: Iterable[Reason], atoms: Iterable[Atom]) -> list[Literal]:
        """Which of these atoms have the same answer wherever all the reasons are true, and which answer."""
        check_stop()
        terms = {atom: self._atom(atom) for atom in atoms}
        atom_of = {str(term): atom for atom, term in terms.items()}
        answer, implications = self._solver.consequences(list(map(self._assumption, reasons)), list(terms.values()))
        if answer != z3.sat:
            raise ValueError("the reasons contradict each other, so everything follows")
        fixed = []
        for implication in implications:
            literal = implication.arg(1) if z3.is_implies(implication) else implication
            positive = not z3.is_not(literal)
            fixed.append(Literal(atom_of[str(literal if positive else literal.arg(0))], positive))
        return fixed

    def _count_the_town(self, theory: Theory) -> None:
        """Say how many buildings are in town where the rules settle that. Without it, "three are left out" on an empty
        board is a pigeonhole question, for which a SAT solver takes exponential time.
        """
        plots = self._plots
        in_town = [self._atom(InTown(building)) for building in theory.game.buildings]
        filled = [self._switches[f"plot-filled:{plot}"] for plot in plots]
        once = [self._switches[f"one-plot-per-building:{building}"] for building in theory.game.buildings]
        alone = [self._switches[f"one-building-per-plot:{plot}"] for plot in plots]
        self._solver.add(z3.Implies(z3.And(*filled, *once), z3.AtLeast(*in_town, len(plots))))
        self._solver.add(z3.Implies(z3.And(*alone), z3.AtMost(*in_town, len(plots))))

    def _count_my_plots(self, theory: Theory) -> None:
        """Say what follows anyway, so that Z3 need not find it out building by building: where every building that is
        mine stands on one plot at the most, there are no more plots with a building of mine than buildings of mine.
        Without this, "four cards cannot be for three buildings" takes Z3 seconds instead of a millisecond.
        """
        my_plot = {plot: z3.Bool(f"a building of mine on {plot}") for plot in self._plots}
        stands_once = [self._switches[f"my-buildings:{theory.mine.unknown}"]]
        for building in theory.game.buildings:
            mine = self._atom(Mine(building))
            for plot, is_mine in my_plot.items():
                self._solver.add(z3.Or(z3.Not(self._atom(At(building, plot))), z3.Not(mine), is_mine))
            rule = self._switches[f"one-plot-per-building:{building}"]
            stands_once.append(z3.Or(rule, z3.Not(mine), z3.Not(self._atom(InTown(building)))))
        self._solver.add(z3.Implies(z3.And(*stands_once), z3.AtMost(*my_plot.values(), theory.mine.unknown)))
        for clue in theory.clues:
            if clue.must_be_mine:
                self._solver.add(
                    *(z3.Implies(self._switches[f"card:{clue.card}"], c) for c in self._needed(clue, my_plot))
                )

    def _needed(self, clue: Clue, my_plot: dict[int, z3.BoolRef]) -> Iterator[z3.BoolRef]:
        """On which plots a card needs a building of mine."""
        if isinstance(clue, PlaceClue):
            yield z3.Or(*(my_plot[plot] for plot in sorted(clue.plots)))
            return
        for plot in sorted({named for named, _ in clue.pairs}):
            partners = [my_plot[partner] for partner in sorted(clue.partners(plot))]
            yield z3.Or(z3.Not(self._atom(At(clue.building, plot))), *partners)

    def _assumption(self, reason: Reason) -> z3.BoolRef:
        """The switch of a premise, or a literal as it is."""
        term = self._literals.get(reason)
        if term is None:
            term = self._switches[reason] if isinstance(reason, str) else self._literal(reason)
            self._literals[reason] = term
            self._reasons[term.get_id()] = reason
        return term

    def _town(self, model: z3.ModelRef) -> Town:
        at = {
            atom.building: atom.plot
            for atom, term in self._atoms.items()
            if isinstance(atom, At) and z3.is_true(model.eval(term))
        }
        return Town.from_plots(at)

    def _atom(self, atom: Atom) -> z3.BoolRef:
        if atom not in self._atoms:
            term = self._atoms[atom] = z3.Bool(str(atom))
            if isinstance(atom, InTown):
                self._solver.add(term == z3.Or(*(self._atom(At(atom.building, plot)) for plot in self._plots)))
        return self._atoms[atom]

    def _expression(self, statement: Statement) -> z3.BoolRef:
        match statement:
            case Clause(terms):
                return z3.Or(
                    *(z3.And(*map(self._literal, term)) if len(term) > 1 else self._literal(term[0]) for term in terms)
                )
            case AtMostOne(atoms):
                return z3.AtMost(*map(self._atom, atoms), 1)
            case Exactly(count, atoms):
                return z3.PbEq([(self._atom(atom), 1) for atom in atoms], count)

    def _proposition(self, formula: Formula) -> z3.BoolRef:  # noqa: PLR0911 - one for each kind of formula
        match formula:
            case Letter(atom):
                return self._atom(atom)
            case Not(part):
                return z3.Not(self._proposition(part))
            case And(parts):
                return z3.And(*map(self._proposition, parts))
            case Or(parts):
                return z3.Or(*map(self._proposition, parts))
            case Implies(left, right):
                return z3.Implies(self._proposition(left), self._proposition(right))
            case AtMost(most, letters):
                return z3.AtMost(*map(self._proposition, letters), most)
            case Bottom():
                return z3.BoolVal(False)

    def _literal(self, literal: Literal) -> z3.BoolRef:
        term = self._atom(literal.atom)
        return term if literal.positive else z3.Not(term)


_SOLVERS: WeakKeyDictionary[Theory, TheorySolver] = WeakKeyDictionary()


def solver_for(theory: Theory) -> TheorySolver:
    """The theory's solver, built when it is first asked for."""
    if theory not in _SOLVERS:
        _SOLVERS[theory] = TheorySolver(theory)
    return _SOLVERS[theory]
