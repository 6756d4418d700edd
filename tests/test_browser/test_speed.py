"""How long a click takes to be seen, printed beside a bare canvas in the same run. Nothing here asserts a time."""

from statistics import median, quantiles

import pytest
from playwright.sync_api import Page, expect

from oldtown_lab.draw.scene import candidates_scene
from oldtown_lab.play.session import SoloSession

from .pages import canvas_pixels, open_notebook, selector, wait_for_colour
from .round_trip import BARE_CANVAS, BARE_CLASS, bare_round_trips, measure_click_to_pixels, measure_click_to_text
from .servers import Server
from .test_solo_lab import BOARD, chip_point, plot_region, tab

CLICKS = 20
RED = (255, 0, 0)
LAB = """\
from oldtown_lab import SoloLab
lab = SoloLab("solo-1")
for card in lab.session.puzzle.cards:
    lab.do(f"card {card}")
lab"""


def p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


def test_times_from_click_to_pixel_and_text(page: Page, lab_server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    open_notebook(page, lab_server, BARE_CANVAS)
    wait_for_colour(page, BARE_CLASS, 10, 10, RED)
    bare = bare_round_trips(page, CLICKS)
    open_notebook(page, lab_server, [LAB])
    canvas_pixels(page, BOARD)
    session = SoloSession("solo-1")
    for card in session.puzzle.cards:
        session.do(f"card {card}")
    building, plot = next(
        (b, min(places)) for b, places in session.state.candidates.places.items() if len(places) > 1 and 0 not in places
    )
    x, y = chip_point(candidates_scene(session.state.candidates), building, plot)
    moves = [measure_click_to_pixels(page, selector(BOARD), x, y, plot_region(plot)) for _ in range(CLICKS)]
    tab(page, "Help")
    hints = []
    for n in range(CLICKS // 2):
        # A move empties the answer, so that the next text to be seen there is the hint's.
        page.locator(f"button.oldtown-quick-{'redo' if n % 2 else 'undo'}").click()
        expect(page.locator(".oldtown-answer")).to_have_text("")
        button = page.locator("button.oldtown-hint-2")
        hints.append(measure_click_to_text(page, button.click, ".oldtown-answer"))
    allowed = 1.5 * p95(bare) + 50
    with capsys.disabled():
        print(  # noqa: T201 - the numbers are what this is for
            f"\nfrom click to picture: bare canvas {median(bare):.0f} ms (p95 {p95(bare):.0f}), "
            f"a move {median(moves):.0f} ms (p95 {p95(moves):.0f}; aim {allowed:.0f}), "
            f"a hint's text {median(hints):.0f} ms (p95 {p95(hints):.0f}; aim 200)"
        )
    assert len(moves) == CLICKS
    assert all(time > 0 for time in (*bare, *moves, *hints))
