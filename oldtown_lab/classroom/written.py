"""Reading what a student has written: claims, card numbers, a number. Nothing is evaluated, and nothing is long."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..errors import AnswerError
from ..proof.claims import Claim, parse_claim
from ..town.buildings import in_words, shortened
from ..town.game import Game
from ..town.towns import Town

LONGEST_ANSWER = 4_000
CARD = re.compile(r"\s*(?:cards?\s*:?\s*)?(\d{1,3})(?:\s+for\s+(?:the\s+)?([^,;&\d]+?))?\s*$", re.IGNORECASE)
BETWEEN_CARDS = re.compile(r"[,;&\n]|\band\b")

#: What may be handed to ``check``.
Answer = str | int | Town | Iterable[str | int]


def as_text(answer: Answer) -> str:
    """Whatever was handed in, as one text: parts of a list with semicolons between them."""
    match answer:
        case str():
            text = answer
        case bool() | float():
            raise AnswerError(f"{answer} is no answer that can be read; write it as a text, between quotes")
        case int():
            text = str(answer)
        case Town():
            text = "; ".join(f"{building} at {plot}" for building, plot in answer.at.items())
        case list() | tuple() | set() | frozenset():
            text = "; ".join(as_text(part) for part in answer)
        case _:
            raise AnswerError("an answer is a text, a number, a town, or a list of texts")
    if len(text) > LONGEST_ANSWER:
        raise AnswerError(f"the answer is longer than {LONGEST_ANSWER:,} characters")
    return text.strip()


def read_claims(text: str, game: Game) -> list[Claim]:
    """Claims with semicolons or line breaks between them."""
    parts = [part.strip(" .") for part in re.split(r"[;\n]", text)]
    return [parse_claim(part, game) for part in parts if part]


def read_cards(text: str, allowed: Iterable[int], game: Game) -> dict[int, str | None]:
    """Card numbers ("3, 45 for Bank"), each with the building that it is said to be for."""
    known = tuple(allowed)
    cards: dict[int, str | None] = {}
    for part in BETWEEN_CARDS.split(text):
        if not part.strip():
            continue
        found = CARD.match(part)
        if found is None:
            raise AnswerError(f'"{shortened(part)}" is no card; write the numbers of cards with commas between them')
        number, building = int(found.group(1)), found.group(2)
        if number not in known:
            raise AnswerError(f"card {number} is not there; allowed: {in_words(map(str, known), last='or')}")
        cards[number] = game.building(building) if building else None
    return cards


def read_number(text: str) -> int:
    """A whole number; spaces and commas between thousands do not matter."""
    digits = re.sub(r"[\s,.'_\u202f]", "", text)
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 30):
        raise AnswerError(f'"{shortened(text)}" is no whole number')
    return int(digits)
