"""The walk through a game without a browser: the step stays hidden until it is asked for, in every game."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from oldtown_lab import explain, load_puzzle, puzzles, solve
from oldtown_lab.proof.questions import hint_text
from oldtown_lab.widgets.still import VIEW
from oldtown_lab.widgets.walkthrough import QUESTION, Walkthrough


@pytest.fixture
def walkthrough() -> Walkthrough:
    return Walkthrough()


def plain(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html)


def tells_nothing(walkthrough: Walkthrough) -> bool:
    scene = walkthrough.board.scene
    return (
        walkthrough.text.value == ""
        and plain(walkthrough.help.value) == ""
        and not scene.roles
        and not scene.plots
        and walkthrough.register.layout.display == "none"
    )


def test_it_begins_with_a_question_and_tells_nothing(walkthrough: Walkthrough) -> None:
    assert [name for _, name in walkthrough.choice.options] == list(puzzles())
    assert QUESTION in walkthrough.where.value
    assert "Step 1 of" in walkthrough.where.value
    assert tells_nothing(walkthrough)
    assert walkthrough.board.scene.nowhere_yet == load_puzzle("solo-1").game.buildings
    assert walkthrough.cards.value.count("<img") == len(load_puzzle("solo-1").cards)
    assert "My building: the Hotel." in walkthrough.cards.value


def test_hints_come_one_by_one_and_are_no_step(walkthrough: Walkthrough) -> None:
    walkthrough.go(5)
    step = explain("solo-1").steps[4]
    first, second = (hint_text(step.theory, step, level) for level in (1, 2))
    walkthrough.hint(1)
    assert first in plain(walkthrough.help.value)
    assert second not in plain(walkthrough.help.value)
    walkthrough.hint(2)
    assert first in plain(walkthrough.help.value)
    assert second in plain(walkthrough.help.value)
    walkthrough.hint(1)
    assert second in plain(walkthrough.help.value)
    assert walkthrough.text.value == ""
    assert not walkthrough.board.scene.roles
    walkthrough.go(6)
    assert tells_nothing(walkthrough)


def test_one_button_shows_the_step_and_goes_on(walkthrough: Walkthrough) -> None:
    step = explain("solo-1").steps[0]
    assert walkthrough.onward.description == "Show the step"
    walkthrough.onward.click()
    assert step.technique.name in walkthrough.text.value
    assert walkthrough.board.scene.roles == step.picture.places
    assert walkthrough.register.layout.display == ""
    assert QUESTION not in walkthrough.where.value
    assert all(hint.disabled for hint in walkthrough.hints.values())
    walkthrough.onward.click()
    assert "Step 2 of" in walkthrough.where.value
    assert tells_nothing(walkthrough)
    assert walkthrough.slider.value == 2
    walkthrough.back.click()
    assert "Step 1 of" in walkthrough.where.value
    assert tells_nothing(walkthrough)
    walkthrough.back.click()  # there is nothing before the first step
    assert "Step 1 of" in walkthrough.where.value
    walkthrough.go(3)
    walkthrough.onward.click()
    walkthrough.back.click()  # from the step back to its question
    assert "Step 3 of" in walkthrough.where.value
    assert tells_nothing(walkthrough)


@pytest.mark.parametrize("puzzle", puzzles())
def test_every_game_can_be_walked_to_its_town(puzzle: str) -> None:
    walkthrough = Walkthrough(puzzle)
    assert walkthrough.walk is not None
    steps = walkthrough.walk.proof.steps
    seen = set()
    for step in steps:
        assert f"Step {step.n} of {len(steps)}" in walkthrough.where.value
        assert tells_nothing(walkthrough)
        walkthrough.onward.click()
        assert "Something went wrong" not in walkthrough.where.value
        seen.add(walkthrough.text.value)
        walkthrough.onward.click()
    assert len(seen) == len(steps)
    assert "The end" in walkthrough.where.value
    (town,) = solve(puzzle).towns
    assert walkthrough.board.scene.placed == dict(enumerate(town.buildings, start=1))
    assert "the town is complete" in walkthrough.text.value
    assert ("Mine: " in walkthrough.text.value) == (puzzle in ("solo-7", "solo-8"))
    assert ("leave open" in walkthrough.text.value) == (puzzle == "solo-7")
    walkthrough.onward.click()
    assert "Step 1 of" in walkthrough.where.value


@pytest.mark.parametrize("register", ["formal", "fitch"])
def test_a_step_that_is_shown_is_also_there_in_formulas(walkthrough: Walkthrough, register: str) -> None:
    walkthrough.go(9)
    walkthrough.register.value = register
    assert tells_nothing(walkthrough)
    walkthrough.onward.click()
    assert ("Premise" in walkthrough.text.value) == (register == "fitch")
    assert ("what they entail" in walkthrough.text.value) == (register == "formal")


def test_a_hard_step_can_be_followed_line_by_line() -> None:
    walkthrough = Walkthrough("solo-4")
    assert walkthrough.walk is not None
    hard = next(step for step in walkthrough.walk.proof.steps if step.technique.id == "what-if")
    walkthrough.go(hard.n)
    assert tells_nothing(walkthrough)
    walkthrough.onward.click()
    assert "the argument, line by line" in walkthrough.text.value


def test_each_game_keeps_its_place(walkthrough: Walkthrough) -> None:
    walkthrough.choice.value = "solo-4"
    assert "Step 1 of" in walkthrough.where.value
    walkthrough.slider.value = walkthrough.slider.max - 1
    longest = walkthrough.slider.value
    walkthrough.onward.click()
    walkthrough.choice.value = "solo-1"
    assert "Step 1 of" in walkthrough.where.value
    assert walkthrough.slider.value == 1
    assert tells_nothing(walkthrough)
    walkthrough.slider.value = 3
    walkthrough.onward.click()
    told = walkthrough.text.value
    walkthrough.choice.value = "solo-4"
    assert f"Step {longest} of {longest}" in walkthrough.where.value
    assert walkthrough.slider.value == longest
    assert walkthrough.text.value
    walkthrough.choice.value = "solo-1"
    assert "Step 3 of" in walkthrough.where.value
    assert walkthrough.text.value == told


def test_a_puzzle_of_your_own_comes_after_the_catalogue(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"id": "solo-1", "title": "Mine <b>", "game": "old-town", "cards": [3]}))
    walkthrough = Walkthrough(file)
    assert walkthrough.puzzle.title == "Mine <b>"
    assert [label for label, _ in walkthrough.choice.options][-1] == "Mine <b> (medium)"
    assert "Mine <b>" not in walkthrough.still()["text/html"]
    walkthrough.go(walkthrough.slider.max)
    assert "several towns fit" in walkthrough.text.value


def test_a_saved_notebook_shows_the_first_board(walkthrough: Walkthrough) -> None:
    shown = walkthrough._repr_mimebundle_()
    assert VIEW in shown
    assert "data:image/svg+xml" in shown["text/html"]
    assert "Solo game 1" in shown["text/plain"]


def test_while_a_game_is_proved_the_page_stays_alive_and_it_can_be_stopped() -> None:
    async def test() -> None:
        walkthrough = Walkthrough("solo-4")
        assert walkthrough.walk is None
        assert "being proved" in walkthrough.where.value
        assert walkthrough.back.disabled
        assert walkthrough.slider.disabled
        assert tells_nothing(walkthrough)
        walkthrough.onward.click()  # nothing to go on to yet
        walkthrough.work.stop()
        while walkthrough.work.is_running:
            await asyncio.sleep(0.01)
        assert walkthrough.walk is None
        assert "Stopped" in walkthrough.where.value
        walkthrough.onward.click()
        walkthrough.choice.value = "solo-1"
        while walkthrough.walk is None:
            await asyncio.sleep(0.01)
        assert "Step 1 of" in walkthrough.where.value
        assert not walkthrough.back.disabled

    asyncio.run(asyncio.wait_for(test(), timeout=60))


def test_the_words_follow_the_theme_of_the_page(walkthrough: Walkthrough) -> None:
    walkthrough.onward.click()
    by_day = walkthrough.text.value
    walkthrough.board.page_side.dark = True
    assert walkthrough.text.value != by_day
    assert plain(walkthrough.text.value) == plain(by_day)
