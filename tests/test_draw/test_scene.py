"""Scenes: what they show, which chips can be clicked, and descriptions that can be read back."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oldtown_lab import explain
from oldtown_lab.draw.board_artist import chip_at, plot_shapes, shown_chips
from oldtown_lab.draw.describe import card_description, describe, percent
from oldtown_lab.draw.layout import BoardLayout
from oldtown_lab.draw.palette import PAPER
from oldtown_lab.draw.proof_scenes import ProofScenes
from oldtown_lab.draw.scene import Scene, candidates_scene, town_scene
from oldtown_lab.draw.shapes import Text
from oldtown_lab.games.loader import load_game
from oldtown_lab.proof.step import Role
from oldtown_lab.town.candidates import OUT, Candidates
from oldtown_lab.town.towns import Town

GAME = load_game("old-town")
LAYOUT = BoardLayout(GAME.plan)
PLOTS = sorted(GAME.plan.all_plots)
EVERYWHERE = frozenset(PLOTS) | {OUT}

towns = st.permutations(GAME.buildings).map(lambda names: Town(tuple(names[: len(PLOTS)])))


@st.composite
def some_candidates(draw: st.DrawFn) -> Candidates:
    """Some buildings are placed, and of the others anything may be known, or nothing."""
    town = draw(towns)
    settled = draw(st.sets(st.sampled_from(GAME.buildings), max_size=14))
    taken = {town.at[b] for b in settled if b in town.at}
    rest = sorted(EVERYWHERE - taken)
    places: dict[str, frozenset[int]] = {}
    for building in GAME.buildings:
        if building in settled:
            places[building] = frozenset({town.at.get(building, OUT)})
        elif draw(st.booleans()):
            places[building] = draw(st.sampled_from([EVERYWHERE, frozenset(rest)]))
        else:
            places[building] = frozenset(draw(st.sets(st.sampled_from(rest), min_size=1)))
    return Candidates(GAME, places, frozenset(settled))


@st.composite
def crowded_scenes(draw: st.DrawFn) -> Scene:
    """Chips, ghosts and roles in any number, so that also more than nine lie on a plot."""
    names = st.sets(st.sampled_from(GAME.buildings)).map(lambda some: tuple(b for b in GAME.buildings if b in some))
    chips = {plot: draw(names) for plot in (1, 7, 16)}
    ghosts = {plot: tuple(b for b in draw(names) if b not in chips[plot]) for plot in (1, 7, 16)}
    spots = st.tuples(st.sampled_from(GAME.buildings), st.sampled_from([1, 7, 16]))
    roles = draw(st.dictionaries(spots, st.sampled_from(Role), max_size=8))
    return Scene(GAME, chips=chips, ghosts=ghosts, roles=roles)


def read_list(text: str) -> set[str]:
    return set(re.split(r", | and | or ", text))


def read_description(text: str) -> dict[str, object]:
    """What a description says, read by nothing but its words."""
    found: dict[str, object] = {"placed": {}, "perhaps": {}, "left out": set(), "no clue": set(), "empty": set()}
    for sentence in re.findall(r"[^.]+\.", text):
        said = sentence.strip().removesuffix(".")
        if match := re.fullmatch(r"Plot (\d+): perhaps (.+)", said):
            found["perhaps"][int(match[1])] = read_list(match[2])  # type: ignore[index]
        elif match := re.fullmatch(r"Plot (\d+): (.+)", said):
            found["placed"][int(match[1])] = match[2]  # type: ignore[index]
        elif match := re.fullmatch(r"Left out: (.+)", said):
            found["left out"] = read_list(match[1])
        elif match := re.fullmatch(r"No clue yet about (.+)", said):
            found["no clue"] = read_list(match[1])
        elif match := re.fullmatch(r"Nothing lies on plot (.+)", said):
            found["empty"] = {int(plot) for plot in read_list(match[1])}
        elif said == "All plots are empty":
            found["empty"] = set(PLOTS)
    return found


# --------------------------------------------------------------------------------------------------------------- scene


@given(some_candidates())
def test_everybody_is_shown_once_placed_left_out_as_chips_or_apart(candidates: Candidates) -> None:
    scene = candidates_scene(candidates)
    assert scene.placed == {p: b for b in candidates.placed for p in candidates.places[b] if p != OUT}
    free = EVERYWHERE - scene.placed.keys()
    for building in GAME.buildings:
        places = candidates.places[building]
        on = {plot for plot, names in scene.chips.items() if building in names}
        if building in candidates.placed:
            assert not on
        elif places >= free:
            assert building in scene.nowhere_yet
            assert not on
        else:
            assert building not in scene.nowhere_yet
            assert on == places - {OUT}
        assert (building in scene.left_out) == (places == {OUT})


def test_a_taken_plot_says_nothing_of_the_others() -> None:
    places = dict.fromkeys(GAME.buildings, EVERYWHERE - {8}) | {"Bank": frozenset({8})}
    scene = candidates_scene(Candidates(GAME, places, frozenset({"Bank"})))
    assert scene.placed == {8: "Bank"}
    assert scene.chips == {}
    assert scene.nowhere_yet == tuple(b for b in GAME.buildings if b != "Bank")


def test_a_crossed_out_plot_says_something() -> None:
    scene = candidates_scene(Candidates(GAME, dict.fromkeys(GAME.buildings, EVERYWHERE) | {"Bank": EVERYWHERE - {8}}))
    assert "Bank" not in scene.nowhere_yet
    assert set(scene.chips) == set(PLOTS) - {8}


@given(towns)
def test_in_a_complete_town_nobody_is_unknown(town: Town) -> None:
    places = {b: frozenset({town.at.get(b, OUT)}) for b in GAME.buildings}
    scene = candidates_scene(Candidates(GAME, places, frozenset(GAME.buildings)))
    assert scene.nowhere_yet == ()
    assert scene.left_out == town.left_out(GAME.buildings)


@given(towns)
def test_a_town_scene_is_the_town(town: Town) -> None:
    scene = town_scene(GAME, town, "T", {("Bank", 3): Role.KEPT})
    assert {building: plot for plot, building in scene.placed.items()} == town.at
    assert sorted((*scene.placed.values(), *scene.left_out)) == sorted(GAME.buildings)
    assert not scene.chips
    assert not scene.nowhere_yet
    assert scene.roles == {("Bank", 3): Role.KEPT}


# --------------------------------------------------------------------------------------------------------------- chips


@given(crowded_scenes())
def test_a_plot_shows_nine_chips_or_eight_and_how_many_more(scene: Scene) -> None:
    for plot in PLOTS:
        here = {*scene.chips.get(plot, ()), *scene.ghosts.get(plot, ()), *(b for b, p in scene.roles if p == plot)}
        names, more = shown_chips(scene, plot)
        assert len(names) == (len(here) if len(here) <= 9 else 8)
        assert len(names) + more == len(here)
        assert set(names) <= here
        assert list(names) == [b for b in GAME.buildings if b in names]
        assert {b for b, p in scene.roles if p == plot} <= set(names)
        words = [s.words for s in plot_shapes(scene, plot, LAYOUT, PAPER) if isinstance(s, Text)]
        assert [word for word in words if word.startswith("+")] == ([f"+{more}"] if more else [])


@given(crowded_scenes(), st.booleans())
def test_a_click_finds_exactly_the_chips_that_are_shown(scene: Scene, taken: bool) -> None:
    if taken:
        scene = replace(scene, placed={7: "Bank"})
    for plot in PLOTS:
        names, more = shown_chips(scene, plot)
        slots = len(names) + (1 if more else 0)
        for index in range(slots):
            x, y = LAYOUT.chip_box(plot, index, slots).middle
            shown = plot not in scene.placed and index < len(names)
            assert chip_at(scene, x, y, LAYOUT) == ((plot, names[index]) if shown else None)
        head = LAYOUT.head_box(plot)
        assert chip_at(scene, *head.middle, LAYOUT) is None
    assert chip_at(scene, 1, 1, LAYOUT) is None


def test_what_a_step_finds_is_never_behind_its_reasons() -> None:
    """The last building for a plot has a reason on that plot for every other building."""
    scenes = ProofScenes(explain("solo-8").pruned())
    for step in scenes.proof.steps:
        scene = scenes.step(step.n)
        for (building, plot), role in scene.roles.items():
            if plot != OUT and plot not in scene.placed and role is not Role.REASON:
                assert building in shown_chips(scene, plot)[0], (step.n, building, plot)


@given(st.integers(0, 10_000), st.integers(1, 10_000))
def test_a_share_is_never_rounded_to_none_or_all(part: int, whole: int) -> None:
    share = min(part, whole) / whole
    said = percent(share)
    assert len(said) <= 5
    assert (said == "0 %") == (share == 0)
    assert (said == "100 %") == (share == 1)
    number = float(re.sub(r"[<% ]", "", said))
    assert abs(number - 100 * share) <= 1


# ------------------------------------------------------------------------------------------------------------- describe


@given(some_candidates())
def test_the_description_of_candidates_can_be_read_back(candidates: Candidates) -> None:
    scene = candidates_scene(candidates, "Who may stand where")
    said = read_description(describe(scene))
    assert said["placed"] == scene.placed
    assert said["perhaps"] == {plot: set(names) for plot, names in scene.chips.items() if names}
    assert said["left out"] == set(scene.left_out)
    assert said["no clue"] == set(scene.nowhere_yet)
    assert said["empty"] == set(PLOTS) - scene.placed.keys() - scene.chips.keys()


@given(towns)
def test_the_description_of_a_town_can_be_read_back(town: Town) -> None:
    said = read_description(describe(town_scene(GAME, town, "A town")))
    assert said["placed"] == dict(enumerate(town.buildings, start=1))
    assert said["left out"] == set(town.left_out(GAME.buildings))
    assert not said["no clue"]
    assert not said["empty"]


def test_an_empty_map_is_said_to_be_empty() -> None:
    assert describe(Scene(GAME, title="Nothing")) == "Nothing. All plots are empty."
    assert describe(Scene(GAME)).startswith("Map of Old Town.")


@given(st.dictionaries(st.tuples(st.sampled_from(GAME.buildings), st.integers(0, 16)), st.sampled_from(Role)))
def test_the_description_names_exactly_what_is_marked(roles: dict[tuple[str, int], Role]) -> None:
    text = describe(Scene(GAME, roles=roles, title="T"))
    words = {
        "Found now": Role.KEPT,
        "Ruled out now": Role.REMOVED,
        "Assumed": Role.ASSUMED,
        "In contradiction": Role.CONTRADICTION,
        "Given as a reason": Role.REASON,
    }
    found: dict[tuple[str, int], Role] = {}
    for opening, role in words.items():
        for listed in re.findall(rf"{opening}: ([^.]+)\.", text):
            for one in read_list(listed):
                match = re.fullmatch(r"(.+?) (?:on (\d+)|left out)", one)
                assert match is not None, one
                found[match[1], int(match[2] or OUT)] = role
    assert found == roles


@pytest.mark.parametrize("share", [0.001, 0.999])
def test_the_description_rounds_no_share_to_none_or_all(share: float) -> None:
    said = describe(Scene(GAME, heat={3: share, 4: 1 - share}, heat_of="Bank"))
    assert f"{percent(share)} on 3" in said
    assert "100 %" not in said


@pytest.mark.parametrize("number", sorted(GAME.deck.cards))
def test_a_card_description_names_exactly_what_its_map_shows(number: int) -> None:
    card = GAME.card(number)
    said = card_description(card)
    assert said.startswith(f"Card {number}: {card.text} Its map ")
    shown = said.partition(card.text)[2]
    if card.kind == "C":
        pairs = {(int(a), int(b)) for a, b in re.findall(r"(\d+) with (\d+)", shown)}
        assert pairs == card.pairs
        assert f"the {card.building}'s first" in shown
    else:
        assert {int(plot) for plot in re.findall(r"\d+", shown)} == card.plots
