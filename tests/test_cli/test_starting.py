"""The commands to begin with: what they copy, what they start and how, and what they say where that cannot be.

That the started programs really serve is seen in tests/test_browser/test_dashboard.py.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from oldtown_lab.classroom import lessons
from oldtown_lab.cli import main, starting

HERE = {path.name for path in lessons.lessons()}


class Started(Exception):  # noqa: N818 - no error: execv does not come back
    """A program was started in the place of this one."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The command that took our place; from `-m` on."""
    seen: list[str] = []

    def execv(program: str, command: list[str]) -> None:
        assert program == sys.executable
        assert command[:2] == [sys.executable, "-P"]
        seen[:] = command[2:]
        raise Started

    monkeypatch.setattr(os, "execv", execv)
    monkeypatch.delenv(lessons.CHOSEN_GAME, raising=False)
    return seen


def start(*arguments: str | Path) -> None:
    with pytest.raises(Started):
        main([str(argument) for argument in arguments])


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def complaint(capsys: pytest.CaptureFixture[str], code: int, *arguments: str | Path) -> str:
    """The one line of a command that fails with this code and prints nothing else."""
    assert main([str(argument) for argument in arguments]) == code
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err.strip()


# ----------------------------------------------------------------------------------------------------------- what next


def test_without_arguments_it_says_what_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "Old Town" in said.out.splitlines()[0]
    for words in ("lab", "dashboard", "show solo-1", "explain solo-1", "worksheet solo-1", "--help"):
        assert f"  oldtown {words} " in said.out
    assert max(map(len, said.out.splitlines())) <= 88


