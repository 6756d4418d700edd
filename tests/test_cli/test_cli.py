"""The command: what it prints, its JSON, its exit codes, and that every complaint is one line."""

import json
import os
import subprocess
import sys
from math import factorial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from oldtown_lab.cli import main
from oldtown_lab.games.loader import load_game

ROOT = Path(__file__).parents[2]
PUBLISHED = json.loads((ROOT / "tests" / "published_solo_games.json").read_text(encoding="utf-8"))["games"]
IDS = [game["id"] for game in PUBLISHED]
GAME = load_game("old-town")
CHURCH = next(card.number for card in GAME.deck.cards.values() if (card.kind, card.building) == ("A", "Church"))

both_forms = pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])


class Answer(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """The output with its line breaks taken out."""
        return " ".join(self.out.split())


class Oldtown:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> Answer:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as leaving:  # how argparse leaves
            code = int(str(leaving.code))
        printed = self._capsys.readouterr()
        return Answer(code, printed.out, printed.err)

    def shows(self, *arguments: str | Path) -> str:
        """The text of a command that goes well."""
        answer = self(*arguments)
        assert (answer.code, answer.err) == (0, "")
        return answer.out

    def json(self, *arguments: str | Path) -> dict[str, Any]:
        """The JSON object of a command that goes well."""
        answer = json.loads(self.shows(*arguments, "--json"))
        assert isinstance(answer, dict)
        return answer

    def complains(self, code: int, *arguments: str | Path) -> str:
        """The one line of a command that does not go well."""
        answer = self(*arguments)
        assert (answer.code, answer.out) == (code, "")
        return one_line(answer.err)


@pytest.fixture
def oldtown(capsys: pytest.CaptureFixture[str]) -> Oldtown:
    return Oldtown(capsys)


def one_line(err: str) -> str:
    assert err.endswith("\n")
    line = err.removesuffix("\n")
    assert line.startswith("oldtown")
    assert line.isprintable()
    assert "Traceback" not in line
    assert len(line) < 500
    return line


def run(command: list[str], path: Path | None = None, **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs a process that finds this checkout; ``path`` comes first on its search path."""
    search = os.pathsep.join(str(folder) for folder in (path, ROOT) if folder)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}  # few users have that
    env |= {"PYTHONPATH": search, **options.pop("env", {})}
    options = {"stdout": subprocess.PIPE, **options}
    return subprocess.run(command, env=env, stderr=subprocess.PIPE, text=True, check=False, **options)


def python(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return run([sys.executable, *arguments], **options)


def puzzle_file(folder: Path, **keys: object) -> Path:
    content = {"id": "my-first", "title": "My first", "game": "old-town", "cards": [CHURCH], **keys}
    file = folder / "my-first.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


# ---------------------------------------------------------------------------------------------- games, deck and puzzles


def test_games_lists_old_town_with_its_map(oldtown: Oldtown) -> None:
    text = oldtown.shows("games")
    assert text.startswith("old-town  Old Town: 16 plots, 18 buildings, 60 cards\n")
    assert all(name in text for name in ("Main St.", "Dalton Rd.", "Cavendish St.", "Cemetery Rd.", "railway"))


def test_games_as_json(oldtown: Oldtown) -> None:
    (game,) = oldtown.json("games")["games"]
    assert game == {
        "id": "old-town",
        "title": "Old Town",
        "plots": 16,
        "buildings": list(GAME.buildings),
        "cards": 60,
    }


def test_deck_shows_every_card(oldtown: Oldtown) -> None:
    answer = oldtown("deck", "old-town")
    assert answer.code == 0
    assert answer.out.startswith("Old Town: 60 cards\n")
    for card in GAME.deck.cards.values():
        assert f" {card.number} {' '.join(card.text.split())}" in answer.words


@pytest.mark.parametrize("command", [["deck", "old-town"], ["deck"], ["show", "solo-1"]])
@both_forms
def test_whoever_sees_the_cards_reads_that_they_are_a_reconstruction(
    oldtown: Oldtown, command: list[str], form: list[str]
) -> None:
    words = oldtown(*command, *form).words
    assert "reconstruction" in words
    assert "not the publisher's cards" in words


def test_deck_as_json(oldtown: Oldtown) -> None:
    cards = oldtown.json("deck", "old-town")["cards"]
    assert [card["number"] for card in cards] == list(range(1, 61))
    for card in cards:
        assert {"number", "kind", "building", "text"} <= set(card)
        assert card["text"]
        assert (card["building"] is None) == (card["kind"] == "B")
        assert ("pairs" in card, "plots" in card) == ((True, False) if card["kind"] == "C" else (False, True))
        assert all(len(pair) == 2 for pair in card.get("pairs", ()))
    (church,) = [card for card in cards if (card["kind"], card["building"]) == ("A", "Church")]
    assert church["plots"] == [9, 10, 13, 14]


def test_puzzles_lists_the_catalogue(oldtown: Oldtown) -> None:
    lines = oldtown.shows("puzzles").splitlines()
    assert [line.split()[0] for line in lines] == IDS
    assert lines[0] == "solo-1   Solo game 1, easy: 17 cards; mine: Hotel"
    assert lines[7] == "solo-8   Solo game 8, hard: 24 cards; mine: 3 unknown buildings"


def test_puzzles_as_json(oldtown: Oldtown) -> None:
    listed = oldtown.json("puzzles")["puzzles"]
    assert [puzzle["id"] for puzzle in listed] == IDS
    assert listed[2] == {"id": "solo-3", "title": "Solo game 3", "game": "old-town", "level": "medium", "cards": 17}


def test_show_says_for_whom_each_card_is(oldtown: Oldtown) -> None:
    assert oldtown("show", "solo-1").words.count("[for the Bank]") == 1
    assert oldtown("show", "solo-6").words.count("[for the Drugstore or the Doc]") == 6
    assert oldtown("show", "solo-8").words.count("[for one of mine]") == 7


@pytest.mark.parametrize("published", PUBLISHED, ids=IDS)
def test_show_as_json(oldtown: Oldtown, published: dict[str, Any]) -> None:
    shown = oldtown.json("show", published["id"])
    assert {"puzzle", "title", "game", "level", "my_buildings", "note", "source", "deck", "cards"} <= set(shown)
    assert (shown["puzzle"], shown["game"], shown["level"]) == (published["id"], "old-town", published["level"])
    assert shown["my_buildings"] == published["my_buildings"]
    numbers = [*published["a_cards"], *sorted(map(int, published["b_cards"])), *published["c_cards"]]
    assert [card["number"] for card in shown["cards"]] == numbers
    assert {str(card["number"]): card["for"] for card in shown["cards"] if card["kind"] == "B"} == published["b_cards"]


@both_forms
def test_showing_a_puzzle_does_not_give_its_town_away(oldtown: Oldtown, form: list[str]) -> None:
    """Nor which two buildings are left out: no card of this game names them."""
    shown = oldtown.shows("show", "solo-1", *form)
    assert "solution" not in shown
    assert "Church" not in shown
    assert "Sheriff" not in shown


# -------------------------------------------------------------------------------------------------------------- solving


@pytest.mark.parametrize("published", [game for game in PUBLISHED if game["solution"]], ids=lambda game: game["id"])
def test_solve_finds_the_published_town_and_no_other(oldtown: Oldtown, published: dict[str, Any]) -> None:
    answer = oldtown.json("solve", published["id"])
    assert (answer["puzzle"], answer["unique"]) == (published["id"], True)
    assert answer["towns"] == [published["solution"]]
    assert answer["left_out"] == [[b for b in GAME.buildings if b not in published["solution"]]]


def test_solve_finds_one_town_where_the_plots_are_lost(oldtown: Oldtown) -> None:
    (published,) = [game for game in PUBLISHED if not game["solution"]]
    answer = oldtown.json("solve", published["id"])
    (town,) = answer["towns"]
    (mine,) = answer["my_buildings"]
    assert answer["unique"]
    assert sorted(town) == sorted(published["in_town"])
    one, other = map(set, mine)
    assert {*(one - other), *(other - one)} == set(published["either_is_mine"]) == {"Saloon", "Judge"}
    assert len(one) == len(other) == published["my_buildings"] == 3


def test_solve_draws_the_town(oldtown: Oldtown) -> None:
    text = oldtown.shows("solve", "solo-1")
    assert text.startswith("Solo game 1: just one town fits.\n")
    solution = PUBLISHED[0]["solution"]
    assert all(building.split()[0] in text for building in solution)
    assert "left out: Church and Sheriff\n" in text


def test_solve_names_the_my_buildings_that_were_unknown(oldtown: Oldtown) -> None:
    text = oldtown.shows("solve", "solo-7")
    (line,) = [line for line in text.splitlines() if line.startswith("mine: ")]
    assert line.count("; or ") == 1
    assert "Saloon" in line
    assert "Judge" in line


@pytest.mark.parametrize(
    ("limit", "shown", "said"),
    [
        ([], 10, "more than 10 towns fit; these are 10 of them."),
        (["--limit", "3"], 3, "more than 3 towns fit; these are 3 of them."),
        (["--limit", "1"], 1, "more than one town fits; this is one of them."),
    ],
)
def test_solve_stops_at_its_limit(oldtown: Oldtown, tmp_path: Path, limit: list[str], shown: int, said: str) -> None:
    file = puzzle_file(tmp_path)
    answer = oldtown.json("solve", file, *limit)
    assert (answer["puzzle"], answer["unique"], answer["complete"]) == ("my-first", False, False)
    towns = {tuple(town) for town in answer["towns"]}
    assert len(towns) == len(answer["towns"]) == len(answer["left_out"]) == shown
    assert all(town.index("Church") + 1 in {9, 10, 13, 14} for town in towns)
    assert oldtown.shows("solve", file, *limit).startswith(f"My first: {said}\n")


def test_solve_knows_the_only_town_even_at_a_limit_of_one(oldtown: Oldtown) -> None:
    assert oldtown.json("solve", "solo-1", "--limit", "1")["unique"] is True


def test_solve_shows_all_of_a_few_towns(oldtown: Oldtown, tmp_path: Path) -> None:
    """A published game without one of its cards has a few towns more."""
    game = PUBLISHED[0]
    cards = [*game["a_cards"], *map(int, game["b_cards"]), *game["c_cards"]]
    for dropped in game["a_cards"]:
        fewer = [card for card in cards if card != dropped]
        file = puzzle_file(tmp_path, cards=fewer, my_buildings=game["my_buildings"], **{"for": game["b_cards"]})
        answer = oldtown.json("solve", file, "--limit", "60")
        if answer["complete"] and len(answer["towns"]) > 1:
            break
    assert not answer["unique"]
    assert game["solution"] in answer["towns"]
    assert len(answer["towns"]) == oldtown.json("count", file)["towns"]
    text = oldtown.shows("solve", file, "--limit", "60")
    assert text.startswith(f"My first: {len(answer['towns'])} towns fit.\n")
    assert text.count("left out: ") == len(answer["towns"])


# ------------------------------------------------------------------------------------------------------------- counting


def test_count_as_json(oldtown: Oldtown, tmp_path: Path) -> None:
    answer = oldtown.json("count", puzzle_file(tmp_path))
    others = factorial(17) // 2
    assert (answer["puzzle"], answer["cards"], answer["towns"]) == ("my-first", [CHURCH], 4 * others)
    assert list(answer["at"]) == list(answer["left_out"]) == list(GAME.buildings)
    assert {plot: n for plot, n in answer["at"]["Church"].items() if n} == dict.fromkeys(
        ["9", "10", "13", "14"], others
    )
    assert list(answer["at"]["Bank"]) == [str(plot) for plot in range(1, 17)]
    assert answer["left_out"]["Church"] == 0
    for building, at in answer["at"].items():
        assert sum(at.values()) + answer["left_out"][building] == answer["towns"]


def test_count_of_no_cards_is_the_empty_board(oldtown: Oldtown) -> None:
    answer = oldtown.json("count", "solo-1", "--first", "0")
    assert (answer["cards"], answer["towns"]) == ([], factorial(18) // 2)
    assert oldtown.shows("count", "solo-1", "--first", "0").startswith(
        "Solo game 1 with 0 of 17 cards: 3,201,186,852,864,000 towns\n"
    )


def test_count_of_some_cards_uses_the_first_ones(oldtown: Oldtown) -> None:
    published = PUBLISHED[0]
    answer = oldtown.json("count", "solo-1", "--first", "2")
    assert answer["cards"] == published["a_cards"][:2]
    for number in answer["cards"]:
        card = GAME.card(number)
        assert {int(plot) for plot, n in answer["at"][card.building].items() if n} == card.plots


@pytest.mark.parametrize("first", [[], ["--first", "17"]])
def test_count_of_all_cards_is_the_town_that_solve_finds(oldtown: Oldtown, first: list[str]) -> None:
    answer = oldtown.json("count", "solo-1", *first)
    assert answer["towns"] == 1
    at = {int(plot): building for building, plots in answer["at"].items() for plot, n in plots.items() if n}
    assert [at[plot] for plot in range(1, 17)] == PUBLISHED[0]["solution"]
    assert oldtown.shows("count", "solo-1", *first).startswith("Solo game 1 with 17 of 17 cards: 1 town\n")


def test_count_shows_who_stands_where_how_often(oldtown: Oldtown, tmp_path: Path) -> None:
    rows = {line[:20].strip(): line[20:].split() for line in oldtown.shows("count", puzzle_file(tmp_path)).splitlines()}
    assert rows["percent of the towns"] == [*map(str, range(1, 17)), "left", "out"]
    assert [share for share in rows["Church"] if share != "·"] == ["25"] * 4
    assert len(rows["Bank"]) == 17


# ----------------------------------------------------------------------------------------------------------- complaints


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dig"], "oldtown: argument COMMAND: invalid choice: 'dig' (choose from "),
        (["dig\n\x1b[31m"], "oldtown: argument COMMAND: invalid choice: "),
        (["dig" * 5000], "oldtown: argument COMMAND: invalid choice: "),
        (["--colour"], "oldtown: "),
        (["games", "x\n\x1b[31m"], "oldtown: unrecognized arguments: x"),
        (["games", "--colour"], "oldtown: unrecognized arguments: --colour"),
        (["deck", "gads-hill"], 'oldtown: there is no game "gads-hill"; allowed: old-town'),
        (["deck", "gads-hill", "--check", "x"], 'oldtown: there is no game "gads-hill"; allowed: old-town'),
        (["deck", "--check"], "oldtown deck: argument --check: expected one argument"),
        (["show"], "oldtown show: the following arguments are required: P"),
        (["show", "solo-9"], 'oldtown: there is no puzzle "solo-9"; allowed: a file, or one of solo-1, '),
        (["solve", "solo-9"], 'oldtown: there is no puzzle "solo-9"; allowed: a file, or one of solo-1, '),
        (["solve", "nowhere.json"], 'oldtown: there is no puzzle "nowhere.json"; allowed: a file, or one of solo-1, '),
        (["solve", "."], 'oldtown: there is no puzzle "."; allowed: a file, or one of solo-1, '),
        (["solve", "a\nb"], 'oldtown: there is no puzzle "a b"; allowed: a file, or one of solo-1, '),
        (["solve", "x" * 5000], 'oldtown: there is no puzzle "xxx'),
        (["count", "solo-9"], 'oldtown: there is no puzzle "solo-9"; allowed: a file, or one of solo-1, '),
        (["solve", "solo-1", "--limit", "0"], "oldtown solve: argument --limit: 0 is too small; allowed: 1 or more"),
        (["solve", "solo-1", "--limit", "-1"], "oldtown solve: argument --limit: "),
        (["solve", "solo-1", "--limit", "1.5"], "oldtown solve: argument --limit: '1.5' is no whole number"),
        (["solve", "solo-1", "--limit", "٣"], "oldtown solve: argument --limit: '٣' is no whole number"),
        (["solve", "solo-1", "--limit", "9" * 5000], "oldtown solve: argument --limit: '9999"),
        (["solve", "solo-1", "--limit"], "oldtown solve: argument --limit: expected one argument"),
        (["count", "solo-1", "--first", "18"], "oldtown: --first 18: solo-1 has 17 cards"),
        (["count", "solo-1", "--first", "99"], "oldtown: --first 99: solo-1 has 17 cards"),
        (["count", "solo-1", "--first", "-1"], "oldtown count: argument --first: "),
        (["count", "solo-1", "--first", "two"], "oldtown count: argument --first: 'two' is no whole number"),
        (["reconstruct", "--game", "gads-hill"], 'oldtown: there is no game "gads-hill"; allowed: old-town'),
        (["reconstruct", "--seed", "x"], "oldtown reconstruct: argument --seed: 'x' is no whole number"),
        (["reconstruct", "--weight", "0"], "oldtown reconstruct: argument --weight: 0 is too small"),
        (["reconstruct", "--json"], "oldtown: unrecognized arguments: --json"),
    ],
    ids=lambda value: " ".join(value)[:40].encode("unicode_escape").decode() if isinstance(value, list) else "",
)
def test_a_command_used_wrongly_gets_one_line_and_exit_code_2(
    oldtown: Oldtown, arguments: list[str], said: str
) -> None:
    assert oldtown.complains(2, *arguments).startswith(said)


@pytest.mark.parametrize("command", ["show", "solve", "count"])
@both_forms
def test_a_wrong_puzzle_gets_one_line_and_exit_code_1(
    oldtown: Oldtown, tmp_path: Path, command: str, form: list[str]
) -> None:
    file = puzzle_file(tmp_path, cards=[CHURCH, 61])
    said = oldtown.complains(1, command, file, *form)
    assert said == "oldtown: my-first.json: cards[1]: there is no card 61 in old-town; allowed: 1 to 60"


@pytest.mark.parametrize("name", ["nowhere.json", "."])
def test_a_deck_that_is_not_there_is_wrong(oldtown: Oldtown, tmp_path: Path, name: str) -> None:
    assert "cannot be read (" in oldtown.complains(1, "deck", "--check", tmp_path / name)


def test_stopping_a_command_is_no_accident(oldtown: Oldtown, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("oldtown_lab.cli.looking.show_games", stopped)
    assert oldtown.complains(130, "games") == "oldtown: stopped"


@pytest.mark.parametrize("command", ["", "games", "deck", "puzzles", "show", "solve", "count", "reconstruct"])
def test_every_command_has_help(oldtown: Oldtown, command: str) -> None:
    text = oldtown.shows(*command.split(), "--help")
    assert text.startswith(f"usage: oldtown {command}".rstrip())


# ---------------------------------------------------------------------------------------------- in a process of its own


def test_the_module_runs_as_a_command() -> None:
    done = python("-m", "oldtown_lab.cli", "solve", "solo-1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["towns"] == [PUBLISHED[0]["solution"]]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["solve", "solo-9"], 2, 'oldtown: there is no puzzle "solo-9"'),
        (["dig"], 2, "oldtown: argument COMMAND: invalid choice"),
        (["solve", str(ROOT / "README.md")], 1, "oldtown: README.md: line 1, column 1: is not JSON"),
        (["deck", "--check", str(ROOT / "puzzles" / "solo-1.json")], 1, "oldtown: solo-1.json: "),
    ],
)
def test_exit_codes_reach_the_shell(arguments: list[str], code: int, said: str) -> None:
    done = python("-m", "oldtown_lab.cli", *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert one_line(done.stderr).startswith(said)


@pytest.mark.parametrize("command", ["games", "deck"], ids=["short", "long"])
def test_a_reader_who_has_seen_enough_gets_no_traceback(command: str) -> None:
    """As with ``oldtown deck old-town | head -1``, whose reader leaves early; here it has left already."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = python("-m", "oldtown_lab.cli", command, stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_shell_pipe_to_head_shows_the_first_line() -> None:
    pipe = f"'{sys.executable}' -m oldtown_lab.cli deck old-town | head -1"
    done = run(["sh", "-c", pipe])
    assert (done.returncode, done.stdout, done.stderr) == (0, "Old Town: 60 cards\n", "")


def test_output_that_finds_no_room_gets_one_line(tmp_path: Path) -> None:
    """A shell that allows files of no size stands for a full disk."""
    command = f"ulimit -f 0; '{sys.executable}' -m oldtown_lab.cli games > '{tmp_path / 'out'}'"
    done = run(["sh", "-c", command])
    assert done.returncode == 1
    assert one_line(done.stderr).startswith("oldtown: the output cannot be written (")


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (PermissionError(13, "Permission denied", "/some/where/deck.json"), "deck.json: Permission denied"),
        (FileNotFoundError(2, "No such file or directory"), "No such file or directory"),
        (OSError(28, "No space left on device", "x"), "x: No space left on device"),
        (OSError(28, "No space left on device"), "the output cannot be written (No space left on device)"),
        (OSError(5, "Input/output error"), "the output cannot be written (Input/output error)"),
        (OSError("strange"), "strange"),
    ],
)
def test_what_the_system_refuses_is_named(
    oldtown: Oldtown, monkeypatch: pytest.MonkeyPatch, problem: OSError, said: str
) -> None:
    """Not every trouble is one with the output, and only then is the rest of the output thrown away."""

    def refused(_: object) -> int:
        raise problem

    thrown_away: list[bool] = []
    monkeypatch.setattr("oldtown_lab.cli._forget_the_rest", lambda: thrown_away.append(True))
    monkeypatch.setattr("oldtown_lab.cli.looking.show_games", refused)
    assert oldtown.complains(1, "games") == f"oldtown: {said}"
    assert bool(thrown_away) == ("the output" in said)


