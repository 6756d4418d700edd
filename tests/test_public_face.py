"""The public names: quick to import, there when they are used, in whatever order."""

import subprocess
import sys

import pytest

import oldtown_lab


def run(code: str) -> str:
    """What a fresh Python prints; names that are imported on first use show their troubles only there."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", oldtown_lab.__all__)
def test_every_public_name_can_be_imported_first(name: str) -> None:
    assert run(f"from oldtown_lab import {name}; print(callable({name}))") == "True\n"


@pytest.mark.parametrize(
    "before",
    [
        "",
        "oldtown_lab.load_puzzle('solo-1')",
        "import oldtown_lab.puzzles.catalogue",
        "from oldtown_lab import *",
    ],
)
def test_puzzles_lists_the_catalogue_whatever_was_imported_before(before: str) -> None:
    listed = run(f"import oldtown_lab\n{before}\nprint(*oldtown_lab.puzzles())")
    assert listed.split() == [f"solo-{n}" for n in range(1, 9)]


def test_a_name_that_does_not_exist_is_an_ordinary_mistake() -> None:
    with pytest.raises(AttributeError, match="no attribute 'solv'"):
        _ = oldtown_lab.solv  # type: ignore[attr-defined]


def test_dir_shows_the_public_names() -> None:
    assert dir(oldtown_lab) == sorted(oldtown_lab.__all__)
