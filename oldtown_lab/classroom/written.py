"""Reading what a student has written: claims, card numbers, a number. Nothing is evaluated, and nothing is long."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..errors import AnswerError
from ..proof.claims import Claim, parse_claims
from ..town.buildings import in_words, shortened
from ..town.game import Game
from ..town.towns import Town

LONGEST_ANSWER = 4_000
LONGEST_NUMBER = 30
MOST_LISTS = 3

# These are matched against texts whose blanks are squeezed, so that there is one way only to share them out.
CARD = re.compile(r"(?:cards? ?:? ?)?(\d{1,3})(?: for (?:the )?([^,;&\d]+))?", re.IGNORECASE)
SEVERAL_CARDS = re.compile(r"(?:cards? ?:? ?)?(\d{1,3}(?: \d{1,3})+)", re.IGNORECASE)
BETWEEN_CARDS = re.compile(r"[,;&\n]|\band\b")

#: Between groups of three digits stands the same sign everywhere. A word after them may say what is counted, but not
#: any word: six million is not 6.
NUMBER = re.compile(r"([0-9]+|[1-9][0-9]{0,2}([ ,.'’_])[0-9]{3}(?:\2[0-9]{3})*)(?: ([a-z]+))? ?\.?", re.IGNORECASE)
COUNTED = re.compile(
    "(?:town|plot|building|card|place|way|arrangement|model|row|line|question|set|pair)s?|possibilit(?:y|ies)",
    re.IGNORECASE,
)

#: What may be handed to ``check``.
Answer = str | int | Town | Iterable[str | int]


def as_text(answer: Answer, lists: int = 0) -> str:
    """Whatever was handed in, as one text: parts of a list with semicolons between them. So many ``lists`` are around
    it.
    """
    match answer:
        case str():
            text = answer
        case bool() | float():
            raise AnswerError(f"{answer} is no answer that can be read; write it as a text, between quotes")
        case int():
            if abs(answer) >= 10**LONGEST_NUMBER:  # Python itself refuses to write out a very long one
                raise AnswerError(f"the number has more than {LONGEST_NUMBER} digits")
            text = str(answer)
        case Town():
            text = "; ".join(f"{building} at {plot}" for building, plot in answer.at.items())
        case list() | tuple() | set() | frozenset():
            if lists == MOST_LISTS:
                raise AnswerError("the answer has too many lists inside each other; write a list of texts")
            text = "; ".join(as_text(part, lists + 1) for part in answer)
        case _:
            raise AnswerError("an answer is a text, a number, a town, or a list of texts")
    if len(text) > LONGEST_ANSWER:
        raise AnswerError(f"the answer is longer than {LONGEST_ANSWER:,} characters")
    return text.strip()


def read_claims(text: str, game: Game) -> list[Claim]:
    """Claims with semicolons or line breaks between them, or what else :func:`parse_claims` takes."""
    parts = [part.strip(" .") for part in re.split(r"[;\n]", text)]
    return [claim for part in parts if part for claim in parse_claims(part, game)]


def read_cards(text: str, allowed: Iterable[int], game: Game) -> dict[int, str | None]:
    """Card numbers ("3, 45 for Bank"), each with the building that it is said to be for."""
    known = tuple(allowed)
    cards: dict[int, str | None] = {}
    for part in BETWEEN_CARDS.split(text):
        words = " ".join(part.split()).removesuffix(".").rstrip()
        if not words:
            continue
        for number, building in _cards_in(words):
            if number not in known:
                raise AnswerError(f"card {number} is not there; allowed: {in_words(map(str, known), last='or')}")
            cards[number] = game.building(building) if building else None
    return cards


def _cards_in(words: str) -> list[tuple[int, str | None]]:
    """What stands between two commas: a card, for somebody or not, or numbers with blanks between them."""
    if (several := SEVERAL_CARDS.fullmatch(words)) is not None:
        return [(int(number), None) for number in several.group(1).split()]
    found = CARD.fullmatch(words)
    if found is None:
        raise AnswerError(f'"{shortened(words)}" is no card; write the numbers of cards with commas between them')
    return [(int(found.group(1)), found.group(2))]


def read_number(text: str) -> int:
    """A whole number. Between thousands a sign may stand, and a word after it may say what is counted."""
    found = NUMBER.fullmatch(" ".join(text.split()))
    can_be_read = found is not None and (found.group(3) is None or COUNTED.fullmatch(found.group(3)))
    digits = re.sub("[^0-9]", "", found.group(1)) if found is not None and can_be_read else ""
    if not 0 < len(digits) <= LONGEST_NUMBER:
        raise AnswerError(f'"{shortened(text)}" is no whole number; write it in digits, without signs')
    return int(digits)
