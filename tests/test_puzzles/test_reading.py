"""A puzzle file is read, or refused with one plain line that says where it is wrong and what is allowed there."""

import json
import re
from bisect import bisect_left
from collections.abc import Callable
from copy import deepcopy
from itertools import combinations, permutations
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oldtown_lab.errors import PuzzleError
from oldtown_lab.games.loader import load_game
from oldtown_lab.logic.solving import solve_theory
from oldtown_lab.puzzles.puzzle import Puzzle
from oldtown_lab.puzzles.reading import MOST_MINE, read_puzzle

GAME = load_game("old-town")
CARDS = GAME.deck.cards
A, B, C = ([number for number, card in CARDS.items() if card.kind == kind] for kind in "ABC")
CHURCH = next(number for number in A if CARDS[number].building == "Church")
FIXTURE = Path(__file__).parents[1] / "published_solo_games.json"
SOLO = {game["id"]: game for game in json.loads(FIXTURE.read_text(encoding="utf-8"))["games"]}

MINIMAL = {"id": "mine", "title": "Mine", "game": "old-town", "cards": [CHURCH]}
WITH_ALL_KINDS = {**MINIMAL, "cards": [CHURCH, B[0], C[0]], "for": {str(B[0]): "Bank"}, "my_buildings": ["Hotel"]}
TOO_MANY_OF_MINE = list(GAME.buildings[: MOST_MINE + 1])
IN_MY_BUILDINGS = f"up to {MOST_MINE} buildings, or a number from 1 to {MOST_MINE}"

NASTY = {
    "newlines": "Bank\r\nHotel\u2028Doc\n",
    "html": "<img src=x onerror=alert(1)>",
    "control": "\x00\x07\x1b[31mBank\x1b[0m\x7f",
    "upside-down": "\u202eknaB",
    "surrogate": "Bank\ud800",
    "long": "Bank" * 15,
    "very-long": "Bank\n" * 20_000,
    "picture": "🏦",
    "blank": "   ",
}

Read = Callable[[object], Puzzle]
Complain = Callable[[object], str]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("puzzles") / "puzzle.json"


@pytest.fixture(scope="module")
def read(path: Path) -> Read:
    """Reads bytes or text as they are, anything else written as JSON."""

    def reading(content: object) -> Puzzle:
        text = content if isinstance(content, (bytes, str)) else json.dumps(content)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return read_puzzle(path)

    return reading


@pytest.fixture(scope="module")
def complaint(read: Read) -> Complain:
    """What is said about a file that is wrong."""

    def complaining(content: object) -> str:
        with pytest.raises(PuzzleError) as caught:
            read(content)
        return plain(caught.value)

    return complaining


def plain(error: PuzzleError, file: str = "puzzle.json") -> str:
    """The message, after a look at whether a user could bear it; without the file's name."""
    message = str(error)
    assert message.startswith(f"{file}: ")
    assert message.isprintable()
    assert len(message) < 500
    assert "Input should" not in message
    return message.removeprefix(f"{file}: ")


def town_with(at: dict[str, int]) -> list[str]:
    """A whole town in which these buildings stand on these plots."""
    others = iter(b for b in GAME.buildings if b not in at)
    by_plot = {plot: building for building, plot in at.items()}
    return [by_plot.get(plot) or next(others) for plot in range(1, 17)]


# ------------------------------------------------------------------------------------------------- files that are right


def test_a_minimal_file_gets_the_usual_settings(read: Read) -> None:
    puzzle = read(MINIMAL)
    assert (puzzle.id, puzzle.title, puzzle.game, puzzle.cards) == ("mine", "Mine", GAME, (CHURCH,))
    assert (puzzle.level, puzzle.unique, puzzle.solution) == ("medium", False, None)
    assert (dict(puzzle.for_building), puzzle.mine.known, puzzle.mine.unknown) == ({}, (), 0)
    assert (puzzle.source, puzzle.note) == ("", "")


