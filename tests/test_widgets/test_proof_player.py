"""The proof player without a browser: every position in every register, and the chain of a hard step."""

from __future__ import annotations

import asyncio
import re
import time
from functools import cache

import pytest

from oldtown_lab import ProofPlayer, explain, solve
from oldtown_lab.proof.step import Proof, Role, Step
from oldtown_lab.proof.words.plain import PlainWords
from oldtown_lab.widgets.step_teller import WRITERS


@cache
def proof() -> Proof:
    return explain("solo-4").pruned()


@pytest.fixture
def player() -> ProofPlayer:
    return ProofPlayer(proof())


@pytest.mark.parametrize("register", ["plain", "formal", "fitch"])
def test_every_position_has_words_and_a_board(player: ProofPlayer, register: str) -> None:
    player.register.value = register
    last = len(proof().steps) + 1
    shown = set()
    for position in range(last + 1):
        player.go(position)
        assert re.sub(r"<[^>]*>", "", player.text.value).strip()
        assert "Something went wrong" not in player.where.value
        shown.add(player.text.value)
        if 0 < position < last:
            assert f"Step {position} of {last - 1}" in player.where.value
            assert player.board.scene.title.startswith(f"Step {position},")
    assert len(shown) == last + 1
    assert "The end" in player.where.value


@pytest.mark.parametrize("register", ["formal", "fitch"])
def test_formulas_come_in_rows_that_can_be_broken(player: ProofPlayer, register: str) -> None:
    player.register.value = register
    for step in proof().steps:
        player.go(step.n)
        seen = re.sub(r"(?s)<details.*?</details>", "", player.text.value)
        assert "$$" not in seen
        assert "<pre" not in seen
        assert "<table" in seen


def test_the_end_shows_the_complete_town(player: ProofPlayer) -> None:
    player.go(len(proof().steps) + 1)
    (town,) = solve("solo-4").towns
    assert player.board.scene.placed == dict(enumerate(town.buildings, start=1))
    assert player.board.scene.left_out == town.left_out(player.board.scene.game.buildings)
    assert "the town is complete" in player.text.value


@pytest.mark.parametrize(
    ("puzzle", "mine", "is_open"),
    [("solo-7", "Drugstore and Hotel", True), ("solo-8", "Drugstore, Laundry and Smith", False)],
)
def test_the_end_names_mine_where_they_were_to_be_found(puzzle: str, mine: str, is_open: bool) -> None:
    player = ProofPlayer(puzzle)
    player.go(player.slider.max)
    (said,) = re.findall(r"Mine: ([^.]+)\.", player.text.value)
    assert said == mine
    assert ("the cards leave open" in player.text.value) == is_open


def test_formulas_are_written_once_and_never_in_the_place_of_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []

    def slowly(step: Step) -> str:
        written.append(step.n)
        time.sleep(0.2)
        return f"formulas of {step.n}"

    monkeypatch.setitem(WRITERS, "formal", slowly)

    async def test() -> None:
        player = ProofPlayer(proof())
        player.register.value = "formal"
        player.go(1)
        assert "formulas" not in player.text.value
        await done(player)
        assert "formulas of 1" in player.text.value
        player.go(2)
        await asyncio.sleep(0.05)
        player.go(0)
        await done(player)
        assert "Press play" in player.text.value
        player.go(1)
        assert "formulas of 1" in player.text.value
        player.go(3)
        await asyncio.sleep(0.05)
        player.go(4)
        await done(player)
        assert "formulas of 4" in player.text.value
        assert written == [1, 2, 3, 4]

    async def done(player: ProofPlayer) -> None:
        await asyncio.sleep(0.02)
        while player.work.is_running:
            await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(test(), timeout=30))


def test_the_player_stops_at_both_ends(player: ProofPlayer) -> None:
    player._move(-1)
    assert player.slider.value == 0
    player.go(10_000)
    assert player.slider.value == len(proof().steps) + 1
    player._move(1)
    assert "The end" in player.where.value


def test_playing_moves_the_slider(player: ProofPlayer) -> None:
    player.play.value = 3
    assert player.slider.value == 3
    assert "Step 3 of" in player.where.value


def test_only_a_hard_step_has_a_chain_to_follow(player: ProofPlayer) -> None:
    words = PlainWords(proof().theory)
    hard = 0
    for step in proof().steps:
        player.go(step.n)
        lines = words.story(step)
        assert (player._chain_box.layout.display == "none") == (not lines)
        if not lines:
            continue
        hard += 1
        assert player.chain.value == player.chain.max == len(lines)
        player.chain.value = 1
        assert player.chain_text.value.count("<div") == 1
        assert Role.ASSUMED in player.board.scene.roles.values()
        assert Role.KEPT not in player.board.scene.roles.values()
        player.chain.value = len(lines)
        assert player.board.scene.roles == step.picture.places
        assert player.chain_text.value.count("<div") == len(lines)
    assert hard
