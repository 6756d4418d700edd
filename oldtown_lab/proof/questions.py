"""Asking the engine: why is that so, is my reason good enough, where should I look next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..errors import NoTownError
from ..logic.theory import Theory
from ..logic.z3_solver import Reason, solver_for
from ..town.towns import Town
from .board import Reasons
from .claims import Claim
from .facts import Fact, fact_text, opposite
from .judge import Judge
from .ladder import LAST_BUILDING, SETS_OF_BUILDINGS
from .search import Prover
from .smallest import smallest_reasons
from .step import Outcome, Proof, Step
from .what_if import Budget
from .words.plain import PlainWords
from .words.speech import capital, cards_and, one_full_stop, the

#: How long a smaller set of missing cards is looked for.
MISSING_QUESTIONS = 1_000


@dataclass(frozen=True)
class Why:
    """Either steps that lead to the claim, or a town that fits all cards and refutes it."""

    claim: Claim
    proof: Proof | None
    refuting_town: Town | None
    refuting_mine: tuple[str, ...] = ()

    @property
    def follows(self) -> bool:
        return self.proof is not None


@dataclass(frozen=True)
class Check:
    """A claim and the premises that somebody gives for it. The rules of the town are always taken for granted.

    ``follows``: from all cards. ``sufficient``: from the cited premises. ``not_needed``: cited in vain. ``missing``: a
    smallest set of cards to add. ``refuting_town``: fits what was cited (or all cards, if the claim is false) and
    refutes the claim.
    """

    claim: Claim
    follows: bool
    sufficient: bool
    not_needed: tuple[Reason, ...]
    missing: tuple[Reason, ...]
    refuting_town: Town | None
    refuting_mine: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hint:
    """Help at one of three levels. ``mistake`` is the first wrong fact on the board, ``consistent`` the board before
    it, ``proof`` the proof that it is wrong; without a mistake ``step`` is the next step (None: nothing more follows).
    """

    level: int
    text: str
    step: Step | None = None
    mistake: Fact | None = None
    consistent: tuple[Fact, ...] = ()
    proof: Proof | None = None


def why(theory: Theory, claim: Claim, given: Sequence[Fact] = ()) -> Why:
    """A short chain of steps that leads to the claim; or, if it does not follow, a town that fits and refutes it."""
    refuted = solver_for(theory).example([*theory.premises_by_id, *given, *claim.denied])
    if refuted is None:
        _refuse_without_towns(theory)
    else:
        return Why(claim, None, *refuted)
    chain = _chain(Prover(theory, given), claim, theory)
    if chain is None:
        raise RuntimeError(f"no steps lead to {claim.text}, though it follows")
    # Fewer cards lead to fewer by-ways; but sometimes another card makes the way shorter, so that both are tried.
    other = _chain(Prover(_needed_cards(theory, claim, given), given), claim, theory, at_most=len(chain.steps))
    return Why(claim, chain if other is None else min(chain, other, key=_length), None)


def _needed_cards(theory: Theory, claim: Claim, given: Sequence[Fact]) -> Theory:
    """The theory with only cards that the claim cannot do without."""
    judge = Judge(theory)
    fixed = _rules(theory) | frozenset(given)
    cards = _cards(theory)
    for fact in claim.facts[:1]:
        cards = judge.least_conflict(cards, fixed | {opposite(fact)})
    return Theory(theory.game, tuple(c for c in theory.clues if f"card:{c.card}" in cards), theory.mine)


def _length(proof: Proof) -> tuple[int, int]:
    return len(proof.steps), sum(step.cost for step in proof.steps)


def _chain(prover: Prover, claim: Claim, theory: Theory, at_most: int | None = None) -> Proof | None:
    """The steps of a prover that lead to the claim. With a limit: by easy steps only, and few of them in vain."""
    goals = set(claim.facts)
    while not goals <= prover.board.learnt.keys():
        if at_most is not None and len(prover.steps) > 2 * at_most:
            return None
        if (prover.next_step() if at_most is None else prover.next_easy_step()) is None:
            return None
    return Proof(theory, prover.given, tuple(prover.steps), Outcome.OPEN).pruned(goals)


def check(theory: Theory, claim: Claim, because: Iterable[Reason], given: Iterable[Fact] = ()) -> Check:
    """Is the claim true, do the cited premises suffice, which are not needed, what is missing. What is given on a board
    is taken for granted, like the rules.
    """
    judge, solver = Judge(theory), solver_for(theory)
    known = tuple(given)
    cited = frozenset(because)
    rules, denied = _rules(theory) | frozenset(known), frozenset(claim.denied)
    refuted = solver.example([*theory.premises_by_id, *known, *claim.denied])
    if refuted is None:
        _refuse_without_towns(theory)
    else:
        return Check(claim, False, False, (), (), *refuted)
    refuted = solver.example([*cited, *known, *claim.denied])
    if refuted is None:
        needed = judge.least_conflict(cited, (rules - cited) | denied)
        return Check(claim, True, True, tuple(sorted(cited - needed, key=str)), (), None)
    fixed = rules | cited | denied
    pool = _cards(theory) - cited
    first = judge.least_conflict(pool, fixed)
    missing = smallest_reasons(judge, pool, fixed, first, MISSING_QUESTIONS).reasons
    needed = judge.least_conflict(cited, (rules - cited) | denied | missing)
    return Check(
        claim, True, False, tuple(sorted(cited - needed, key=str)), tuple(sorted(missing, key=_card_number)), *refuted
    )


def hint(theory: Theory, state: Sequence[Fact] = (), level: int = 1, budget: Budget | None = None) -> Hint:
    """Help for a board: the first mistake on it if there is one, else the next step, as openly as the level says."""
    judge = Judge(theory)
    premises = tuple(theory.premises_by_id)
    if not judge.possible((*premises, *state)):
        _refuse_without_towns(theory)
        return _mistake(theory, judge, state, level)
    step = Prover(theory, state, budget).next_step()
    if step is None:
        return Hint(level, "Everything that the cards determine is on your board.")
    return Hint(level, hint_text(theory, step, level), step)


def hint_text(theory: Theory, step: Step, level: int) -> str:
    """Where to look; which technique and cards; the whole step."""
    if level == 1:
        return one_full_stop(f"Look at {_where_to_look(theory, step)}.")
    if level == 2:
        cards = f", with {cards_and(step.cards)}" if step.cards else ", with what is on your board"
        return f"{capital(_where_to_look(theory, step))}: {step.technique.name}{cards}."
    return PlainWords(theory).say(step)


def _where_to_look(theory: Theory, step: Step) -> str:
    """A building; or a street, where a plot is what matters."""
    about_a_plot = step.technique in (LAST_BUILDING, *SETS_OF_BUILDINGS.values())
    if about_a_plot and step.focus.plots:
        plan = theory.game.plan
        plot = plan.plot(step.focus.plots[0])
        along = [line.spoken for line in plan.lines if line.borders(plot)]
        if along:
            return f"the plots on {along[0]}" if along[0] != "the railway" else "the plots beside the railway"
    return the(step.focus.buildings[0]) if step.focus.buildings else "the whole board"


def _mistake(theory: Theory, judge: Judge, state: Sequence[Fact], level: int) -> Hint:
    """The board contradicts the cards: the first fact with which it does, and the board before it."""
    premises = tuple(theory.premises_by_id)
    good, bad = 0, len(state)
    while bad - good > 1:
        middle = (good + bad) // 2
        if judge.possible((*premises, *state[:middle])):
            good = middle
        else:
            bad = middle
    before, wrong = tuple(state[: bad - 1]), state[bad - 1]
    if level == 1:
        return Hint(1, f"Something on your board is wrong: look at {the(wrong.atom.building)}.", None, wrong, before)
    text = f'"{fact_text(wrong)}" is a mistake.'
    if level == 2:
        return Hint(2, text, None, wrong, before)
    truth = opposite(wrong)
    claim = Claim(fact_text(truth), (truth,), (wrong,))
    by_cards_alone = not judge.possible((*premises, wrong))
    proof = why(theory, claim, () if by_cards_alone else before).proof
    told = PlainWords(theory).tell(proof.steps) if proof is not None else ()
    return Hint(3, " ".join((text, *told)), None, wrong, before, proof)


def _refuse_without_towns(theory: Theory) -> None:
    if not Judge(theory).possible(theory.premises_by_id):
        raise NoTownError


def _rules(theory: Theory) -> Reasons:
    return frozenset(id for id in theory.premises_by_id if not id.startswith("card:"))


def _cards(theory: Theory) -> Reasons:
    return frozenset(id for id in theory.premises_by_id if id.startswith("card:"))


def _card_number(reason: Reason) -> int:
    return int(str(reason).removeprefix("card:"))
