"""A deck file is read, or refused with one plain line; a readable one is compared with the published solo games."""

import json
from collections.abc import Callable
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from oldtown_lab.cli import main
from oldtown_lab.errors import DeckError
from oldtown_lab.games.loader import card_json, game_file, game_without_deck, load_game, with_deck
from oldtown_lab.puzzles.deck_check import Verdict, check_deck
from oldtown_lab.town.game import Game

DECK = json.loads(game_file("old-town", "deck.json").read_text(encoding="utf-8"))
FIXTURE = Path(__file__).parents[1] / "published_solo_games.json"
SOLO = {game["id"]: game for game in json.loads(FIXTURE.read_text(encoding="utf-8"))["games"]}

#: Where the first card of each kind stands in the committed file.
FIRST = {kind: next(i for i, card in enumerate(DECK["cards"]) if card["kind"] == kind) for kind in "ABC"}
EIGHT = [[named, mine] for named, mine in product(range(1, 9), range(9, 17))]

Write = Callable[[object], Path]


@pytest.fixture(scope="module")
def box() -> Game:
    return game_without_deck("old-town")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes bytes as they are, anything else as JSON."""

    def writing(content: object) -> Path:
        file = tmp_path / "printed.json"
        file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return file

    return writing


def complaint(box: Game, file: Path) -> str:
    """What is said about a deck that is wrong, after a look at whether a user could bear it."""
    with pytest.raises(DeckError) as caught:
        with_deck(box, file)
    said = str(caught.value)
    assert said.startswith(f"{file.name}: ")
    assert said.isprintable()
    assert len(said) < 500
    assert "Input should" not in said
    return said.removeprefix(f"{file.name}: ")


def changed(kind: str, /, **keys: object) -> dict[str, Any]:
    """The deck with other keys in the first card of a kind; a key that is ``...`` is dropped."""
    deck = deepcopy(DECK)
    card = deck["cards"][FIRST[kind]]
    card.update(keys)
    deck["cards"][FIRST[kind]] = {key: value for key, value in card.items() if value is not ...}
    return deck


def place(kind: str) -> str:
    return f"cards[{FIRST[kind]}] (card {DECK['cards'][FIRST[kind]]['number']})"


# ------------------------------------------------------------------------------------------------- decks that are right


def test_a_copy_of_the_deck_is_the_deck(box: Game, write: Write) -> None:
    assert with_deck(box, write(DECK)) == load_game("old-town")


def test_an_owner_needs_neither_meanings_nor_a_notice(box: Game, write: Write) -> None:
    keys = ("number", "kind", "building", "plots", "pairs", "text")
    cards = [{key: card[key] for key in keys if key in card} for card in DECK["cards"]]
    deck = with_deck(box, write({"game": "old-town", "cards": cards})).deck
    assert deck.notice == ""
    assert {n: (c.plots, c.pairs) for n, c in deck.cards.items()} == {
        n: (c.plots, c.pairs) for n, c in load_game("old-town").deck.cards.items()
    }


def test_the_order_in_the_file_does_not_matter(box: Game, write: Write) -> None:
    deck = with_deck(box, write({**DECK, "cards": DECK["cards"][::-1]})).deck
    assert list(deck.cards) == list(range(1, 61))


def test_a_card_is_written_as_it_was_read() -> None:
    assert [card_json(card) for card in load_game("old-town").deck.cards.values()] == DECK["cards"]


# ------------------------------------------------------------------------------------------------- decks that are wrong


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"", "line 1, column 1: is not JSON: Expecting value", id="empty"),
        pytest.param(b"{]", "line 1, column 2: is not JSON", id="no-json"),
        pytest.param(b"\xff", "byte 0: is not UTF-8 text", id="no-utf-8"),
        pytest.param(b"[" * 100_000, "has lists or objects inside each other more deeply", id="deep"),
        pytest.param(b" " * 1_000_001, "the file is larger than 1,000,000 bytes", id="huge"),
        pytest.param([], "must be an object, not []", id="list"),
        pytest.param({}, "game: is missing", id="nothing"),
        pytest.param({"game": "old-town"}, "cards: is missing", id="no-cards"),
        pytest.param({**DECK, "cards": {}}, "cards: must be a list, not {}", id="cards-object"),
        pytest.param({**DECK, "cards": [7]}, "cards[0]: must be an object, not 7", id="card-number"),
        pytest.param({**DECK, "game": 3}, "game: must be a text, not 3", id="game-number"),
        pytest.param({**DECK, "game": "gads\nhill"}, 'game: is "gads hill"; allowed: old-town', id="other-game"),
        pytest.param({**DECK, "notice": None}, "notice: must be a text, not null", id="no-notice"),
        pytest.param({**DECK, "made_by": 1}, "made_by: must be a text, not 1", id="made-by"),
        pytest.param({**DECK, "notice": "x" * 501}, "notice: is longer than 500 characters", id="long-notice"),
        pytest.param(
            {**DECK, "author\n": "me"},
            '"author" is no key that is known here; allowed: game, notice, made_by, cards',
            id="key",
        ),
        pytest.param({**DECK, "cards": []}, "cards: card 1 stands there 0 times; allowed: once", id="empty-deck"),
        pytest.param(
            {**DECK, "cards": DECK["cards"][:-1]},
            f"cards: card {DECK['cards'][-1]['number']} stands there 0 times; allowed: once",
            id="card-missing",
        ),
        pytest.param(
            {**DECK, "cards": [*DECK["cards"], DECK["cards"][4]]},
            f"cards: card {DECK['cards'][4]['number']} stands there 2 times; allowed: once",
            id="card-twice",
        ),
        pytest.param(
            {**DECK, "cards": [c | {"plots": c["plots"][:7]} if c["kind"] == "B" else c for c in DECK["cards"]]},
            "cards: 24 cards of kind B show seven plots; allowed: 2",
            id="seven-plots",
        ),
        pytest.param({**DECK, "cards": DECK["cards"] * 4}, "cards: has more than 200 entries", id="many-cards"),
    ],
)
def test_a_file_that_is_no_deck_is_refused(box: Game, write: Write, content: object, said: str) -> None:
    assert complaint(box, write(content)).startswith(said)


@pytest.mark.parametrize("name", ["nowhere.json", "."])
def test_a_file_that_cannot_be_read_is_refused(box: Game, tmp_path: Path, name: str) -> None:
    assert complaint(box, tmp_path / name).startswith("cannot be read (")


@pytest.mark.parametrize(
    ("kind", "keys", "where", "said"),
    [
        ("A", {"number": 0}, ".number", "is 0; allowed: 1 or more"),
        ("A", {"number": 1000}, ".number", "is 1000; allowed: 999 or less"),
        ("A", {"number": "1"}, ".number", 'must be a whole number, not "1"'),
        ("A", {"number": True}, ".number", "must be a whole number, not true"),
        ("A", {"number": ...}, ".number", "is missing"),
        ("A", {"kind": "D"}, ".kind", "is \"D\"; allowed: 'A', 'B' or 'C'"),
        ("A", {"kind": None}, ".kind", "is null; allowed: 'A', 'B' or 'C'"),
        ("A", {"kind": ...}, ".kind", "is missing"),
        ("A", {"building": 3}, ".building", "must be a text, not 3"),
        ("A", {"building": ""}, ".building", "must not be empty"),
        ("A", {"plots": "1 2 3 4"}, ".plots", 'must be a list, not "1 2 3 4"'),
        ("A", {"plots": [1, 2, 3, None]}, ".plots[3]", "must be a whole number, not null"),
        ("A", {"plots": [1, 2, 3, 4.0]}, ".plots[3]", "must be a whole number, not 4.0"),
        ("A", {"plots": [0, 1, 2, 3]}, ".plots[0]", "is 0; allowed: 1 or more"),
        ("A", {"plots": [1, 2, 3, 100]}, ".plots[3]", "is 100; allowed: 99 or less"),
        ("A", {"plots": [1] * 100}, ".plots", "has more than 99 entries"),
        ("C", {"pairs": {}}, ".pairs", "must be a list, not {}"),
        ("C", {"pairs": [[1, 9], 3]}, ".pairs[1]", "must be a list, not 3"),
        ("C", {"pairs": [[1, 9], [3]]}, ".pairs[1]", "has fewer than 2 entries"),
        ("C", {"pairs": [[1, 9, 10]]}, ".pairs[0]", "has more than 2 entries"),
        ("C", {"pairs": [[1, "9"]]}, ".pairs[0][1]", 'must be a whole number, not "9"'),
        ("B", {"text": None}, ".text", "must be a text, not null"),
        ("B", {"text": "x" * 501}, ".text", "is longer than 500 characters"),
        ("B", {"meaning": 7}, ".meaning", "must be a text, not 7"),
        ("B", {"plot": [1]}, "", '"plot" is no key that is known here; allowed: number, kind, building, plots'),
    ],
)
def test_a_card_with_a_key_of_the_wrong_form_is_refused(
    box: Game, write: Write, kind: str, keys: dict[str, object], where: str, said: str
) -> None:
    assert complaint(box, write(changed(kind, **keys))).startswith(f"cards[{FIRST[kind]}]{where}: {said}")


@pytest.mark.parametrize(
    ("kind", "keys", "where", "said"),
    [
        ("A", {"building": None}, ".building", "is missing; allowed: Bank, Barber, "),
        ("A", {"building": ...}, ".building", "is missing; allowed: Bank, Barber, "),
        ("A", {"building": "Rathaus"}, ".building", 'is "Rathaus"; allowed: Bank, Barber, '),
        ("A", {"building": "Bank\n\x1b[31m" + "x" * 40}, ".building", 'is "Bank [31mxxxx'),
        ("C", {"building": None}, ".building", "is missing; allowed: Bank, Barber, "),
        ("B", {"building": "Bank"}, ".building", "must be null: a card of kind B names no building"),
        ("A", {"plots": ...}, "", 'a card of kind A has "plots" and no "pairs"'),
        ("A", {"plots": None}, "", 'a card of kind A has "plots" and no "pairs"'),
        ("A", {"pairs": EIGHT}, "", 'a card of kind A has "plots" and no "pairs"'),
        ("B", {"plots": ...}, "", 'a card of kind B has "plots" and no "pairs"'),
        ("C", {"pairs": ...}, "", 'a card of kind C has "pairs" and no "plots"'),
        ("C", {"plots": [1, 2, 3, 4]}, "", 'a card of kind C has "pairs" and no "plots"'),
        ("A", {"plots": []}, ".plots", "has 0 plots; allowed for kind A: 4"),
        ("A", {"plots": [1, 2, 3]}, ".plots", "has 3 plots; allowed for kind A: 4"),
        ("A", {"plots": [1, 2, 3, 4, 5]}, ".plots", "has 5 plots; allowed for kind A: 4"),
        ("A", {"plots": [1, 2, 3, 3]}, ".plots", "has a plot twice"),
        ("A", {"plots": [1, 2, 3, 17]}, ".plots", "has plot 17; allowed: 1 to 16"),
        ("B", {"plots": [1, 2, 3, 4, 5, 6]}, ".plots", "has 6 plots; allowed for kind B: 7 or 8"),
        ("B", {"plots": [1, 2, 3, 4, 5, 6, 7, 8, 9]}, ".plots", "has 9 plots; allowed for kind B: 7 or 8"),
        ("C", {"pairs": []}, ".pairs", "leaves 0 plots for the building and 0 for mine; allowed: 8 and 8"),
        ("C", {"pairs": EIGHT[8:]}, ".pairs", "leaves 7 plots for the building and 8 for mine; allowed: 8 and 8"),
        ("C", {"pairs": [*EIGHT, [9, 1]]}, ".pairs", "leaves 9 plots for the building and 9 for mine"),
        ("C", {"pairs": [*EIGHT, [1, 17]]}, ".pairs", "has plot 17; allowed: 1 to 16"),
        ("C", {"pairs": [*EIGHT, [3, 3]]}, ".pairs", "has a plot paired with itself"),
    ],
)
def test_a_card_that_no_deck_of_the_game_has_is_refused(
    box: Game, write: Write, kind: str, keys: dict[str, object], where: str, said: str
) -> None:
    assert complaint(box, write(changed(kind, **keys))).startswith(f"{place(kind)}{where}: {said}")


@pytest.mark.parametrize(
    ("kind", "number", "allowed"), [("A", 19, "1 to 18"), ("C", 37, "19 to 36"), ("B", 18, "37 to 60")]
)
def test_the_number_tells_the_kind(box: Game, write: Write, kind: str, number: int, allowed: str) -> None:
    said = complaint(box, write(changed(kind, number=number)))
    assert said == f"cards[{FIRST[kind]}] (card {number}).number: is {number}; allowed for kind {kind}: {allowed}"


@pytest.mark.parametrize("kind", "AC")
def test_each_building_has_one_card_of_each_kind_that_names_buildings(box: Game, write: Write, kind: str) -> None:
    lost, twice = (DECK["cards"][FIRST[kind] + step]["building"] for step in (0, 1))
    said = complaint(box, write(changed(kind, building=twice)))
    first, times = min((lost, 0), (twice, 2))
    assert said == f"cards: {times} cards of kind {kind} name the {first}; allowed: one"


# ------------------------------------------------------------------------------------------------- oldtown deck --check


def check(capsys: pytest.CaptureFixture[str], file: Path) -> tuple[int, dict[str, dict[str, Any]], dict[str, str]]:
    """The exit code, the verdicts by puzzle, and the lines of the text by puzzle."""
    code = main(["deck", "--check", str(file), "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert answer["deck"] == file.name
    assert main(["deck", "--check", str(file)]) == code
    lines = capsys.readouterr().out.splitlines()
    return code, {v["puzzle"]: v for v in answer["games"]}, {line.split()[0]: line for line in lines}


def with_card(number: int, **keys: object) -> dict[str, Any]:
    return {**DECK, "cards": [card | keys if card["number"] == number else card for card in DECK["cards"]]}


def test_the_committed_deck_makes_all_eight_published_games_unique(capsys: pytest.CaptureFixture[str]) -> None:
    code, verdicts, lines = check(capsys, game_file("old-town", "deck.json"))
    assert code == 0
    assert list(verdicts) == list(lines) == list(SOLO)
    for id, verdict in verdicts.items():
        assert set(verdict) == {"puzzle", "satisfied", "unique", "towns", "finding"}
        assert (verdict["satisfied"], verdict["unique"], verdict["towns"]) == (True, True, 1)
        assert lines[id].startswith(f"{id}  satisfied: ")
        assert lines[id].endswith("; the only town")


def test_a_card_that_contradicts_a_published_town_is_named(capsys: pytest.CaptureFixture[str], write: Write) -> None:
    number = SOLO["solo-1"]["a_cards"][0]
    building = load_game("old-town").card(number).building
    stood_on = SOLO["solo-1"]["solution"].index(building) + 1
    elsewhere = [plot for plot in range(1, 17) if plot != stood_on][:4]
    code, verdicts, lines = check(capsys, write(with_card(number, plots=elsewhere)))
    assert code == 1
    assert (verdicts["solo-1"]["satisfied"], verdicts["solo-1"]["unique"]) == (False, False)
    assert verdicts["solo-1"]["finding"] == f"the published town breaks card {number}"
    assert lines["solo-1"].startswith(f"solo-1  NOT satisfied: the published town breaks card {number}; ")
    untouched = [id for id, game in SOLO.items() if number not in game["a_cards"]]
    assert untouched
    assert all(verdicts[id]["unique"] for id in untouched)


def weakened(number: int) -> dict[str, Any]:
    """The deck with a card of kind C that allows everything that its two times eight plots allow."""
    card = load_game("old-town").card(number)
    pairs = [list(pair) for pair in product(sorted(card.named_plots), sorted(card.my_plots)) if len(set(pair)) == 2]
    return with_card(number, pairs=pairs)


def test_a_card_that_says_too_little_lets_in_more_towns(
    capsys: pytest.CaptureFixture[str], write: Write, box: Game
) -> None:
    number = next(
        card for card in SOLO["solo-1"]["c_cards"] if next(check_deck(with_deck(box, write(weakened(card))))).towns > 1
    )
    code, verdicts, lines = check(capsys, write(weakened(number)))
    assert code == 1
    assert (verdicts["solo-1"]["satisfied"], verdicts["solo-1"]["unique"]) == (True, False)
    towns = verdicts["solo-1"]["towns"]
    assert towns > 1
    assert lines["solo-1"] == f"solo-1  satisfied: the published town fits; {towns:,} towns fit"


def test_a_second_town_of_the_game_with_the_lost_plots_is_not_what_was_published(
    capsys: pytest.CaptureFixture[str], write: Write
) -> None:
    deck = DECK
    for number in SOLO["solo-7"]["c_cards"]:
        weak = {card["number"]: card for card in weakened(number)["cards"]}[number]
        deck = {**deck, "cards": [weak if card["number"] == number else card for card in deck["cards"]]}
    code, verdicts, _ = check(capsys, write(deck))
    assert code == 1
    assert verdicts["solo-7"]["towns"] > 1
    assert not verdicts["solo-7"]["satisfied"]
    assert verdicts["solo-7"]["finding"] == "one town was published, with its plots lost"


@pytest.mark.parametrize(
    ("satisfied", "towns", "said"),
    [
        (True, 1, "satisfied: so it is; the only town"),
        (False, 1, "NOT satisfied: so it is; 1 town fits"),
        (False, 0, "NOT satisfied: so it is; 0 towns fit"),
        (True, 1234, "satisfied: so it is; 1,234 towns fit"),
    ],
)
def test_every_verdict_has_its_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, satisfied: bool, towns: int, said: str
) -> None:
    verdict = Verdict("solo-1", satisfied, towns, "so it is")
    monkeypatch.setattr("oldtown_lab.cli.looking.check_deck", lambda _: [verdict])
    code, verdicts, lines = check(capsys, game_file("old-town", "deck.json"))
    assert lines == {"solo-1": f"solo-1  {said}"}
    assert code == (0 if satisfied and towns == 1 else 1)
    assert verdicts["solo-1"]["unique"] == (code == 0)


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
def test_a_deck_that_is_wrong_gets_one_line(capsys: pytest.CaptureFixture[str], write: Write, form: list[str]) -> None:
    assert main(["deck", "--check", str(write(changed("A", plots=[1]))), *form]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"oldtown: printed.json: {place('A')}.plots: has 1 plots; allowed for kind A: 4\n"
