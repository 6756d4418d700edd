"""What the second judge takes a step to say, and its search: can all of that be true at once?

Every yes/no question is one bit of a whole number: a building stands on a plot, a building is mine, and both together.
The search settles what must be so, counts, and tries both answers to an open question. It is written for this use
alone: a mistake in the solvers that found a proof must not be here as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from ..town.clues import Clue, PlaceClue

FACTS = {"not": "not", "at": "at", "left_out": "left out", "in_town": "in town", "mine": "mine", "not_mine": "not mine"}
OPPOSITES = {
    "not": "at",
    "left_out": "in_town",
    "not_mine": "mine",
    "at": "not",
    "in_town": "left_out",
    "mine": "not_mine",
}

#: With more of mine than puzzles have, counting them would take long, and the search goes on without.
MOST_MINE = 4

#: A condition and choices: if the condition's bit is true (always, where it is 0), one of the choices' bits is true.
Clause = tuple[int, int]


class Sentence(NamedTuple):
    """A premise or a conclusion: its kind and what it is about. ``number`` is a plot, a card or a count."""

    kind: str
    building: str = ""
    number: int = 0

    def __str__(self) -> str:
        words = (self.building, FACTS[self.kind]) if self.kind in FACTS else (self.kind, self.building)
        return " ".join(word for word in (*words, str(self.number or "")) if word)


CONTRADICTION = Sentence("contradiction")


class GaveUpError(Exception):
    """The search would take more work than it was allowed."""


@dataclass
class Work:
    """How much the search may still do, in looks at one statement: the same on every machine, unlike seconds."""

    left: int

    def spend(self, looks: int) -> None:
        self.left -= looks
        if self.left < 0:
            raise GaveUpError


@dataclass(frozen=True)
class Atoms:
    """The bits: first each building on each plot, row by row; then each again with "and it is mine"; then each mine."""

    buildings: tuple[str, ...]
    plots: tuple[int, ...]

    @cached_property
    def size(self) -> int:
        return len(self.buildings) * len(self.plots)

    @cached_property
    def everywhere(self) -> int:
        return (1 << self.size) - 1

    @cached_property
    def all_mine(self) -> int:
        return union(map(self.mine, self.buildings))

    @cached_property
    def rows(self) -> dict[str, int]:
        """Of each building, the bits on all plots."""
        return {b: union(self.at(b, p) for p in self.plots) for b in self.buildings}

    @cached_property
    def columns(self) -> dict[int, int]:
        """Of each plot, the bits of all buildings."""
        return {p: union(self.at(b, p) for b in self.buildings) for p in self.plots}

    @cached_property
    def _mine_and_row(self) -> tuple[tuple[int, int], ...]:
        return tuple((self.mine(b), row) for b, row in self.rows.items())

    def at(self, building: str, plot: int) -> int:
        return 1 << self.buildings.index(building) * len(self.plots) + self.plots.index(plot)

    def mine_at(self, building: str, plot: int) -> int:
        return self.at(building, plot) << self.size

    def mine(self, building: str) -> int:
        return 1 << 2 * self.size + self.buildings.index(building)

    def places(self, choices: int) -> int:
        """The choices without the question whose they are."""
        return (choices | choices >> self.size) & self.everywhere

    def card(self, clue: Clue) -> list[Clause]:
        """What a card says: where its building may stand; of a relation also that there a partner stands right."""
        bit = self.mine_at if clue.must_be_mine else self.at
        if isinstance(clue, PlaceClue):
            return [(0, union(bit(b, p) for b in clue.buildings for p in clue.plots))]
        named = sorted({plot for plot, _ in clue.pairs})
        clauses = [(0, union(self.at(clue.building, plot) for plot in named))]
        for plot in named:
            partners = union(bit(b, q) for b in clue.my_buildings for q in clue.partners(plot))
            clauses.append((self.at(clue.building, plot), partners))
        return clauses

    def question(self, choice: int, true: int) -> int:
        """What to ask about a choice: of "it stands there and is mine", whether it is mine comes first."""
        place = self.places(choice)
        if choice == place:
            return choice
        mine = next(mine for mine, row in self._mine_and_row if row & place)
        return place if mine & true else mine

    def tie_mine(self, true: int, false: int) -> tuple[int, int]:
        """What "it stands there and is mine" says of its two halves, and they of it."""
        true |= true >> self.size & self.everywhere
        false |= (false & self.everywhere) << self.size
        for mine, row in self._mine_and_row:
            if true & row << self.size:
                true |= mine
            if false & mine:
                false |= row << self.size
            if true & mine:
                true |= (true & row) << self.size
        return true, false


def union(bits: Iterable[int]) -> int:
    total = 0
    for bit in bits:
        total |= bit
    return total


@dataclass
class Statements:
    """What is said about a town: bits that are true or false, clauses, and lines with room for one.

    A line is a whole row or column of the atoms. ``mine`` is how many buildings are mine, if that is said.
    """

    atoms: Atoms
    true: int = 0
    false: int = 0
    clauses: list[Clause] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    mine: int | None = None
    #: Whether any clause or number asks what is mine: in most puzzles that is known, and need not be looked at.
    asks_mine: bool = False

    def and_also(self, sentence: Sentence) -> Statements:
        """The same with one sentence more."""
        more = replace(self, clauses=[*self.clauses], lines=[*self.lines])
        more.add(sentence)
        return more

    def add(self, sentence: Sentence) -> None:
        """One premise more; what a card says is :meth:`add_card`."""
        kind, building, number = sentence
        match kind:
            case "at":
                self.true |= self.atoms.at(building, number)
            case "not":
                self.false |= self.atoms.at(building, number)
            case "in_town":
                self.clauses.append((0, self.atoms.rows[building]))
            case "left_out":
                self.false |= self.atoms.rows[building]
            case "mine":
                self.true |= self.atoms.mine(building)
            case "not_mine":
                self.false |= self.atoms.mine(building)
            case "one-plot-per-building":
                self.lines.append(self.atoms.rows[building])
            case "one-building-per-plot":
                self.lines.append(self.atoms.columns[number])
            case "plot-filled":
                self.clauses.append((0, self.atoms.columns[number]))
            case "my-buildings":
                self.mine, self.asks_mine = number, True
            case _:
                raise ValueError(kind)

    def add_card(self, clauses: list[Clause]) -> None:
        self.clauses += clauses
        self.asks_mine = self.asks_mine or any(choices > self.atoms.everywhere for _, choices in clauses)

    def can_be_true(self, work: Work) -> bool:
        """Whether some answers to all questions fit. Raises :class:`GaveUpError` when the work is used up."""
        todo = [(self.true, self.false)]
        while todo:
            settled = self.settle(*todo.pop(), work)
            if settled is None:
                continue
            true, false = settled
            unmet = [choices & ~false for when, choices in self.clauses if not when & ~true and not choices & true]
            if not unmet:
                # Nothing asks for more, but perhaps the number of mine; all other open questions may be answered no.
                return True
            if self._too_little_room(unmet) or self._too_few_mine(unmet, true, work):
                continue
            question = self._question(unmet, true)
            todo.append((true, false | question))
            todo.append((true | question, false))
        return False

    def settle(self, true: int, false: int, work: Work) -> tuple[int, int] | None:
        """All that follows at once, or None where that is a contradiction."""
        while not true & false:
            before = true, false
            work.spend(len(self.clauses) + len(self.lines) + 1)
            for line in self.lines:
                if here := true & line:
                    false |= line & ~(here & -here)  # a second true bit is now false as well: a contradiction
            for when, choices in self.clauses:
                if choices & true:
                    continue
                left = choices & ~false
                if when & ~true:
                    if not left:
                        false |= when
                elif not left:
                    return None
                elif not left & (left - 1):
                    true |= left
                else:
                    false |= self._crowded_out(left)
            if self.asks_mine:
                true, false = self._count_mine(*self.atoms.tie_mine(true, false))
            if (true, false) == before:
                return before
        return None

    def _crowded_out(self, choices: int) -> int:
        """One of the choices is true: if all are on one line with room for one, nothing else is."""
        places = self.atoms.places(choices)
        return union(line & ~places for line in self.lines if not places & ~line)

    def _count_mine(self, true: int, false: int) -> tuple[int, int]:
        if self.mine is None:
            return true, false
        all_mine = self.atoms.all_mine
        sure, possible = true & all_mine, all_mine & ~false
        if sure.bit_count() >= self.mine:
            false |= all_mine if sure.bit_count() > self.mine else all_mine & ~sure
        if possible.bit_count() <= self.mine:
            true |= all_mine if possible.bit_count() < self.mine else possible
        return true, false

    def _question(self, unmet: list[int], true: int) -> int:
        """What to ask next: about the clause with the fewest choices, since there it takes the fewest tries."""
        smallest = min(unmet, key=int.bit_count)
        if not smallest & self.atoms.everywhere:
            # Before my buildings can be counted, it must be known whether those are among them that may stand on
            # several plots.
            wide = union(row for row in self.atoms.rows.values() if row not in self.lines) << self.atoms.size
            smallest = next((choices & wide for choices in [smallest, *unmet] if choices & wide), smallest)
        return self.atoms.question(smallest & -smallest, true)

    def _too_little_room(self, unmet: list[int]) -> bool:
        """Whether counting shows a contradiction, which trying would find only after very many tries.

        Clauses about different buildings need different plots, where a plot has room for one; and clauses about
        different plots need different buildings, where a building has one plot at the most.
        """
        rows, columns = tuple(self.atoms.rows.values()), tuple(self.atoms.columns.values())
        touched = [(_numbers(rows, choices), _numbers(columns, choices)) for choices in map(self.atoms.places, unmet)]
        wide_rows = union(1 << n for n, row in enumerate(rows) if row not in self.lines)
        wide_columns = union(1 << n for n, column in enumerate(columns) if column not in self.lines)
        return not (
            can_all_choose(_apart((b, p) for b, p in touched if not p & wide_columns))
            and can_all_choose(_apart((p, b) for b, p in touched if not b & wide_rows))
        )

    def _too_few_mine(self, unmet: list[int], true: int, work: Work) -> bool:
        """Whether the clauses about my buildings need more than are mine.

        One building may serve several clauses that it is a choice of; but if it has one plot at the most, only those
        for which it is a choice there. So we count buildings first, and then plots with a building of mine on them.
        """
        if self.mine is None or self.mine > MOST_MINE:
            return False
        size, rows, columns = self.atoms.size, tuple(self.atoms.rows.values()), tuple(self.atoms.columns.values())
        needs = [choices >> size for choices in unmet if not choices & self.atoms.everywhere]
        sure = [row for n, row in enumerate(rows) if true >> 2 * size + n & 1]
        if not can_serve_all([_numbers(rows, places) for places in sure + needs], self.mine, work):
            return True
        wide_rows = [row for row in rows if row not in self.lines]
        lines = (*(column & ~union(wide_rows) for column in columns), *wide_rows)
        needs += [row if row in wide_rows else row & true for row in sure if row in wide_rows or row & true]
        return not can_serve_all([_numbers(lines, places) for places in needs], self.mine, work)


def _numbers(lines: Sequence[int], places: int) -> int:
    """Which of the lines the places are on: the bit 1 for the first line, 2 for the second, 4 for the third."""
    return union(1 << n for n, line in enumerate(lines) if line & places)


def _apart(clauses: Iterable[tuple[int, int]]) -> list[int]:
    """The choices of clauses whose subjects have nothing in common, those with the fewest subjects first."""
    seen, chosen = 0, []
    for subjects, choices in sorted(clauses, key=lambda clause: (clause[0].bit_count(), clause[1].bit_count())):
        if not subjects & seen:
            seen |= subjects
            chosen.append(choices)
    return chosen


def can_all_choose(wishes: list[int]) -> bool:
    """Whether each can have one bit of its own wishes that nobody else has (Kuhn's matching by augmenting paths)."""
    owner: dict[int, int] = {}

    def served(who: int, refused: set[int]) -> bool:
        left = wishes[who]
        while left:
            bit = left & -left
            left ^= bit
            if bit not in refused:
                refused.add(bit)
                if bit not in owner or served(owner[bit], refused):
                    owner[bit] = who
                    return True
        return False

    return all(served(who, set()) for who in range(len(wishes)))


def can_serve_all(wishes: list[int], most: int, work: Work) -> bool:
    """Whether so many bits, or fewer, are enough for each to have one of its wishes; they may share."""
    if not wishes or not most:
        return not wishes
    work.spend(len(wishes))
    left = min(wishes, key=int.bit_count)
    while left:
        bit = left & -left
        left ^= bit
        if can_serve_all([others for others in wishes if not others & bit], most - 1, work):
            return True
    return False
