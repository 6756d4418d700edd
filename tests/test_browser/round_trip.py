"""How long it takes from a click, through the kernel, to what it changes on the screen. Measured in the page.

A time runs from the time stamp of the click's own event to the first frame in which the change is there, so it is
exact to a frame: a sixtieth of a second at best.
"""

from collections.abc import Callable

from playwright.sync_api import Page

from .pages import PIXELS_SCRIPT, TIMEOUT, Region, selector, shown_at

BARE_CLASS = "bare"

BARE_CANVAS = [
    f"""\
from ipycanvas import Canvas

canvas = Canvas(width=200, height=100, layout={{"width": "200px", "height": "100px"}})
canvas.add_class("{BARE_CLASS}")
colours = ["#ff0000", "#0000ff"]

def draw():
    canvas._canvas_manager._current_canvas = None
    paint()

def paint():
    canvas.fill_style = colours[0]
    canvas.fill_rect(0, 0, 100, 100)

def on_mouse_down(x, y):
    colours.reverse()
    paint()

canvas.on_client_ready(draw)
canvas.on_mouse_down(on_mouse_down)
canvas"""
]
"""A notebook with the least that goes through the kernel: a square, red and then blue, another colour at each click."""

START = """([seen, timeout]) => {
    const look = eval(seen);
    const before = JSON.stringify(look());
    window.oldtownRoundTrip = new Promise((resolve, reject) => {
        const begin = event => {
            for (const kind of ['pointerdown', 'keydown']) window.removeEventListener(kind, begin, true);
            const watch = now => {
                if (JSON.stringify(look()) !== before) resolve(performance.now() - event.timeStamp);
                else if (performance.now() - event.timeStamp > timeout) reject(new Error('nothing changed'));
                else requestAnimationFrame(watch);
            };
            requestAnimationFrame(watch);
        };
        for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, begin, true);
        setTimeout(() => reject(new Error('no click arrived, or nothing changed')), timeout);
    });
    window.oldtownRoundTrip.catch(() => {});
}"""


def bare_round_trips(page: Page, n: int) -> list[float]:
    """The milliseconds of n clicks, one after the other, in a page where BARE_CANVAS is open and drawn."""
    canvas = selector(BARE_CLASS)
    return [measure_click_to_pixels(page, canvas, 50, 50, (0, 0, 100, 100)) for _ in range(n)]


def measure_click_to_pixels(page: Page, canvas_selector: str, x: float, y: float, region: Region) -> float:
    """Click on (x, y) of a canvas; the milliseconds until its region changes. Both are in the canvas's own pixels."""
    canvas = page.locator(canvas_selector).first
    position = shown_at(canvas, x, y)
    look = f"() => ({PIXELS_SCRIPT})({canvas_selector!r}, {list(region)})?.hash"
    return _measure(page, lambda: canvas.click(position=position, timeout=TIMEOUT), look)


def measure_click_to_text(page: Page, click: Callable[[], None], text_selector: str) -> float:
    """Call `click`, which presses one mouse button or key; the milliseconds until the text of these elements changes.

    The element may be absent before.
    """
    look = f"() => Array.from(document.querySelectorAll({text_selector!r}), element => element.textContent)"
    return _measure(page, click, look)


def _measure(page: Page, click: Callable[[], None], look: str) -> float:
    page.evaluate(START, [look, TIMEOUT])
    click()
    milliseconds: float = page.evaluate("() => window.oldtownRoundTrip")
    return milliseconds
