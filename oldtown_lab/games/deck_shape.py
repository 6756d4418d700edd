"""What every deck of a game box must look like, whoever wrote it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..errors import DeckError
from ..town.buildings import shortened
from ..town.game import Game
from .files import CardFile, DeckFile

#: Old Town's card numbers by kind.
NUMBERS = {"A": range(1, 19), "C": range(19, 37), "B": range(37, 61)}
#: How many cards of kind B show seven plots instead of eight.
SEVEN_PLOT_CARDS = 2
#: How many plots a card shows: a condition card for each of its two buildings.
SIZES = {"A": (4,), "B": (7, 8), "C": (8,)}


def check_deck_shape(name: str, file: DeckFile, game: Game) -> None:
    """Raise a :class:`DeckError` with the first thing that no deck of this game may have."""
    if file.game != game.id:
        raise DeckError(name, "game", f'is "{shortened(file.game)}"; allowed: {game.id}')
    for index, card in enumerate(file.cards):
        for place, problem in _card_problems(card, game):
            raise DeckError(name, f"cards[{index}] (card {card.number}){place}", problem)
    for place, problem in _deck_problems(file, game):
        raise DeckError(name, place, problem)


def _card_problems(card: CardFile, game: Game) -> Iterator[tuple[str, str]]:
    numbers = NUMBERS[card.kind]
    if card.number not in numbers:
        yield ".number", f"is {card.number}; allowed for kind {card.kind}: {numbers[0]} to {numbers[-1]}"
    if card.kind == "B" and card.building is not None:
        yield ".building", "must be null: a card of kind B names no building"
    if card.kind != "B" and card.building not in game.buildings:
        given = "missing" if card.building is None else f'"{shortened(card.building)}"'
        yield ".building", f"is {given}; allowed: {', '.join(game.buildings)}"
    if card.kind == "C":
        yield from _pairs_problems(card, game)
    else:
        yield from _plots_problems(card, game)


def _plots_problems(card: CardFile, game: Game) -> Iterator[tuple[str, str]]:
    if card.pairs is not None or card.plots is None:
        yield "", f'a card of kind {card.kind} has "plots" and no "pairs"'
    elif unknown := set(card.plots) - game.plan.all_plots:
        yield ".plots", f"has plot {min(unknown)}; allowed: 1 to {len(game.plan.plots)}"
    elif len(set(card.plots)) != len(card.plots):
        yield ".plots", "has a plot twice"
    elif len(card.plots) not in SIZES[card.kind]:
        yield (
            ".plots",
            f"has {len(card.plots)} plots; allowed for kind {card.kind}: {' or '.join(map(str, SIZES[card.kind]))}",
        )


def _pairs_problems(card: CardFile, game: Game) -> Iterator[tuple[str, str]]:
    if card.plots is not None or card.pairs is None:
        yield "", 'a card of kind C has "pairs" and no "plots"'
        return
    named, mine = {pair[0] for pair in card.pairs}, {pair[1] for pair in card.pairs}
    if unknown := (named | mine) - game.plan.all_plots:
        yield ".pairs", f"has plot {min(unknown)}; allowed: 1 to {len(game.plan.plots)}"
    elif any(one == other for one, other in card.pairs):
        yield ".pairs", "has a plot paired with itself; two buildings never share a plot"
    elif len(named) not in SIZES["C"] or len(mine) not in SIZES["C"]:
        yield ".pairs", f"leaves {len(named)} plots for the building and {len(mine)} for mine; allowed: 8 and 8"


def _deck_problems(file: DeckFile, game: Game) -> Iterator[tuple[str, str]]:
    counted = Counter(card.number for card in file.cards)
    for kind, numbers in NUMBERS.items():
        for number in numbers:
            if counted[number] != 1:
                yield "cards", f"card {number} stands there {counted[number]} times; allowed: once"
        named = Counter(card.building for card in file.cards if card.kind == kind)
        for building in game.buildings if kind != "B" else ():
            if named[building] != 1:
                yield "cards", f"{named[building]} cards of kind {kind} name the {building}; allowed: one"
    seven = sum(card.kind == "B" and len(card.plots or ()) == 7 for card in file.cards)
    if seven != SEVEN_PLOT_CARDS:
        yield "cards", f"{seven} cards of kind B show seven plots; allowed: {SEVEN_PLOT_CARDS}"