def test_a_file_with_all_keys_keeps_every_one_of_them(read: Read) -> None:
    game = SOLO["solo-1"]
    content = {
        "id": "all-keys",
        "title": "Alle Schlüssel",
        "game": "old-town",
        "level": "easy",
        "cards": [*game["a_cards"], *map(int, game["b_cards"]), *game["c_cards"]],
        "for": game["b_cards"],
        "my_buildings": game["my_buildings"],
        "unique": True,
        "solution": game["solution"],
        "source": "a rulebook",
        "note": "a note",
    }
    puzzle = read(content)
    assert (puzzle.id, puzzle.title, puzzle.level) == ("all-keys", "Alle Schlüssel", "easy")
    assert list(puzzle.cards) == content["cards"]
    assert dict(puzzle.for_building) == {int(card): building for card, building in game["b_cards"].items()}
    assert list(puzzle.mine.known) == game["my_buildings"]
    assert puzzle.unique
    assert puzzle.solution is not None
    assert list(puzzle.solution.buildings) == game["solution"]
    assert (puzzle.source, puzzle.note) == ("a rulebook", "a note")


@pytest.mark.parametrize("number", [1, MOST_MINE])
def test_my_buildings_may_be_a_number(read: Read, number: int) -> None:
    puzzle = read({**MINIMAL, "cards": [C[0]], "my_buildings": number})
    assert (puzzle.mine.known, puzzle.mine.unknown) == ((), number)


def test_a_district_card_without_for_is_for_one_of_mine(read: Read) -> None:
    (clue,) = read({**MINIMAL, "cards": [B[0]], "my_buildings": ["Hotel", "Doc"]}).theory.clues
    assert clue.buildings == ("Hotel", "Doc")


def test_a_solution_may_be_null(read: Read) -> None:
    assert read({**MINIMAL, "solution": None}).solution is None


def test_a_byte_order_mark_does_no_harm(read: Read) -> None:
    assert read(b"\xef\xbb\xbf" + json.dumps(MINIMAL).encode()).id == "mine"


def test_cards_keep_the_order_in_which_they_are_listed(read: Read) -> None:
    assert read({**WITH_ALL_KINDS, "cards": [C[0], B[0], CHURCH]}).cards == (C[0], B[0], CHURCH)


# --------------------------------------------------------------------------------------------- files that are no puzzle


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param("", "line 1, column 1: is not JSON: Expecting value", id="empty"),
        pytest.param('{"id":\n  "a" "b"}', "line 2, column 7: is not JSON: Expecting ',' delimiter", id="comma"),
        pytest.param('{"id": "a",}', "line 1, column", id="comma-too-many"),
        pytest.param("{'id': 1}", "line 1, column 2: is not JSON", id="single-quotes"),
        pytest.param("# a comment", "line 1, column 1: is not JSON", id="no-json"),
        pytest.param('{"id": "a\tb"}', "line 1, column 10: is not JSON: Invalid control character", id="raw-tab"),
        pytest.param("{} {}", "line 1, column 4: is not JSON: Extra data", id="two-values"),
        pytest.param(b'{"id": "\xff"}', "byte 8: is not UTF-8 text", id="latin-1"),
        pytest.param(json.dumps(MINIMAL).encode("utf-16"), "byte 0: is not UTF-8 text", id="utf-16"),
        pytest.param(b" " * 1_000_001, "the file is larger than 1,000,000 bytes", id="huge"),
        pytest.param("[" * 100_000, "inside each other more deeply than we read", id="deep-list"),
        pytest.param('{"a":' * 100_000, "inside each other more deeply than we read", id="deep-object"),
        pytest.param('{"id": NaN}', "NaN is no JSON number", id="nan"),
        pytest.param('{"cards": [Infinity]}', "Infinity is no JSON number", id="infinity"),
        pytest.param('{"cards": [-Infinity]}', "-Infinity is no JSON number", id="minus-infinity"),
        pytest.param(f'{{"cards": [{"9" * 5000}]}}', "has too many digits; allowed: 30", id="digits"),
        pytest.param('{"id": "a", "id": "b"}', 'the key "id" stands twice in one object', id="key-twice"),
        pytest.param('{"for": {"37": "Bank", "37": "Doc"}}', 'the key "37" stands twice', id="inner-key-twice"),
        pytest.param('{"\\u001b\\n": 1, "\\u001b\\n": 1}', 'the key "" stands twice', id="unprintable-key-twice"),
        pytest.param("[]", "must be an object, not []", id="list"),
        pytest.param('"solo-1"', 'must be an object, not "solo-1"', id="text"),
        pytest.param("3", "must be an object, not 3", id="number"),
        pytest.param("null", "must be an object, not null", id="null"),
        pytest.param("true", "must be an object, not true", id="true"),
    ],
)
def test_what_is_no_puzzle_at_all_is_refused(complaint: Complain, content: str | bytes, said: str) -> None:
    assert said in complaint(content)


