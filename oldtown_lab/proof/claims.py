"""Claims: what a student says about a town, in a small language. Boards are written in it, too.

``Sheriff not 7``, ``Bank at 12``, ``Bank in {8,12}``, ``Bank not in {8,12}``, ``Judge left out``, ``Bank in town``,
``Hotel mine``, ``Hotel not mine``. In a list of plots ``out`` stands for "left out". Several claims, with semicolons
between them, describe a board: what somebody has crossed out or found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import ClaimError
from ..town.buildings import in_words, shortened, spelling_key
from ..town.game import Game
from .facts import Fact, at, fact_text, in_town, left_out, mine, not_at, not_mine, opposite

LONGEST_CLAIM, LONGEST_STATE = 200, 20_000
ALLOWED = 'not, at, in, "left out", "in town", mine or "not mine"'
WORD = re.compile(r"[{},]|[^\s{},]+")


@dataclass(frozen=True)
class Claim:
    """What is claimed: all of ``facts``. ``denied`` is what holds, all of it, where the claim is wrong."""

    text: str
    facts: tuple[Fact, ...]
    denied: tuple[Fact, ...]


def parse_claim(text: str, game: Game) -> Claim:
    """Read one claim; a :class:`ClaimError` points at the place where it cannot be understood."""
    if len(text) > LONGEST_CLAIM:
        raise ClaimError(text, 0, f"is longer than {LONGEST_CLAIM} characters")
    return _Reader(text, game).claim()


def parse_state(text: str, game: Game) -> tuple[Fact, ...]:
    """A board: claims with semicolons between them, in the order in which they were found."""
    if len(text) > LONGEST_STATE:
        raise ClaimError(text, 0, f"is longer than {LONGEST_STATE} characters")
    facts: dict[Fact, None] = {}
    for part in text.split(";"):
        if part.strip():
            facts.update(dict.fromkeys(parse_claim(part.strip(), game).facts))
    return tuple(facts)


def state_text(facts: Iterable[Fact]) -> str:
    """The board of these facts, in the language of claims."""
    return "; ".join(map(fact_text, facts))


class _Reader:
    """Reads a claim word by word and knows where it is."""

    def __init__(self, text: str, game: Game) -> None:
        self._text = text
        self._game = game
        self._words = [(match.group(), match.start()) for match in WORD.finditer(text)]
        self._next = 0

    def claim(self) -> Claim:
        building = self._building()
        word = self._take("what is claimed", ALLOWED).casefold()
        match word:
            case "at" | "on" | "@":
                plot = self._plot()
                claim = self._single(at(building, plot))
            case "not":
                claim = self._denial(building)
            case "in":
                claim = self._inside(building)
            case "left" | "out":
                if word == "left":
                    self._expect("out")
                claim = self._single(left_out(building))
            case "mine":
                claim = self._single(mine(building))
            case _:
                self._next -= 1
                raise self._error(f"{self._here()} is not understood; allowed after a building: {ALLOWED}")
        if self._next < len(self._words):
            raise self._error(f"{self._here()} is too much; the claim is complete before it")
        return claim

    def _single(self, fact: Fact) -> Claim:
        return Claim(fact_text(fact), (fact,), (opposite(fact),))

    def _denial(self, building: str) -> Claim:
        word = self._peek().casefold()
        if word == "mine":
            self._next += 1
            return self._single(not_mine(building))
        if word == "left":
            self._next += 1
            self._expect("out")
            return self._single(in_town(building))
        if word == "in":
            self._next += 1
            if self._peek().casefold() == "town":
                self._next += 1
                return self._single(left_out(building))
            return self._one_of(building, self._plots(), inside=False)
        if word in ("at", "on"):
            self._next += 1
        return self._single(not_at(building, self._plot()))

    def _inside(self, building: str) -> Claim:
        if self._peek().casefold() == "town":
            self._next += 1
            return self._single(in_town(building))
        return self._one_of(building, self._plots(), inside=True)

    def _one_of(self, building: str, named: set[int], inside: bool) -> Claim:
        """0 among the plots stands for left out."""
        everywhere = {0, *self._game.plan.all_plots}
        kept = named if inside else everywhere - named
        if not kept:
            raise self._error("leaves the building neither a plot nor the way out")
        facts = tuple(in_town(building) if p == 0 else not_at(building, p) for p in sorted(everywhere - kept))
        denied = tuple(in_town(building) if p == 0 else not_at(building, p) for p in sorted(kept))
        if not facts:
            raise self._error("allows everything, so it claims nothing")
        plots = ",".join("out" if p == 0 else str(p) for p in sorted(named))
        return Claim(f"{building} {'in' if inside else 'not in'} {{{plots}}}", facts, denied)

    def _plots(self) -> set[int]:
        self._expect("{")
        plots = {self._plot_or_out()}
        while (sign := self._take("a comma or }", '"," or "}"')) == ",":
            plots.add(self._plot_or_out())
        if sign != "}":
            self._next -= 1
            raise self._error(f'{self._here()} is not understood; allowed: "," or "}}"')
        return plots

    def _plot_or_out(self) -> int:
        if self._peek().casefold() == "out":
            self._next += 1
            return 0
        return self._plot()

    def _plot(self) -> int:
        plots = sorted(self._game.plan.all_plots)
        allowed = f"a plot from {plots[0]} to {plots[-1]}"
        word = self._take("a plot", allowed)
        if not (word.isascii() and word.isdigit() and len(word) < 4 and int(word) in self._game.plan.all_plots):
            self._next -= 1
            raise self._error(f"{self._here()} is no plot; allowed: {allowed}")
        return int(word)

    def _building(self) -> str:
        """The longest run of words at the start that names a building."""
        keys = {spelling_key(name): name for name in self._game.buildings}
        for end in range(len(self._words), 0, -1):
            written = "".join(word for word, _ in self._words[:end])
            if (name := keys.get(spelling_key(written))) is not None and not set(written) & set("{},"):
                self._next = end
                return name
        raise self._error(f"does not begin with a building; allowed: {in_words(self._game.buildings, last='or')}")

    def _peek(self) -> str:
        return self._words[self._next][0] if self._next < len(self._words) else ""

    def _take(self, what: str, allowed: str) -> str:
        if self._next >= len(self._words):
            raise self._error(f"ends where {what} should follow; allowed: {allowed}")
        self._next += 1
        return self._words[self._next - 1][0]

    def _expect(self, word: str) -> None:
        if self._take(f'"{word}"', f'"{word}"').casefold() != word:
            self._next -= 1
            raise self._error(f'{self._here()} is not understood; allowed: "{word}"')

    def _here(self) -> str:
        return f'"{shortened(self._peek(), 20)}"'

    def _error(self, problem: str) -> ClaimError:
        place = self._words[self._next][1] if self._next < len(self._words) else len(self._text)
        return ClaimError(self._text, place, problem)
