"""Commands that solve and count."""

from __future__ import annotations

from argparse import Namespace

from ..draw.text import map_text
from ..errors import UnknownNameError
from ..logic.checking import my_buildings_that_fit
from ..logic.counting import TownCount
from ..puzzles.answers import count, solve
from ..puzzles.catalogue import load_puzzle
from ..puzzles.puzzle import Puzzle
from ..town.buildings import in_words
from ..town.towns import Town
from .looking import print_json


def show_solutions(chosen: Namespace) -> int:
    puzzle = load_puzzle(chosen.puzzle)
    found = solve(puzzle, chosen.limit)
    if chosen.json:
        print_json(
            {
                "puzzle": puzzle.id,
                "unique": found.unique,
                "complete": found.complete,
                "towns": [list(town.buildings) for town in found.towns],
                "left_out": [list(town.left_out(puzzle.game.buildings)) for town in found.towns],
                "my_buildings": [[list(m) for m in my_buildings_that_fit(puzzle.theory, t)] for t in found.towns],
            }
        )
        return 0
    if found.unique:
        print(f"{puzzle.title}: just one town fits.")
    elif found.complete:
        print(f"{puzzle.title}: {len(found.towns)} towns fit.")
    elif len(found.towns) == 1:
        print(f"{puzzle.title}: more than one town fits; this is one of them.")
    else:
        print(f"{puzzle.title}: more than {len(found.towns)} towns fit; these are {len(found.towns)} of them.")
    for town in found.towns:
        print(f"\n{_town_text(puzzle, town)}")
    return 0


def _town_text(puzzle: Puzzle, town: Town) -> str:
    lines = [map_text(puzzle.game.plan, dict(enumerate(town.buildings, start=1)))]
    lines.append(f"left out: {in_words(town.left_out(puzzle.game.buildings))}")
    if not puzzle.mine.are_known:
        choices = [in_words(choice) for choice in my_buildings_that_fit(puzzle.theory, town)]
        lines.append(f"mine: {'; or '.join(choices)}")
    return "\n".join(lines)


def show_count(chosen: Namespace) -> int:
    puzzle = load_puzzle(chosen.puzzle)
    if chosen.first is not None and chosen.first > len(puzzle.cards):
        raise UnknownNameError(f"--first {chosen.first}: {puzzle.id} has {len(puzzle.cards)} cards")
    counted = count(puzzle, chosen.first)
    used = puzzle.cards if chosen.first is None else puzzle.cards[: chosen.first]
    if chosen.json:
        print_json(
            {
                "puzzle": puzzle.id,
                "cards": list(used),
                "towns": counted.towns,
                "at": {b: {str(p): n for p, n in plots.items()} for b, plots in counted.at.items()},
                "left_out": dict(counted.left_out),
            }
        )
        return 0
    towns = "1 town" if counted.towns == 1 else f"{counted.towns:,} towns"
    print(f"{puzzle.title} with {len(used)} of {len(puzzle.cards)} cards: {towns}")
    print(_share_table(puzzle, counted))
    return 0


def _share_table(puzzle: Puzzle, counted: TownCount) -> str:
    """In how many of a hundred towns each building stands on each plot."""
    plots = sorted(puzzle.game.plan.all_plots)
    rows = ["percent of the towns".ljust(20) + "".join(f"{plot:>4}" for plot in plots) + "  left out"]
    for building, at in counted.at.items():
        shares = "".join(_share(at[plot], counted.towns) for plot in plots)
        rows.append(building.ljust(20) + shares + _share(counted.left_out[building], counted.towns).rjust(10))
    return "\n".join(rows)


def _share(part: int, whole: int) -> str:
    """Never 0 for something possible, never 100 for something uncertain."""
    if part == 0:
        return "   ·"
    return f"{min(max(round(100 * part / whole), 1), 100 if part == whole else 99):>4}"
