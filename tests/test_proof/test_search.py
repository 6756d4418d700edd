"""Whole proofs: of the eight solo games, of random puzzles, from any board, with several towns and with none."""

import ast
import json
from functools import cache
from pathlib import Path
from statistics import median

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

import oldtown_lab.proof
from oldtown_lab import load_puzzle
from oldtown_lab.games.loader import load_game
from oldtown_lab.logic.statements import At, InTown, Mine
from oldtown_lab.logic.z3_solver import TheorySolver
from oldtown_lab.proof.checker import check_proof
from oldtown_lab.proof.derivation import derive
from oldtown_lab.proof.facts import Fact, at, left_out, mine, not_at, not_mine
from oldtown_lab.proof.judge import Judge
from oldtown_lab.proof.ladder import LAST_PLOT, WHAT_IF
from oldtown_lab.proof.search import Prover, prove
from oldtown_lab.proof.step import Outcome, Proof, Role
from oldtown_lab.proof.what_if import THOROUGH
from oldtown_lab.puzzles.proofs import explain, proof_json
from oldtown_lab.town.clues import MyBuildings
from oldtown_lab.town.towns import Town

from ..test_logic.small_games import SmallPuzzle, small_puzzles
from .positions import as_json, facts, is_true, place, relation, theory

SOLO_GAMES = [f"solo-{n}" for n in range(1, 9)]


@cache
def proof_of(puzzle: str) -> Proof:
    return explain(puzzle)


@cache
def town_of(puzzle: str) -> Town:
    return next(TheorySolver(load_puzzle(puzzle).theory).towns())


@pytest.mark.parametrize("puzzle", SOLO_GAMES)
def test_a_solo_game_is_proved_to_the_end(puzzle: str) -> None:
    proof, game = proof_of(puzzle), load_puzzle(puzzle).game
    assert proof.outcome is Outcome.ONE_TOWN
    town = town_of(puzzle)
    settled = {at(building, plot) for building, plot in town.at.items()}
    settled |= set(map(left_out, town.left_out(game.buildings)))
    assert settled <= proof.established
    assert all(is_true(f, town) for f in proof.established if not isinstance(f.atom, Mine))


@pytest.mark.parametrize("puzzle", SOLO_GAMES)
@pytest.mark.parametrize("pruned", [True, False])
def test_the_second_judge_accepts_every_step_and_misses_no_reason(puzzle: str, pruned: bool) -> None:
    proof = proof_of(puzzle)
    written = proof_json(load_puzzle(puzzle), proof.pruned() if pruned else proof)
    again = json.loads(json.dumps(written))
    assert check_proof(again, load_game("old-town"), strict=True) == ()


@pytest.mark.parametrize(
    ("puzzle", "found"), [("solo-7", {"Drugstore", "Hotel"}), ("solo-8", {"Drugstore", "Laundry", "Smith"})]
)
def test_the_my_buildings_are_found_where_they_are_determined(puzzle: str, found: set[str]) -> None:
    proof = proof_of(puzzle)
    assert {f.atom.building for f in proof.established if isinstance(f.atom, Mine) and f.positive} == found
    assert set(map(mine, found)) <= proof.pruned().established


def test_a_step_has_few_reasons() -> None:
    for reduce in (Proof.pruned, lambda proof: proof):
        assert median(len(step.reasons) for p in SOLO_GAMES for step in reduce(proof_of(p)).steps) <= 3


@pytest.mark.parametrize("puzzle", SOLO_GAMES)
def test_no_chain_of_a_what_if_is_long(puzzle: str) -> None:
    proof = proof_of(puzzle)
    for step in proof.steps:
        if step.technique is WHAT_IF:
            assert derive(proof.theory, step.reasons, step.conclusions[0]).placements <= 8


@pytest.mark.parametrize("puzzle", SOLO_GAMES)
def test_every_step_says_something_new_and_stands_on_what_was_said(puzzle: str) -> None:
    known: set[Fact] = set()
    for n, step in enumerate(proof_of(puzzle).steps, start=1):
        assert step.n == n
        assert step.conclusions
        assert not known & set(step.conclusions)
        assert known >= set(step.facts)
        known |= set(step.conclusions)


