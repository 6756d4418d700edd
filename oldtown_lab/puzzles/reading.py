"""Reading a puzzle file: every way in which it can be wrong gets one plain line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from ..errors import PuzzleError, UnknownNameError
from ..games.files import FileModel, Name, Text, Title, file_name, read_model
from ..games.loader import games, load_game
from ..logic.checking import broken_cards, fits
from ..logic.counting import count_towns
from ..town.buildings import in_words, shortened
from ..town.clues import MyBuildings
from ..town.game import Game
from ..town.towns import Town
from .puzzle import Puzzle

#: With more my-buildings than this a count may take minutes and gigabytes, and nobody could solve the puzzle anyway.
MOST_MINE = 4

BuildingNames = Annotated[list[Name], Field(max_length=30)]


class PuzzleFile(FileModel):
    """A puzzle of a deduction game."""

    id: Annotated[
        str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$", description="lower-case letters, digits and hyphens")
    ]
    title: Title
    game: Annotated[Name, Field(description="the id of a game, for example old-town")]
    level: Literal["easy", "medium", "hard"] = "medium"
    cards: Annotated[list[int], Field(max_length=200, description="card numbers, in the order in which they are read")]
    for_building: Annotated[
        dict[str, Name],
        Field(
            alias="for",
            default_factory=dict,
            max_length=200,
            description="card number of kind B to the building that it is for",
        ),
    ]
    my_buildings: Annotated[
        Annotated[list[Name], Field(max_length=MOST_MINE)] | Annotated[int, Field(ge=1, le=MOST_MINE)],
        Field(default_factory=list, description="the my-buildings, or how many there are when they are unknown"),
    ]
    unique: Annotated[bool, Field(description="true promises that just one town fits")] = False
    solution: Annotated[BuildingNames | None, Field(description="the building on each plot, in plot order")] = None
    source: Text = ""
    note: Text = ""
    schema_file: Annotated[Text, Field(alias="$schema", description="where this schema lies, for editors")] = ""


def read_puzzle(path: Path, solvable: bool = True) -> Puzzle:
    """Read and check a puzzle file; raises :class:`PuzzleError` with one line if anything is wrong.

    A puzzle that need not be ``solvable`` may contradict itself: then its proof says so.
    """
    file = read_puzzle_file(path)
    if file.game not in games():
        raise PuzzleError(file_name(path), "game", f'is "{shortened(file.game)}"; allowed: {", ".join(games())}')
    game = load_game(file.game)
    for place, problem in _problems(file, game):
        raise PuzzleError(file_name(path), place, problem)
    puzzle = puzzle_of(file, game)
    for place, problem in _contradictions(puzzle) if solvable else ():
        raise PuzzleError(file_name(path), place, problem)
    return puzzle


def read_puzzle_file(path: Path) -> PuzzleFile:
    """The file as it stands, in the right form but not yet compared with its game."""
    try:
        return read_model(path, PuzzleFile, PuzzleError)
    except PuzzleError as error:
        # The model offers two forms here; of its two complaints neither would help alone.
        if error.place.startswith("my_buildings"):
            allowed = f"must be a list of up to {MOST_MINE} buildings, or a number from 1 to {MOST_MINE} if unknown"
            raise PuzzleError(error.file, "my_buildings", allowed) from None
        if error.place == "id" and "pattern" in error.problem:
            raise PuzzleError(
                error.file, "id", "must be lower-case letters, digits and hyphens, 60 at the most"
            ) from None
        raise


def puzzle_of(file: PuzzleFile, game: Game) -> Puzzle:
    """The puzzle that a file describes, played with the cards of this game."""
    mine = file.my_buildings
    return Puzzle(
        id=file.id,
        title=file.title,
        game=game,
        level=file.level,
        cards=tuple(file.cards),
        for_building={int(card): building for card, building in file.for_building.items()},
        mine=MyBuildings(unknown=mine) if isinstance(mine, int) else MyBuildings(known=tuple(mine)),
        unique=file.unique,
        solution=Town(tuple(file.solution)) if file.solution is not None else None,
        source=file.source,
        note=file.note,
    )


def _problems(file: PuzzleFile, game: Game) -> Iterator[tuple[str, str]]:
    """What can be seen to be wrong without any reasoning."""
    yield from _card_problems(file, game)
    yield from _for_problems(file, game)
    if isinstance(file.my_buildings, list):
        yield from _name_problems("my_buildings", file.my_buildings, game)
    if file.solution is not None:
        plots = len(game.plan.plots)
        if len(file.solution) != plots:
            yield "solution", f"names {len(file.solution)} buildings; allowed: {plots}, one for each plot"
        yield from _name_problems("solution", file.solution, game)


def _card_problems(file: PuzzleFile, game: Game) -> Iterator[tuple[str, str]]:
    if not file.cards:
        yield "cards", "is empty; a puzzle has at least one card"
    for index, card in enumerate(file.cards):
        try:
            kind = game.card(card).kind
        except UnknownNameError as problem:
            yield f"cards[{index}]", str(problem)
            continue
        if card in file.cards[:index]:
            yield f"cards[{index}]", f"card {card} stands there twice; allowed: once"
        if file.my_buildings == [] and (kind == "C" or (kind == "B" and str(card) not in file.for_building)):
            yield "my_buildings", f"is empty, but card {card} speaks of my building; name one, or give a number"


def _for_problems(file: PuzzleFile, game: Game) -> Iterator[tuple[str, str]]:
    district = [str(card) for card in file.cards if game.card(card).kind == "B"]
    for card, building in file.for_building.items():
        if card not in district:
            allowed = in_words(district, last="or") or "none, as this puzzle has no card of kind B"
            yield "for", f'"{shortened(card)}" is no card of kind B in this puzzle; allowed: {allowed}'
        yield from _name_problems(f"for.{card}", [building], game)


def _name_problems(place: str, names: list[str], game: Game) -> Iterator[tuple[str, str]]:
    for index, name in enumerate(names):
        if name not in game.buildings:
            yield place, f'"{shortened(name)}" is no building of {game.id}; allowed: {", ".join(game.buildings)}'
        if name in names[:index]:
            yield place, f"the {name} stands there twice; allowed: once"


def _contradictions(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """What only reasoning shows: a wrong solution, no town, several towns."""
    theory = puzzle.theory
    if puzzle.solution is not None:
        for card in broken_cards(theory, puzzle.solution):
            yield "solution", f"breaks card {card}: {puzzle.game.card(card).text}"
        if not fits(theory, puzzle.solution):
            yield "solution", "no choice of my-buildings makes it fit all cards"
    towns = count_towns(theory).towns
    if towns == 0:
        first = next(n for n in range(1, len(puzzle.cards) + 1) if count_towns(theory.after(n)).towns == 0)
        yield f"cards[{first - 1}]", f"no town fits card {puzzle.cards[first - 1]} together with the cards before it"
    if towns > 1 and puzzle.unique:
        yield "unique", f"promises one town, but {towns:,} towns fit these cards; allowed here: false"
