"""How a proof ends, in a sentence or two, the same wherever it is told."""

from __future__ import annotations

from ...logic.statements import Mine
from ...town.buildings import in_words
from ..step import Outcome, Proof

ENDINGS = {
    Outcome.ONE_TOWN: "Every building is placed or left out: the town is complete, and there is no other.",
    Outcome.SEVERAL_TOWNS: "That is all that the cards determine; several towns fit.",
    Outcome.NO_TOWN: "What is given contradicts itself.",
    Outcome.OPEN: "That was to be shown.",
}


def ending(proof: Proof) -> str:
    """What has been reached, and who is mine where that was to be found out."""
    mine = sorted(fact.atom.building for fact in proof.established if isinstance(fact.atom, Mine) and fact.positive)
    told = f" Mine: {in_words(mine)}." if mine else ""
    if mine and len(mine) < proof.theory.mine.unknown:
        told += " Who else is mine the cards leave open."
    return f"{ENDINGS[proof.outcome]}{told}"
