"""Take the pictures of the README: the lab in a real JupyterLab, in a real browser.

    python scripts/take_pictures.py [DIRECTORY]

Needs what the browser tests need (`make pictures` sees to it). Without a directory the pictures go to docs/.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, expect  # noqa: E402 - found after the line above
from test_browser import servers  # noqa: E402
from test_browser.pages import canvas_pixels, open_notebook  # noqa: E402

PLAYED = """\
from oldtown_lab import SoloLab
lab = SoloLab("{puzzle}")
for move in {moves}:
    lab.do(move)
lab"""


class Shot(NamedTuple):
    """One picture: the game, its moves, what is done in the page before it is taken, and the page's settings."""

    name: str
    puzzle: str
    moves: list[str]
    prepare: Callable[[Page], None]
    width: int = 1400
    scale: float = 1.0
    dark: bool = False


def _tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def _look_at_cards(page: Page) -> None:
    page.locator(".oldtown-buildings button", has_text="Hotel").click()
    page.locator(".oldtown-heat input").check()
    page.wait_for_timeout(1500)


def _follow_a_proof(page: Page) -> None:
    page.locator(".oldtown-mode button", has_text="Proof").click()
    page.locator(".oldtown-proof-on").wait_for()
    for step in range(33):
        page.locator("button.oldtown-proof-on").click()
        expect(page.locator(".oldtown-proof-where")).to_contain_text(f"Step {step + 1} of")
    page.wait_for_timeout(1000)


def _refute_a_claim(page: Page) -> None:
    _tab(page, "Claim")
    page.locator(".oldtown-claim-mode input").check()
    page.locator(".oldtown-claim select").nth(0).select_option("Bank")
    page.locator(".oldtown-claim select").nth(1).select_option("plot 12")
    page.locator(".oldtown-claim label", has_text="3").first.click()
    page.locator("button.oldtown-judge").click()
    page.locator(".oldtown-verdict img").wait_for()
    page.wait_for_timeout(1000)


def _ask_for_help(page: Page) -> None:
    _tab(page, "Help")
    page.locator("button.oldtown-next-step").click()
    expect(page.locator(".oldtown-answer")).to_contain_text("because")
    page.wait_for_timeout(1000)


SHOTS = [
    Shot(
        "board",
        "solo-1",
        [f"card {n}" for n in (2, 3, 4, 5, 7, 8, 13, 14)] + ["card 45", "cross Casino 12"],
        _look_at_cards,
    ),
    Shot("proof", "solo-4", [], _follow_a_proof),
    Shot("counterexample", "solo-1", ["card 45", "card 8"], _refute_a_claim),
    Shot("dark", "solo-1", ["card 3", "card 45", "place Bank 8", "card 8"], _ask_for_help, 600, 1.0, dark=True),
]


def take(browser: Browser, server: servers.Server, shot: Shot, folder: Path) -> None:
    """Open a notebook with the lab, prepare it, and take a picture of the lab alone."""
    settings: dict[str, Any] = {
        "viewport": {"width": shot.width + 110, "height": 1500},
        "device_scale_factor": shot.scale,
    }
    page = browser.new_context(**settings).new_page()
    page.set_default_timeout(60_000)
    open_notebook(page, server, [PLAYED.format(puzzle=shot.puzzle, moves=shot.moves)])
    page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
    if shot.dark:
        page.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})")
    canvas_pixels(page, "oldtown-board")
    shot.prepare(page)
    page.locator(".oldtown-lab").screenshot(path=folder / f"{shot.name}.png")
    page.context.close()
    server.shut_down_kernels()
    print(folder.name, shot.name)


def main(folder: Path) -> int:
    executable = servers.find_chromium()
    if executable is None:
        print("no Chromium found: install chromium or set OLDTOWN_BROWSER", file=sys.stderr)
        return 1
    folder.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as temporary,
        servers.chromium(executable) as browser,
        servers.lab_server(Path(temporary)) as server,
    ):
        for shot in SHOTS:
            take(browser, server, shot, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"))
