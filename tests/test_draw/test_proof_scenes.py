"""A proof as scenes: every step is marked as it says, and at the end stands the town."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from oldtown_lab import board, explain, solve
from oldtown_lab.draw.board_artist import shown_chips, tray_shapes
from oldtown_lab.draw.describe import describe
from oldtown_lab.draw.palette import PAPER
from oldtown_lab.draw.picture import layout_of
from oldtown_lab.draw.proof_scenes import ProofScenes, step_scene
from oldtown_lab.draw.scene import Scene
from oldtown_lab.draw.shapes import Path
from oldtown_lab.draw.step_html import SENTENCE_END, words_html
from oldtown_lab.logic.statements import At, InTown
from oldtown_lab.proof.ladder import (
    COUNTING_MINE,
    LAST_BUILDING,
    PARTNER,
    SETS_OF_BUILDINGS,
    SETS_OF_PLOTS,
    TAKEN_PLOT,
    Technique,
)
from oldtown_lab.proof.step import Outcome, Role, Step
from oldtown_lab.proof.words.follow import Part
from oldtown_lab.proof.words.plain import PlainWords
from oldtown_lab.puzzles.examples import load_example
from oldtown_lab.town.clues import PlaceClue

GAMES = pytest.mark.parametrize("puzzle", ["solo-1", "solo-4", "solo-7"])


@cache
def scenes_of(puzzle: str) -> ProofScenes:
    return ProofScenes(explain(puzzle).pruned())


@GAMES
def test_after_all_steps_stands_the_town(puzzle: str) -> None:
    scenes = scenes_of(puzzle)
    (solution,) = solve(puzzle).towns
    assert scenes.proof.outcome is Outcome.ONE_TOWN
    end = scenes.after(len(scenes.proof.steps))
    assert end.placed == dict(enumerate(solution.buildings, start=1))
    assert end.left_out == solution.left_out(end.game.buildings)
    assert not end.chips
    assert not end.roles


@GAMES
def test_after_all_steps_nobody_is_unknown(puzzle: str) -> None:
    scenes = scenes_of(puzzle)
    end = scenes.after(len(scenes.proof.steps))
    assert end.nowhere_yet == ()
    assert "No clue" not in describe(end)


@GAMES
def test_the_start_shows_nothing(puzzle: str) -> None:
    start = scenes_of(puzzle).step(0)
    assert start == scenes_of(puzzle).after(0)
    assert not start.placed
    assert not start.chips
    assert start.nowhere_yet == start.game.buildings


@GAMES
def test_each_step_is_marked_as_it_says(puzzle: str) -> None:
    scenes = scenes_of(puzzle)
    for step in scenes.proof.steps:
        scene = scenes.step(step.n)
        assert scene.roles == step.picture.places
        assert step_scene(step).roles == step.picture.places
        assert scene.title.startswith(f"Step {step.n}, {step.technique.name}")
        assert not {building for building, _ in scene.roles} & set(scene.nowhere_yet)


@GAMES
def test_what_a_step_concludes_is_open_before_it_and_settled_after_it(puzzle: str) -> None:
    scenes = scenes_of(puzzle)
    for step in scenes.proof.steps:
        before, after = scenes.step(step.n), scenes.after(step.n)
        for fact in step.conclusions:
            if not isinstance(fact.atom, At):
                continue
            building, plot = fact.atom.building, fact.atom.plot
            if fact.positive:
                assert before.placed.get(plot) != building
                assert after.placed[plot] == building
            else:
                taken = plot in before.placed or building in before.placed.values()
                assert taken or building in before.chips.get(plot, ())
                assert building not in after.chips.get(plot, ())


def test_some_steps_have_a_story() -> None:
    told = [
        PlainWords(scenes.proof.theory).story(step)
        for scenes in map(scenes_of, ("solo-4", "solo-7"))
        for step in scenes.proof.steps
    ]
    assert any(told)


@GAMES
def test_a_story_told_line_by_line_is_the_plain_text(puzzle: str) -> None:
    scenes = scenes_of(puzzle)
    words = PlainWords(scenes.proof.theory)
    for step in scenes.proof.steps:
        if lines := words.story(step):
            assert " ".join(line.words for line in lines) == words.say(step)


@GAMES
def test_a_story_marks_what_is_assumed_and_what_clashes(puzzle: str) -> None:
    scenes = scenes_of(puzzle)
    words = PlainWords(scenes.proof.theory)
    for step in scenes.proof.steps:
        lines = words.story(step)
        for shown in range(1, len(lines) + 1):
            scene = scenes.story(step.n, lines[:shown])
            if shown == len(lines):
                assert scene == scenes.step(step.n)
                continue
            if lines[shown - 1].part is Part.SO:  # what the reasons prove besides comes in the next line
                settled = {place for place, role in scene.roles.items() if role is not Role.REASON}
                facts = [fact for fact in lines[shown - 1].facts if isinstance(fact.atom, At)]
                assert settled == {(fact.atom.building, fact.atom.plot) for fact in facts}
                continue
            expected = {place: role for place, role in step.picture.places.items() if role is Role.REASON}
            for line in lines[:shown]:
                clash = line.part is Part.CLASH
                for fact in line.facts:
                    if isinstance(fact.atom, At) and (clash or fact.positive):
                        role = Role.CONTRADICTION if clash else Role.ASSUMED
                        expected[fact.atom.building, fact.atom.plot] = role
            assert scene.roles == expected
            assert Role.KEPT not in scene.roles.values()
            assert Role.REMOVED not in scene.roles.values()


def test_a_step_by_itself_shows_its_reasons_as_they_are() -> None:
    """A building that is known to stand somewhere stands there; only what is ruled out is struck out."""
    position = board("Drugstore at 3; Hotel in {3,4}")
    (taken, last) = position.why("Hotel at 4").proof.steps  # type: ignore[union-attr]
    scene = step_scene(taken)
    assert dict(scene.placed) == {3: "Drugstore"}
    assert "Plot 3: Drugstore." in describe(scene)
    known = {plot for plot, names in step_scene(last).chips.items() if "Hotel" in names}
    assert known == {4}
    assert step_scene(last).nowhere_yet == ()


def test_who_is_known_to_be_in_town_is_struck_out_among_the_left_out() -> None:
    scene = Scene(board().puzzle.game, roles={("Laundry", 0): Role.REASON})
    left_out = replace(scene, left_out=("Laundry",))
    layout = layout_of(scene.game.plan)
    strikes = [
        sum(isinstance(shape, Path) and shape.width == 2.2 for shape in tray_shapes(each, layout, PAPER))
        for each in (scene, left_out)
    ]
    assert strikes == [1, 0]


def test_what_the_same_reasons_prove_besides_is_part_of_the_conclusion() -> None:
    """The page colours the last sentence and the answer key prints it apart: what was shown must be in it."""
    step = explain("solo-4").pruned().steps[32]
    told = PlainWords(step.theory).say(step)
    conclusion = (
        "So the Casino does not stand on 12. "
        "The same reasons rule out the Printer&#x27;s, the Saloon and the Smith there, too."
    )
    assert f"<b><span style='color:{PAPER.roles[Role.REMOVED]}'>{conclusion}</span></b>" in words_html(step, told)
    *_, last = SENTENCE_END.split("It is so. So the Bank is in town. From the same reasons it follows, too: it is.")
    assert last == "So the Bank is in town. From the same reasons it follows, too: it is."


# ------------------------------------------------------------------------------------------------- a step by itself


def spoken_of(step: Step) -> set[tuple[str, int]]:
    """Every place that a step can be said to speak of: in facts, in what it is about, on its cards."""
    facts = {(f.atom.building, f.atom.plot) for f in (*step.facts, *step.conclusions) if isinstance(f.atom, At)}
    about = {(building, plot) for building in step.focus.buildings for plot in step.focus.plots}
    clues = [clue for clue in step.theory.clues if clue.card in step.cards and isinstance(clue, PlaceClue)]
    return facts | about | {(building, plot) for clue in clues for building in clue.buildings for plot in clue.plots}


def drawn(scene: Scene) -> set[tuple[str, int]]:
    chips = {(building, plot) for plot in scene.game.plan.all_plots for building in shown_by(scene, plot)}
    return chips | {(building, plot) for plot, building in scene.placed.items()}


def shown_by(scene: Scene, plot: int) -> set[str]:
    return {*scene.chips.get(plot, ()), *(building for building, place in scene.roles if place == plot)}


@pytest.mark.parametrize("puzzle", ["solo-1", "solo-4", "solo-6", "solo-7", "solo-8"])
def test_a_step_by_itself_draws_only_what_it_speaks_of(puzzle: str) -> None:
    for step in explain(puzzle).steps:
        scene = step_scene(step)
        assert drawn(scene) <= spoken_of(step), step.n
        assert scene.placed == {
            f.atom.plot: f.atom.building for f in step.facts if isinstance(f.atom, At) and f.positive
        }
        for fact in (*step.facts, *step.conclusions):
            building = fact.atom.building
            shown = {who for who, _ in (*scene.roles, *drawn(scene))} | {*scene.nowhere_yet, *scene.left_out}
            assert building in shown, (step.n, fact)


def one_step(puzzle: str, technique: Technique) -> Scene:
    return step_scene(next(step for step in explain(puzzle).steps if step.technique is technique))


def test_the_last_building_for_a_plot_is_drawn_on_that_plot_only() -> None:
    """All others are struck out there; of the other fifteen plots the step says nothing."""
    scene = one_step("solo-8", LAST_BUILDING)
    assert scene.chips == {9: ("Casino",)}
    assert {plot for _, plot in drawn(scene)} == {9}
    assert len(shown_by(scene, 9)) == 18


def test_a_taken_plot_by_itself_is_one_building_on_one_plot() -> None:
    scene = one_step("solo-1", TAKEN_PLOT)
    assert len(scene.placed) == 1
    assert not scene.chips
    assert {plot for _, plot in drawn(scene)} == set(scene.placed)


def test_partner_plots_by_themselves_are_the_plot_and_its_partner() -> None:
    scene = one_step("solo-1", PARTNER)
    assert drawn(scene) == {("Drugstore", 2), ("Hotel", 3)}
    assert scene.chips == {2: ("Drugstore",)}
    assert scene.roles == {("Drugstore", 2): Role.REMOVED, ("Hotel", 3): Role.REASON}


def test_two_buildings_that_are_left_two_plots_are_drawn_there() -> None:
    """They are what the argument is about, though no single fact says that they may stand there."""
    scene = step_scene(load_example("7").proof.steps[-1])
    for building in ("Drugstore", "Saloon"):
        assert {plot for plot, names in scene.chips.items() if building in names} == {6, 10}
        assert (building, 1) in scene.roles
    assert set(scene.chips) == {6, 10}


def test_of_three_buildings_each_is_drawn_only_where_its_card_allows_it() -> None:
    """Card 7 puts the Printer's on 10, 11, 13 or 16, so it is none of those who may stand on 6."""
    scene = one_step("solo-7", SETS_OF_PLOTS[3])
    open_plots = {
        building: {plot for plot, names in scene.chips.items() if building in names}
        for building in ("Laundry", "Printer's", "Smith")
    }
    assert open_plots == {"Laundry": {6, 11}, "Printer's": {10, 11}, "Smith": {6, 10}}


