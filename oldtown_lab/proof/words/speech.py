"""How buildings, plots and cards are spoken of: the small parts of all sentences."""

from __future__ import annotations

from collections.abc import Iterable

from ...logic.theory import Theory
from ...town.buildings import in_words
from ...town.clues import Clue, RelationClue
from ...town.phrases import phrase_of

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)


def number_word(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def one_full_stop(text: str) -> str:
    """A sentence that ends with "Cemetery Rd." has its full stop already."""
    return text.replace("..", ".")


def the(building: str) -> str:
    return f"the {building}"


def all_of(buildings: Iterable[str]) -> str:
    return in_words(map(the, buildings))


def one_of(buildings: Iterable[str]) -> str:
    return in_words(map(the, buildings), last="or")


def plots_and(plots: Iterable[int]) -> str:
    return in_words(map(str, sorted(plots)))


def plots_or(plots: Iterable[int]) -> str:
    return in_words(map(str, sorted(plots)), last="or")


def cards_and(cards: Iterable[int]) -> str:
    """ "card 4", "cards 4 and 12" """
    numbers = sorted(cards)
    return f"{'card' if len(numbers) == 1 else 'cards'} {in_words(map(str, numbers))}"


def is_are(things: int) -> str:
    return "is" if things == 1 else "are"


class CardSpeech:
    """What the cards of a theory say, in short."""

    def __init__(self, theory: Theory) -> None:
        self._game = theory.game
        self._clues = {clue.card: clue for clue in theory.clues}

    def clue(self, card: int) -> Clue:
        return self._clues[card]

    def place(self, card: int, plots: Iterable[int]) -> str:
        """Where a card puts its building: "east of Cavendish St. (4, 8, 12 or 16)"."""
        phrase = self.phrase(card)
        return f"on {plots_or(plots)}" if phrase is None else f"{phrase} ({plots_or(plots)})"

    def phrase(self, card: int) -> str | None:
        known = self._game.deck.cards.get(card)
        return None if known is None else phrase_of(self._game.plan, known.meaning)

    def relation(self, clue: RelationClue) -> str:
        """What a relation card says: "card 29 says that the Judge stood opposite my building, across a street"."""
        phrase = self.phrase(clue.card)
        if phrase is None:
            return f"card {clue.card} ties {the(clue.building)} to a building of mine by pairs of plots"
        return f"card {clue.card} says that {the(clue.building)} stood {phrase}"

    def for_whom(self, clue: Clue) -> str:
        """For whom a card may be: "the Hotel", "the Bank or the Saloon", "one of my buildings"."""
        if clue.must_be_mine:
            return "one of my buildings"
        return one_of(clue.my_buildings if isinstance(clue, RelationClue) else clue.buildings)
