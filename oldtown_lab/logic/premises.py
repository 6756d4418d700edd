"""Premises: the cards of a puzzle and the rules of the town, each with an id, a sentence and its statements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..town.buildings import in_words
from ..town.clues import Clue, MyBuildings, PlaceClue, RelationClue
from ..town.game import Game
from .statements import At, AtMostOne, Clause, Exactly, Literal, Mine, Statement, Term, no, yes

#: A premise as other programs read it, for example {"card": 30}.
PremiseJson = Mapping[str, str | int]


@dataclass(frozen=True)
class Premise:
    """One named reason. ``json`` is its form for other programs, ``id`` the same in one word."""

    id: str
    json: PremiseJson
    sentence: str
    statements: tuple[Statement, ...]


def card_premise(clue: Clue) -> Premise:
    """What a card says in a puzzle."""
    id, json = f"card:{clue.card}", {"card": clue.card}
    if isinstance(clue, PlaceClue):
        return Premise(id, json, _place_sentence(clue), (_place_statement(clue),))
    return Premise(id, json, _relation_sentence(clue), tuple(_relation_statements(clue)))


def rule_premises(game: Game, mine: MyBuildings) -> Iterator[Premise]:
    """The rules that hold in every town of the game."""
    plots = sorted(game.plan.all_plots)
    for plot in plots:
        here = tuple(At(b, plot) for b in game.buildings)
        yield _rule("one-building-per-plot", "plot", plot, f"No two buildings stand on plot {plot}.", AtMostOne(here))
        yield _rule("plot-filled", "plot", plot, f"Some building stands on plot {plot}.", Clause(tuple(map(yes, here))))
    for building in game.buildings:
        sentence = f"The {building} stands on one plot at the most."
        anywhere = tuple(At(building, p) for p in plots)
        yield _rule("one-plot-per-building", "building", building, sentence, AtMostOne(anywhere))
    if not mine.are_known:
        sentence = f"Exactly {mine.unknown} of the buildings are mine."
        yield _rule(
            "my-buildings", "count", mine.unknown, sentence, Exactly(mine.unknown, tuple(map(Mine, game.buildings)))
        )


def _rule(rule: str, key: str, value: str | int, sentence: str, statement: Statement) -> Premise:
    return Premise(f"{rule}:{value}", {"rule": rule, key: value}, sentence, (statement,))


def _alternatives(buildings: tuple[str, ...], must_be_mine: bool) -> str:
    if must_be_mine:
        return "one of my buildings"
    return in_words((f"the {b}" for b in buildings), last="or") or "another building of mine"  # though there is none


def _place_sentence(clue: PlaceClue) -> str:
    who = _alternatives(clue.buildings, clue.must_be_mine)
    plots = in_words(map(str, sorted(clue.plots)), last="or")
    return f"Card {clue.card}: {who} stands on plot {plots}."


def _relation_sentence(clue: RelationClue) -> str:
    who = _alternatives(clue.my_buildings, clue.must_be_mine)
    pairs = ", ".join(f"{named}–{mine}" for named, mine in sorted(clue.pairs))
    return (
        f"Card {clue.card}: the {clue.building} and {who} stand, in this order, on one of the pairs of plots {pairs}."
    )


def _stands(building: str, plot: int, must_be_mine: bool) -> Term:
    there = yes(At(building, plot))
    return (*there, Literal(Mine(building))) if must_be_mine else there


def _place_statement(clue: PlaceClue) -> Statement:
    return Clause(tuple(_stands(b, p, clue.must_be_mine) for b in clue.buildings for p in sorted(clue.plots)))


def _relation_statements(clue: RelationClue) -> Iterator[Statement]:
    """The named building stands where it may; and wherever it stands, a partner of mine stands right."""
    named = sorted({named for named, _ in clue.pairs})
    yield Clause(tuple(yes(At(clue.building, p)) for p in named))
    for plot in named:
        partners = tuple(
            _stands(b, q, clue.must_be_mine) for b in clue.my_buildings for q in sorted(clue.partners(plot))
        )
        yield Clause((no(At(clue.building, plot)), *partners))