def test_where_a_card_puts_a_building_it_is_drawn_unless_a_reason_keeps_it_off() -> None:
    """Card 3 puts the Bank on 4, 8, 12 or 16, and 4 and 8 are ruled out."""
    scene = step_scene(explain("solo-4").pruned().steps[32])
    assert {plot for plot, names in scene.chips.items() if "Bank" in names} == {12, 16}
    assert {place for place, role in scene.roles.items() if role is Role.REASON} == {
        ("Bank", 4),
        ("Bank", 8),
        ("Doc", 15),
        ("School", 15),
    }
    assert {plot for plot, names in scene.chips.items() if "Casino" in names} == {12}


def test_a_step_about_my_buildings_marks_them() -> None:
    (step,) = (step for step in explain("solo-8").steps if step.technique is COUNTING_MINE)
    scene = step_scene(step)
    assert {building for building, is_mine in scene.mine.items() if is_mine} == {"Drugstore", "Laundry", "Smith"}
    assert set(scene.mine) == {fact.atom.building for fact in (*step.facts, *step.conclusions)}
    assert set(scene.nowhere_yet) == set(scene.mine)
    assert "Marked as mine: Drugstore, Laundry and Smith." in describe(scene)


@pytest.mark.parametrize("puzzle", ["solo-1", "solo-4", "solo-8"])
def test_the_description_of_a_step_by_itself_is_true_of_the_picture(puzzle: str) -> None:
    for step in explain(puzzle).steps:
        scene = step_scene(step)
        said = describe(scene)
        empty = re.findall(r"\d+", found[1]) if (found := re.search(r"Nothing lies on plot ([^.]+)\.", said)) else []
        if "All plots are empty." not in said:
            assert set(map(int, empty)) == {p for p in scene.game.plan.all_plots if not shown_by(scene, p)} - set(
                scene.placed
            )
        else:
            assert not {plot for _, plot in drawn(scene)}
        reasons = re.search(r"Given as a reason: ([^.]+)\.", said)
        all_struck = re.search(r"\. (It was|All of these were) ruled out before\.", said)
        struck = reasons if all_struck else re.search(r"Ruled out before: ([^.]+)\.", said)
        expected = {
            f"{f.atom.building} on {f.atom.plot}" for f in step.facts if isinstance(f.atom, At) and not f.positive
        }
        expected |= {f"{f.atom.building} left out" for f in step.facts if isinstance(f.atom, InTown) and f.positive}
        assert set(re.split(", | and ", struck[1]) if struck else ()) == expected


def test_whom_a_step_is_about_is_seen_on_a_crowded_plot() -> None:
    scene = step_scene(load_example("7").proof.steps[-1])
    for plot in (6, 10):
        assert {"Drugstore", "Saloon"} <= set(shown_chips(scene, plot)[0])
    step = next(s for s in explain("solo-8").steps if s.technique is SETS_OF_BUILDINGS[2])
    for plot in (12, 16):
        assert {"Bank", "Doc"} <= set(shown_chips(step_scene(step), plot)[0])