@pytest.mark.parametrize("line", [line for line in starting.WHAT_NEXT.splitlines() if line.startswith("  ")])
def test_every_command_that_it_names_is_there(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = line.split("  ")[1].split()[1]
    with pytest.raises(SystemExit) as leaving:
        main([command, *(["--help"] if command != "--help" else [])])
    assert leaving.value.code == 0
    assert capsys.readouterr().out.startswith("usage: oldtown ")


# ----------------------------------------------------------------------------------------------------------------- lab


def test_the_lessons_are_copied_and_opened(
    started: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "deep" / "my lessons"
    start("lab", folder)
    assert names(folder) == HERE
    for name in HERE:
        assert (folder / name).read_bytes() == (lessons.notebook_folder() / name).read_bytes()
    assert capsys.readouterr().out == f"The lessons are now in {folder}\n"
    assert started[:3] == ["-m", "jupyterlab", f"--ServerApp.root_dir={folder}"]


def test_the_usual_folder_is_beside_the_reader(
    started: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    start("lab")
    assert names(tmp_path / "oldtown-lessons") == HERE
    assert f"--ServerApp.root_dir={tmp_path / 'oldtown-lessons'}" in started


def test_at_the_top_of_a_checkout_the_lessons_are_there_already(
    started: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(lessons.notebook_folder().parent)
    start("lab")
    assert f"--ServerApp.root_dir={lessons.notebook_folder()}" in started
    assert capsys.readouterr().out == f"The lessons are in {lessons.notebook_folder()}, which is used as it is\n"


@pytest.mark.parametrize("has_first", [True, False])
def test_the_first_lesson_is_opened_where_there_is_one(started: list[str], tmp_path: Path, has_first: bool) -> None:
    (tmp_path / ("00-start-here.ipynb" if has_first else "other.ipynb")).write_text("mine")
    start("lab", tmp_path)
    assert ("--LabApp.default_url=/lab/tree/00-start-here.ipynb" in started) is has_first


def test_a_folder_with_notebooks_is_used_as_it_is(
    started: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "solo-lab.ipynb").write_text("mine")
    start("lab", tmp_path)
    assert names(tmp_path) == {"solo-lab.ipynb"}
    assert (tmp_path / "solo-lab.ipynb").read_text() == "mine"
    said = capsys.readouterr().out
    assert said.startswith(f"The lessons are in {tmp_path}, which is used as it is; not in it: ")
    assert "00-start-here.ipynb" in said
    assert "solo-lab" not in said
    assert said.count("\n") == 1


def test_no_file_is_overwritten(
    started: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source, folder = tmp_path / "source", tmp_path / "mine"
    source.mkdir()
    folder.mkdir()
    for name in ("a.ipynb", "teachers-guide.md", "other.txt"):
        (source / name).write_text("ours")
    (folder / "teachers-guide.md").write_text("mine")
    monkeypatch.setattr(lessons, "notebook_folder", lambda: source)
    start("lab", folder)
    assert {path.name: path.read_text() for path in folder.iterdir()} == {
        "a.ipynb": "ours",
        "teachers-guide.md": "mine",
    }


def test_options_after_two_dashes_are_handed_on(started: list[str], tmp_path: Path) -> None:
    start("lab", tmp_path, "--", "--no-browser", "--port", "9000", "--ServerApp.answer_yes=False", "--")
    assert started[-5:] == ["--no-browser", "--port", "9000", "--ServerApp.answer_yes=False", "--"]
    assert "--ServerApp.answer_yes=True" not in started  # Jupyter refuses to be told a thing twice
    start("lab", tmp_path)
    assert "--ServerApp.answer_yes=True" in started


def test_where_no_process_can_become_another_its_exit_code_is_handed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "CAN_BECOME_ANOTHER", False)
    monkeypatch.setattr(subprocess, "call", lambda command: 7 if "jupyterlab" in command else 0)
    (tmp_path / "one.ipynb").touch()
    assert main(["lab", str(tmp_path)]) == 7


def test_a_file_is_no_folder(started: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes").write_text("mine")
    assert complaint(capsys, 1, "lab", tmp_path / "notes") == "oldtown: notes: is a file; the lessons need a folder"
    said = complaint(capsys, 1, "lab", tmp_path / "notes" / "deeper")
    assert said == "oldtown: deeper: the lessons cannot be written there (Not a directory)"
    assert (tmp_path / "notes").read_text() == "mine"


@pytest.mark.parametrize("arguments", [["lab"], ["lab", "mine"]])
def test_a_folder_that_was_removed_is_said_to_be_gone(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "gone").mkdir()
    command = f"rmdir '{tmp_path / 'gone'}'; '{sys.executable}' -m oldtown_lab.cli {' '.join(arguments)}"
    search = str(Path(lessons.__file__).parents[2])
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=tmp_path / "gone",
        env={**os.environ, "PYTHONPATH": search},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "oldtown: this folder: is gone; go to another one and try again\n"


def test_a_folder_that_cannot_be_written_or_read(
    started: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(lessons.tempfile, "TemporaryDirectory", denied)
    said = complaint(capsys, 1, "lab", tmp_path / "new" / "lessons")
    assert said == "oldtown: lessons: the lessons cannot be written there (Permission denied)"
    assert names(tmp_path) == set()
    monkeypatch.setattr(os, "scandir", denied)
    assert complaint(capsys, 1, "lab", tmp_path).endswith(": cannot be read (Permission denied)")


def test_a_full_disk_leaves_nothing_half_copied(tmp_path: Path) -> None:
    """A shell that allows files of 10 kilobytes at most stands for a full disk."""
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "notes.txt").touch()
    for folder in ("there", "new/lessons"):
        command = f"ulimit -f 20; '{sys.executable}' -m oldtown_lab.cli lab '{tmp_path / folder}'"
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.count("\n") == 1
        assert ": the lessons cannot be written there (File too large)" in done.stderr
    assert names(tmp_path) == {"there"}
    assert names(tmp_path / "there") == {"notes.txt"}


def test_what_has_arrived_goes_when_the_rest_cannot_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("a.ipynb", "b.ipynb"):
        (source / name).touch()
    monkeypatch.setattr(lessons, "notebook_folder", lambda: source)
    rename = Path.rename

    def rename_a(path: Path, to: Path) -> Path:
        if path.name == "b.ipynb":
            raise KeyboardInterrupt
        return rename(path, to)

    monkeypatch.setattr(Path, "rename", rename_a)
    assert main(["lab", str(tmp_path / "new")]) == 130
    assert names(tmp_path) == {"source"}


# ----------------------------------------------------------------------------------------------------------- dashboard


def test_the_dashboard_is_voila_on_the_solo_lab(started: list[str]) -> None:
    start("dashboard", "--", "--no-browser")
    assert started[:3] == ["-m", "voila", str(lessons.notebook_folder() / "solo-lab.ipynb")]
    assert started[-1] == "--no-browser"
    assert lessons.CHOSEN_GAME not in os.environ


def test_the_dashboard_begins_with_the_named_puzzle(
    started: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(lessons.CHOSEN_GAME, "before")  # so that it is put back
    start("dashboard", "--puzzle", "solo-3")
    assert os.environ[lessons.CHOSEN_GAME] == "solo-3"
    puzzle = {"id": "mine", "title": "Mine", "game": "old-town", "cards": [3], "my_buildings": [], "unique": False}
    (tmp_path / "mine.json").write_text(json.dumps(puzzle))
    monkeypatch.chdir(tmp_path)
    start("dashboard", "--puzzle", "mine.json")
    assert os.environ[lessons.CHOSEN_GAME] == str(tmp_path / "mine.json")  # the kernel works in another folder


def test_an_unknown_puzzle_starts_nothing(started: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert 'there is no puzzle "solo-9"' in complaint(capsys, 2, "dashboard", "--puzzle", "solo-9")
    assert started == []


@pytest.mark.parametrize(
    ("command", "module", "said"),
    [
        ("dashboard", "voila", "oldtown: dashboard needs Voila: pip install 'oldtown-lab[dashboard]'"),
        ("lab", "jupyterlab", "oldtown: lab needs JupyterLab: pip install jupyterlab"),
    ],
)
def test_a_missing_program_is_named(
    started: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    module: str,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    find_spec = starting.find_spec
    monkeypatch.setattr(starting, "find_spec", lambda name: None if name == module else find_spec(name))
    assert complaint(capsys, 2, command) == said
    assert names(tmp_path) == set()
