"""A browser and Jupyter servers for all browser tests; where a test fails, what they said is shown."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page

from . import servers
from .pages import TIMEOUT, Console
from .servers import Server

NewPage = Callable[..., Page]

RUNNING: list[Server] = []
CONSOLES: list[Console] = []
"""Of the test that runs."""


def pytest_configure() -> None:
    """A run that is told to end ends in order: its servers and browser with it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    executable = servers.find_chromium()
    if executable is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium found, and the browser tests must run where CI is set", pytrace=False)
        pytest.skip("no Chromium found: install chromium or set OLDTOWN_BROWSER")
    with servers.chromium(executable) as chromium:
        yield chromium


@pytest.fixture(scope="session")
def lab_server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A JupyterLab."""
    with servers.lab_server(tmp_path_factory.mktemp("lab")) as server:
        RUNNING.append(server)
        yield server
        RUNNING.remove(server)


@pytest.fixture(scope="session")
def voila_server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Voila."""
    with servers.voila_server(tmp_path_factory.mktemp("voila")) as server:
        RUNNING.append(server)
        yield server
        RUNNING.remove(server)


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Makes pages, with Playwright's options of a browser context: `new_page(has_touch=True)`.

    The test fails if one of them has said an error on its console that is not in pages.HARMLESS. Kernels end with it,
    and so does the theme that it has chosen.
    """
    pages: list[Page] = []

    def make(**options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()
        pages.append(page)
        CONSOLES.append(Console(page))
        return page

    yield make
    errors = [error for console in CONSOLES for error in console.errors]
    CONSOLES.clear()
    for page in pages:
        # Voila's page asks for its kernel's end when it is left.
        with suppress(Error):
            page.goto("about:blank", timeout=10_000)
        page.context.close()
    for server in RUNNING:
        server.shut_down_kernels()
        server.forget_theme()
    assert not errors, "errors on the browser's console:\n" + "\n".join(errors)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """An empty page in a context of its own."""
    return new_page()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Add to a failure what the browser and the servers said."""
    report = yield
    if report.failed:
        for console in CONSOLES:
            report.sections.append(("browser console", "\n".join(console.lines[-60:])))
        for server in RUNNING:
            report.sections.append((f"log of {server.kind}", server.log_tail()))
    return report
