"""Claims: what a student says about a town, in a small language. Boards are written in it, too.

``Sheriff not 7``, ``Bank at 12``, ``Bank in {8,12}``, ``Bank not in {8,12}``, ``Judge left out``, ``Bank in town``,
``Hotel mine``, ``Hotel not mine``. In a list of plots ``out`` stands for "left out". Several claims, with semicolons
between them, describe a board: what somebody has crossed out or found.

Students may write more loosely, and mean the same: ``The Bank@12.``, ``Bank in 8,12``, ``Bank at 8 or 12``,
``Bank not 8, Judge at 1``. The text of a claim is always written in the strict way, which other programs rely on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from ..errors import ClaimError
from ..town.buildings import in_words, shortened, spelling_key
from ..town.game import Game
from .facts import Fact, at, fact_text, in_town, left_out, mine, not_at, not_mine, opposite

LONGEST_CLAIM, LONGEST_STATE = 200, 20_000
ALLOWED = 'not, at, in, "left out", "in town", mine or "not mine"'
CLOSING = {"{": "}", "(": ")", "[": "]"}
SHORTEST_BEGINNING = 4

#: An @ stands by itself only before a plot; elsewhere it is, like any sign, a part of a loosely written name.
WORD = re.compile(r"[{},()\[\]]|@(?=\s*\d)|(?:(?!@\s*\d)[^\s{},()\[\]])+")
BETWEEN_CLAIMS = re.compile(r",(?:\s*and\b)?|\band\b", re.IGNORECASE)


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


def parse_claims(text: str, game: Game) -> list[Claim]:
    """Claims with semicolons between them; where the name of a building follows, a comma or "and" will do."""
    return [claim for part in text.split(";") if part.strip() for claim in _claims_in(part.strip(), game)]


def parse_state(text: str, game: Game) -> tuple[Fact, ...]:
    """A board: several claims, in the order in which they were found."""
    if len(text) > LONGEST_STATE:
        raise ClaimError(text, 0, f"is longer than {LONGEST_STATE} characters")
    return tuple(dict.fromkeys(fact for claim in parse_claims(text, game) for fact in claim.facts))


def state_text(facts: Iterable[Fact]) -> str:
    """The board of these facts, in the language of claims."""
    return "; ".join(map(fact_text, facts))


def building_called(written: str, game: Game) -> str | None:
    """The building of this name, however loosely written. A part of a name will do where only one building can be
    meant: "Coach", "Printer" for the Printer's, and with a full stop "Drugst.", as they stand on chips.
    """
    key, buildings = spelling_key(written), game.buildings
    exact = _keys(buildings).get(key)
    if exact is not None:
        return exact
    meant = {name for name in buildings if key in _parts_of(name)}
    if not meant and written.endswith(".") and len(key) >= SHORTEST_BEGINNING:
        meant = {name for name in buildings if spelling_key(name).startswith(key)}
    return meant.pop() if len(meant) == 1 else None


@cache
def _keys(buildings: tuple[str, ...]) -> dict[str, str]:
    return {spelling_key(name): name for name in buildings}


@cache
def _parts_of(name: str) -> frozenset[str]:
    """The words of a name, and the name and its words without a genitive's s."""
    words = name.split()
    plain = (re.sub("['’]s$", "", part) for part in (name, *words))
    return frozenset(map(spelling_key, (*words, *plain)))


def _claims_in(part: str, game: Game) -> list[Claim]:
    """What stands between two semicolons."""
    pieces = list(_pieces(part, game))
    if len(pieces) > 1:
        with suppress(ClaimError):  # a building may have "and" in its name
            return [parse_claim(part, game)]
    return [parse_claim(piece.strip(), game) for piece in pieces]


def _pieces(part: str, game: Game) -> Iterator[str]:
    """The text in pieces, each of which but the first begins with a building."""
    most_words = 1 + max(len(name.split()) for name in game.buildings)  # and one for "the"
    start = 0
    for between in BETWEEN_CLAIMS.finditer(part):
        following = WORD.findall(part[between.end() : between.end() + LONGEST_CLAIM])[:most_words]
        if _name_at_start(following, game) is not None:
            yield part[start : between.start()]
            start = between.end()
    yield part[start:]


def _name_at_start(words: Sequence[str], game: Game) -> tuple[str, int] | None:
    """The building that the longest run of words at the start names, and where the run ends."""
    last = next((n for n in range(len(words)) if _ends_a_name(words, n)), len(words))
    keys = _keys(game.buildings)
    for first in (0, 1) if words and words[0].casefold() == "the" else (0,):
        runs = [("".join(words[first:end]), end) for end in range(last, first, -1)]
        exact = ((keys[key], end) for run, end in runs if (key := spelling_key(run)) in keys)
        short = ((name, end) for run, end in runs if (name := building_called(run, game)) is not None)
        found = next(exact, None) or next(short, None)
        if found is not None:
            return found
    return None


def _ends_a_name(words: Sequence[str], n: int) -> bool:
    return words[n] in "{}," or (words[n] == "@" and words[n + 1 : n + 2] != [] and words[n + 1][0].isdigit())


class _Reader:
    """Reads a claim word by word and knows where it is."""

    def __init__(self, text: str, game: Game) -> None:
        self._text = text
        self._game = game
        read = text.rstrip().removesuffix(".")  # a sentence may end like one
        self._words = [(match.group(), match.start()) for match in WORD.finditer(read)]
        self._next = 0

    def claim(self) -> Claim:
        building = self._building()
        word = self._take("what is claimed", ALLOWED).casefold()
        match word:
            case "at" | "on" | "@":
                claim = self._somewhere(building)
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
            several = "; write several plots as in {4,8} or not in {4,8}" if self._peek(1).isdigit() else ""
            raise self._error(f"{self._here()} is too much; the claim is complete before it{several}")
        return claim

    def _single(self, fact: Fact) -> Claim:
        return Claim(fact_text(fact), (fact,), (opposite(fact),))

    def _somewhere(self, building: str) -> Claim:
        """At one plot, or at one of several. Commas alone do not say that it is one of them; an "or" must be there."""
        plot = self._plot()
        if "or" not in (word.casefold() for word, _ in self._words[self._next :]):
            return self._single(at(building, plot))
        return self._one_of(building, {plot, *self._more_plots()}, inside=True)

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
        closing = CLOSING.get(self._peek())
        if closing is not None:
            self._next += 1
        plots = {self._plot_or_out(), *self._more_plots()}
        if closing is not None and self._take(f"a comma or {closing}", f'"," or "{closing}"') != closing:
            self._next -= 1
            raise self._error(f'{self._here()} is not understood; allowed: "," or "{closing}"')
        return plots

    def _more_plots(self) -> Iterator[int]:
        """Further plots, each after a comma, an "or" or both."""
        while self._skips(",") | self._skips("or"):
            yield self._plot_or_out()

    def _skips(self, word: str) -> bool:
        found = self._peek().casefold() == word
        self._next += found
        return found

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
        found = _name_at_start([word for word, _ in self._words], self._game)
        if found is None:
            buildings = in_words(self._game.buildings, last="or")
            raise self._error(f"does not begin with a building; allowed: {buildings}")
        name, self._next = found
        return name

    def _peek(self, ahead: int = 0) -> str:
        place = self._next + ahead
        return self._words[place][0] if place < len(self._words) else ""

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