@pytest.mark.parametrize("key", ["title", "source", "note"])
@pytest.mark.parametrize("text", ["two\nlines", "\x1b[31mred", "a bell\x07", "\x85"])
def test_texts_that_are_shown_are_one_line_without_control_characters(complaint: Complain, key: str, text: str) -> None:
    assert complaint({**MINIMAL, key: text}) == f"{key}: must be one line without control characters"


def test_an_editor_may_be_told_where_the_schema_lies(read: Read) -> None:
    assert read({**MINIMAL, "$schema": "schema.json"}).id == "mine"


def is_too_deep(depth: int) -> bool:
    try:
        json.loads("[" * depth + "]" * depth)
    except RecursionError:
        return True
    return False


@pytest.mark.parametrize("key", ["title", "my_buildings", "cards", "other", None])
def test_nesting_is_refused_at_every_depth(complaint: Complain, key: str | None) -> None:
    """Just below the depth that Python can read, showing the value must not be what fails."""
    most = bisect_left(range(100_000), True, key=is_too_deep)
    for depth in range(most - 60, most + 5):
        nested = "[" * depth + "]" * depth
        complaint(nested if key is None else json.dumps({**MINIMAL, key: "HERE"}).replace('"HERE"', nested))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere.json", "nowhere.json: cannot be read (No such file or directory)"),
        ("", "cannot be read (Is a directory)"),
        ("a\0b", "a b: cannot be read (no file has such a name)"),
        ("x" * 300, "cannot be read (File name too long)"),
    ],
)
def test_what_is_no_file_is_refused(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        read_puzzle(tmp_path / name)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 150


def test_the_folder_that_one_is_in_has_a_name_in_the_message() -> None:
    with pytest.raises(PuzzleError, match=r"^\.: cannot be read \(Is a directory\)$"):
        read_puzzle(Path())


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(PuzzleError, match=r"^zero: the file is larger than 1,000,000 bytes$"):
        read_puzzle(Path("/dev/zero"))


@pytest.mark.parametrize("content", ["{}", json.dumps({**MINIMAL, "game": "x"}), json.dumps({**MINIMAL, "cards": []})])
def test_even_the_name_of_the_file_stays_on_one_line(tmp_path: Path, content: str) -> None:
    file = tmp_path / "a\nb.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(PuzzleError) as caught:
        read_puzzle(file)
    plain(caught.value, "a b.json")


# ------------------------------------------------------------------------------------------------------- keys and types


@pytest.mark.parametrize("key", ["id", "title", "game", "cards"])
def test_a_missing_key_is_named(complaint: Complain, key: str) -> None:
    assert complaint({k: v for k, v in MINIMAL.items() if k != key}) == f"{key}: is missing"


@pytest.mark.parametrize("key", ["card", "ID", "my buildings", "for_building", "__class__", "", *NASTY.values()])
def test_an_unknown_key_is_answered_with_the_known_ones(complaint: Complain, key: str) -> None:
    allowed = "id, title, game, level, cards, for, my_buildings, unique, solution, source, note, $schema"
    said = complaint({**MINIMAL, key: 1})
    assert said.endswith(f"is no key that is known here; allowed: {allowed}")
    if key.isprintable() and len(key) < 40:
        assert said.startswith(f'"{" ".join(key.split())}"')


WRONG_TYPES = {
    "id": ([None, True, 3, 1.5, [], {}, ["a"]], "must be a text"),
    "title": ([None, True, 3, 1.5, [], {}, ["a"]], "must be a text"),
    "game": ([None, True, 3, 1.5, [], {}, ["old-town"]], "must be a text"),
    "level": ([None, True, 3, 1.5, [], {}, ["easy"], "", "Easy", "very hard"], "allowed: 'easy', 'medium' or 'hard'"),
    "cards": ([None, True, 3, 1.5, "1", {}], "must be a list"),
    "cards[1]": ([[CHURCH, wrong] for wrong in (None, True, 1.0, "1", [], [1], {})], "must be a whole number"),
    "for": ([None, True, 3, 1.5, "Bank", [], ["Bank"]], "must be an object"),
    f"for.{B[0]}": ([{str(B[0]): wrong} for wrong in (None, True, 3, 1.5, [], ["Bank"], {})], "must be a text"),
    "my_buildings": (
        [None, True, False, 0, 99, -1, 2.0, 1.5, 10**20, "Bank", "2", {}, TOO_MANY_OF_MINE]
        + [["Bank", wrong] for wrong in (None, True, 3, 1.5, [], {}, "", "x" * 61)],
        IN_MY_BUILDINGS,
    ),
    "unique": ([None, 0, 1, 1.0, "true", "", [], {}], "must be true or false"),
    "solution": ([True, 3, 1.5, "Bank", {}], "must be a list"),
    "solution[0]": ([[wrong] * 16 for wrong in (None, True, 3, 1.5, [], {})], "must be a text"),
    "source": ([None, True, 3, 1.5, [], {}], "must be a text"),
    "note": ([None, True, 3, 1.5, [], {}], "must be a text"),
}


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [(place, value, said) for place, (values, said) in WRONG_TYPES.items() for value in values],
)
def test_a_wrong_type_is_told_with_the_right_one(complaint: Complain, place: str, value: object, said: str) -> None:
    key = re.split(r"[\[.]", place)[0]
    message = complaint({**WITH_ALL_KINDS, key: value})
    assert message.startswith(f"{place}: ")
    assert said in message


