"""The committed deck holds everything that the reconstruction promises."""

from collections import Counter
from itertools import combinations

import pytest

from oldtown_lab.puzzles.archaeology.chooser import has_known_card
from oldtown_lab.puzzles.archaeology.evidence import Evidence
from oldtown_lab.puzzles.deck_check import Verdict, check_deck
from oldtown_lab.town.cards import Card
from oldtown_lab.town.game import Game
from oldtown_lab.town.places import places_of_size
from oldtown_lab.town.relations import relations_of_size

#: The cards that the examples in the rulebooks show, by what their maps must be.
KNOWN_A = {
    "Church": {9, 10, 13, 14},
    "Bank": {4, 8, 12, 16},
    "Judge": {1, 4, 13, 16},
    "Saloon": {6, 7, 10, 11},
    "Casino": {9, 10, 11, 12},
}
KNOWN_B = [
    {1, 2, 3, 4, 5, 6, 7, 8},
    {5, 6, 7, 8, 9, 10, 11, 12},
    {4, 8, 12, 13, 14, 15, 16},
    {1, 2, 5, 6, 9, 10, 13, 14},
    {1, 2, 3, 4, 13, 14, 15, 16},
]


def cards(game: Game, kind: str) -> list[Card]:
    return [card for card in game.deck.cards.values() if card.kind == kind]


def test_there_are_18_building_cards_with_four_plots_each(game: Game) -> None:
    found = cards(game, "A")
    assert [card.number for card in found] == list(range(1, 19))
    assert {card.building for card in found} == set(game.buildings)
    assert {len(card.plots) for card in found} == {4}


def test_there_are_18_condition_cards_with_eight_plots_for_each_side(game: Game) -> None:
    found = cards(game, "C")
    assert [card.number for card in found] == list(range(19, 37))
    assert {card.building for card in found} == set(game.buildings)
    assert all(len(card.named_plots) == len(card.my_plots) == 8 for card in found)


def test_there_are_24_district_cards_two_of_them_with_seven_plots(game: Game) -> None:
    found = cards(game, "B")
    assert [card.number for card in found] == list(range(37, 61))
    assert Counter(len(card.plots) for card in found) == {8: 22, 7: 2}
    assert len({card.plots for card in found}) >= 20


def test_the_known_building_cards_are_in_it(game: Game) -> None:
    assert {card.building: set(card.plots) for card in cards(game, "A") if card.building in KNOWN_A} == KNOWN_A


@pytest.mark.parametrize("plots", KNOWN_B)
def test_the_known_district_cards_are_in_it(game: Game, plots: set[int]) -> None:
    assert plots in [set(card.plots) for card in cards(game, "B")]


def test_the_certain_condition_cards_are_in_it(game: Game, evidence: Evidence) -> None:
    held = {k.building for k in evidence.known_cards if k.kind == "C" and has_known_card(k, dict(game.deck.cards))}
    assert {"Church", "Saloon"} <= held


def test_a_named_meaning_is_the_map(game: Game) -> None:
    plots = {place.id: place.plots for size in (4, 7, 8) for place in places_of_size(game.plan, size)}
    pairs = {relation.id: relation.pairs for relation in relations_of_size(game.plan, 8)}
    for card in game.deck.cards.values():
        if card.meaning is not None:
            assert card.pairs == pairs[card.meaning] if card.kind == "C" else card.plots == plots[card.meaning]


@pytest.mark.parametrize(("kind", "aim"), [("A", 14), ("B", 20), ("C", 14)])
def test_enough_cards_have_a_natural_meaning(game: Game, kind: str, aim: int) -> None:
    assert sum(card.meaning is not None for card in cards(game, kind)) >= aim


def test_every_card_has_a_sentence_of_its_own_that_is_true_of_its_map(game: Game) -> None:
    texts = [card.text for card in game.deck.cards.values()]
    assert len(set(texts)) == 60
    phrases = {m.id: m.phrase for size in (4, 7, 8) for m in places_of_size(game.plan, size)}
    phrases |= {m.id: m.phrase for m in relations_of_size(game.plan, 8)}
    for card in game.deck.cards.values():
        assert card.text.endswith(".")
        assert card.building is None or f"the {card.building}" in card.text.replace("The ", "the ", 1)
        if card.meaning is None:
            assert all(str(plot) in card.text for plot in card.plots)
        else:
            assert phrases[card.meaning].rstrip(".") in card.text


def test_it_says_that_it_is_a_reconstruction(game: Game) -> None:
    assert "reconstruction" in game.deck.notice
    assert "not the publisher's cards" in game.deck.notice


@pytest.fixture(scope="module")
def verdicts(game: Game) -> dict[str, Verdict]:
    return {verdict.puzzle: verdict for verdict in check_deck(game)}


@pytest.mark.parametrize("number", range(1, 9))
def test_the_published_town_of_each_solo_game_is_the_only_one(verdicts: dict[str, Verdict], number: int) -> None:
    verdict = verdicts[f"solo-{number}"]
    assert verdict.satisfied, verdict.finding
    assert verdict.towns == 1


def test_no_swap_of_two_buildings_gives_solo_8_a_second_town(game: Game, evidence: Evidence) -> None:
    """Checked by hand: whatever three plots are mine, one of the condition cards is broken."""
    published = next(g for g in evidence.games if g.id == "solo-8")
    at = dict(published.at)
    condition = [game.card(number) for number in published.c_cards]
    # Every town in which two buildings of the published one change places must break a card for all choices of mine.
    for one, other in combinations(at, 2):
        swapped = {**at, one: at[other], other: at[one]}
        place_cards = [(c.named, c.plots) for n in published.a_cards for c in [game.card(n)]]
        place_cards += [(b, game.card(n).plots) for n, b in published.b_cards.items() if b]
        if all(swapped[b] in plots for b, plots in place_cards):
            hits = [card.partners(swapped[card.named]) for card in condition]
            assert not any(all(hit & set(mine) for hit in hits) for mine in combinations(range(1, 17), 3)), (one, other)
