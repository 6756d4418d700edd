"""Sentences for reconstructed cards: whole frames with holes, filled with the vocabulary's phrases."""

from __future__ import annotations

from dataclasses import replace

from ...town.buildings import in_words
from ...town.cards import Card
from ...town.places import Place
from ...town.relations import Relation

NAMED_FRAMES = (
    "The {building} stood {where}.",
    "An old survey shows that the {building} stood {where}.",
    "A traveller's diary says that the {building} stood {where}.",
    "Two old-timers agree that the {building} stood {where}.",
    "On a faded photograph the {building} stands {where}.",
    "By the tax roll, the {building} stood {where}.",
    "The mayor wrote that the {building} stood {where}.",
)
MY_FRAMES = (
    "My building stood {where}.",
    "By its deed, my building stood {where}.",
    "My uncle swears that my building stood {where}.",
    "On a postcard my building stands {where}.",
    "The land office holds that my building stood {where}.",
)
FREE_NAMED = "A pencilled map marks four plots for the {building}: {plots}."
FREE_MINE = "A pencilled map marks {count} plots for my building: {plots}."
COUNT_WORDS = {7: "seven", 8: "eight"}


def worded(card: Card, meaning: Place | Relation | None) -> Card:
    """The card with its sentence. The frame depends on the number alone, so that neighbours differ."""
    frames = MY_FRAMES if card.kind == "B" else NAMED_FRAMES
    if meaning is not None:
        text = frames[card.number % len(frames)].format(building=card.building, where=meaning.phrase).replace("..", ".")
    else:
        plots = in_words(map(str, sorted(card.plots)), last="or")
        free = FREE_MINE if card.kind == "B" else FREE_NAMED
        text = free.format(building=card.building, count=COUNT_WORDS.get(len(card.plots)), plots=plots)
    return replace(card, text=text)