@pytest.mark.parametrize(("value", "shown"), [(None, "null"), (True, "true"), ({"a": ["b"]}, '{"a": ["b"]}')])
def test_a_wrong_value_is_quoted_as_it_is_written_in_the_file(complaint: Complain, value: object, shown: str) -> None:
    assert complaint({**MINIMAL, "title": value}) == f"title: must be a text, not {shown}"


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("id", "", "id: must be lower-case letters, digits and hyphens"),
        ("id", "My-First", "id: must be lower-case letters, digits and hyphens"),
        ("id", "my first", "id: must be lower-case letters, digits and hyphens"),
        ("id", "-a", "id: must be lower-case letters, digits and hyphens"),
        ("id", "a\n", "id: must be lower-case letters, digits and hyphens"),
        ("id", "ä", "id: must be lower-case letters, digits and hyphens"),
        ("id", "../a", "id: must be lower-case letters, digits and hyphens"),
        ("id", "a" * 61, "id: must be lower-case letters, digits and hyphens, 60 at the most"),
        ("title", "", "title: must not be empty"),
        ("title", "a" * 61, "title: is longer than 60 characters"),
        ("title", "\ud800", "title: has half a character"),
        ("game", "", "game: must not be empty"),
        ("game", "a" * 61, "game: is longer than 60 characters"),
        ("source", "a" * 501, "source: is longer than 500 characters"),
        ("note", "a" * 501, "note: is longer than 500 characters"),
        ("cards", [1] * 201, "cards: has more than 200 entries"),
        ("for", {str(n): "Bank" for n in range(201)}, "for: has more than 200 entries"),
        ("for", {str(B[0]): ""}, f"for.{B[0]}: must not be empty"),
        ("solution", ["Bank"] * 31, "solution: has more than 30 entries"),
    ],
)
def test_texts_and_lists_have_their_limits(complaint: Complain, key: str, value: object, said: str) -> None:
    assert complaint({**WITH_ALL_KINDS, key: value}).startswith(said)


