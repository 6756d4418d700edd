"""Commands that show what there is: games, decks, puzzles."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from textwrap import fill

from ..draw.text import LINE_WIDTH, card_text, map_text
from ..games.loader import card_json, game_without_deck, games, load_game, with_deck
from ..puzzles.catalogue import load_puzzle, puzzles
from ..puzzles.deck_check import Verdict, check_deck
from ..puzzles.puzzle import Puzzle
from ..town.buildings import in_words

FOR_KIND = {
    "A": "A: a named building",
    "B": "B: my building",
    "C": "C: a named building and mine",
}


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=1))


def show_games(chosen: Namespace) -> int:
    boxes = [load_game(id) for id in games()]
    if chosen.json:
        print_json(
            {
                "games": [
                    {
                        "id": g.id,
                        "title": g.title,
                        "plots": len(g.plan.plots),
                        "buildings": list(g.buildings),
                        "cards": len(g.deck.cards),
                    }
                    for g in boxes
                ]
            }
        )
        return 0
    for game in boxes:
        sizes = f"{len(game.plan.plots)} plots, {len(game.buildings)} buildings, {len(game.deck.cards)} cards"
        print(f"{game.id}  {game.title}: {sizes}")
        print(map_text(game.plan, {}))
    return 0


def show_deck(chosen: Namespace) -> int:
    if chosen.check is not None:
        return _check_deck(chosen)
    game = load_game(chosen.game)
    if chosen.json:
        cards = [card_json(card) for card in game.deck.cards.values()]
        print_json({"game": game.id, "notice": game.deck.notice, "cards": cards})
        return 0
    print(f"{game.title}: {len(game.deck.cards)} cards")
    print(fill(game.deck.notice, LINE_WIDTH))
    for kind, heading in FOR_KIND.items():
        print(f"\n{heading}")
        for card in game.deck.cards.values():
            if card.kind == kind:
                print(card_text(card))
    return 0


def _check_deck(chosen: Namespace) -> int:
    game = with_deck(game_without_deck(chosen.game), Path(chosen.check))
    verdicts = list(check_deck(game))
    if chosen.json:
        print_json({"deck": Path(chosen.check).name, "games": [_verdict_json(v) for v in verdicts]})
    else:
        for verdict in verdicts:
            towns = f"{verdict.towns:,} towns fit" if verdict.towns != 1 else "1 town fits"
            if verdict.unique:
                towns = "the only town"
            print(
                f"{verdict.puzzle}  {'satisfied' if verdict.satisfied else 'NOT satisfied'}: {verdict.finding}; {towns}"
            )
    return 0 if all(verdict.unique for verdict in verdicts) else 1


def _verdict_json(verdict: Verdict) -> dict[str, object]:
    return {
        "puzzle": verdict.puzzle,
        "satisfied": verdict.satisfied,
        "unique": verdict.unique,
        "towns": verdict.towns,
        "finding": verdict.finding,
    }


def show_puzzles(chosen: Namespace) -> int:
    found = [load_puzzle(id) for id in puzzles()]
    if chosen.json:
        print_json(
            {
                "puzzles": [
                    {"id": p.id, "title": p.title, "game": p.game.id, "level": p.level, "cards": len(p.cards)}
                    for p in found
                ]
            }
        )
        return 0
    for puzzle in found:
        print(f"{puzzle.id:<8} {puzzle.title}, {puzzle.level}: {len(puzzle.cards)} cards; {_mine_text(puzzle)}")
    return 0


def _mine_text(puzzle: Puzzle) -> str:
    if not puzzle.mine.are_known:
        return f"mine: {puzzle.mine.unknown} unknown building{'' if puzzle.mine.unknown == 1 else 's'}"
    return f"mine: {in_words(puzzle.mine.known)}" if puzzle.mine.known else "no my-building"


def show_puzzle(chosen: Namespace) -> int:
    puzzle = load_puzzle(chosen.puzzle)
    if chosen.json:
        print_json(_puzzle_json(puzzle))
        return 0
    print(f"{puzzle.title} ({puzzle.game.title}, {puzzle.level}); {_mine_text(puzzle)}")
    for remark in (puzzle.note, puzzle.game.deck.notice):
        if remark:
            print(fill(remark, LINE_WIDTH))
    print(f"\n{map_text(puzzle.game.plan, {})}\n")
    for number in puzzle.cards:
        whom = puzzle.for_whom(number)
        print(card_text(puzzle.game.card(number), f"[{whom}]" if whom else ""))
    return 0


def _puzzle_json(puzzle: Puzzle) -> dict[str, object]:
    return {
        "puzzle": puzzle.id,
        "title": puzzle.title,
        "game": puzzle.game.id,
        "level": puzzle.level,
        "my_buildings": list(puzzle.mine.known) if puzzle.mine.are_known else puzzle.mine.unknown,
        "note": puzzle.note,
        "source": puzzle.source,
        "deck": puzzle.game.deck.notice,
        "cards": [{**card_json(puzzle.game.card(n)), "for": puzzle.for_building.get(n)} for n in puzzle.cards],
    }