def test_no_output_at_all_is_no_accident() -> None:
    command = f"'{sys.executable}' -m oldtown_lab.cli games >&-"
    done = run(["sh", "-c", command])
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["games", "deck", "solve solo-1", "count solo-1", "show solo-1"])
def test_a_terminal_without_arrows_shows_the_rest(command: str) -> None:
    done = python("-m", "oldtown_lab.cli", *command.split(), env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert done.stdout


def test_importing_the_package_loads_no_solver_and_no_widget() -> None:
    heavy = ("z3", "sympy", "numpy", "pydantic", "ipycanvas", "ipywidgets")
    code = f"import sys, oldtown_lab; dir(oldtown_lab); print([name for name in {heavy} if name in sys.modules])"
    assert python("-c", code).stdout == "[]\n"


def test_the_names_of_the_package_are_all_there() -> None:
    code = "import oldtown_lab; print(all(hasattr(oldtown_lab, name) for name in oldtown_lab.__all__))"
    assert python("-c", code).stdout == "True\n"


def test_reconstruct_says_what_it_needs(tmp_path: Path) -> None:
    stub = tmp_path / "pysat"
    stub.mkdir()
    missing = "raise ModuleNotFoundError(\"No module named 'pysat'\", name='pysat')\n"
    (stub / "__init__.py").write_text(missing, encoding="utf-8")
    done = python("-m", "oldtown_lab.cli", "reconstruct", path=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert one_line(done.stderr) == "oldtown: reconstruct needs python-sat: pip install 'oldtown-lab[reconstruct]'"


@pytest.mark.parametrize("command", ["games", "solve solo-1 --json", "count solo-1"])
def test_no_other_command_needs_python_sat(tmp_path: Path, command: str) -> None:
    (tmp_path / "pysat.py").write_text("raise ModuleNotFoundError(name='pysat')\n", encoding="utf-8")
    done = python("-m", "oldtown_lab.cli", *command.split(), path=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_reconstruct_sees_before_it_digs_that_it_cannot_write(tmp_path: Path) -> None:
    done = python("-m", "oldtown_lab.cli", "reconstruct", "--out", str(tmp_path / "no-such-folder" / "deck.json"))
    assert done.returncode == 1
    assert one_line(done.stderr) == "oldtown: deck.json: cannot be written (No such file or directory)"


def test_the_version_is_the_package_version() -> None:
    done = python("-m", "oldtown_lab.cli", "--version")
    assert (done.returncode, done.stdout) == (0, "oldtown_lab 0.1.0\n")


def test_show_says_for_whom_a_card_may_be(oldtown: Oldtown, tmp_path: Path) -> None:
    """A card is never for the building that it names itself."""
    card = next(
        card for card in load_game("old-town").deck.cards.values() if card.kind == "C" and card.building == "Bank"
    )
    shown = " ".join(
        oldtown.shows("show", puzzle_file(tmp_path, cards=[card.number], my_buildings=["Bank", "Doc"])).split()
    )
    assert "[for the Doc]" in shown
    three = ["Hotel", "School", "Doc"]
    shown = " ".join(oldtown.shows("show", puzzle_file(tmp_path, cards=[card.number], my_buildings=three)).split())
    assert "[for the Hotel, the School or the Doc]" in shown
