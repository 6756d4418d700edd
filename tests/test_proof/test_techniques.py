"""Each technique: where it must be seen, with exactly what it concludes, and where one candidate more forbids it."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import pytest

from oldtown_lab.proof.board import Board
from oldtown_lab.proof.facts import Fact
from oldtown_lab.proof.judge import Judge
from oldtown_lab.proof.ladder import BY_ID, LADDER
from oldtown_lab.proof.step import reason_text
from oldtown_lab.proof.techniques.counting import find_counts
from oldtown_lab.proof.techniques.idea import Idea
from oldtown_lab.proof.techniques.mine import find_mine_by_counting
from oldtown_lab.proof.techniques.partners import find_partner_plots, find_whose_card
from oldtown_lab.proof.techniques.placing import (
    find_last_buildings,
    find_last_plots,
    find_single_places,
    find_taken_plots,
    find_unplaceable,
)
from oldtown_lab.proof.techniques.reading import find_readings
from oldtown_lab.proof.techniques.sets import find_sets_of_buildings, find_sets_of_plots

from .positions import GAME, board, facts, one_of, place, relation

Finder = Callable[[Board], Iterator[Idea]]
OTHERS = [b for b in GAME.buildings if b not in ("Saloon", "Drugstore")]


def found(finder: Finder, on: Board) -> list[Idea]:
    """What the finder sees; the judge agrees with each of its ideas, and every conclusion is new."""
    ideas = list(finder(on))
    judge = Judge(on.setting.theory)
    for idea in ideas:
        assert idea.conclusions
        assert judge.proves_all(idea.reasons, idea.conclusions)
        assert not set(idea.conclusions) & on.learnt.keys()
        assert all(isinstance(reason, str) or reason in on.learnt for reason in idea.reasons)
    return ideas


def only(finder: Finder, on: Board) -> tuple[set[str], set[Fact]]:
    """The reasons and conclusions of the only idea that the finder sees."""
    (idea,) = found(finder, on)
    return set(map(reason_text, idea.reasons)), set(idea.conclusions)


def not_on(buildings: Iterable[str], *plots: int) -> set[Fact]:
    return facts("; ".join(f"{b} not {p}" for b in buildings for p in plots))


def standing(**plots: int) -> str:
    """Buildings that are placed, with all that their places exclude."""
    alone = (f"{b} at {p}; {b} in {{{p}}}" for b, p in plots.items())
    others = (f"{other} not {p}" for b, p in plots.items() for other in GAME.buildings if other != b)
    return "; ".join((*alone, *others))


def test_reading_a_card() -> None:
    on = board("", place(3, "Bank", 4, 8, 12, 16))
    reasons, conclusions = only(find_readings, on)
    assert reasons == {"card:3", "one-plot-per-building:Bank"}
    assert conclusions == facts("Bank in {4,8,12,16}")


def test_reading_a_card_says_only_what_is_new() -> None:
    _, conclusions = only(find_readings, board("Bank in {1,4,8}", place(3, "Bank", 4, 8, 12, 16)))
    assert conclusions == facts("Bank not 1")
    assert not found(find_readings, board("Bank in {4,8}", place(3, "Bank", 4, 8, 12, 16)))


def test_reading_a_card_with_a_single_plot_places() -> None:
    _, conclusions = only(find_readings, board("", place(3, "Bank", 4)))
    assert conclusions == facts("Bank in {4}; Bank at 4")


def test_reading_a_relation_card_for_one_building() -> None:
    first, second = found(find_readings, board("", relation(35, "Casino", "Hotel", (3, 4), (7, 8)), mine=["Hotel"]))
    assert set(first.conclusions) == facts("Casino in {3,7}")
    assert set(second.conclusions) == facts("Hotel in {4,8}")


def test_reading_a_relation_card_for_one_of_two_is_about_the_named_one_only() -> None:
    _, conclusions = only(find_readings, board("", relation(35, "Casino", "Hotel Bank", (3, 4), (7, 8))))
    assert conclusions == facts("Casino in {3,7}")


def test_taken_plot() -> None:
    reasons, conclusions = only(find_taken_plots, board("Saloon at 6"))
    assert reasons == {"Saloon at 6", "one-building-per-plot:6"}
    assert conclusions == not_on([b for b in GAME.buildings if b != "Saloon"], 6)
    assert not found(find_taken_plots, board("Saloon in {6,7}"))


def test_one_place_only() -> None:
    reasons, conclusions = only(find_single_places, board("Saloon at 6; Saloon in {6,7,10}"))
    assert reasons == {"Saloon at 6", "one-plot-per-building:Saloon"}
    assert conclusions == not_on(["Saloon"], 7, 10)


def test_last_plot_by_card_and_facts() -> None:
    card = place(3, "Bank", 4, 8, 12, 16)
    reasons, conclusions = only(
        find_last_plots, board("Bank in {4,8,12,16}; Bank not 4; Bank not 8; Bank not 12", card)
    )
    assert reasons == {"card:3", "Bank not 4", "Bank not 8", "Bank not 12"}
    assert conclusions == facts("Bank at 16")
    assert not found(find_last_plots, board("Bank in {4,8,12,16}; Bank not 4; Bank not 8", card))


def test_last_plot_is_not_for_a_building_that_may_be_left_out() -> None:
    assert not found(find_last_plots, board("Bank in {16,out}"))
    assert not found(find_last_plots, board("Bank not in {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}"))


def test_no_plot_left() -> None:
    every = "; ".join(f"Bank not {plot}" for plot in range(1, 17))
    _, conclusions = only(find_unplaceable, board(every))
    assert conclusions == facts("Bank left out")
    assert not found(find_unplaceable, board(every.replace("Bank not 9; ", "")))


def test_last_building_for_a_plot_minds_the_left_out_ones() -> None:
    gone = "; ".join(f"{b} not 13" for b in GAME.buildings if b not in ("Judge", "Doc"))
    assert not found(find_last_buildings, board(gone))
    reasons, conclusions = only(find_last_buildings, board(f"{gone}; Doc left out"))
    assert conclusions == facts("Judge at 13; Judge in town")
    assert {"plot-filled:13", "Doc left out"} <= reasons or {"plot-filled:13", "Doc not 13"} <= reasons
    assert len(reasons) == 18


def test_counting_who_is_in_town() -> None:
    in_town = "; ".join(f"{b} in town" for b in GAME.buildings[:16])
    reasons, conclusions = only(find_counts, board(in_town))
    assert conclusions == facts(f"{GAME.buildings[16]} left out; {GAME.buildings[17]} left out")
    assert len(reasons) == 32
    assert not found(find_counts, board("; ".join(f"{b} in town" for b in GAME.buildings[:15])))


def test_counting_who_is_left_out() -> None:
    _, conclusions = only(find_counts, board("Judge left out; Doc left out"))
    assert conclusions == facts("; ".join(f"{b} in town" for b in GAME.buildings if b not in ("Judge", "Doc")))
    assert not found(find_counts, board("Judge left out"))


def test_two_plots_two_buildings() -> None:
    cards = place(4, "Saloon", 6, 7, 10), place(6, "Drugstore", 6, 10)
    on = board("Saloon in {6,10}; Drugstore in {6,10}", *cards)
    reasons, conclusions = only(partial(find_sets_of_plots, size=2), on)
    assert reasons == {"card:4", "card:6", "Saloon not 7", "one-building-per-plot:6", "one-building-per-plot:10"}
    assert conclusions == not_on(OTHERS, 6, 10)


@pytest.mark.parametrize(
    "given",
    [
        "Saloon in {6,7,10}; Drugstore in {6,10}",
        "Saloon in {6,10,out}; Drugstore in {6,10}",
        "Saloon in {6,out}; Drugstore in {6,out}",
        "Saloon in {6,10}",
    ],
)
def test_two_plots_two_buildings_with_one_candidate_more(given: str) -> None:
    assert not found(partial(find_sets_of_plots, size=2), board(given))


@pytest.mark.parametrize(
    ("size", "given", "more"),
    [
        (3, "Saloon in {6,7}; Drugstore in {7,10}; Bank in {6,10}", "Bank in {6,10,11}"),
        (4, "Saloon in {6,7}; Drugstore in {7,10}; Bank in {10,11}; Doc in {6,11}", "Doc in {6,11,12}"),
    ],
)
def test_sets_of_three_and_four(size: int, given: str, more: str) -> None:
    _, conclusions = only(partial(find_sets_of_plots, size=size), board(given))
    inside = [claim.split()[0] for claim in given.split("; ")]
    plots = (6, 7, 10) if size == 3 else (6, 7, 10, 11)
    assert conclusions == not_on([b for b in GAME.buildings if b not in inside], *plots)
    one_more = "; ".join([*given.split("; ")[:-1], more])
    assert not found(partial(find_sets_of_plots, size=size), board(one_more))


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_mirror_with_two_three_and_four(size: int) -> None:
    inside, plots = GAME.buildings[:size], range(1, size + 1)
    gone = [f"{b} not {p}" for b in GAME.buildings[size:] for p in plots]
    _, conclusions = only(partial(find_sets_of_buildings, size=size), board("; ".join(gone)))
    elsewhere = not_on(inside, *(p for p in range(1, 17) if p not in plots))
    assert conclusions == elsewhere | facts("; ".join(f"{b} in town" for b in inside))
    assert not found(partial(find_sets_of_buildings, size=size), board("; ".join(gone[1:])))


def test_the_mirror_with_buildings_that_are_left_out() -> None:
    gone = "; ".join(f"{b} not 1; {b} not 2" for b in GAME.buildings[3:])
    mirror = partial(find_sets_of_buildings, size=2)
    assert not found(mirror, board(gone))
    reasons, _ = only(mirror, board(f"{gone}; {GAME.buildings[2]} left out"))
    assert f"{GAME.buildings[2]} left out" in reasons


def test_partner_plots_of_the_named_building() -> None:
    clue = relation(29, "Judge", "Hotel", (3, 4), (4, 8), (7, 8))
    ideas = found(find_partner_plots, board("Judge in {3,4,7}; Hotel not 8", clue))
    assert [set(idea.conclusions) for idea in ideas] == [facts("Judge not 4"), facts("Judge not 7")]
    assert all(set(map(reason_text, idea.reasons)) == {"card:29", "Hotel not 8"} for idea in ideas)
    assert not found(find_partner_plots, board("Judge in {3,4,7}; Hotel not 9", clue))


def test_partner_plots_of_my_building() -> None:
    clue = relation(29, "Judge", "Hotel", (3, 4), (4, 8), (7, 8))
    reasons, conclusions = only(find_partner_plots, board("Judge not 3", clue))
    assert reasons == {"card:29", "Judge not 3", "one-plot-per-building:Hotel"}
    assert conclusions == facts("Hotel not 4")
    assert not found(find_partner_plots, board("Judge not 4", clue))


def test_partner_plots_with_two_of_mine_need_both_excluded() -> None:
    clue = relation(29, "Judge", "Hotel Bank", (3, 4), (7, 8))
    reasons, conclusions = only(find_partner_plots, board("Hotel not 4; Bank not 4", clue))
    assert reasons == {"card:29", "Hotel not 4", "Bank not 4"}
    assert conclusions == facts("Judge not 3")
    assert not found(find_partner_plots, board("Hotel not 4", clue))


def test_one_of_mine_when_only_one_can_be_meant() -> None:
    clue = one_of(57, "Drugstore Doc", 3, 4)
    reasons, conclusions = only(find_whose_card, board("Doc not 3; Doc not 4", clue))
    assert reasons == {"card:57", "Doc not 3", "Doc not 4", "one-plot-per-building:Drugstore"}
    assert conclusions == facts("Drugstore in {3,4}")
    assert not found(find_whose_card, board("Doc not 3", clue))


def test_one_of_mine_where_the_my_buildings_are_unknown() -> None:
    names = GAME.buildings
    clue = relation(35, "Casino", tuple(b for b in names if b != "Casino"), (3, 4))
    reasons, conclusions = only(find_whose_card, board(standing(Casino=3, Hotel=4), clue, mine=3))
    assert reasons == {"card:35", "Hotel at 4", "one-building-per-plot:4"}
    assert conclusions == facts("Hotel mine")
    assert not found(find_whose_card, board(standing(Casino=3), clue, mine=3))


def test_counting_mine_when_all_are_found() -> None:
    reasons, conclusions = only(find_mine_by_counting, board("Bank mine; Doc mine", mine=2))
    assert reasons == {"my-buildings:2", "Bank mine", "Doc mine"}
    assert conclusions == facts("; ".join(f"{b} not mine" for b in GAME.buildings if b not in ("Bank", "Doc")))
    assert not found(find_mine_by_counting, board("Bank mine", mine=2))


def test_counting_mine_when_the_others_are_not() -> None:
    rest = "; ".join(f"{b} not mine" for b in GAME.buildings[2:])
    _, conclusions = only(find_mine_by_counting, board(rest, mine=2))
    assert conclusions == facts("; ".join(f"{b} mine" for b in GAME.buildings[:2]))


def test_counting_mine_by_cards_for_different_buildings() -> None:
    names = GAME.buildings
    clues = (
        relation(35, "Casino", tuple(b for b in names if b != "Casino"), (3, 4)),
        relation(36, "Doc", tuple(b for b in names if b != "Doc"), (7, 8)),
    )
    _, conclusions = only(find_mine_by_counting, board(standing(Casino=3, Hotel=4, Doc=7, Bank=8), *clues, mine=2))
    assert conclusions == facts("; ".join(f"{b} not mine" for b in names if b not in ("Hotel", "Bank")))
    assert not found(find_mine_by_counting, board(standing(Casino=3, Hotel=4, Doc=7, Bank=8), *clues, mine=3))


def test_the_ladder_names_every_technique_once() -> None:
    assert len(BY_ID) == len(LADDER)
    assert all(t.name and t.definition.endswith(".") and 1 <= t.lesson <= 10 for t in LADDER)
