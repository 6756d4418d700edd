"""A proof as scenes: every step is marked as it says, and at the end stands the town."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from oldtown_lab import board, explain, solve
from oldtown_lab.draw.board_artist import tray_shapes
from oldtown_lab.draw.describe import describe
from oldtown_lab.draw.palette import PAPER
from oldtown_lab.draw.picture import layout_of
from oldtown_lab.draw.proof_scenes import ProofScenes, step_scene
from oldtown_lab.draw.scene import Scene
from oldtown_lab.draw.shapes import Path
from oldtown_lab.logic.statements import At
from oldtown_lab.proof.step import Outcome, Role
from oldtown_lab.proof.words.follow import Part
from oldtown_lab.proof.words.plain import PlainWords

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
            if lines[shown - 1].part is Part.SO:
                assert scene == scenes.step(step.n)
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
