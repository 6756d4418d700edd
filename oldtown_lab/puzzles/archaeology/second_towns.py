"""Looking for a second town: other arrangements that fit every card of a published game."""

from __future__ import annotations

import random
from itertools import combinations

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from ...town.cards import Card
from .chooser import SecondTown
from .evidence import PublishedGame


class TownFinder:
    """The towns of one game under one deck, as models of a small SAT formula.

    Variables are numbered in random order and start in random phases, so that the towns found differ widely.
    """

    def __init__(
        self,
        game: PublishedGame,
        cards: dict[int, Card],
        buildings: tuple[str, ...],
        plots: list[int],
        rng: random.Random,
    ) -> None:
        self.game = game
        self.rng = rng
        cells = [(b, p) for b in buildings for p in plots]
        rng.shuffle(cells)
        self.at = {cell: i for i, cell in enumerate(cells, start=1)}
        self.mine = {p: i for i, p in enumerate(plots, start=len(cells) + 1)}
        self.solver = Solver(name="glucose4")
        self._place(buildings, plots)
        self._obey(cards, plots)

    def _place(self, buildings: tuple[str, ...], plots: list[int]) -> None:
        for plot in plots:
            self.solver.add_clause([self.at[b, plot] for b in buildings])
            self._at_most_one([self.at[b, plot] for b in buildings])
        for building in buildings:
            self._at_most_one([self.at[building, p] for p in plots])
        if self.game.unknown_my_buildings:
            exactly = CardEnc.equals(
                list(self.mine.values()),
                self.game.unknown_my_buildings,
                top_id=max(self.mine.values()),
                encoding=EncType.seqcounter,
            )
            self.solver.append_formula(exactly.clauses)

    def _at_most_one(self, literals: list[int]) -> None:
        for a, b in combinations(literals, 2):
            self.solver.add_clause([-a, -b])

    def _obey(self, cards: dict[int, Card], plots: list[int]) -> None:
        for number in self.game.a_cards:
            card = cards[number]
            self.solver.add_clause([self.at[card.named, p] for p in sorted(card.plots)])
        for number, building in self.game.b_cards.items():
            for_one_of = [building] if building else self.game.my_buildings
            self.solver.add_clause([self.at[b, p] for b in for_one_of for p in sorted(cards[number].plots)])
        for number in self.game.c_cards:
            card = cards[number]
            self.solver.add_clause([self.at[card.named, p] for p in sorted(card.named_plots)])
            for plot in plots:
                partners = sorted(card.partners(plot))
                if self.game.unknown_my_buildings:
                    hits = [self.mine[q] for q in partners]
                else:
                    hits = [self.at[b, q] for b in self.game.my_buildings if b != card.named for q in partners]
                self.solver.add_clause([-self.at[card.named, plot], *hits])

    def forbid(self, town: SecondTown, also_my_plots: bool) -> None:
        clause = [-self.at[cell] for cell in town.at.items()]
        if also_my_plots:
            clause += [-self.mine[p] for p in town.my_plots]
        self.solver.add_clause(clause)

    def find(self, limit: int) -> list[SecondTown]:
        """Up to ``limit`` towns that are not forbidden, each a different one."""
        found: list[SecondTown] = []
        while len(found) < limit:
            self.solver.set_phases([v if self.rng.random() < 0.5 else -v for v in self.at.values()])
            if not self.solver.solve():
                break
            true = {lit for lit in self.solver.get_model() if lit > 0}
            at = {b: p for (b, p), var in self.at.items() if var in true}
            mine = tuple(p for p, var in self.mine.items() if var in true) if self.game.unknown_my_buildings else ()
            found.append(SecondTown(at, mine))
            self.forbid(found[-1], also_my_plots=self.game.town_is_lost)
        self.solver.delete()
        return found