@pytest.mark.parametrize("puzzle", SOLO_GAMES)
def test_pruning_keeps_only_steps_that_something_later_uses(puzzle: str) -> None:
    proof = proof_of(puzzle)
    pruned = proof.pruned()
    assert len(pruned.steps) <= len(proof.steps)
    for step in pruned.steps:
        used_later = {fact for later in pruned.steps[step.n :] for fact in later.facts}
        ends = {f for f in step.conclusions if f.positive != isinstance(f.atom, InTown)}
        assert ends or used_later & set(step.conclusions)


def test_the_engine_never_sees_a_stored_solution() -> None:
    """No module of the room, nor of the rooms below it, so much as names it (the judge's examples aside)."""
    room = Path(oldtown_lab.proof.__file__).parent
    for path in [*room.rglob("*.py"), *(room.parent / "logic").rglob("*.py")]:
        names = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
        assert "solution" not in names, path


def test_the_same_puzzle_gets_the_same_proof() -> None:
    first, second = (prove(load_puzzle("solo-4").theory) for _ in range(2))
    assert [(s.technique, s.reasons, s.conclusions) for s in first.steps] == [
        (s.technique, s.reasons, s.conclusions) for s in second.steps
    ]


def test_a_what_if_can_be_made_the_smallest() -> None:
    quick = [s for s in proof_of("solo-6").steps if s.technique is WHAT_IF]
    prover = Prover(load_puzzle("solo-6").theory, budget=THOROUGH)
    while (step := prover.next_step()) is not None and step.technique is not WHAT_IF:
        pass
    assert quick[0].smallest is False
    assert step is not None
    assert step.smallest is True
    assert step.cost <= quick[0].cost


def test_a_search_that_runs_out_of_its_budget_says_so() -> None:
    from oldtown_lab.proof.what_if import Budget  # noqa: PLC0415

    prover = Prover(load_puzzle("solo-6").theory, budget=Budget(questions=5))
    while (step := prover.next_step()) is not None and step.technique is not WHAT_IF:
        pass
    assert step is not None
    assert step.smallest is False


def test_a_picture_gives_every_place_its_role() -> None:
    proof = prove(theory(place(3, "Bank", 4, 8)), facts("Bank not 4"))
    step = next(step for step in proof.steps if step.technique is LAST_PLOT)
    assert step.picture.places["Bank", 8] is Role.KEPT
    assert step.picture.places["Bank", 4] is Role.REASON
    assert step.picture.cards == (3,)


# ---------------------------------------------------------------------------------------------------- several and none


def test_with_several_towns_all_that_is_determined_is_proved_and_no_more() -> None:
    puzzle = load_puzzle("solo-1").theory.after(10)
    proof = prove(puzzle)
    assert proof.outcome is Outcome.SEVERAL_TOWNS
    assert not proof.complete
    judge = Judge(puzzle)
    pool = tuple(puzzle.premises_by_id)
    for building in puzzle.game.buildings:
        for plot in sorted(puzzle.game.plan.all_plots):
            assert judge.proves(pool, not_at(building, plot)) == (not_at(building, plot) in proof.established)


def test_without_a_town_the_fewest_cards_show_the_contradiction() -> None:
    cards = place(1, "Bank", 1, 2), place(2, "Doc", 1, 2), place(3, "Hotel", 1, 2), place(4, "Judge", 5, 6)
    proof = prove(theory(*cards)).pruned()
    assert proof.outcome is Outcome.NO_TOWN
    assert proof.complete
    assert {card for step in proof.steps for card in step.cards} == {1, 2, 3}
    assert proof.steps[-1].is_contradiction


def test_a_board_that_contradicts_the_cards_has_no_town() -> None:
    proof = prove(theory(place(3, "Bank", 4, 8)), facts("Bank not 4; Bank not 8; Doc not 1")).pruned()
    assert proof.outcome is Outcome.NO_TOWN
    assert set(proof.steps[-1].facts) == facts("Bank not 4; Bank not 8")


def test_relation_cards_that_nobody_can_serve() -> None:
    clue = relation(29, "Judge", "Hotel", (3, 4))
    proof = prove(theory(clue, place(1, "Hotel", 5, 6), mine=["Hotel"])).pruned()
    assert proof.outcome is Outcome.NO_TOWN
    assert {card for step in proof.steps for card in step.cards} == {29, 1}


