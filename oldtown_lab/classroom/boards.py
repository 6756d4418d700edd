"""What facts say of each building by itself; and towns shown so that they give nothing away."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace

from ..draw.scene import Scene, town_scene
from ..logic.statements import At, InTown
from ..proof.claims import Claim
from ..proof.facts import Fact
from ..puzzles.positions import Position, candidates_of
from ..town.game import Game
from ..town.towns import Town


def says(facts: Iterable[Fact], wanted: Fact, game: Game) -> bool:
    """Whether the facts say this of its building, without any argument about other buildings."""
    known = tuple(facts)
    if not isinstance(wanted.atom, At | InTown):
        return wanted in known
    there = {wanted.atom.plot} if isinstance(wanted.atom, At) else set(game.plan.all_plots)
    left = candidates_of(known, game).places[wanted.atom.building]
    return left <= there if wanted.positive else not left & there


def settled_by(facts: Iterable[Fact]) -> frozenset[str]:
    """The buildings whose place is settled by these facts."""
    return frozenset(
        fact.atom.building
        for fact in facts
        if (isinstance(fact.atom, At) and fact.positive) or (isinstance(fact.atom, InTown) and not fact.positive)
    )


def refuting_scene(
    position: Position, town: Town, claim: Claim, secret: Set[str], title: str = "A town that fits"
) -> Scene | None:
    """The town that refutes a claim. Where the whole of it would tell what is still to be found, only the plots that
    the claim speaks of are shown, and no building that is secret; None if nothing is left to show.
    """
    game = position.puzzle.game
    whole = replace(town_scene(game, town, title), building=claim.facts[0].atom.building)
    if not secret and position.count().towns > 1:
        return whole
    named = {fact.atom.plot for fact in (*claim.denied, *claim.facts) if isinstance(fact.atom, At)}
    if len(named) > len(game.plan.plots) // 2:
        return None
    shown = {plot: who for plot, who in whole.placed.items() if plot in named and who not in secret}
    return Scene(game, placed=shown, plots=tuple(sorted(shown)), title=f"{title}, in part") if shown else None
