"""From a meaning's id back to its phrase, without building the whole vocabulary."""

from __future__ import annotations

from functools import lru_cache

from .meaning import CONNECTIVES
from .places import simple_places
from .plan import TownPlan
from .relations import plain_relations

JOINED = {
    " & ": "{one} and {other}",
    " - ": "{one}, but not {other}",
    " | ": "{one} or {other}",
    " @ ": "{other}, {one}",
    " @my ": "{one}; my building stood {other}",
    " @both ": "{one}; both stood {other}",
}


def phrase_of(plan: TownPlan, meaning: str | None) -> str | None:
    """What completes "The Bank stood …", for the meaning of a card; None for a free map or an unknown word."""
    if meaning is None:
        return None
    simple = _simple_phrases(plan)
    for connective in CONNECTIVES:
        if connective in meaning:
            one, other = meaning.split(connective, 1)
            if one in simple and other in simple:
                return JOINED[connective].format(one=simple[one], other=simple[other])
            return None
    return simple.get(meaning)


@lru_cache(maxsize=8)
def _simple_phrases(plan: TownPlan) -> dict[str, str]:
    return {meaning.id: meaning.phrase for meaning in (*plain_relations(plan), *simple_places(plan))}
