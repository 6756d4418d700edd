"""Games so small that every arrangement can be tried, and a reading of their cards that shares nothing with the logic.

``every_town`` goes from the cards straight to the towns: it knows neither clues nor premises.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from hypothesis import strategies as st
from pysat.solvers import Solver

from oldtown_lab.logic.cnf import theory_cnf
from oldtown_lab.logic.theory import Theory
from oldtown_lab.town.cards import Card
from oldtown_lab.town.clues import MyBuildings
from oldtown_lab.town.game import Deck, Game
from oldtown_lab.town.plan import Plot, Side, TownPlan
from oldtown_lab.town.towns import Town

NAMES = ("Bank", "Church", "Doc", "Hotel", "Judge", "Printer's", "Saloon", "Stage Coach Office")


@dataclass(frozen=True)
class SmallPuzzle:
    """Some buildings for the plots of a grid, and cards that are numbered as they come."""

    rows: int
    columns: int
    buildings: tuple[str, ...]
    cards: tuple[Card, ...] = ()
    mine: MyBuildings = field(default_factory=MyBuildings)
    for_building: Mapping[int, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        grid = [(r, c) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)]
        plots = tuple(Plot(n, row, column, Side.NORTH) for n, (row, column) in enumerate(grid, start=1))
        plan = TownPlan(self.rows, self.columns, (), (), plots)
        return Game("small", "Small", plan, self.buildings, Deck({card.number: card for card in self.cards}, ""))

    @property
    def theory(self) -> Theory:
        game = self.game
        clues = (game.clue(card.number, self.for_building.get(card.number), self.mine) for card in self.cards)
        return Theory(game, tuple(clues), self.mine)

    def agrees(self, card: Card, at: Mapping[str, int], mine: Sequence[str]) -> bool:
        """Whether the little map on the card allows this arrangement."""
        match card.kind:
            case "A":
                return at.get(card.building) in card.plots
            case "B" if card.number in self.for_building:
                return at.get(self.for_building[card.number]) in card.plots
            case "B":
                return any(at.get(b) in card.plots for b in mine)
            case _:
                return any((at.get(card.building), at.get(b)) in card.pairs for b in mine)

    def every_town(self) -> frozenset[Town]:
        """The towns that fit, by trying every arrangement with every choice of my-buildings."""
        known, unknown = self.mine.known, self.mine.unknown
        choices = list(combinations(self.buildings, unknown)) if unknown else [known]
        about_mine = [card for card in self.cards if card.kind != "A" and card.number not in self.for_building]
        others = [card for card in self.cards if card not in about_mine]
        found = set()
        for arrangement in permutations(self.buildings, self.rows * self.columns):
            at = dict(zip(arrangement, range(1, len(arrangement) + 1), strict=True))
            if all(self.agrees(card, at, ()) for card in others) and any(
                all(self.agrees(card, at, mine) for card in about_mine) for mine in choices
            ):
                found.add(Town(arrangement))
        return frozenset(found)


def a(number: int, building: str, *plots: int) -> Card:
    return Card(number, "A", building, frozenset(plots))


def b(number: int, *plots: int) -> Card:
    return Card(number, "B", None, frozenset(plots))


def c(number: int, building: str, *pairs: tuple[int, int]) -> Card:
    return Card(number, "C", building, pairs=frozenset(pairs))


@st.composite
def small_puzzles(draw: st.DrawFn) -> SmallPuzzle:
    """Two to six plots, one to three buildings more (eight at the most), up to six cards, every way to be mine."""
    rows, columns = draw(st.sampled_from([(1, 2), (1, 3), (2, 2), (1, 5), (2, 3)]))
    plots = rows * columns
    buildings = NAMES[: min(len(NAMES), plots + draw(st.integers(1, 3)))]
    names = st.sampled_from(buildings)
    mine = draw(
        st.builds(MyBuildings, st.lists(names, unique=True, max_size=3).map(tuple))
        | st.builds(MyBuildings, st.just(()), st.integers(1, 3))
    )
    somebody_is_mine = mine != MyBuildings()
    some_plots = st.frozensets(st.integers(1, plots), min_size=1, max_size=plots)
    pair = st.tuples(st.integers(1, plots), st.integers(1, plots)).filter(lambda pair: pair[0] != pair[1])
    some_pairs = st.frozensets(pair, min_size=1, max_size=plots * (plots - 1))
    cards: list[Card] = []
    for_building = {}
    for number in range(1, draw(st.integers(0, 6)) + 1):
        kind = draw(st.sampled_from("ABCC" if somebody_is_mine else "AB"))
        if kind == "C":
            cards.append(Card(number, "C", draw(names), pairs=draw(some_pairs)))
        else:
            cards.append(Card(number, kind, draw(names) if kind == "A" else None, draw(some_plots)))
        if kind == "B" and (not somebody_is_mine or draw(st.booleans())):
            for_building[number] = draw(names)
    return SmallPuzzle(rows, columns, buildings, tuple(cards), mine, for_building)


def sat_towns(theory: Theory, at_most: int = 30_000) -> list[Town]:
    """The towns that fit, from a SAT solver: python-sat's CaDiCaL on the theory's clauses.

    Fails where a town comes twice or there are more than expected, so that a wrong formula does not search for ever.
    """
    cnf = theory_cnf(theory)
    towns: dict[Town, None] = {}
    with Solver(name="cadical195", bootstrap_with=cnf.clauses) as solver:
        while solver.solve():
            town = cnf.town(solver.get_model())
            assert town not in towns
            assert len(towns) < at_most
            towns[town] = None
            solver.add_clause(cnf.all_but(town))
    return list(towns)
