"""The browser for the browser tests is found or installed; where it is missing, one line says so.

The script runs in a directory of its own, on a PATH with a few plain tools and shell stubs.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

TOOLS = ["chmod", "dirname", "sh"]

MAC_BROWSERS = [
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
]

LEFT_OUT = (
    "oldtown_lab: no Chromium found, so the browser tests (tests/test_browser) are left out: "
    "install chromium (Debian: apt install chromium) or set OLDTOWN_BROWSER\n"
)

pytestmark = pytest.mark.skipif(
    any(path.exists() for path in MAC_BROWSERS), reason="a browser outside the PATH is always found"
)


class Machine:
    """A computer with the script and with the programs that a test puts on it."""

    def __init__(self, home: Path) -> None:
        self.project = home / "project"
        self.path = home / "bin"
        (self.project / "scripts").mkdir(parents=True)
        shutil.copy(ROOT / "scripts" / "setup_browser.sh", self.project / "scripts")
        self.path.mkdir()
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found, f"this test needs {tool}"
            (self.path / tool).symlink_to(found)
        self.become(1000)

    def add(self, name: str, script: str = "exit 0") -> Path:
        """Put a program on the PATH."""
        stub = self.path / name
        stub.write_text(f"#!/bin/sh\n{script}\n")
        stub.chmod(0o755)
        return stub

    def become(self, user: int) -> None:
        """Be this user from now on; 0 is root."""
        self.add("id", f"echo {user}")

    def add_apt(self, install: str) -> None:
        """Put an apt-get on the PATH that notes its calls, with what its `install` does."""
        calls = self.project / "calls"
        self.add(
            "apt-get", f'echo "$DEBIAN_FRONTEND: $*" >>{calls}\necho chatter\ncase "$*" in *install*) {install} ;; esac'
        )

    def set_up(self, *arguments: str, **variables: str) -> tuple[int, str, str]:
        """Run the script; what it exits with and says."""
        done = subprocess.run(
            ["sh", "scripts/setup_browser.sh", *arguments],
            cwd=self.project,
            env={"PATH": str(self.path), "LC_ALL": "C", **variables},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    def calls(self) -> list[str]:
        """How apt-get was called."""
        calls = self.project / "calls"
        return calls.read_text().splitlines() if calls.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A computer without a browser, used by somebody who is not root."""
    return Machine(tmp_path)


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"])
def test_found(machine: Machine, name: str) -> None:
    browser = machine.add(name)
    machine.become(0)
    machine.add_apt("exit 1")
    assert machine.set_up(CI="true") == (0, "", "")
    assert machine.set_up("find") == (0, f"{browser}\n", "")
    assert machine.calls() == []


def test_named_browser_comes_first(machine: Machine, tmp_path: Path) -> None:
    machine.add("chromium")
    mine = tmp_path / "my browser"
    machine.add("mine").rename(mine)
    assert machine.set_up("find", OLDTOWN_BROWSER=str(mine)) == (0, f"{mine}\n", "")


def test_named_browser_that_is_not_there(machine: Machine) -> None:
    assert machine.set_up(OLDTOWN_BROWSER="/nowhere/chromium") == (0, LEFT_OUT, "")
    browser = machine.add("chromium")
    assert machine.set_up("find", OLDTOWN_BROWSER="/nowhere/chromium") == (0, f"{browser}\n", "")


def test_missing_without_root(machine: Machine) -> None:
    machine.add_apt("exit 0")
    assert machine.set_up() == (0, LEFT_OUT, "")
    assert machine.set_up(CI="") == (0, LEFT_OUT, "")
    assert machine.set_up("find") == (1, "", "")
    assert machine.calls() == []


def test_missing_without_apt(machine: Machine) -> None:
    machine.become(0)
    assert machine.set_up() == (0, LEFT_OUT, "")


def test_missing_where_ci_is_set(machine: Machine) -> None:
    code, said, complaint = machine.set_up(CI="true")
    assert (code, said) == (1, "")
    assert complaint.startswith("oldtown_lab: no Chromium found, and the browser tests (tests/test_browser) must run")
    assert complaint.count("\n") == 1


def test_root_installs_it(machine: Machine) -> None:
    machine.become(0)
    browser = machine.path / "chromium"
    machine.add_apt(f"echo exit 0 >{browser}; chmod 755 {browser}")
    assert machine.set_up(CI="true") == (0, "oldtown_lab: installing Chromium for the browser tests\n", "")
    assert machine.calls() == [
        "noninteractive: -qq update",
        "noninteractive: -qq install -y --no-install-recommends chromium fonts-dejavu-core fonts-liberation",
    ]
    assert machine.set_up(CI="true") == (0, "", "")


def test_apt_fails(machine: Machine) -> None:
    machine.become(0)
    machine.add_apt("exit 100")
    (machine.project / ".venv").mkdir()
    code, said, complaint = machine.set_up()
    assert (code, complaint) == (0, "")
    assert said.splitlines()[1:] == [
        LEFT_OUT.strip().replace("no Chromium found", "apt-get could not install Chromium")
    ]
    assert "chatter" in (machine.project / ".venv" / "browser.log").read_text()
    code, _, complaint = machine.set_up(CI="true")
    assert code == 1
    assert complaint.startswith("oldtown_lab: apt-get could not install Chromium, and")
    assert complaint.count("\n") == 1


def test_unknown_word(machine: Machine) -> None:
    code, _, complaint = machine.set_up("fetch")
    assert code == 2
    assert complaint.startswith("usage: ")
