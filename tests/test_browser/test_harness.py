"""The browser tests can see and click: a bare canvas in JupyterLab and in Voila, drawn, clicked and drawn again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from .pages import (
    NotebookError,
    canvas_pixels,
    click_canvas,
    open_notebook,
    wait_for_colour,
    wait_for_pixels_to_change,
)
from .round_trip import BARE_CANVAS, BARE_CLASS, bare_round_trips, measure_click_to_text
from .servers import Server

RED = (255, 0, 0)
BLUE = (0, 0, 255)

BUTTON = [
    """\
from ipywidgets import Button, HTML, VBox

button, answer = Button(description="Count"), HTML("0")
button.add_class("count")
answer.add_class("answer")

def count(_):
    answer.value = str(int(answer.value) + 1)

button.on_click(count)
VBox([button, answer])"""
]


@pytest.fixture(params=["lab_server", "voila_server"])
def server(request: pytest.FixtureRequest) -> Server:
    """Each kind of server."""
    found: Server = request.getfixturevalue(request.param)
    return found


def test_click_changes_pixels(page: Page, server: Server) -> None:
    notebook = open_notebook(page, server, BARE_CANVAS)
    wait_for_colour(page, BARE_CLASS, 10, 10, RED)
    before = canvas_pixels(page, BARE_CLASS)
    assert (before.width, before.height) == (200, 100)
    assert before.at(99, 99) == (*RED, 255)
    assert before.at(100, 99) == (0, 0, 0, 0)
    click_canvas(page, BARE_CLASS, 50, 50)
    after = wait_for_pixels_to_change(page, BARE_CLASS, before)
    assert after.at(99, 99) == (*BLUE, 255)
    notebook.reload()
    # The kernel of Lab is still the same, Voila has started another.
    wait_for_colour(page, BARE_CLASS, 10, 10, BLUE if server.kind == "lab" else RED)


def test_a_theme_ends_with_its_test(new_page: Callable[..., Page], lab_server: Server) -> None:
    """A board is painted in the light theme until the page has told its own: no test must inherit a dark one."""
    is_dark = "() => document.body.dataset.jpThemeLight === 'false'"
    page = new_page()
    open_notebook(page, lab_server, [], run=False)
    page.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})")
    page.wait_for_function(is_dark)
    kept = new_page()
    open_notebook(kept, lab_server, [], run=False)
    assert kept.evaluate(is_dark)
    lab_server.forget_theme()
    fresh = new_page()
    open_notebook(fresh, lab_server, [], run=False)
    assert not fresh.evaluate(is_dark)


def test_times_are_measured(page: Page, lab_server: Server) -> None:
    open_notebook(page, lab_server, BARE_CANVAS)
    wait_for_colour(page, BARE_CLASS, 10, 10, RED)
    times = bare_round_trips(page, 5)
    assert len(times) == 5
    assert all(time > 0 for time in times)


def test_text_is_measured(page: Page, lab_server: Server) -> None:
    open_notebook(page, lab_server, BUTTON)
    button = page.locator("button.count")
    button.wait_for()
    assert measure_click_to_text(page, button.click, ".answer") > 0
    assert page.locator(".answer").inner_text() == "1"


def test_error_in_a_cell_is_raised(page: Page, server: Server) -> None:
    with pytest.raises(NotebookError, match="ZeroDivisionError"):
        open_notebook(page, server, ["1 / 0"])
