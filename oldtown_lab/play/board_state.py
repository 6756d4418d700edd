"""The board of a player at one moment: which cards lie there, what was crossed out, placed and marked.

A state is its list of *entries*, in the order in which they were made; everything else follows from going through
them once. So taking an entry away (a crossed-out candidate comes back, a card is taken up again) needs no bookkeeping:
what stood on it is simply worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..errors import MoveError
from ..logic.statements import Mine
from ..logic.theory import Theory
from ..proof.facts import Fact, at, in_town, left_out, mine, not_at, not_mine
from ..puzzles.puzzle import Puzzle
from ..town.buildings import in_words
from ..town.candidates import OUT, Candidates
from ..town.clues import Clue, PlaceClue, RelationClue
from .moves import Move

#: A building and a plot, or :data:`OUT`.
Spot = tuple[str, int]


@dataclass(frozen=True, eq=False)
class BoardState:
    """What lies on the board. Two states are alike if their entries are."""

    puzzle: Puzzle
    entries: tuple[Move, ...] = ()

    # --------------------------------------------------------------------------------------------------- what is there

    @cached_property
    def _folded(self) -> _Fold:
        fold = _Fold(self.puzzle)
        for entry in self.entries:
            fold.add(entry)
        return fold

    @cached_property
    def candidates(self) -> Candidates:
        places = {building: frozenset(open_places) for building, open_places in self._folded.open.items()}
        return Candidates(self.puzzle.game, places, frozenset(self._folded.placed))

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """All that the board says, in the order in which it came to be said."""
        return tuple(self._folded.facts)

    @cached_property
    def crossed_by_hand(self) -> frozenset[Spot]:
        return frozenset((e.building or "", e.place or OUT) for e in self.entries if e.verb == "cross")

    @cached_property
    def played(self) -> Mapping[int, str | None]:
        """The cards on the board, and for whom the player says they are."""
        return {e.card: e.building for e in self.entries if e.card is not None}

    @cached_property
    def marks(self) -> Mapping[str, bool]:
        """Who is marked as mine (True) or not mine (False)."""
        return {e.building or "": e.verb == "mine" for e in self.entries if e.verb in ("mine", "not-mine")}

    @cached_property
    def mine(self) -> Mapping[str, bool]:
        """Who is mine and who is not, as far as the board says: by a mark, or by a card that was played for it."""
        return {fact.atom.building: fact.positive for fact in self.facts if isinstance(fact.atom, Mine)}

    @property
    def is_complete(self) -> bool:
        """Every building is placed, or has no plot left because all of them are taken."""
        placed, places = self.candidates.placed, self.candidates.places
        return all(building in placed or places[building] == {OUT} for building in places)

    def why_excluded(self, building: str, place: int) -> str:
        """What rules a place out: "card 3", "crossed out by hand", "the Hotel stands there"."""
        return self._folded.excluded.get((building, place), "")

    def can_be_for(self, card: int) -> tuple[str, ...]:
        """The buildings among which the player may choose for whom a card is; empty where there is no choice."""
        owners = possible_owners(self.puzzle, card)
        return tuple(b for b in owners if self.marks.get(b, True)) if len(owners) > 1 else ()

    @cached_property
    def theory(self) -> Theory:
        """The cards on the board as the player reads them, for counting.

        Where the my-buildings are unknown a card stays "for one of mine", even if the player says for whom it is:
        then only that building's candidates are narrowed.
        """
        clues = tuple(_read(self.puzzle, card, owner) for card, owner in self.played.items())
        return Theory(self.puzzle.game, clues, self.puzzle.mine)

    # ---------------------------------------------------------------------------------------------------------- moves

    def after(self, move: Move) -> BoardState:
        """The state after a move, or a :class:`MoveError` that says why it is not allowed."""
        match move.verb:
            case "card":
                self._check_card(move)
            case "cross" | "place":
                self._check_open(move)
            case "mine" | "not-mine":
                self._check_mark(move)
            case _:
                return self._without(move)
        following = BoardState(self.puzzle, (*self.entries, move))
        stuck = [b for b, open_places in following._folded.open.items() if not open_places]
        if stuck:
            what = f"card {move.card}" if move.card is not None else f'"{move}"'
            raise MoveError(f"{what} would leave the {stuck[0]} no place: something on the board is wrong")
        return following

    def _check_card(self, move: Move) -> None:
        card = move.card or 0
        if card not in self.puzzle.cards:
            cards = in_words(map(str, self.puzzle.cards), last="or")
            raise MoveError(f"card {card} is not in this puzzle; allowed: {cards}")
        if card in self.played:
            raise MoveError(f"card {card} lies on the board already; take it back first")
        if move.building is not None and move.building not in self.can_be_for(card):
            choices = in_words(self.can_be_for(card), last="or")
            allowed = f"allowed: {choices}" if choices else "there is nothing to choose for this card"
            raise MoveError(f"card {card} cannot be for the {move.building}; {allowed}")

    def _check_open(self, move: Move) -> None:
        building, place = move.building or "", move.place or OUT
        where = _where(place)
        if building in self.candidates.placed:
            raise MoveError(f"the {building} is placed; lift it first")
        if place not in self.candidates.places[building]:
            raise MoveError(f"the {building} is already ruled out {where}: {self.why_excluded(building, place)}")
        if move.verb == "place" and place == OUT:
            missing = [b for b in self.candidates.placed if self.candidates.places[b] == {OUT}]
            if len(missing) == self.puzzle.game.left_out:
                raise MoveError(f"only {len(missing)} buildings are left out, and these are {in_words(missing)}")

    def _check_mark(self, move: Move) -> None:
        if self.puzzle.mine.are_known:
            raise MoveError("it is known which buildings are mine; there is nothing to mark in this puzzle")
        if move.verb == "not-mine" and move.building in self.played.values():
            raise MoveError(f"a card on the board is for the {move.building}, so it must be mine; take that card first")
        if move.building in self.marks:
            raise MoveError(f"the {move.building} is marked already; unmark it first")
        if move.verb == "mine" and sum(self.marks.values()) == self.puzzle.mine.unknown:
            count = self.puzzle.mine.unknown
            many = "one building is mine, and one is" if count == 1 else f"{count} buildings are mine, and so many are"
            raise MoveError(f"only {many} marked")

    def _without(self, move: Move) -> BoardState:
        """Take an entry back."""
        kept = tuple(entry for entry in self.entries if not _takes_back(move, entry))
        following = BoardState(self.puzzle, kept)
        still_out = move.verb == "back" and move.place not in following.candidates.places[move.building or ""]
        if len(kept) == len(self.entries) or still_out:
            raise MoveError((following if still_out else self)._nothing_to_take_back(move))
        return following

    def _nothing_to_take_back(self, move: Move) -> str:
        match move.verb:
            case "take":
                return f"card {move.card} does not lie on the board"
            case "lift":
                return f"the {move.building} is not placed"
            case "unmark":
                return f"the {move.building} is not marked"
        why = self.why_excluded(move.building or "", move.place or OUT)
        if not why:
            return f"the {move.building} is not crossed out {_where(move.place or OUT)}"
        return f"the {move.building} cannot come back {_where(move.place or OUT)}: {why}; take that back first"


def possible_owners(puzzle: Puzzle, card: int) -> tuple[str, ...]:
    """Which of my buildings a card of kind B or C may be for."""
    clue = puzzle.game.clue(card, puzzle.for_building.get(card), puzzle.mine)
    if isinstance(clue, RelationClue):
        return clue.my_buildings
    return clue.buildings if puzzle.game.card(card).kind == "B" else ()


def _read(puzzle: Puzzle, card: int, owner: str | None) -> Clue:
    clue = puzzle.game.clue(card, puzzle.for_building.get(card), puzzle.mine)
    if owner is None or clue.must_be_mine:
        return clue
    if isinstance(clue, RelationClue):
        return RelationClue(card, clue.building, (owner,), clue.pairs)
    return PlaceClue(card, (owner,), clue.plots)


def _takes_back(move: Move, entry: Move) -> bool:
    match move.verb:
        case "take":
            return entry.card == move.card
        case "back":
            return entry.verb == "cross" and (entry.building, entry.place) == (move.building, move.place)
        case "lift":
            return entry.verb == "place" and entry.building == move.building
    return entry.verb in ("mine", "not-mine") and entry.building == move.building


def _where(place: int) -> str:
    return "as left out" if place == OUT else f"on {place}"


class _Fold:
    """Goes through the entries and keeps what they leave open."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self.open = {b: {OUT, *puzzle.game.plan.all_plots} for b in puzzle.game.buildings}
        self.placed: set[str] = set()
        self.not_mine: set[str] = set()
        self.excluded: dict[Spot, str] = {}
        self.facts: dict[Fact, None] = {}

    def add(self, entry: Move) -> None:
        building, place = entry.building or "", entry.place or OUT
        match entry.verb:
            case "card":
                self._play(entry.card or 0, entry.building)
            case "cross":
                self._exclude(building, [place], "crossed out by hand")
            case "place":
                self._place(building, place)
            case "mine":
                self.facts[mine(building)] = None
            case "not-mine":
                self.not_mine.add(building)
                self.facts[not_mine(building)] = None

    def _exclude(self, building: str, places: Iterable[int], why: str) -> None:
        for place in sorted(places):
            if place in self.open[building]:
                self.open[building].discard(place)
                self.excluded[building, place] = why
                self.facts[in_town(building) if place == OUT else not_at(building, place)] = None

    def _place(self, building: str, place: int) -> None:
        self.placed.add(building)
        if place == OUT:
            self.facts[left_out(building)] = None
            self._exclude(building, self.open[building] - {OUT}, f"the {building} is left out")
            return
        self.facts[at(building, place)] = None
        self._exclude(building, self.open[building] - {place}, f"the {building} stands on {place}")
        for other in self._puzzle.game.buildings:
            if other != building:
                self._exclude(other, [place], f"the {building} stands there")

    def _play(self, card: int, chosen: str | None) -> None:
        clue = _read(self._puzzle, card, chosen)
        if chosen and clue.must_be_mine:
            self.facts[mine(chosen)] = None
        why = f"card {card}"
        if isinstance(clue, PlaceClue):
            owners = (chosen,) if chosen else clue.buildings
            if len(owners) == 1:
                self._confine(owners[0], clue.plots, why)
            return
        owners = (chosen,) if chosen else tuple(b for b in clue.my_buildings if b not in self.not_mine)
        self._confine(clue.building, frozenset(self._with_partner(clue, owners)), why)
        if len(owners) == 1:
            partners = {q for p in self.open[clue.building] for q in clue.partners(p)}
            self._confine(owners[0], frozenset(partners), why)

    def _with_partner(self, clue: RelationClue, owners: Iterable[str]) -> Iterator[int]:
        """The plots of the named building for which a partner plot is open."""
        reach = set().union(*(self.open[owner] for owner in owners))
        for plot in self.open[clue.building] - {OUT}:
            if clue.partners(plot) & (reach - {plot}):
                yield plot

    def _confine(self, building: str, plots: frozenset[int], why: str) -> None:
        self._exclude(building, self.open[building] - plots, why)
