"""The list of solo games: what it begins with, and that no game is lost by looking at another."""

import json
from pathlib import Path

import pytest

from oldtown_lab import Puzzle, SoloLab, load_puzzle, puzzles
from oldtown_lab.classroom.lessons import CHOSEN_GAME
from oldtown_lab.widgets.game_chooser import GameChooser


@pytest.fixture(autouse=True)
def nothing_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CHOSEN_GAME, raising=False)


def own_puzzle(folder: Path, name: str) -> Path:
    file = folder / "mine.json"
    puzzle = {"id": name, "title": "Mine", "game": "old-town", "cards": [3], "my_buildings": [], "unique": False}
    file.write_text(json.dumps(puzzle), encoding="utf-8")
    return file


def is_quiet(chooser: GameChooser) -> bool:
    return chooser.message.text == "" and chooser.message.layout.display == "none"


def test_it_lists_the_catalogue_and_begins_with_the_first() -> None:
    chooser = GameChooser()
    assert [name for _, name in chooser.choice.options] == list(puzzles())
    assert chooser.choice.options[2] == ("Solo game 3 (medium)", "solo-3")
    assert chooser.lab.session.puzzle.id == "solo-1"
    assert list(chooser.labs) == ["solo-1"]
    assert is_quiet(chooser)


def test_a_game_that_was_begun_is_kept() -> None:
    chooser = GameChooser()
    begun = chooser.lab
    begun.do("card 3")
    chooser.choice.value = "solo-4"
    assert chooser.lab.session.puzzle.id == "solo-4"
    assert chooser.lab.session.moves == ()
    chooser.choice.value = "solo-1"
    assert chooser.lab is begun
    assert chooser._stage.children == (begun,)
    assert chooser.lab.session.moves == ("card 3",)


def test_the_variable_names_the_first_game_and_an_argument_comes_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOSEN_GAME, "solo-3")
    assert GameChooser().choice.value == "solo-3"
    assert GameChooser("solo-2").choice.value == "solo-2"
    assert len(GameChooser(load_puzzle("solo-5")).choice.options) == len(puzzles())


@pytest.mark.parametrize("name", ["mine", "solo-1"])
def test_a_puzzle_of_your_own_comes_after_the_catalogue(tmp_path: Path, name: str) -> None:
    chooser = GameChooser(own_puzzle(tmp_path, name))
    assert chooser.lab.session.puzzle.title == "Mine"
    assert [label for label, _ in chooser.choice.options][-2:] == ["Solo game 8 (hard)", "Mine (medium)"]
    chooser.choice.value = "solo-1"
    assert chooser.lab.session.puzzle is load_puzzle("solo-1")


def test_a_game_that_cannot_be_used_is_named_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = tmp_path / "damaged.json"
    damaged.write_text('{"id": ', encoding="utf-8")
    for value, said in (("solo-9", "there is no puzzle"), (str(damaged), "damaged.json: line 1")):
        monkeypatch.setenv(CHOSEN_GAME, value)
        chooser = GameChooser()
        assert said in chooser.message.value
        assert chooser.message.layout.display == ""
        assert chooser.choice.value == "solo-1"
        chooser.choice.value = "solo-2"
        assert is_quiet(chooser)


def test_what_goes_wrong_when_a_game_is_opened_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    chooser = GameChooser()

    def fail(puzzle: Puzzle) -> SoloLab:
        raise ValueError(f"no lab for {puzzle.id}")

    monkeypatch.setattr("oldtown_lab.widgets.game_chooser.SoloLab", fail)
    chooser.choice.value = "solo-2"
    assert "ValueError: no lab for solo-2" in chooser.message.value
    assert chooser.message.layout.display == ""
    chooser.choice.value = "solo-1"
    assert is_quiet(chooser)
