"""Loading a game box by its id."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..errors import DeckError, UnknownNameError
from ..town.buildings import shortened
from ..town.cards import Card
from ..town.game import Deck, Game
from ..town.plan import Landmark, Line, Plot, Side, TownPlan
from .deck_shape import check_deck_shape
from .files import CardFile, DeckFile, GameFile, PlanFile, file_name, read_model

HERE = Path(__file__).parent

#: Game id to the folder that holds its files.
FOLDERS = {"old-town": "old_town"}

SIDES = {"N": Side.NORTH, "E": Side.EAST, "S": Side.SOUTH, "W": Side.WEST}


def games() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(FOLDERS)


def game_file(game_id: str, name: str) -> Path:
    """One of the files that a game box is made of."""
    if game_id not in FOLDERS:
        raise UnknownNameError(f'there is no game "{shortened(game_id)}"; allowed: {", ".join(FOLDERS)}')
    return HERE / FOLDERS[game_id] / name


@cache
def load_game(game_id: str) -> Game:
    """A game with its plan, buildings and deck."""
    return with_deck(game_without_deck(game_id), game_file(game_id, "deck.json"))


def game_without_deck(game_id: str) -> Game:
    """The plan and the buildings alone, for whoever brings the cards."""
    box = read_model(game_file(game_id, "game.json"), GameFile)
    return Game(
        box.id,
        box.title,
        load_plan(game_file(game_id, "plan.json")),
        tuple(b.name for b in box.buildings),
        Deck({}, ""),
    )


def load_plan(path: Path) -> TownPlan:
    file = read_model(path, PlanFile)
    plots = tuple(
        Plot(row * file.columns + column + 1, row + 1, column + 1, SIDES[letter])
        for row, letters in enumerate(file.entrances)
        for column, letter in enumerate(letters)
    )
    return TownPlan(
        rows=file.rows,
        columns=file.columns,
        lines=tuple(Line(**line.model_dump()) for line in file.lines),
        landmarks=tuple(Landmark(**mark.model_dump()) for mark in file.landmarks),
        plots=plots,
    )


def with_deck(game: Game, path: Path) -> Game:
    """The same game with the cards of another deck file, for example one with the printed maps."""
    file = read_model(path, DeckFile, DeckError)
    check_deck_shape(file_name(path), file, game)
    cards = {card.number: _card(card) for card in sorted(file.cards, key=lambda card: card.number)}
    return Game(game.id, game.title, game.plan, game.buildings, Deck(cards, file.notice))


def _card(file: CardFile) -> Card:
    return Card(
        number=file.number,
        kind=file.kind,
        building=file.building,
        plots=frozenset(file.plots or ()),
        pairs=frozenset((named, mine) for named, mine in file.pairs or ()),
        meaning=file.meaning,
        text=file.text,
    )


def card_json(card: Card) -> dict[str, object]:
    """A card as other programs read it, and as a deck file holds it."""
    shown: dict[str, object]
    shown = {"pairs": sorted(map(list, card.pairs))} if card.kind == "C" else {"plots": sorted(card.plots)}
    return {
        "number": card.number,
        "kind": card.kind,
        "building": card.building,
        **shown,
        "meaning": card.meaning,
        "text": card.text,
    }
