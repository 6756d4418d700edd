"""The press: hands a worksheet's content to typst and writes the PDF that comes out.

Only fonts that typst brings along are used and no date is written down: the same puzzle gives the same file everywhere.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any

from ...errors import FileError, MissingToolError, UnknownNameError
from ...games.files import file_name
from ...proof.step import Outcome
from ...puzzles.catalogue import load_puzzle
from ...puzzles.puzzle import Puzzle
from ...town.buildings import in_words, shortened
from .answer_key import key_data
from .content import sheet_data

TEMPLATE = Path(__file__).with_name("worksheet.typ")

#: What papers are called here, and what typst calls them.
PAPERS = {"a4": "a4", "letter": "us-letter"}
PAPER_NAMES = {"a4": "A4", "letter": "US Letter"}

#: How typst says that no font has a letter, or that a readable document must not have it.
NO_GLYPH = ("could not be displayed", "disallowed codepoint")

#: The byte order mark, which no readable document may have. It has no shape, so that nothing is lost without it.
BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Printed:
    """A worksheet that was written.

    ``outcome``: how the proof in its key ends; none without a key. ``boxes``: whether the puzzle's texts have letters
    that our font lacks, so that they come out as empty boxes.
    """

    path: Path
    pages: int
    paper: str
    outcome: Outcome | None
    boxes: bool


def worksheet(puzzle: Puzzle | str | Path, path: str | Path, paper: str = "a4", key: bool = True) -> Printed:
    """Write a puzzle as a PDF to print: map, cards, candidate grid and, unless ``key`` is off, the answer key.

    ``paper`` is "a4" or "letter". A file of that name is replaced.
    """
    if paper not in PAPERS:
        raise UnknownNameError(f'there is no paper "{shortened(paper)}"; allowed: {in_words(PAPERS, last="or")}')
    target = Path(path)
    _check_place(target)
    _typst()  # before seconds of work, not after
    loaded = puzzle if isinstance(puzzle, Puzzle) else load_puzzle(puzzle, solvable=False)
    data, outcome = sheet_data(loaded), None
    data["paper"] = PAPERS[paper]
    data["key"] = None
    if key:
        data["key"], outcome = key_data(loaded)
    document, pages, boxes = _set_in_type(data)
    _write(target, document)
    return Printed(target, pages, PAPER_NAMES[paper], outcome, boxes)


def _typst() -> Any:
    try:
        import typst  # noqa: PLC0415 - an extra, and only worksheets need it
    except ModuleNotFoundError as missing:
        if missing.name != "typst":
            raise
        raise MissingToolError("a worksheet needs typst: pip install 'oldtown-lab[print]'") from None
    return typst


def _set_in_type(data: dict[str, Any]) -> tuple[bytes, int, bool]:
    """The PDF, the number of its pages, and whether letters are missing in it.

    The standard for readable documents asks for alternative texts, for example, and forbids letters without a glyph.
    """
    typst = _typst()
    compiler = typst.Compiler(
        TEMPLATE,
        root=TEMPLATE.parent,
        ignore_system_fonts=True,
        sys_inputs={"sheet": json.dumps(data, ensure_ascii=False).replace(BYTE_ORDER_MARK, "")},
    )
    boxes = False
    try:
        document = compiler.compile(format="pdf", timestamp=0, pdf_standards="ua-1")
    except typst.TypstError as problem:
        if not any(words in problem.message for words in NO_GLYPH):
            raise
        boxes = True
        document = compiler.compile(format="pdf", timestamp=0)
    return document, int(compiler.query("<pages>", field="value", one=True)), boxes


def _check_place(path: Path) -> None:
    """Complain about a path that can never become a file, before the work."""
    try:
        mode = path.stat().st_mode if path.exists() else None
        in_a_folder = path.parent.is_dir()
    except OSError as problem:  # a name too long, a folder that we may not enter
        raise _not_written(path, problem.strerror) from None
    if mode is not None and S_ISDIR(mode):
        raise FileError(file_name(path), "", "is a folder; name a file in it")
    if mode is not None and not S_ISREG(mode):  # a device, say, which the new file would replace
        raise FileError(file_name(path), "", "is no ordinary file; name another")
    if not in_a_folder:
        raise _not_written(path, f'there is no folder "{shortened(str(path.parent))}"')


def _not_written(path: Path, reason: str | None) -> FileError:
    return FileError(file_name(path), "", f"cannot be written ({reason})")


def _write(path: Path, document: bytes) -> None:
    """All of it or nothing: the file gets its name only when it is complete."""
    unfinished = path.with_name(f".{path.name[:40]}.{os.getpid()}.part")
    try:
        unfinished.write_bytes(document)
        unfinished.replace(path)
    except OSError as problem:
        with suppress(OSError):
            unfinished.unlink()
        raise _not_written(path, problem.strerror) from None
