"""The commands that prove: explain, why, check, hint, example, verify."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from .test_cli import IDS, Oldtown, puzzle_file, python

STEP_KEYS = {"n", "technique", "premises", "conclusions", "text", "seconds"}


@pytest.fixture
def oldtown(capsys: pytest.CaptureFixture[str]) -> Oldtown:
    return Oldtown(capsys)


def written(oldtown: Oldtown, folder: Path, puzzle: str = "solo-1", *options: str) -> tuple[Path, dict[str, Any]]:
    proof = oldtown.json("explain", puzzle, *options)
    file = folder / "proof.json"
    file.write_text(json.dumps(proof), encoding="utf-8")
    return file, proof


@pytest.mark.parametrize("puzzle", IDS)
def test_every_solo_game_is_explained_and_verified(oldtown: Oldtown, tmp_path: Path, puzzle: str) -> None:
    file, proof = written(oldtown, tmp_path, puzzle)
    assert proof["puzzle"] == puzzle
    assert proof["complete"] is True
    assert [step["n"] for step in proof["steps"]] == list(range(1, len(proof["steps"]) + 1))
    assert all(step.keys() >= STEP_KEYS for step in proof["steps"])
    assert oldtown.shows("verify", file) == f"proof.json: accepted, {len(proof['steps'])} steps; outcome: one town\n"


def test_explain_all_has_steps_that_nothing_uses(oldtown: Oldtown, tmp_path: Path) -> None:
    _, pruned = written(oldtown, tmp_path)
    file, everything = written(oldtown, tmp_path, "solo-1", "--all")
    assert len(everything["steps"]) > len(pruned["steps"])
    assert oldtown("verify", file).code == 0


def test_explain_tells_which_steps_a_step_stands_on(oldtown: Oldtown) -> None:
    text = oldtown.shows("explain", "solo-1")
    assert "last plot for a building  (from " in text
    assert text.rstrip().endswith("the town is complete, and there is no other.")


def test_explain_says_where_cheaper_reasons_were_not_looked_for(oldtown: Oldtown) -> None:
    assert "--smallest looks until that is sure" in " ".join(oldtown.shows("explain", "solo-6").split())


def test_explain_from_a_board(oldtown: Oldtown, tmp_path: Path) -> None:
    file, proof = written(oldtown, tmp_path, "solo-1", "--state", "Bank at 8; Hotel at 11")
    assert {"at": ["Bank", 8]} in proof["given"]["state"]
    assert oldtown("verify", file).code == 0


@pytest.mark.parametrize("register", ["formal", "fitch"])
def test_explain_in_other_registers(oldtown: Oldtown, register: str) -> None:
    proof = oldtown.json("explain", "solo-5", "--register", register)
    assert all(step["text"] for step in proof["steps"])
    assert proof["steps"][0]["text"] != oldtown.json("explain", "solo-5")["steps"][0]["text"]


def test_a_puzzle_with_several_towns_ends_where_nothing_more_is_determined(oldtown: Oldtown, tmp_path: Path) -> None:
    text = oldtown.shows("explain", puzzle_file(tmp_path))
    assert "several towns fit" in text


def test_a_puzzle_without_a_town_is_proved_to_have_none(oldtown: Oldtown, tmp_path: Path) -> None:
    # Cards 18 and 36: the Doc in the south-east and on Main St.
    file = puzzle_file(tmp_path, cards=[18, 36], my_buildings=["Bank"])
    answer = oldtown("explain", file)
    assert answer.code == 1
    assert answer.words.endswith("So no town fits. What is given contradicts itself.")
    proof = json.loads(oldtown("explain", file, "--json").out)
    assert proof["outcome"] == "no town"
    assert proof["steps"][-1]["conclusions"] == [{"contradiction": True}]
    (tmp_path / "proof.json").write_text(json.dumps(proof))
    assert oldtown("verify", tmp_path / "proof.json").code == 0


@pytest.mark.parametrize("question", [("why", "Bank at 1"), ("check", "Bank at 1"), ("hint",)])
def test_a_puzzle_without_a_town_is_not_asked_about(
    oldtown: Oldtown, tmp_path: Path, question: tuple[str, ...]
) -> None:
    command, *claim = question
    file = puzzle_file(tmp_path, cards=[18, 36], my_buildings=["Bank"])
    assert "no town fits these cards" in oldtown.complains(1, command, file, *claim)


def test_a_hard_puzzle_is_explained_even_where_the_cases_are_too_many_to_tell(oldtown: Oldtown, tmp_path: Path) -> None:
    cards = [1, 2, 3, 19, 20, 22, 23, 27, 28, 31, 24, 25, 26, 38, 41, 50]
    file = puzzle_file(tmp_path, cards=cards, my_buildings=["Hotel", "Doc", "Judge", "School"])
    assert "the cases are too many to tell" in " ".join(oldtown.shows("explain", file).split())


def test_the_same_puzzle_gets_the_same_proof_in_every_process() -> None:
    proofs = []
    for seed in ("1", "2"):
        answer = python("-m", "oldtown_lab.cli", "explain", "solo-4", "--all", "--json", env={"PYTHONHASHSEED": seed})
        steps = json.loads(answer.stdout)["steps"]
        proofs.append([(step["technique"], step["premises"], step["conclusions"], step["text"]) for step in steps])
    assert proofs[0] == proofs[1]


def test_why_and_why_not(oldtown: Oldtown) -> None:
    follows = oldtown.json("why", "solo-1", "bank not 1")
    assert follows["follows"] is True
    assert follows["claim"] == "Bank not 1"
    assert follows["refuting_town"] is None
    assert [step["technique"] for step in follows["steps"]] == ["reading-a-card"]
    answer = oldtown("why", "solo-1", "Bank at 4", "--json")
    assert answer.code == 1
    refuted = json.loads(answer.out)
    assert refuted["follows"] is False
    assert refuted["steps"] == []
    assert refuted["refuting_town"].index("Bank") + 1 != 4
    assert "left out:" in oldtown("why", "solo-1", "Bank at 4").out


def test_check_in_words_and_as_json(oldtown: Oldtown) -> None:
    assert oldtown.shows("check", "solo-1", "Bank not 1", "--because", "card:3", "card:8") == (
        "Bank not 1: true, and what you cite is enough.\nNot needed: card:8.\n"
    )
    answer = json.loads(oldtown("check", "solo-1", "Bank at 8", "--because", "card:3", "--json").out)
    assert answer["follows"] is True
    assert answer["sufficient"] is False
    assert answer["not_needed"] == []
    assert all(list(premise) == ["card"] for premise in answer["missing"])
    assert len(answer["refuting_town"]) == 16
    answer = oldtown("check", "solo-1", "Bank at 8", "--because", "card:3")
    assert answer.code == 1
    assert "not enough. Add card " in answer.words


def test_hints(oldtown: Oldtown) -> None:
    assert oldtown.shows("hint", "solo-1") == "Look at the Bank.\n"
    answer = oldtown.json("hint", "solo-1", "--level", "3", "--state", "Bank in {4,8,12,16}")
    assert answer["mistake"] is None
    assert answer["step"]["text"] == answer["text"]
    assert oldtown.json("hint", "solo-1", "--level", "1")["step"] is None
    wrong = oldtown("hint", "solo-1", "--level", "2", "--state", "Doc at 16; Bank at 12", "--json")
    assert wrong.code == 1
    assert json.loads(wrong.out)["mistake"] == {"at": ["Bank", 12]}
    assert json.loads(wrong.out)["consistent_state"] == "Doc at 16"


@pytest.mark.parametrize("register", ["plain", "formal", "fitch", "all"])
def test_examples(oldtown: Oldtown, register: str) -> None:
    text = oldtown.shows("example", "7", "--register", register)
    assert "Two plots, two buildings" in text
    assert "Sheriff not in {6,10}" in text
    assert ("-- fitch" in text) == (register in ("fitch", "all"))


def test_examples_are_listed_and_verified(oldtown: Oldtown, tmp_path: Path) -> None:
    listed = oldtown.json("example")["examples"]
    assert {"7", "8"} <= {example["id"] for example in listed}
    for example in listed:
        file = tmp_path / "proof.json"
        file.write_text(oldtown("example", example["id"], "--json").out)
        assert oldtown("verify", file).code == 0, example


@pytest.mark.parametrize(
    "arguments",
    [
        ("why", "solo-1", "Bnak at 8"),
        ("why", "solo-1", "Bank at 88"),
        ("check", "solo-1", "Bank at 8", "--because", "card:99"),
        ("check", "solo-1", "Bank at 8", "--because", "card"),
        ("hint", "solo-1", "--state", "Bank inn {8}"),
        ("hint", "solo-1", "--level", "4"),
        ("explain", "solo-1", "--register", "french"),
        ("explain", "no-such-puzzle"),
        ("explain", "solo-1", "--state", "Bank at\x1b[31m 8"),
        ("example", "6"),
    ],
)
def test_bad_use_gets_one_line(oldtown: Oldtown, arguments: tuple[str, ...]) -> None:
    line = oldtown.complains(2, *arguments)
    assert "allowed" in line or "choose from" in line


# --------------------------------------------------------------------------------------------------------------- verify


def damaged(proof: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """One proof for each way to damage it."""
    dropped, changed, reordered, renamed, other, cut = (copy.deepcopy(proof) for _ in range(6))
    last = next(step for step in dropped["steps"] if step["technique"] == "last-plot")
    last["premises"].pop()
    last = next(step for step in changed["steps"] if step["technique"] == "last-plot")
    (building, plot) = last["conclusions"][0]["at"]
    last["conclusions"][0]["at"] = [building, plot % 16 + 1]
    reordered["steps"].reverse()
    for n, step in enumerate(reordered["steps"], start=1):
        step["n"] = n
    renamed["steps"][0]["premises"][0] = {"card": 61}
    other["given"]["cards"] = other["given"]["cards"][:-1]
    cut["steps"] = cut["steps"][:-3]
    return {
        "a premise dropped": dropped,
        "a conclusion changed": changed,
        "the order changed": reordered,
        "a card that is not there": renamed,
        "another puzzle": other,
        "the end cut off": cut,
    }


def test_damaged_proofs_are_refused(oldtown: Oldtown, tmp_path: Path) -> None:
    _, proof = written(oldtown, tmp_path)
    for damage, content in damaged(proof).items():
        file = tmp_path / "damaged.json"
        file.write_text(json.dumps(content))
        answer = oldtown("verify", file)
        assert answer.code == 1, damage
        assert answer.out.startswith("damaged.json: "), damage
        assert json.loads(oldtown("verify", file, "--json").out)["accepted"] is False


@pytest.mark.parametrize("content", ["", "[]", "{", "{}", '{"given": {"game": "chess"}}', "\xff", "[" * 100_000, "NaN"])
def test_files_that_are_no_proofs_get_one_line(oldtown: Oldtown, tmp_path: Path, content: str) -> None:
    file = tmp_path / "proof.json"
    file.write_text(content, encoding="latin-1")
    answer = oldtown("verify", file)
    assert answer.code == 1
    assert len((answer.out + answer.err).splitlines()) == 1


def test_a_proof_that_is_not_there(oldtown: Oldtown, tmp_path: Path) -> None:
    assert "cannot be read" in oldtown.complains(1, "verify", tmp_path / "nothing.json")
