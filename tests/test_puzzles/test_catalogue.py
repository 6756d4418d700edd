"""The catalogue holds the eight solo games as they were published, and the schema describes what is read."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oldtown_lab.errors import PuzzleError, UnknownNameError
from oldtown_lab.games.loader import load_game
from oldtown_lab.logic.checking import fits
from oldtown_lab.puzzles import catalogue
from oldtown_lab.puzzles.catalogue import load_puzzle, puzzle_folder, puzzles
from oldtown_lab.puzzles.reading import PuzzleFile, read_puzzle, read_puzzle_file
from oldtown_lab.puzzles.schema import schema_text

ROOT = Path(__file__).parents[2]
PUBLISHED = json.loads((ROOT / "tests" / "published_solo_games.json").read_text(encoding="utf-8"))["games"]
IDS = [game["id"] for game in PUBLISHED]
SCHEMA = ROOT / "puzzles" / "schema.json"

published_games = pytest.mark.parametrize("published", PUBLISHED, ids=IDS)


# ------------------------------------------------------------------------------------------------------- the solo games


def test_there_are_the_eight_solo_games() -> None:
    assert list(puzzles()) == IDS == [f"solo-{number}" for number in range(1, 9)]


@published_games
def test_a_solo_game_has_the_published_cards(published: dict[str, Any]) -> None:
    cards = load_puzzle(published["id"]).cards
    by_kind = {kind: [card for card in cards if load_game("old-town").card(card).kind == kind] for kind in "ABC"}
    assert by_kind["A"] == published["a_cards"]
    assert by_kind["B"] == sorted(map(int, published["b_cards"]))
    assert by_kind["C"] == published["c_cards"]
    assert list(cards) == by_kind["A"] + by_kind["B"] + by_kind["C"]


@published_games
def test_its_district_cards_are_for_the_published_buildings(published: dict[str, Any]) -> None:
    given = {int(card): building for card, building in published["b_cards"].items() if building is not None}
    assert dict(load_puzzle(published["id"]).for_building) == given


@published_games
def test_it_has_the_published_my_buildings(published: dict[str, Any]) -> None:
    mine = load_puzzle(published["id"]).mine
    assert (list(mine.known) if mine.are_known else mine.unknown) == published["my_buildings"]


@published_games
def test_it_has_the_published_town_and_promises_that_there_is_no_other(published: dict[str, Any]) -> None:
    puzzle = load_puzzle(published["id"])
    assert puzzle.unique
    if published["solution"] is None:
        assert puzzle.solution is None
    else:
        assert puzzle.solution is not None
        assert list(puzzle.solution.buildings) == published["solution"]
        assert fits(puzzle.theory, puzzle.solution)


@published_games
def test_it_says_what_it_is(published: dict[str, Any]) -> None:
    puzzle = load_puzzle(published["id"])
    number = published["id"].removeprefix("solo-")
    assert (puzzle.id, puzzle.title, puzzle.level) == (published["id"], f"Solo game {number}", published["level"])
    assert f"solo game {number}" in puzzle.source


# ----------------------------------------------------------------------------------------------------- finding a puzzle


def test_a_puzzle_of_the_catalogue_is_read_once() -> None:
    assert load_puzzle("solo-1") is load_puzzle("solo-1")


@pytest.mark.parametrize("form", [str, Path])
def test_a_puzzle_may_be_a_file(tmp_path: Path, form: type) -> None:
    file = tmp_path / "my.json"
    file.write_text('{"id": "my-first", "title": "x", "game": "old-town", "cards": [1]}', encoding="utf-8")
    assert load_puzzle(form(file)).id == "my-first"


@pytest.mark.parametrize("form", [str, Path])
@pytest.mark.parametrize("name", ["solo-9", "solo-1.json", "schema", "", ".", "a\nb", "a\0b", "x" * 5000, "../puzzles"])
def test_an_unknown_puzzle_is_answered_with_the_known_ones(name: str, form: type) -> None:
    with pytest.raises(UnknownNameError) as caught:
        load_puzzle(form(name))
    said = str(caught.value)
    assert said.startswith('there is no puzzle "')
    assert said.endswith(f"allowed: a file, or one of {', '.join(IDS)}")
    assert said.isprintable()
    assert len(said) < 250


def test_a_wrong_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "my.json").write_text("{}", encoding="utf-8")
    with pytest.raises(PuzzleError, match=r"^my\.json: id: is missing$"):
        load_puzzle(tmp_path / "my.json")


def test_an_installed_package_has_the_puzzles_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "PACKAGE", tmp_path / "oldtown_lab")
    assert puzzle_folder() == tmp_path / "puzzles"
    (tmp_path / "oldtown_lab" / "_data" / "puzzles").mkdir(parents=True)
    assert puzzle_folder() == tmp_path / "oldtown_lab" / "_data" / "puzzles"


# ----------------------------------------------------------------------------------------------------------- the schema


def test_the_published_schema_is_the_one_that_the_model_makes() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), "python -m oldtown_lab.puzzles.schema makes it anew"


def test_the_schema_can_be_printed() -> None:
    command = [sys.executable, "-W", "error::RuntimeWarning", "-m", "oldtown_lab.puzzles.schema"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    assert printed.stdout == SCHEMA.read_bytes()
    assert not printed.stderr


def test_the_schema_says_what_it_is() -> None:
    schema = json.loads(schema_text())
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"]
    assert schema["description"]
    keys = [field.alias or name for name, field in PuzzleFile.model_fields.items()]
    assert list(schema["properties"]) == keys
    assert schema["additionalProperties"] is False
    assert not [key for key, described in schema["properties"].items() if "title" in described]


@pytest.fixture
def validator() -> Any:
    """JupyterLab needs jsonschema, so it is there; nothing of ours needs it."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("id", IDS)
def test_every_puzzle_of_the_catalogue_follows_the_schema(validator: Any, id: str) -> None:
    validator.validate(json.loads((ROOT / "puzzles" / f"{id}.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "change",
    [
        {"id": "Solo 1"},
        {"title": None},
        {"title": ""},
        {"game": 1},
        {"level": "impossible"},
        {"cards": "1, 2"},
        {"cards": ["1"]},
        {"for": ["Bank"]},
        {"for": {"45": None}},
        {"my_buildings": "Hotel"},
        {"my_buildings": 0},
        {"my_buildings": 99},
        {"my_buildings": [1]},
        {"unique": "yes"},
        {"solution": "Bank"},
        {"source": None},
        {"note": 1},
        {"hint": "a key that nobody knows"},
    ],
    ids=str,
)
def test_what_breaks_the_schema_is_refused_by_the_reader_too(
    validator: Any, tmp_path: Path, change: dict[str, object]
) -> None:
    content = {**json.loads((ROOT / "puzzles" / "solo-1.json").read_text(encoding="utf-8")), **change}
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    assert not validator.is_valid(content)
    with pytest.raises(PuzzleError):
        read_puzzle_file(file)


@pytest.mark.parametrize("key", ["id", "title", "game", "cards"])
def test_what_the_schema_requires_the_reader_requires_too(validator: Any, tmp_path: Path, key: str) -> None:
    content = json.loads((ROOT / "puzzles" / "solo-1.json").read_text(encoding="utf-8"))
    del content[key]
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    assert not validator.is_valid(content)
    with pytest.raises(PuzzleError, match=f"{key}: is missing"):
        read_puzzle(file)
