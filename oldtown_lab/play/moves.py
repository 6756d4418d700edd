"""Moves: small strings that say what a player does. Reading one is apart from doing it.

``card 3``, ``card 57 for Doc``, ``take 3``; ``cross Bank 7``, ``back Bank 7``; ``place Bank 8``, ``lift Bank``;
``mine Bank``, ``not-mine Bank``, ``unmark Bank``. In the place of a plot ``out`` stands for left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import MoveError
from ..town.buildings import shortened
from ..town.candidates import OUT
from ..town.game import Game

LONGEST_MOVE = 80

#: The first word of a move, and what must follow it.
VERBS = {
    "card": "card NUMBER [for BUILDING]",
    "take": "take NUMBER",
    "cross": "cross BUILDING PLOT",
    "back": "back BUILDING PLOT",
    "place": "place BUILDING PLOT",
    "lift": "lift BUILDING",
    "mine": "mine BUILDING",
    "not-mine": "not-mine BUILDING",
    "unmark": "unmark BUILDING",
}


@dataclass(frozen=True, slots=True)
class Move:
    """What is done, with which card or building, and where. ``place`` is a plot, or :data:`OUT`."""

    verb: str
    card: int | None = None
    building: str | None = None
    place: int | None = None

    def __str__(self) -> str:
        if self.card is not None:
            return f"{self.verb} {self.card}" + (f" for {self.building}" if self.building else "")
        if self.place is None:
            return f"{self.verb} {self.building}"
        return f"{self.verb} {self.building} {'out' if self.place == OUT else self.place}"


def parse_move(text: str, game: Game) -> Move:
    """Read a move; a :class:`MoveError` says what cannot be understood and what is allowed."""
    if len(text) > LONGEST_MOVE:
        raise MoveError(f'"{shortened(text)}" is longer than a move can be ({LONGEST_MOVE} characters)')
    verb, _, rest = text.strip().partition(" ")
    if verb not in VERBS:
        allowed = ", ".join(VERBS.values())
        raise MoveError(f'"{shortened(text)}" is no move; allowed: {allowed}')
    rest = rest.strip()
    if not rest:
        raise MoveError(f'"{shortened(text)}" ends too early; allowed: {VERBS[verb]}')
    if verb == "card":
        number, _, owner = rest.partition(" for ")
        return Move(verb, _card(number, game), game.building(owner) if owner.strip() else None)
    if verb == "take":
        return Move(verb, _card(rest, game))
    if verb in ("cross", "back", "place"):
        building, _, place = rest.rpartition(" ")
        return Move(verb, None, game.building(building), _place(place, game))
    return Move(verb, None, game.building(rest))


def _card(written: str, game: Game) -> int:
    word = written.strip()
    if not (word.isascii() and word.isdigit() and len(word) < 5):
        raise MoveError(f'"{shortened(word)}" is no card number; allowed: the number of a card of this puzzle')
    return game.card(int(word)).number


def _place(written: str, game: Game) -> int:
    word = written.strip().casefold()
    if word == "out":
        return OUT
    if word.isascii() and word.isdigit() and len(word) < 5 and int(word) in game.plan.all_plots:
        return int(word)
    raise MoveError(f'"{shortened(written)}" is no plot; allowed: 1 to {len(game.plan.plots)}, or out')
