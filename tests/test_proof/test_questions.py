"""Why, check and hint: right answers, smallest answers, and towns that really refute."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from oldtown_lab import load_puzzle
from oldtown_lab.errors import NoTownError, OldTownError, UnknownNameError
from oldtown_lab.logic.checking import fits
from oldtown_lab.logic.cnf import premises_cnf
from oldtown_lab.logic.statements import At, InTown, Literal
from oldtown_lab.logic.theory import Theory
from oldtown_lab.proof import questions
from oldtown_lab.proof.claims import Claim, parse_claim, parse_state
from oldtown_lab.proof.facts import Fact, at, fact_text, in_town, left_out, mine, not_at, not_mine, opposite
from oldtown_lab.puzzles.proofs import check, hint, why

from ..test_logic.small_games import SmallPuzzle, small_puzzles
from .positions import GAME, is_true, place, theory

# ------------------------------------------------------------------------------------------------------------------ why


def test_why_gives_the_steps_and_nothing_else() -> None:
    answer = why("solo-1", "Bank not 1")
    assert answer.follows
    assert answer.proof is not None
    assert [step.technique.id for step in answer.proof.steps] == ["reading-a-card"]


def test_why_leads_to_the_claim() -> None:
    answer = why("solo-1", "Bank at 8")
    assert answer.proof is not None
    steps = answer.proof.steps
    assert at("Bank", 8) in steps[-1].conclusions
    for step in steps[:-1]:
        used = {fact for later in steps[step.n :] for fact in later.facts}
        assert used & set(step.conclusions)


def test_why_not_shows_a_town_that_fits_and_refutes() -> None:
    puzzle = load_puzzle("solo-2")
    answer = why(puzzle, "Bank at 4")
    assert not answer.follows
    assert answer.refuting_town is not None
    assert fits(puzzle.theory, answer.refuting_town)
    assert answer.refuting_town.at["Bank"] != 4


def test_why_shows_whose_buildings_refute_a_claim_about_mine() -> None:
    answer = why("solo-7", "Saloon mine")
    assert not answer.follows
    assert set(answer.refuting_mine) == {"Drugstore", "Hotel", "Judge"}


# ---------------------------------------------------------------------------------------------------------------- check


def test_check_accepts_a_sufficient_reason() -> None:
    answer = check("solo-1", "Bank not 1", ["card:3"])
    assert (answer.follows, answer.sufficient, answer.not_needed, answer.missing) == (True, True, (), ())
    assert answer.refuting_town is None


def test_check_names_what_is_not_needed() -> None:
    answer = check("solo-1", "Bank not 1", ["card:3", "card:8"])
    assert answer.sufficient
    assert answer.not_needed == ("card:8",)


def test_check_names_a_smallest_set_of_what_is_missing() -> None:
    cards = place(1, "Bank", 1, 2), place(2, "Bank", 2, 3), place(3, "Bank", 2, 4), place(4, "Bank", 2)
    answer = questions.check(theory(*cards), parse_claim("Bank at 2", GAME), ["card:1"])
    assert answer.follows
    assert not answer.sufficient
    assert len(answer.missing) == 1
    assert answer.missing[0] in ("card:2", "card:3", "card:4")
    assert answer.refuting_town is not None
    assert answer.refuting_town.at["Bank"] == 1


def test_check_refutes_what_is_false() -> None:
    puzzle = load_puzzle("solo-1")
    answer = check(puzzle, "Bank at 4", ["card:3"])
    assert not answer.follows
    assert answer.refuting_town is not None
    assert fits(puzzle.theory, answer.refuting_town)


def test_check_takes_known_facts_as_reasons() -> None:
    answer = check("solo-1", "Bank not 16", ["Doc at 16"])
    assert answer.sufficient


@pytest.mark.parametrize("cited", ["card:99", "card:1", "rule:7", "one-building-per-plot:17", "Sherif not 7"])
def test_check_refuses_premises_that_do_not_exist(cited: str) -> None:
    with pytest.raises(OldTownError, match="allowed") as caught:
        check("solo-1", "Bank at 8", [cited])
    assert "\n" not in str(caught.value)


def sat_entails(given: Theory, cards: list[str], claim: Claim) -> bool:
    """Python-sat's opinion: rules and these cards, and the claim is denied."""
    rules = [p for p in given.premises if "rule" in p.json]
    cnf = premises_cnf([*rules, *(given.premises_by_id[card] for card in cards)])
    denied = [clause for fact in claim.denied for clause in _clauses(fact, cnf.atoms, given)]
    with Solver(name="cadical195", bootstrap_with=[*cnf.clauses, *denied]) as solver:
        return not solver.solve()


def _clauses(fact: Fact, atoms: dict, given: Theory) -> list[list[int]]:  # type: ignore[type-arg]
    match fact:
        case Literal(InTown(building), True):
            return [[atoms[At(building, plot)] for plot in sorted(given.game.plan.all_plots)]]
        case Literal(InTown(building), False):
            return [[-atoms[At(building, plot)]] for plot in sorted(given.game.plan.all_plots)]
        case Literal(atom, positive):
            return [[atoms[atom] if positive else -atoms[atom]]]
    raise TypeError(fact)


