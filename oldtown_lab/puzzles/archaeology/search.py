"""The dig: choose a deck, look for second towns, demand that some card excludes each, repeat.

Once a deck leaves no second town, a plainer one (of less weight) is asked for, and the digging goes on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...town.cards import Card
from ...town.game import Game
from ...town.plan import TownPlan
from .chooser import WEIGHT_REACH, DeckChooser, SecondTown
from .evidence import Evidence, PublishedGame, load_evidence
from .second_towns import TownFinder

#: How many second towns are looked for in a game and a round.
SECOND_TOWNS = 12


@dataclass(frozen=True)
class Progress:
    """What happened in one round."""

    round: int
    weight: int
    demands: int
    second_towns: dict[str, int]


@dataclass(frozen=True)
class Reconstruction:
    """A deck with which every published town is the only one."""

    cards: dict[int, Card]
    weight: int
    rounds: int


class Dig:
    """One search, reproducible from its seed."""

    def __init__(self, plan: TownPlan, evidence: Evidence, seed: int, watch: Callable[[Progress], None]) -> None:
        self.evidence = evidence
        self.plots = sorted(plan.all_plots)
        self.rng = random.Random(seed)
        self.chooser = DeckChooser(plan, evidence)
        self.watch = watch
        self.rounds = 0
        self.demands = 0

    @classmethod
    def of_game(cls, game: Game, seed: int, watch: Callable[[Progress], None]) -> Dig:
        """The search for a game's deck, with all its published evidence."""
        return cls(game.plan, load_evidence(game), seed, watch)

    def search(self, weight: int = WEIGHT_REACH) -> Reconstruction | None:
        """A deck of at most this weight, or None if there is none in the vocabulary. From WEIGHT_REACH on, any deck."""
        while self.chooser.choose(weight):
            cards = self.chooser.cards()
            if not self._dig_for_second_towns(cards, weight):
                return Reconstruction(self.chooser.worded(cards), self.chooser.weight_of(cards), self.rounds)
        return None

    def _dig_for_second_towns(self, cards: dict[int, Card], weight: int) -> int:
        found = {game.id: self._second_towns(game, cards) for game in self.evidence.games}
        for game in self.evidence.games:
            for second in found[game.id]:
                self.chooser.demand(game, second)
                self.demands += 1
        self.rounds += 1
        self.watch(Progress(self.rounds, weight, self.demands, {id: len(towns) for id, towns in found.items()}))
        return sum(map(len, found.values()))

    def _second_towns(self, game: PublishedGame, cards: dict[int, Card]) -> list[SecondTown]:
        finder = TownFinder(game, cards, self.evidence.buildings, self.plots, self.rng)
        if game.town_is_lost:
            lost = self.chooser.lost_town(game)
            for building in game.undecided:
                finder.forbid(SecondTown(lost.at, (*lost.my_plots, lost.at[building])), also_my_plots=True)
        else:
            finder.forbid(SecondTown(dict(game.at)), also_my_plots=False)
        return finder.find(SECOND_TOWNS)


def reconstruct(dig: Dig, start: int, step: int, best: int) -> Iterator[Reconstruction]:
    """Ever plainer decks: each at least ``step`` lighter than the one before, down to ``best`` or to the end."""
    weight = start
    while (found := dig.search(weight)) is not None:
        yield found
        if found.weight <= best:
            return
        weight = max(found.weight - step, best)
