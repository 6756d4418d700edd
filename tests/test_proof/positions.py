"""Boards for the tests: a few cards, and facts in the language of claims."""

from collections.abc import Iterable
from typing import Any

from oldtown_lab.games.loader import load_game
from oldtown_lab.logic.statements import At, InTown, Literal, Mine
from oldtown_lab.logic.theory import Theory
from oldtown_lab.proof.board import Board, Setting
from oldtown_lab.proof.claims import parse_state
from oldtown_lab.proof.facts import Fact, fact_json
from oldtown_lab.proof.step import Proof, reason_json
from oldtown_lab.town.clues import Clue, MyBuildings, PlaceClue, RelationClue
from oldtown_lab.town.towns import Town

GAME = load_game("old-town")


def theory(*clues: Clue, mine: Iterable[str] | int = ()) -> Theory:
    owners = MyBuildings(unknown=mine) if isinstance(mine, int) else MyBuildings(tuple(mine))
    return Theory(GAME, clues, owners)


def place(card: int, building: str, *plots: int) -> PlaceClue:
    return PlaceClue(card, (building,), frozenset(plots))


def one_of(card: int, buildings: str, *plots: int, mine: bool = False) -> PlaceClue:
    return PlaceClue(card, tuple(buildings.split()), frozenset(plots), must_be_mine=mine)


def relation(card: int, building: str, mine: str | tuple[str, ...], *pairs: tuple[int, int]) -> RelationClue:
    owners = tuple(mine.split()) if isinstance(mine, str) else mine
    return RelationClue(card, building, owners, frozenset(pairs), must_be_mine=len(owners) > 4)


def board(given: str, *clues: Clue, mine: Iterable[str] | int = ()) -> Board:
    return Board(Setting(theory(*clues, mine=mine)), parse_state(given, GAME))


def facts(text: str) -> set[Fact]:
    return set(parse_state(text, GAME))


def is_true(fact: Fact, town: Town, my_buildings: Iterable[str] = ()) -> bool:
    """Whether a fact holds in a town with these my-buildings."""
    match fact:
        case Literal(At(building, plot), positive):
            return (town.at.get(building) == plot) == positive
        case Literal(InTown(building), positive):
            return (building in town.at) == positive
        case Literal(Mine(building), positive):
            return (building in my_buildings) == positive
    raise TypeError(fact)


def as_json(proof: Proof, given: dict[str, Any]) -> dict[str, Any]:
    """A proof as the second judge reads it."""
    return {
        "puzzle": "test",
        "given": {**given, "state": [fact_json(fact) for fact in proof.given]},
        "complete": proof.complete,
        "outcome": proof.outcome.value,
        "steps": [
            {
                "n": step.n,
                "technique": step.technique.id,
                "premises": [reason_json(proof.theory, reason) for reason in step.reasons],
                "conclusions": [fact_json(fact) for fact in step.conclusions] or [{"contradiction": True}],
            }
            for step in proof.steps
        ],
    }