# ------------------------------------------------------------------------------------------- games, cards and buildings


@pytest.mark.parametrize("game", ["gads-hill", "Old Town", "old_town", "../old-town"])
def test_an_unknown_game_is_answered_with_the_known_ones(complaint: Complain, game: str) -> None:
    assert complaint({**MINIMAL, "game": game}) == f'game: is "{game}"; allowed: old-town'


@pytest.mark.parametrize("card", [0, -1, 61, 999, 10**25])
def test_an_unknown_card_is_answered_with_the_known_ones(complaint: Complain, card: int) -> None:
    said = complaint({**MINIMAL, "cards": [CHURCH, card]})
    assert said == f"cards[1]: there is no card {card} in old-town; allowed: 1 to 60"


def test_a_puzzle_has_a_card(complaint: Complain) -> None:
    assert complaint({**MINIMAL, "cards": []}) == "cards: is empty; a puzzle has at least one card"


def test_a_card_stands_there_once(complaint: Complain) -> None:
    said = complaint({**MINIMAL, "cards": [CHURCH, A[-1], CHURCH]})
    assert said == f"cards[2]: card {CHURCH} stands there twice; allowed: once"


@pytest.mark.parametrize("card", [str(CHURCH), str(C[0]), str(B[2]), "0", "999", f"0{B[0]}", f" {B[0]}", "Bank", ""])
def test_for_is_about_the_district_cards_of_the_puzzle(complaint: Complain, card: str) -> None:
    said = complaint({**WITH_ALL_KINDS, "cards": [CHURCH, B[0], B[1], C[0]], "for": {card: "Bank"}})
    assert said == f'for: "{card.strip()}" is no card of kind B in this puzzle; allowed: {B[0]} or {B[1]}'


def test_for_is_empty_where_there_is_no_district_card(complaint: Complain) -> None:
    said = complaint({**MINIMAL, "for": {str(B[0]): "Bank"}})
    assert said.endswith("allowed: none, as this puzzle has no card of kind B")


@pytest.mark.parametrize("name", [*NASTY.values(), "bank", "Bank ", "Rathaus", "__import__('os').system('id')"])
@pytest.mark.parametrize("key", ["for", "my_buildings", "solution"])
def test_an_unknown_building_is_answered_with_the_known_ones(complaint: Complain, key: str, name: str) -> None:
    value = {"for": {str(B[0]): name}, "my_buildings": ["Bank", name], "solution": [name, *GAME.buildings[:15]]}[key]
    said = complaint({**WITH_ALL_KINDS, key: value})
    assert said.startswith(key)
    if len(name) <= 60 and "\ud800" not in name:
        assert said.endswith(f"is no building of old-town; allowed: {', '.join(GAME.buildings)}")


@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY)
@pytest.mark.parametrize("change", ["game", "card"])
def test_foreign_text_stays_short_and_printable_anywhere(complaint: Complain, change: str, name: str) -> None:
    said = complaint({**WITH_ALL_KINDS, **({"game": name} if change == "game" else {"for": {name: "Bank"}})})
    assert said.startswith("game: " if change == "game" else "for: ")


def test_my_buildings_name_each_building_once(complaint: Complain) -> None:
    said = complaint({**WITH_ALL_KINDS, "my_buildings": ["Hotel", "Doc", "Hotel"]})
    assert said == "my_buildings: the Hotel stands there twice; allowed: once"


@pytest.mark.parametrize("card", [B[0], C[0]])
@pytest.mark.parametrize("mine", [{}, {"my_buildings": []}], ids=["missing", "empty"])
def test_a_card_about_my_building_needs_one(complaint: Complain, card: int, mine: dict[str, object]) -> None:
    said = complaint({**MINIMAL, "cards": [CHURCH, card], **mine})
    assert said == f"my_buildings: is empty, but card {card} speaks of my building; name one, or give a number"


