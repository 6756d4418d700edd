"""What is published about the lost cards: the solo games with their towns, and a few cards by their words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ...games.files import FileModel, Name, Text, read_model
from ...games.loader import game_file
from ...town.game import Game
from ...town.towns import Town
from ..catalogue import puzzle_folder
from ..reading import PuzzleFile, read_puzzle_file

A_CARDS = range(1, 19)
C_CARDS = range(19, 37)
B_CARDS = range(37, 61)


@dataclass(frozen=True)
class PublishedGame:
    """A solo game as printed. Its town, or its my-buildings, may be unknown."""

    id: str
    a_cards: tuple[int, ...]
    b_cards: Mapping[int, str | None]
    c_cards: tuple[int, ...]
    in_town: frozenset[str]
    my_buildings: tuple[str, ...] = ()
    unknown_my_buildings: int = 0
    at: Mapping[str, int] = field(default_factory=dict)
    """Building to plot; empty where the town is lost."""
    undecided: tuple[str, ...] = ()
    """With unknown my-buildings: exactly one of these is mine, and either may be."""

    @property
    def town_is_lost(self) -> bool:
        return not self.at


@dataclass(frozen=True)
class KnownCard:
    """A card known by its words but not by its number.

    ``meanings`` are vocabulary ids, any of which would be such a card; an id that ends in ``*`` stands
    for everything that begins so. ``building`` is None for a district card.
    """

    kind: str
    building: str | None
    meanings: tuple[str, ...]
    certain: bool = True

    def allows(self, meaning: str) -> bool:
        return any(meaning.startswith(m[:-1]) if m.endswith("*") else meaning == m for m in self.meanings)


@dataclass(frozen=True)
class Evidence:
    """All of it, for one game box."""

    buildings: tuple[str, ...]
    games: tuple[PublishedGame, ...]
    known_cards: tuple[KnownCard, ...]
    seven_plot_cards: int


class KnownCardFile(FileModel):
    kind: Literal["A", "B", "C"]
    building: Name | None = None
    meanings: list[Name]
    certain: bool = True


class LostTownFile(FileModel):
    game: Name
    in_town: list[Name]
    either_is_mine: list[Name]


class EvidenceFile(FileModel):
    about: Text
    seven_plot_cards: int
    solo_games: list[Name]
    lost_towns: list[LostTownFile]
    known_cards: list[KnownCardFile]


def load_evidence(game: Game) -> Evidence:
    """The published facts about a game: its evidence file and the solo games in the catalogue."""
    file = read_model(game_file(game.id, "evidence.json"), EvidenceFile)
    lost = {town.game: town for town in file.lost_towns}
    return Evidence(
        buildings=game.buildings,
        games=tuple(
            _published(read_puzzle_file(puzzle_folder() / f"{id}.json"), lost.get(id)) for id in file.solo_games
        ),
        known_cards=tuple(KnownCard(c.kind, c.building, tuple(c.meanings), c.certain) for c in file.known_cards),
        seven_plot_cards=file.seven_plot_cards,
    )


def _published(file: PuzzleFile, lost: LostTownFile | None) -> PublishedGame:
    """A solo game without any look at the present deck, which is what is to be found."""
    mine = file.my_buildings
    at = Town(tuple(file.solution)).at if file.solution and not lost else {}
    return PublishedGame(
        id=file.id,
        a_cards=tuple(card for card in file.cards if card in A_CARDS),
        b_cards={card: file.for_building.get(str(card)) for card in file.cards if card in B_CARDS},
        c_cards=tuple(card for card in file.cards if card in C_CARDS),
        in_town=frozenset(lost.in_town if lost else at),
        my_buildings=tuple(mine) if isinstance(mine, list) else (),
        unknown_my_buildings=mine if isinstance(mine, int) else 0,
        at=at,
        undecided=tuple(lost.either_is_mine) if lost else (),
    )
