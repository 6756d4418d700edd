"""The search for the lost deck: small digs, second towns, reproducibility."""

from dataclasses import replace
from random import Random

import pytest

from oldtown_lab.games.loader import game_file, game_without_deck
from oldtown_lab.puzzles.archaeology.chooser import DeckChooser, SecondTown, has_known_card
from oldtown_lab.puzzles.archaeology.evidence import A_CARDS, Evidence, PublishedGame
from oldtown_lab.puzzles.archaeology.report import deck_json
from oldtown_lab.puzzles.archaeology.search import Dig, Progress, Reconstruction, reconstruct
from oldtown_lab.puzzles.archaeology.second_towns import TownFinder
from oldtown_lab.puzzles.archaeology.wording import worded
from oldtown_lab.town.cards import Card
from oldtown_lab.town.game import Game


def only(evidence: Evidence, *games: str) -> Evidence:
    return replace(evidence, games=tuple(g for g in evidence.games if g.id in games))


def find(game: Game, published: PublishedGame, cards: dict[int, Card], *forbidden: SecondTown) -> list[SecondTown]:
    finder = TownFinder(published, cards, game.buildings, sorted(game.plan.all_plots), Random(1))
    for town in forbidden:
        finder.forbid(town, also_my_plots=False)
    return finder.find(3)


def dig(game: Game, evidence: Evidence, seed: int) -> tuple[Reconstruction, list[Progress]]:
    seen: list[Progress] = []
    found = Dig(game.plan, evidence, seed, seen.append).search()
    assert found is not None
    return found, seen


@pytest.fixture(scope="module")
def small(game: Game, evidence: Evidence) -> tuple[Reconstruction, list[Progress]]:
    return dig(game, only(evidence, "solo-1", "solo-2"), seed=3)


def test_a_dig_ends_when_no_game_has_a_second_town(
    game: Game, evidence: Evidence, small: tuple[Reconstruction, list[Progress]]
) -> None:
    found, progress = small
    assert len(progress) == found.rounds > 1
    assert set(progress[-1].second_towns.values()) == {0}
    assert any(progress[0].second_towns.values()), "a first guess that needs no digging tests nothing"
    for published in only(evidence, "solo-1", "solo-2").games:
        assert find(game, published, found.cards) == find(game, published, found.cards)[:1]
        assert find(game, published, found.cards)[0].at == published.at


def test_a_dig_keeps_the_known_cards(evidence: Evidence, small: tuple[Reconstruction, list[Progress]]) -> None:
    for known in evidence.known_cards:
        assert has_known_card(known, small[0].cards) or not known.certain, known


def test_the_same_seed_gives_the_same_deck(
    game: Game, evidence: Evidence, small: tuple[Reconstruction, list[Progress]]
) -> None:
    again, progress = dig(game, only(evidence, "solo-1", "solo-2"), seed=3)
    assert again.cards == small[0].cards
    assert progress == small[1]


def test_a_plainer_deck_is_asked_for_until_it_is_plain_enough(game: Game, evidence: Evidence) -> None:
    search = Dig(game.plan, only(evidence, "solo-1"), 1, lambda _: None)
    weights = [found.weight for found in reconstruct(search, start=140, step=30, best=70)]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] <= 70
    assert all(weight > 70 for weight in weights[:-1])


def test_an_impossible_game_has_no_deck(game: Game, evidence: Evidence) -> None:
    """The Bank's known card shows plots east of Cavendish St., so no town that uses it has the Bank on plot 1."""
    published = only(evidence, "solo-1").games[0]
    at = dict(published.at)
    at["Bank"], at["Stage Coach Office"] = at["Stage Coach Office"], at["Bank"]
    wrong = replace(published, at=at, a_cards=tuple(A_CARDS), in_town=frozenset(game.buildings))
    assert Dig(game.plan, replace(evidence, games=(wrong,)), 1, lambda _: None).search() is None


def test_the_lost_town_of_the_committed_deck_fits_and_nothing_else_does(game: Game, evidence: Evidence) -> None:
    """Game 7 is found again from its cards alone: one town, with the Saloon or the Judge as the third of mine."""
    published = only(evidence, "solo-7").games[0]
    finder = TownFinder(published, dict(game.deck.cards), game.buildings, sorted(game.plan.all_plots), Random(1))
    found = finder.find(5)
    assert len(found) == 2
    assert found[0].at == found[1].at
    assert set(found[0].at) == published.in_town
    common = set(found[0].my_plots) & set(found[1].my_plots)
    third = {(set(town.my_plots) - common).pop() for town in found}
    assert third == {found[0].at["Saloon"], found[0].at["Judge"]}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 8])
def test_the_committed_deck_leaves_no_second_town(game: Game, evidence: Evidence, number: int) -> None:
    """Asked of python-sat, which had no part in the exact count."""
    (published,) = only(evidence, f"solo-{number}").games
    assert [town.at for town in find(game, published, dict(game.deck.cards))] == [published.at]


def test_taking_a_card_away_brings_second_towns(game: Game, evidence: Evidence) -> None:
    (published,) = only(evidence, "solo-1").games
    fewer = replace(published, a_cards=published.a_cards[1:], c_cards=())
    assert len(find(game, fewer, dict(game.deck.cards))) == 3


def test_a_chooser_never_gives_the_same_mistake_twice(game: Game, evidence: Evidence) -> None:
    small = only(evidence, "solo-1")
    chooser = DeckChooser(game.plan, small)
    assert chooser.choose(149)
    second = find(game, small.games[0], chooser.cards(), SecondTown(dict(small.games[0].at)))
    assert second
    for town in second:
        chooser.demand(small.games[0], town)
    assert chooser.choose(149)
    assert not set(map(repr, second)) & set(map(repr, find(game, small.games[0], chooser.cards())))


def test_a_free_map_gets_a_sentence_that_the_map_decides() -> None:
    barber = worded(Card(2, "A", "Barber", plots=frozenset({2, 6, 9, 10})), None)
    assert barber.text == "A pencilled map marks four plots for the Barber: 2, 6, 9 or 10."
    mine = worded(Card(46, "B", None, plots=frozenset({2, 3, 4, 5, 8, 10, 11})), None)
    assert mine.text == "A pencilled map marks seven plots for my building: 2, 3, 4, 5, 8, 10 or 11."


def test_the_committed_deck_file_is_what_the_search_writes(game: Game) -> None:
    text = game_file("old-town", "deck.json").read_text(encoding="utf-8")
    made_by = text.split('"made_by": "')[1].split('"')[0]
    assert made_by.startswith("oldtown reconstruct --game old-town --seed ")
    assert deck_json("old-town", made_by, dict(game.deck.cards)) == text


def test_a_dig_does_not_need_the_deck_that_it_looks_for() -> None:
    assert not game_without_deck("old-town").deck.cards
