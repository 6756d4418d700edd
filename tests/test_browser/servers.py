"""Real Jupyter servers and a real browser, for the tests and for scripts/take_pictures.py.

A server has a directory and settings of its own, listens on the loopback interface only and is gone when the `with`
ends. The browser reaches nothing but that interface, so a test says the same with and without a network.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[2]

START_SECONDS = 90
STOP_SECONDS = 10
ATTEMPTS = 3
"""Another program may take the free port before the server does."""

BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

LAB_FLAGS = [
    "--no-browser",
    "--ServerApp.ip=127.0.0.1",
    "--ServerApp.port_retries=0",
    "--allow-root",
    "--IdentityProvider.token=",
    "--ServerApp.password=",
    "--ServerApp.disable_check_xsrf=True",
    "--LabApp.expose_app_in_browser=True",
    "--LabApp.extension_manager=readonly",
]

VOILA_FLAGS = [
    "--no-browser",
    "--Voila.ip=127.0.0.1",
    "--Voila.port_retries=0",
    "--show_tracebacks=True",
    # Without it Voila refuses its own page's request to shut down the kernel.
    "--Voila.tornado_settings={'disable_check_xsrf': True}",
]

DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Asks the server itself, never a proxy."""

EXTENSION = "@jupyterlab/apputils-extension"
"""Whose settings are those of news and of the theme."""

NO_NEWS = {"fetchNews": "false", "checkForUpdates": False}


class ServerError(Exception):
    """A server did not start."""


class Server(NamedTuple):
    """A running JupyterLab or Voila."""

    kind: str
    """`lab` or `voila`."""
    url: str
    """Without a slash at the end."""
    directory: Path
    """Where its notebooks are."""
    log: Path

    def log_tail(self, lines: int = 60) -> str:
        """The last that it said."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def forget_theme(self) -> None:
        """A JupyterLab keeps the theme that a page has chosen: the next page begins with the usual one again."""
        (self.directory.parent / "settings" / EXTENSION / "themes.jupyterlab-settings").unlink(missing_ok=True)

    def shut_down_kernels(self) -> None:
        """Shut down all kernels of a JupyterLab; Voila's end with their pages."""
        if self.kind != "lab":
            return
        with DIRECT.open(f"{self.url}/api/kernels", timeout=10) as answer:
            kernels = json.load(answer)
        for kernel in kernels:
            address = f"{self.url}/api/kernels/{kernel['id']}"
            request = urllib.request.Request(address, method="DELETE")  # noqa: S310
            DIRECT.open(request, timeout=30).close()


def find_chromium() -> str | None:
    """The browser that scripts/setup_browser.sh finds."""
    found = subprocess.run(
        ["sh", ROOT / "scripts" / "setup_browser.sh", "find"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or None


@contextmanager
def chromium(executable: str) -> Iterator[Browser]:
    """A headless browser with a fresh profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=BROWSER_FLAGS, timeout=60_000)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def lab_server(home: Path) -> Iterator[Server]:
    """A JupyterLab on home/notebooks; everything else that it writes is in `home` too."""
    with _server("lab", home, _lab_command, "/api/status") as server:
        yield server


@contextmanager
def voila_server(home: Path) -> Iterator[Server]:
    """A Voila on home/notebooks; everything else that it writes is in `home` too."""
    with _server("voila", home, _voila_command, "/voila/static/") as server:
        yield server


def _lab_command(directory: Path, port: int) -> list[str]:
    where = [f"--ServerApp.root_dir={directory}", f"--ServerApp.port={port}"]
    return [sys.executable, "-m", "jupyterlab", *LAB_FLAGS, *where]


def _voila_command(directory: Path, port: int) -> list[str]:
    return [sys.executable, "-m", "voila", str(directory), f"--port={port}", *VOILA_FLAGS]


@contextmanager
def _server(kind: str, home: Path, command: Callable[[Path, int], list[str]], probe: str) -> Iterator[Server]:
    directory = home / "notebooks"
    directory.mkdir(parents=True)
    env = _environment(home)
    for attempt in range(ATTEMPTS):
        port = _free_port()
        log = home / f"server-{attempt}.log"
        server = Server(kind, f"http://127.0.0.1:{port}", directory, log)
        with log.open("wb") as out:
            process = subprocess.Popen(
                command(directory, port),
                cwd=directory,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            if not _answers(process, server.url + probe):
                continue
            yield server
            return
        finally:
            _stop(process)
    raise ServerError(f"{kind} did not start:\n{server.log_tail()}")


def _environment(home: Path) -> dict[str, str]:
    """The variables of a server that shares nothing with the user's own."""
    settings = home / "settings"
    news = settings / EXTENSION / "notification.jupyterlab-settings"
    news.parent.mkdir(parents=True)
    news.write_text(json.dumps(NO_NEWS))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "IPYTHON", "JPY_"))}
    return {
        **kept,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(settings),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _answers(process: subprocess.Popen[bytes], url: str) -> bool:
    """Wait until the server answers; false if it ends or takes too long."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            DIRECT.open(url, timeout=5).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            time.sleep(0.1)
        else:
            return True
    return False


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the server, which ends its kernels; kernels notice by themselves when it had to be killed."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
            process.wait(STOP_SECONDS)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue
        else:
            return
