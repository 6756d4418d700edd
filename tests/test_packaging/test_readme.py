"""What the README promises is there: pictures, notebooks, commands, and badges that open what exists."""

import re
import tomllib
from pathlib import Path

import pytest

from oldtown_lab.cli.arguments import parser

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
REPOSITORY = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]["Repository"]


def test_the_badges_open_notebooks_of_this_repository() -> None:
    places = re.findall(r"\(https://mybinder\.org/v2/gh/([^/]+/[^/]+)/HEAD\?urlpath=([^)]+)\)", README)
    assert [urlpath.split("notebooks/")[0] for _, urlpath in places] == ["lab/tree/", "voila/render/"]
    for repository, urlpath in places:
        assert REPOSITORY.endswith(repository)
        assert (ROOT / "notebooks" / urlpath.split("notebooks/")[1]).is_file()


@pytest.mark.parametrize("place", sorted(set(re.findall(r"(?:\]\(|src=\")(?!https?:|#)([^)\"#]+)", README))))
def test_what_it_links_to_is_there(place: str) -> None:
    assert (ROOT / place).exists()


def test_the_headings_it_links_to_are_there() -> None:
    headings = {
        re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-") for line in re.findall(r"^#+ (.*)", README, re.M)
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", README)) <= headings


def test_every_command_stands_in_it() -> None:
    commands = next(action for action in parser()._actions if action.choices)
    assert commands.choices
    for command in commands.choices:
        assert re.search(rf"`oldtown {command}\b", README), command
