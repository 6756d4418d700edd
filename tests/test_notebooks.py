"""Notebooks that are exported show their boards: pictures inside the page, with descriptions that are true."""

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from oldtown_lab import load_game
from oldtown_lab.draw.describe import describe
from oldtown_lab.draw.faces import scene_of
from oldtown_lab.town.towns import Town

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The first notebook as one HTML page, run anew."""
    out = tmp_path_factory.mktemp("exported")
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--execute", "--output-dir", out]
    subprocess.run([*command, ROOT / "notebooks" / "00-start-here.ipynb"], check=True, capture_output=True)
    return (out / "00-start-here.html").read_text()


def test_an_exported_notebook_shows_the_town_and_says_what_it_shows(page: str) -> None:
    images = {unescape(alt): src for alt, src in re.findall(r'<img alt="([^"]*)" src="(data:image/svg[^"]*)"', page)}
    (said,) = (alt for alt in images if alt.startswith("A town."))
    assert images[said].startswith("data:image/svg+xml;base64,")
    # Whichever town refutes "Bank at 8": what is said of it names a town, and that town is in the picture.
    town = Town(tuple(re.findall(r"Plot \d+: ([^.]+)\.", said)))
    assert set(town.buildings) < set(load_game("old-town").buildings)
    assert len(town.buildings) == 16
    assert town.at["Bank"] in (12, 16)
    assert describe(scene_of(town)) == said


def test_the_committed_notebook_shows_its_boards_without_a_kernel() -> None:
    saved = (ROOT / "notebooks" / "00-start-here.ipynb").read_text()
    assert saved.count("data:image/svg+xml;base64,") >= 7  # four boards, three cards
    assert "Plot 8: perhaps Bank." in saved