# -------------------------------------------------------------------------------------------------------------- random


def given_json(puzzle: SmallPuzzle) -> dict[str, object]:
    return {
        "game": "small",
        "cards": [card.number for card in puzzle.cards],
        "for": {str(card): building for card, building in puzzle.for_building.items()},
        "my_buildings": list(puzzle.mine.known) if puzzle.mine.are_known else puzzle.mine.unknown,
    }


def assert_right(puzzle: SmallPuzzle, proof: Proof, towns: frozenset[Town]) -> None:
    """The second judge accepts it, no town that fits is excluded, and it ends where it should."""
    if proof.steps or proof.outcome is not Outcome.NO_TOWN:
        assert check_proof(as_json(proof, given_json(puzzle)), puzzle.game, strict=True) == ()
    expected = {0: Outcome.NO_TOWN, 1: Outcome.ONE_TOWN}.get(len(towns), Outcome.SEVERAL_TOWNS)
    assert proof.outcome is expected
    for town in towns:
        assert all(is_true(fact, town) for fact in proof.established if not isinstance(fact.atom, Mine))
    if towns:
        for building in puzzle.buildings:
            for plot in range(1, puzzle.rows * puzzle.columns + 1):
                never = all(town.at.get(building) != plot for town in towns)
                assert never == (not_at(building, plot) in proof.established) or at_known_elsewhere(
                    proof, building, plot
                )


def at_known_elsewhere(proof: Proof, building: str, plot: int) -> bool:
    """A finished proof need not say where a placed building does not stand, nor who else is not on its plot."""
    return proof.outcome is Outcome.ONE_TOWN and (
        any(
            f.positive and isinstance(f.atom, At) and (f.atom.building == building) != (f.atom.plot == plot)
            for f in proof.established
        )
        or left_out(building) in proof.established
    )


@given(small_puzzles())
@settings(max_examples=120)
def test_random_puzzles_are_proved_to_the_end(puzzle: SmallPuzzle) -> None:
    towns = puzzle.every_town()
    event(f"{'no' if not towns else 'one' if len(towns) == 1 else 'several'} town")
    proof = prove(puzzle.theory)
    event("with what if" if any(s.technique is WHAT_IF for s in proof.steps) else "named techniques only")
    assert_right(puzzle, proof, towns)
    assert_right(puzzle, proof.pruned(), frozenset()) if not towns else None


@given(small_puzzles(), st.data())
@settings(max_examples=60)
def test_a_proof_goes_on_from_any_board(puzzle: SmallPuzzle, data: st.DataObject) -> None:
    towns = sorted(puzzle.every_town(), key=lambda town: town.buildings)
    if not towns:
        return
    town = data.draw(st.sampled_from(towns))
    plots = range(1, puzzle.rows * puzzle.columns + 1)
    possible = [not_at(b, p) for b in puzzle.buildings for p in plots if town.at.get(b) != p]
    state = data.draw(st.lists(st.sampled_from(possible), unique=True, max_size=8))
    fitting = frozenset(t for t in towns if all(is_true(fact, t) for fact in state))
    proof = prove(puzzle.theory, state)
    assert check_proof(as_json(proof, given_json(puzzle)), puzzle.game, strict=True) == ()
    assert proof.outcome is (Outcome.ONE_TOWN if len(fitting) == 1 else Outcome.SEVERAL_TOWNS)
    assert all(is_true(f, t) for f in proof.established for t in fitting if not isinstance(f.atom, Mine))


def test_the_my_buildings_of_a_small_game_by_trying() -> None:
    """What is said of my-buildings is true in every choice that fits."""
    from ..test_logic.small_games import a, c  # noqa: PLC0415

    puzzle = SmallPuzzle(
        1,
        3,
        ("Bank", "Church", "Doc", "Hotel"),
        (a(1, "Bank", 1), a(2, "Church", 2), c(3, "Bank", (1, 2))),
        MyBuildings(unknown=1),
    )
    proof = prove(puzzle.theory)
    assert mine("Church") in proof.established
    assert not_mine("Doc") in proof.established
