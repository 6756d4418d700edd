"""What a test does with a page: open a notebook, see its canvases, click on them, collect what the console says.

Nothing here sleeps: each function waits for what it is about, and gives up after TIMEOUT. Positions on a canvas are in
the canvas's own pixels, whatever size it is shown at.
"""

import base64
import itertools
import json
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import ConsoleMessage, Error, Locator, Page

from .servers import Server

TIMEOUT = 60_000
"""Milliseconds."""

Region = tuple[int, int, int, int]
"""Left, top, width and height in a canvas's own pixels."""

NUMBERS = itertools.count(1)

# ------------------------------------------------------------------------------------------------------- notebooks

READY = """path => {
    const widget = window.jupyterapp?.shell.currentWidget;
    const kernel = widget?.sessionContext?.session?.kernel;
    return widget?.context?.path === path && widget.context.isReady && widget.sessionContext.isReady
        && kernel?.connectionStatus === 'connected' && kernel.status === 'idle';
}"""
"""The execution indicator says idle before there is a kernel, and what is run then is dropped."""

RUN_ALL = """async () => {
    const app = window.jupyterapp;
    await app.commands.execute('notebook:run-all-cells');
    const cells = app.shell.currentWidget.content.model.sharedModel.toJSON().cells;
    return cells.flatMap(cell => cell.outputs ?? []).filter(output => output.output_type === 'error')
        .map(output => output.traceback.join('\\n'));
}"""

VOILA_DONE = "() => document.readyState === 'complete' && document.querySelector('.jp-Cell, .jp-OutputArea')"

COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class NotebookError(AssertionError):
    """A cell raised an error."""


class Notebook(NamedTuple):
    """A notebook that is open in a page."""

    page: Page
    server: Server
    name: str
    """The file in the server's directory."""

    @property
    def url(self) -> str:
        """Where it is. Each notebook has a Lab workspace of its own, so that no other is opened beside it."""
        if self.server.kind == "voila":
            return f"{self.server.url}/voila/render/{self.name}"
        return f"{self.server.url}/lab/workspaces/{Path(self.name).stem}/tree/{self.name}"

    def wait_until_ready(self) -> None:
        """In Lab: the kernel is connected and idle. In Voila: all cells have run."""
        if self.server.kind == "lab":
            self.page.wait_for_function(READY, arg=self.name, timeout=TIMEOUT)
            return
        self.page.wait_for_function(VOILA_DONE, timeout=TIMEOUT)
        # Voila shows errors and what is printed to stderr alike.
        said = self.page.locator("[data-mime-type='application/vnd.jupyter.stderr']").all_inner_texts()
        _raise([text for text in said if "Traceback (most recent call last)" in text])

    def run_all(self) -> None:
        """Run all cells of a notebook in Lab, and raise what one of them raises."""
        _raise(self.page.evaluate(RUN_ALL))

    def reload(self) -> None:
        """Load the page again: Lab keeps the kernel and shows what was saved, Voila starts anew."""
        if self.server.kind == "lab":
            self.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
        self.page.reload(timeout=TIMEOUT)
        self.wait_until_ready()


def open_notebook(page: Page, server: Server, cells: Iterable[str] | Path, *, run: bool = True) -> Notebook:
    """Open a notebook with these code cells, or a copy of this file, and run all cells."""
    if isinstance(cells, Path):
        name = f"{cells.stem}-{next(NUMBERS)}.ipynb"
        shutil.copy(cells, server.directory / name)
    else:
        name = f"test-{next(NUMBERS)}.ipynb"
        (server.directory / name).write_text(json.dumps(_notebook(cells)))
    notebook = Notebook(page, server, name)
    page.goto(notebook.url, timeout=TIMEOUT)
    notebook.wait_until_ready()
    if run and server.kind == "lab":
        notebook.run_all()
    return notebook


def _notebook(cells: Iterable[str]) -> dict[str, object]:
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "cells": [
            {
                "cell_type": "code",
                "id": f"cell-{number}",
                "metadata": {},
                "execution_count": None,
                "outputs": [],
                "source": source,
            }
            for number, source in enumerate(cells)
        ],
    }


def _raise(tracebacks: list[str]) -> None:
    if tracebacks:
        raise NotebookError(COLOURS.sub("", "\n\n".join(tracebacks)))


# -------------------------------------------------------------------------------------------------------- canvases

PIXELS_SCRIPT = """
(selector, region) => {
    const canvas = document.querySelector(selector);
    if (!canvas || !canvas.width || !canvas.height) return null;
    const [left, top, width, height] = region ?? [0, 0, canvas.width, canvas.height];
    const data = canvas.getContext('2d').getImageData(left, top, width, height).data;
    const words = new Uint32Array(data.buffer);
    let hash = 2166136261;
    let drawn = false;
    for (const word of words) {
        hash = Math.imul(hash ^ word, 16777619) >>> 0;
        drawn ||= word !== 0;
    }
    return {left, top, width, height, data, drawn, hash};
}
"""
"""A region of a canvas, with a number that stands for what it shows. Also used by round_trip.py."""

