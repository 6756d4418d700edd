"""Notebooks that are exported show their boards: pictures inside the page, with descriptions that are true."""

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from oldtown_lab import solve
from oldtown_lab.draw.describe import describe
from oldtown_lab.draw.faces import scene_of

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The first notebook as one HTML page, run anew."""
    out = tmp_path_factory.mktemp("exported")
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--execute", "--output-dir", out]
    subprocess.run([*command, ROOT / "notebooks" / "first-steps.ipynb"], check=True, capture_output=True)
    return (out / "first-steps.html").read_text()


def test_an_exported_notebook_shows_the_town_and_says_what_it_shows(page: str) -> None:
    images = {unescape(alt): src for alt, src in re.findall(r'<img alt="([^"]*)" src="(data:image/svg[^"]*)"', page)}
    town = describe(scene_of(solve("solo-1").towns[0]))
    assert town in images
    assert images[town].startswith("data:image/svg+xml;base64,")


def test_the_committed_notebook_shows_its_boards_without_a_kernel() -> None:
    saved = (ROOT / "notebooks" / "first-steps.ipynb").read_text()
    assert saved.count("data:image/svg+xml;base64,") >= 20
    assert "Plot 8: Bank." in saved