# -------------------------------------------------------------------------------------------------- solutions and towns


@pytest.mark.parametrize("length", [0, 1, 15, 17, 18])
def test_a_solution_has_a_building_for_each_plot(complaint: Complain, length: int) -> None:
    said = complaint({**MINIMAL, "solution": list(GAME.buildings[:length])})
    assert said == f"solution: names {length} buildings; allowed: 16, one for each plot"


def test_a_solution_has_each_building_once(complaint: Complain) -> None:
    said = complaint({**MINIMAL, "solution": ["Bank", "Bank", *town_with({"Bank": 1})[2:]]})
    assert said == "solution: the Bank stands there twice; allowed: once"


def test_a_solution_breaks_no_card(complaint: Complain, read: Read) -> None:
    plots = CARDS[CHURCH].plots
    for plot in sorted(GAME.plan.all_plots):
        content = {**MINIMAL, "solution": town_with({"Church": plot})}
        if plot in plots:
            assert read(content).solution is not None
        else:
            assert complaint(content) == f"solution: breaks card {CHURCH}: {CARDS[CHURCH].text}"


def test_a_solution_has_every_building_that_a_card_names(complaint: Complain) -> None:
    without = [b for b in GAME.buildings if b != "Church"][:16]
    assert complaint({**MINIMAL, "solution": without}).startswith(f"solution: breaks card {CHURCH}: ")


def test_a_solution_breaks_no_card_about_two_buildings(complaint: Complain, read: Read) -> None:
    card = CARDS[C[0]]
    mine = next(b for b in GAME.buildings if b != card.building)
    for named, my_plot in permutations(sorted(GAME.plan.all_plots)[:6], 2):
        content = {
            **MINIMAL,
            "cards": [card.number],
            "my_buildings": [mine],
            "solution": town_with({card.named: named, mine: my_plot}),
        }
        if (named, my_plot) in card.pairs:
            assert read(content).solution is not None
        else:
            assert complaint(content).startswith(f"solution: breaks card {card.number}: ")


def test_a_solution_needs_my_buildings_that_make_it_fit(complaint: Complain, read: Read) -> None:
    """Each of two cards by itself could be for one of mine, but they cannot both be for the same one."""
    one, other, at_one, at_other = next(
        (CARDS[one], CARDS[other], p, q)
        for one, other in combinations(C, 2)
        for p in sorted(CARDS[one].named_plots)
        for q in sorted(CARDS[other].named_plots - {p})
        if not CARDS[one].partners(p) & CARDS[other].partners(q)
    )
    content = {
        **MINIMAL,
        "cards": [one.number, other.number],
        "solution": town_with({one.named: at_one, other.named: at_other}),
    }
    assert complaint({**content, "my_buildings": 1}).startswith("solution: no choice of my-buildings makes it fit")
    assert read({**content, "my_buildings": 2}).solution is not None


def test_where_no_town_fits_the_first_card_too_many_is_named(complaint: Complain) -> None:
    a, b = next((a, b) for a in A for b in B if not CARDS[a].plots & CARDS[b].plots)
    building = CARDS[a].named
    harmless = next(card for card in A if card != a)
    content = {**MINIMAL, "for": {str(b): building}}
    said = complaint({**content, "cards": [harmless, a, b, C[0]], "my_buildings": ["Hotel"]})
    assert said == f"cards[2]: no town fits card {b} together with the cards before it"
    said = complaint({**content, "cards": [b, a]})
    assert said == f"cards[1]: no town fits card {a} together with the cards before it"


@pytest.mark.parametrize("card", [A[0], B[0]])
def test_a_promise_of_one_town_is_answered_with_the_number_of_towns(complaint: Complain, card: int) -> None:
    """One building on one of n plots, and any of the others on the other fifteen."""
    content = {**MINIMAL, "cards": [card], "unique": True, **({"for": {str(card): "Bank"}} if card in B else {})}
    towns = len(CARDS[card].plots) * factorial(17) // 2
    said = complaint(content)
    assert said == f"unique: promises one town, but {towns:,} towns fit these cards; allowed here: false"


