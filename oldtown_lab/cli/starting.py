"""Commands to begin with: what next, the lessons in JupyterLab, the solo games as a page without code."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from ..classroom.lessons import CHOSEN_GAME, DASHBOARD, FIRST, lesson_folder, notebook_folder
from ..errors import FileError, MissingToolError
from ..puzzles.catalogue import load_puzzle, puzzles
from ..town.buildings import in_words

#: Where the lessons go if nothing else is said.
USUAL_FOLDER = "oldtown-lessons"

#: Elsewhere execv starts a second process and ends the first, to which the shell listens.
CAN_BECOME_ANOTHER = os.name == "posix"

WHAT_NEXT = """\
A logic lab around the deduction game Old Town: puzzles, and proofs that can be read.

  oldtown lab               the lessons, in JupyterLab
  oldtown dashboard         the solo games on a board to click, without code
  oldtown show solo-1       a puzzle with its cards
  oldtown explain solo-1    its solution, proved step by step
  oldtown worksheet solo-1  the puzzle on paper
  oldtown --help            everything else
"""


def show_what_next(_: Namespace) -> int:
    print(WHAT_NEXT, end="")
    return 0


def start_lab(chosen: Namespace) -> int:
    _require("jupyterlab", "lab needs JupyterLab: pip install jupyterlab")
    folder, is_new, missing = lesson_folder(_folder(chosen.folder))
    if is_new:
        print(f"The lessons are now in {folder}")
    elif missing:
        print(f"The lessons are in {folder}, which is used as it is; not in it: {in_words(missing)}")
    else:
        print(f"The lessons are in {folder}, which is used as it is")
    usual = {"--ServerApp.root_dir": str(folder), "--ServerApp.answer_yes": "True"}  # Ctrl-C ends it without a question
    if (folder / FIRST).exists():
        usual["--LabApp.default_url"] = f"/lab/tree/{quote(FIRST)}"
    return _become("jupyterlab", [], usual, chosen.more)


def start_dashboard(chosen: Namespace) -> int:
    _require("voila", "dashboard needs Voila: pip install 'oldtown-lab[dashboard]'")
    if chosen.puzzle is not None:
        load_puzzle(chosen.puzzle)  # what is wrong with it is said here, not in a page
        in_catalogue = chosen.puzzle in puzzles()
        # The kernel works in another folder.
        os.environ[CHOSEN_GAME] = chosen.puzzle if in_catalogue else str(Path(chosen.puzzle).absolute())
    # A page that is closed leaves its kernel behind; half an hour is enough for a computer that was asleep.
    usual = {"--MappingKernelManager.cull_idle_timeout": "1800", "--MappingKernelManager.cull_interval": "120"}
    return _become("voila", [str(notebook_folder() / DASHBOARD)], usual, chosen.more)


def _folder(named: str | None) -> Path:
    """In the top folder of a checkout the lessons are there already; elsewhere they get a folder of their own."""
    try:
        here = Path.cwd()
    except FileNotFoundError:
        if named is not None and Path(named).is_absolute():
            return Path(named)
        raise FileError("this folder", "", "is gone; go to another one and try again") from None
    if named is not None:
        return here / named
    own = notebook_folder()
    return own if own.parent == here else here / USUAL_FOLDER


def _require(module: str, words: str) -> None:
    if find_spec(module) is None:
        raise MissingToolError(words)


def _become(module: str, arguments: Sequence[str], usual: Mapping[str, str], more: Sequence[str]) -> int:
    """Run a module of this Python in the place of this command, so that signals and its exit code are its own.

    The reader's options take the place of our usual ones: Jupyter refuses to be told a thing twice.
    """
    told = {option.split("=")[0] for option in more}
    options = [f"{name}={value}" for name, value in usual.items() if name not in told]
    # -P: a file of the reader's with the name of a library must not stand in for it.
    command = [sys.executable, "-P", "-m", module, *arguments, *options, *more]
    if sys.stdout:
        sys.stdout.flush()
    if CAN_BECOME_ANOTHER:
        os.execv(sys.executable, command)  # noqa: S606 - no shell is wanted
    return subprocess.call(command)  # noqa: S603 - the words are the reader's own