@st.composite
def claims_about(draw: st.DrawFn, puzzle: SmallPuzzle) -> Claim:
    buildings = st.sampled_from(puzzle.buildings)
    plots = st.integers(1, puzzle.rows * puzzle.columns)
    kinds = [st.builds(at, buildings, plots), st.builds(not_at, buildings, plots)]
    kinds += [st.builds(left_out, buildings), st.builds(in_town, buildings)]
    if not puzzle.mine.are_known:
        kinds += [st.builds(mine, buildings), st.builds(not_mine, buildings)]
    fact = draw(st.one_of(kinds))
    if isinstance(fact.atom, At) and draw(st.booleans()):
        kept = draw(st.sets(plots, min_size=1))
        text = f"{fact.atom.building} in {{{','.join(map(str, sorted(kept)))}}}"
        return parse_claim(text, puzzle.game)
    return Claim(fact_text(fact), (fact,), (opposite(fact),))


@given(small_puzzles(), st.data())
@settings(max_examples=100)
def test_check_agrees_with_python_sat(puzzle: SmallPuzzle, data: st.DataObject) -> None:
    given_theory = puzzle.theory
    claim = data.draw(claims_about(puzzle))
    all_cards = [f"card:{card.number}" for card in puzzle.cards]
    cited = data.draw(st.lists(st.sampled_from(all_cards), unique=True)) if all_cards else []
    if not puzzle.every_town():
        with pytest.raises(NoTownError):
            questions.check(given_theory, claim, cited)
        return
    answer = questions.check(given_theory, claim, cited)
    assert answer.follows == sat_entails(given_theory, all_cards, claim)
    assert answer.sufficient == sat_entails(given_theory, cited, claim)
    needed = [card for card in cited if card not in answer.not_needed]
    if answer.sufficient:
        assert sat_entails(given_theory, needed, claim)
        for card in needed:
            assert not sat_entails(given_theory, [c for c in needed if c != card], claim)
    elif answer.follows:
        missing = [str(card) for card in answer.missing]
        assert missing
        assert sat_entails(given_theory, cited + missing, claim)
        for card in missing:
            assert not sat_entails(given_theory, cited + [c for c in missing if c != card], claim)
    if not answer.sufficient:
        assert answer.refuting_town is not None
        assert all(is_true(fact, answer.refuting_town, answer.refuting_mine) for fact in claim.denied)
        used = all_cards if not answer.follows else cited
        at_plots = answer.refuting_town.at
        clues = [clue for clue in given_theory.clues if f"card:{clue.card}" in used]
        assert all(clue.holds(at_plots, frozenset(answer.refuting_mine)) for clue in clues)


@given(small_puzzles(), st.data())
@settings(max_examples=60)
def test_why_agrees_with_python_sat(puzzle: SmallPuzzle, data: st.DataObject) -> None:
    if not puzzle.every_town():
        return
    claim = data.draw(claims_about(puzzle))
    answer = questions.why(puzzle.theory, claim)
    assert answer.follows == sat_entails(puzzle.theory, [f"card:{c.number}" for c in puzzle.cards], claim)
    if answer.proof is not None:
        assert set(claim.facts) <= answer.proof.established


# ----------------------------------------------------------------------------------------------------------------- hint


def test_hints_tell_more_from_level_to_level() -> None:
    first, second, third = (hint("solo-1", "", level) for level in (1, 2, 3))
    assert first.text == "Look at the Bank."
    assert second.text == "The Bank: reading a card, with card 3."
    assert third.text.startswith("Card 3 puts the Bank east of Cavendish St. (4, 8, 12 or 16).")
    assert first.step == third.step or first.step is not None


def test_a_hint_about_a_plot_names_a_street() -> None:
    others = "; ".join(f"{b} not 13" for b in GAME.buildings if b != "Judge")
    assert questions.hint(theory(), parse_state(others, GAME), 1).text == "Look at the plots on Cemetery Rd."


def test_a_hint_goes_on_from_the_players_board() -> None:
    answer = hint("solo-1", "Bank in {4,8,12,16}", 3)
    assert "Bank" not in answer.text


def test_a_hint_on_a_finished_board_says_so() -> None:
    puzzle = load_puzzle("solo-1")
    proof = questions.Prover(puzzle.theory).prove()
    answer = questions.hint(puzzle.theory, tuple(proof.established), 1)
    assert answer.step is None
    assert "Everything" in answer.text


def test_the_first_mistake_comes_first_with_its_proof_and_the_board_before_it() -> None:
    answer = hint("solo-1", "Bank not 4; Doc at 16; Bank at 12; Judge left out", 3)
    assert answer.mistake == at("Bank", 12)
    assert answer.consistent == (not_at("Bank", 4), at("Doc", 16))
    assert answer.proof is not None
    assert not_at("Bank", 12) in answer.proof.established
    assert answer.text.startswith('"Bank at 12" is a mistake.')


def test_a_mistake_is_not_told_at_the_first_level() -> None:
    answer = hint("solo-1", "Bank at 12", 1)
    assert answer.text == "Something on your board is wrong: look at the Bank."


def test_there_are_three_levels() -> None:
    with pytest.raises(UnknownNameError, match="allowed: 1, 2 or 3"):
        hint("solo-1", "", 4)
