"""What ``oldtown dashboard`` and ``oldtown lab`` start, each in a process of its own: a page to play on, a lesson."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect

from . import servers
from .pages import canvas_pixels, wait_for_pixels_to_change
from .test_solo_lab import BOARD, plot_region, press, tab

GAME = ".oldtown-game select"


@contextmanager
def oldtown(home: Path, probe: str, *arguments: str, **variables: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The command at a terminal where nobody types, and the address that it serves at; its log is in `home`."""
    port = servers._free_port()
    log = home / "command.log"
    options = ["--no-browser", f"--port={port}"]
    keyboard, terminal = os.openpty()
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "oldtown_lab.cli", *arguments, *options],
            env={**servers._environment(home), **variables},
            cwd=home,
            stdin=terminal,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        assert servers._answers(process, url + probe), log.read_text()
        yield url, process
    finally:
        servers._stop(process)
        os.close(keyboard)
        os.close(terminal)


@contextmanager
def dashboard(home: Path, *arguments: str, **variables: str) -> Iterator[str]:
    flags = ["--Voila.ip=127.0.0.1", "--Voila.port_retries=0", "--Voila.tornado_settings={'disable_check_xsrf': True}"]
    with oldtown(home, "/voila/static/", "dashboard", *arguments, "--", *flags, **variables) as (url, _):
        yield url


def test_a_student_switches_games_and_finds_the_moves_again(page: Page, tmp_path: Path) -> None:
    with dashboard(tmp_path, "--puzzle", "solo-2") as url:
        page.goto(url)
        expect(page.locator(f"{GAME} option:checked")).to_have_text("Solo game 2 (easy)")
        expect(page).to_have_title("Old Town: the solo games")
        levels = ["easy"] * 2 + ["medium"] * 3 + ["hard"] * 3
        titles = [f"Solo game {number} ({level})" for number, level in enumerate(levels, start=1)]
        expect(page.locator(f"{GAME} option")).to_have_text(titles)
        page.locator(GAME).select_option(index=0)
        expect(page.locator(".oldtown-lab")).to_contain_text("My building: the Hotel.")
        assert "GameChooser" not in page.inner_text("body")
        assert page.locator(".jp-InputArea-editor:visible, .jp-CodeCell .jp-Cell-inputWrapper:visible").count() == 0

        empty = canvas_pixels(page, BOARD, plot_region(8))
        press(page, "card-3")
        played = wait_for_pixels_to_change(page, BOARD, empty)
        page.locator(GAME).select_option(index=3)
        expect(page.locator(".oldtown-lab")).to_contain_text("Solo game 4")
        tab(page, "Moves")
        expect(page.locator(".oldtown-moves")).to_have_text("No moves yet.")
        page.locator(GAME).select_option(index=0)
        expect(page.locator(".oldtown-lab")).to_contain_text("Solo game 1")
        tab(page, "Moves")
        expect(page.locator(".oldtown-moves li")).to_have_text(["card 3"])
        page.wait_for_function(
            "() => document.querySelectorAll('canvas.oldtown-board').length === 1"
        )  # that of the other game is gone
        assert canvas_pixels(page, BOARD, plot_region(8)).fingerprint == played.fingerprint
        assert page.locator(".oldtown-chooser-message:visible").count() == 0
        page.goto("about:blank")  # before the server ends, about which the page would complain


def test_a_game_that_is_not_there_is_named_in_the_page(page: Page, tmp_path: Path) -> None:
    with dashboard(tmp_path, OLDTOWN_PUZZLE="solo-<b>9") as url:
        page.goto(url)
        expect(page.locator(".oldtown-chooser-message")).to_contain_text(
            'there is no puzzle "solo-<b>9"; allowed: a file'
        )
        expect(page.locator(f"{GAME} option:checked")).to_have_text("Solo game 1 (easy)")
        canvas_pixels(page, BOARD)
        page.goto("about:blank")


@contextmanager
def lab(home: Path, how: signal.Signals) -> Iterator[str]:
    """A JupyterLab on "my lessons"; in the end it is told to end, and must do so in order."""
    flags = [flag for flag in servers.LAB_FLAGS if flag != "--no-browser"]
    with oldtown(home, "/api/status", "lab", "my lessons", "--", *flags) as (url, process):
        yield url
        os.kill(process.pid, how)
        assert process.wait(30) == 0
    assert "Traceback" not in (home / "command.log").read_text()


def get(url: str) -> tuple[str, bytes]:
    """Where an address leads, and what is there."""
    with servers.DIRECT.open(url, timeout=30) as answer:
        return answer.url, answer.read()


def test_the_lab_serves_a_copy_of_the_lessons(tmp_path: Path) -> None:
    # It must not be taken for the library.
    (tmp_path / "jupyterlab.py").write_text("raise SystemExit('a file of the reader')")
    with lab(tmp_path, signal.SIGINT) as url:
        _, served = get(f"{url}/files/solo-lab.ipynb")
        assert served == (tmp_path / "my lessons" / "solo-lab.ipynb").read_bytes()
        assert served == (servers.ROOT / "notebooks" / "solo-lab.ipynb").read_bytes()
    said = (tmp_path / "command.log").read_text()
    assert said.startswith(f"The lessons are now in {tmp_path / 'my lessons'}\n")


def test_the_lab_opens_the_first_lesson(tmp_path: Path) -> None:
    (tmp_path / "my lessons").mkdir()
    (tmp_path / "my lessons" / "00-start-here.ipynb").write_text("mine")
    with lab(tmp_path, signal.SIGTERM) as url:
        assert get(url)[0].rstrip("?") == f"{url}/lab/tree/00-start-here.ipynb"
        assert get(f"{url}/files/00-start-here.ipynb")[1] == b"mine"