WAIT_FOR_PIXELS = f"""([selector, region, before]) => {{
    const seen = ({PIXELS_SCRIPT})(selector, region);
    if (!seen || !seen.drawn || seen.hash === before) return false;
    let text = '';
    for (let i = 0; i < seen.data.length; i += 32768)
        text += String.fromCharCode.apply(null, seen.data.subarray(i, i + 32768));
    return {{...seen, data: btoa(text)}};
}}"""

WAIT_FOR_COLOUR = f"""([selector, x, y, colour]) => {{
    const seen = ({PIXELS_SCRIPT})(selector, [x, y, 1, 1]);
    return seen && seen.data[3] === 255 && colour.every((value, i) => seen.data[i] === value);
}}"""

Colour = tuple[int, int, int]


class Pixels(NamedTuple):
    """What a region of a canvas showed."""

    left: int
    top: int
    width: int
    height: int
    data: bytes
    """Red, green, blue and alpha of each pixel, row by row."""
    fingerprint: int

    def at(self, x: int, y: int) -> tuple[int, int, int, int]:
        """Red, green, blue and alpha of the pixel at this position of the canvas."""
        start = 4 * ((y - self.top) * self.width + x - self.left)
        red, green, blue, alpha = self.data[start : start + 4]
        return red, green, blue, alpha


def canvas_pixels(page: Page, css_class: str, region: Region | None = None) -> Pixels:
    """Wait until something is drawn on the canvas with this class, then return it."""
    return _pixels(page, css_class, region, None)


def wait_for_pixels_to_change(page: Page, css_class: str, before: Pixels) -> Pixels:
    """Wait until the region that `before` is of shows something else, then return it."""
    region = (before.left, before.top, before.width, before.height)
    return _pixels(page, css_class, region, before.fingerprint)


def wait_for_colour(page: Page, css_class: str, x: int, y: int, colour: Colour) -> None:
    """Wait until this pixel of the canvas has exactly this colour."""
    page.wait_for_function(WAIT_FOR_COLOUR, arg=[selector(css_class), x, y, colour], timeout=TIMEOUT)


def click_canvas(page: Page, css_class: str, x: float, y: float) -> None:
    """Click with the mouse on this point of the canvas."""
    locator = page.locator(selector(css_class)).first
    locator.click(position=shown_at(locator, x, y), timeout=TIMEOUT)


def tap_canvas(page: Page, css_class: str, x: float, y: float) -> None:
    """Tap with a finger on this point of the canvas; the page needs has_touch=True."""
    locator = page.locator(selector(css_class)).first
    locator.tap(position=shown_at(locator, x, y), timeout=TIMEOUT)


def selector(css_class: str) -> str:
    """The canvas that `add_class` gave this class."""
    return f"canvas.{css_class}"


def shown_at(canvas: Locator, x: float, y: float) -> dict[str, float]:
    """Where a point of the canvas is shown, in CSS pixels from its corner."""
    scale: list[float] = canvas.evaluate(
        "e => { const r = e.getBoundingClientRect(); return [r.width / e.width, r.height / e.height]; }"
    )
    return {"x": x * scale[0], "y": y * scale[1]}


def _pixels(page: Page, css_class: str, region: Region | None, before: int | None) -> Pixels:
    seen = page.wait_for_function(
        WAIT_FOR_PIXELS, arg=[selector(css_class), region, before], timeout=TIMEOUT
    ).json_value()
    place = (seen["left"], seen["top"], seen["width"], seen["height"])
    return Pixels(*place, base64.b64decode(seen["data"]), seen["hash"])


# --------------------------------------------------------------------------------------------------------- console

HARMLESS = {
    # Voila's page takes the icons of its buttons from a content delivery network, which this browser cannot reach.
    "Voila's FontAwesome": r"net::ERR_\w+ \[https://cdn\.jsdelivr\.net/npm/@fortawesome/",
}
"""Errors that are not ours: name -> pattern of `TEXT [ADDRESS]`. Each says why it does not matter."""


class Console:
    """All that a page says on its console, and the errors among it that matter."""

    def __init__(self, page: Page) -> None:
        self.lines: list[str] = []
        self.errors: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", self._hear_error)

    def _hear(self, message: ConsoleMessage) -> None:
        line = f"{message.text} [{message.location.get('url', '')}]"
        self.lines.append(f"{message.type}: {line}")
        if message.type == "error":
            self._keep(line)

    def _hear_error(self, error: Error) -> None:
        line = f"{error.stack or error.message} []"
        self.lines.append(f"uncaught: {line}")
        self._keep(line)

    def _keep(self, line: str) -> None:
        if not any(re.search(pattern, line) for pattern in HARMLESS.values()):
            self.errors.append(line)