def test_the_number_of_towns_is_what_an_enumeration_finds(complaint: Complain, read: Read) -> None:
    """A published game without one of its cards has a few towns more."""
    game = SOLO["solo-1"]
    cards = [*game["a_cards"], *map(int, game["b_cards"]), *game["c_cards"]]
    content = {**MINIMAL, "for": game["b_cards"], "my_buildings": game["my_buildings"], "solution": game["solution"]}
    for dropped in game["a_cards"]:
        fewer = {**content, "cards": [card for card in cards if card != dropped]}
        found = solve_theory(read(fewer).theory, limit=60)
        if found.complete and len(found.towns) > 1:
            said = complaint({**fewer, "unique": True})
            assert said.startswith(f"unique: promises one town, but {len(found.towns)} towns fit")
            return
    pytest.fail("no game with a few towns to try this on")


# ------------------------------------------------------------------------------------------------------ anything at all

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=70),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)
likely = st.sampled_from([*GAME.buildings, *CARDS, *map(str, B), "old-town", [], {}, 1, 2, 3, True, False, None, ""])
GOOD_FILES: list[dict[str, Any]] = [
    MINIMAL,
    {**WITH_ALL_KINDS, "level": "easy", "unique": False, "source": "s", "note": "n"},
    {**WITH_ALL_KINDS, "my_buildings": 3},
    {**MINIMAL, "solution": town_with({"Church": min(CARDS[CHURCH].plots)}), "cards": [CHURCH]},
]


def read_or_refuse(read: Read, content: object) -> None:
    try:
        assert isinstance(read(content), Puzzle)
    except PuzzleError as error:
        plain(error)


@st.composite
def mutants(draw: st.DrawFn) -> object:
    """A good file after a few changes: a value replaced, dropped, added or moved somewhere in it."""
    holder = {"file": deepcopy(draw(st.sampled_from(GOOD_FILES)))}
    for _ in range(draw(st.integers(1, 3))):
        inner: Any = holder
        while True:
            key = draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner))))
            if not isinstance(inner[key], (dict, list)) or not inner[key] or draw(st.integers(0, 4)) == 0:
                break
            inner = inner[key]
        value = deepcopy(draw(likely | anything))
        change = draw(st.sampled_from(["replace", "drop", "add"]))
        if change == "replace" or inner is holder:
            inner[key] = value
        elif change == "drop":
            del inner[key]
        elif isinstance(inner, list):
            inner.insert(key, value)
        else:
            inner[draw(st.sampled_from(["for", "my_buildings", "solution", "unique", str(B[0]), "x"]))] = value
        if not isinstance(holder["file"], (dict, list)) or not holder["file"]:
            break
    return holder["file"]


@given(content=anything)
@settings(max_examples=200)
def test_any_json_is_read_or_refused_plainly(read: Read, content: object) -> None:
    read_or_refuse(read, content)


@given(changes=st.dictionaries(st.sampled_from([*GOOD_FILES[1], "solution"]), likely | anything, min_size=1))
@settings(max_examples=200)
def test_any_value_of_any_key_is_read_or_refused_plainly(read: Read, changes: dict[str, object]) -> None:
    read_or_refuse(read, {**WITH_ALL_KINDS, **changes})


@given(content=mutants())
@settings(max_examples=300)
def test_a_changed_file_is_read_or_refused_plainly(read: Read, content: object) -> None:
    read_or_refuse(read, content)


@given(st.data())
@settings(max_examples=200)
def test_a_damaged_file_is_read_or_refused_plainly(read: Read, data: st.DataObject) -> None:
    text = json.dumps(data.draw(st.sampled_from(GOOD_FILES))).encode()
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    read_or_refuse(read, text[:start] + data.draw(st.binary(max_size=6)) + text[min(end, start + 6) :])
