"""The lessons: where they are, and a copy of them that a reader may write in."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..errors import FileError
from ..games.files import file_name
from ..puzzles.catalogue import PACKAGE

#: What belongs to the lessons, in the folder of the notebooks.
PATTERNS = ("*.ipynb", "teachers-guide.*")

#: The lesson to open first.
FIRST = "00-start-here.ipynb"

#: The notebook that is also a page without code, and the variable that names the game which it shows first.
DASHBOARD = "solo-lab.ipynb"
CHOSEN_GAME = "OLDTOWN_PUZZLE"


class LessonFolder(NamedTuple):
    """A folder to work in: made now, or found with lessons in it, of which some may be missing."""

    path: Path
    is_new: bool
    missing: tuple[str, ...] = ()


def notebook_folder() -> Path:
    """Inside an installed package, or at the top of a checkout."""
    installed = PACKAGE / "_data" / "notebooks"
    return installed if installed.is_dir() else PACKAGE.parent / "notebooks"


def lessons() -> tuple[Path, ...]:
    """The files of the lessons."""
    found = {path for pattern in PATTERNS for path in notebook_folder().glob(pattern)}
    return tuple(sorted(path for path in found if path.is_file()))


def lesson_folder(folder: Path) -> LessonFolder:
    """Copy all lessons into a folder that has no notebook; leave one that has some as it is."""
    try:
        there = {entry.name for entry in os.scandir(folder)} if os.path.lexists(folder) else set()
    except NotADirectoryError:
        raise FileError(file_name(folder), "", "is a file; the lessons need a folder") from None
    except OSError as problem:
        raise FileError(file_name(folder), "", f"cannot be read ({problem.strerror})") from None
    wanted = lessons()
    if any(name.endswith(".ipynb") for name in there):
        return LessonFolder(folder, False, tuple(path.name for path in wanted if path.name not in there))
    try:
        _copy([path for path in wanted if path.name not in there], folder)
    except OSError as problem:
        raise FileError(file_name(folder), "", f"the lessons cannot be written there ({problem.strerror})") from None
    return LessonFolder(folder, True)


def _copy(files: Iterable[Path], folder: Path) -> None:
    """All or nothing: a reader who frees some space and tries again must not find half of the lessons."""
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    arrived: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".oldtown-") as beside:
            # Writing takes room and may fail; moving within the folder takes none.
            ready = [Path(shutil.copyfile(path, Path(beside) / path.name)) for path in files]
            for path in ready:
                arrived.append(path.rename(folder / path.name))
    except BaseException:  # also when somebody presses Ctrl-C
        for path in arrived:
            path.unlink(missing_ok=True)
        with suppress(OSError):
            for place in made:
                place.rmdir()
        raise
