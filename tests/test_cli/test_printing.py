"""The command that prints: its line, its file, its exit codes, and that every complaint is one line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pypdfium2
import pytest

from oldtown_lab.cli import main


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commands run in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    try:
        code = main([str(argument) for argument in arguments])
    except SystemExit as leaving:  # how argparse leaves
        code = int(str(leaving.code))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def complaint(capsys: pytest.CaptureFixture[str], code: int, *arguments: str | Path) -> str:
    """The one line of a command that does not go well and leaves nothing behind."""
    before = sorted(Path.cwd().iterdir())
    found, out, err = said(capsys, *arguments)
    assert (found, out) == (code, "")
    assert err.startswith("oldtown")
    assert err.count("\n") == 1
    assert sorted(Path.cwd().iterdir()) == before
    return err


def test_it_writes_the_file_and_says_so(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert said(capsys, "worksheet", "solo-1") == (0, "solo-1.pdf: 7 pages, A4\n", "")
    assert len(pypdfium2.PdfDocument(folder / "solo-1.pdf")) == 7
    assert [path.name for path in folder.iterdir()] == ["solo-1.pdf"]


def test_paper_place_and_key_can_be_chosen(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "sheet.pdf").write_text("replaced")
    code, out, err = said(capsys, "worksheet", "solo-1", "-o", "sheet.pdf", "--paper", "letter", "--without-key")
    assert (code, out, err) == (0, "sheet.pdf: 4 pages, US Letter\n", "")
    pdf = pypdfium2.PdfDocument(folder / "sheet.pdf")
    assert pdf[0].get_size() == pytest.approx((612, 792))
    assert "Answer key" not in "".join(page.get_textpage().get_text_bounded() for page in pdf)


def test_it_warns_where_the_key_has_no_single_town(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    open_puzzle = {"id": "open", "title": "鬼", "game": "old-town", "cards": [3]}
    (folder / "p.json").write_text(json.dumps(open_puzzle), encoding="utf-8")
    code, out, _ = said(capsys, "worksheet", "p.json")
    assert code == 0
    assert out.startswith("open.pdf: 4 pages, A4; several towns fit its cards, and the key says so; some letters")


@pytest.mark.parametrize(
    ("code", "arguments", "part"),
    [
        (2, ["solo-99"], 'there is no puzzle "solo-99"'),
        (2, ["solo-1", "--paper", "a5"], "invalid choice: 'a5'"),
        (1, ["solo-1", "-o", "."], "is a folder"),
        (1, ["solo-1", "-o", "no/such/sheet.pdf"], "there is no folder"),
        (1, ["solo-1", "-o", ""], "is a folder"),
        (1, ["solo-1", "-o", "x" * 300], "cannot be written"),
    ],
)
def test_complaints(capsys: pytest.CaptureFixture[str], code: int, arguments: list[str], part: str) -> None:
    assert part in complaint(capsys, code, "worksheet", *arguments)


def test_without_typst_it_names_the_command_that_installs_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert "pip install 'oldtown-lab[print]'" in complaint(capsys, 2, "worksheet", "solo-1")
