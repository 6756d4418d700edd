"""Where setting up fails, the user reads one line that says what is wrong and what to do; then it can be repaired.

The script runs in a directory of its own, on a PATH with a few plain tools and shell stubs in place of Python.
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

TOOLS = ["cat", "chmod", "cp", "dirname", "find", "grep", "make", "mkdir", "rm", "sh"]

FAKE_PYTHON = """\
#!/bin/sh
# A Python as far as the set-up looks at one.
case "$*" in
    *version_info*) echo {version} ;;
    *ensurepip*) exit {ensurepip} ;;
    "-c import pip") [ -e .venv/has-pip ] ;;
    "-m venv .venv")
        echo venv >>calls
        mkdir -p .venv/bin && cp "$0" .venv/bin/python && : >.venv/has-pip
        exit {venv}
        ;;
    "-m pip install "*)
        echo "pip $*" >>calls
        cat pip-says >&2
        {pip}
        ;;
    *) echo "unexpected: $*" >&2; exit 99 ;;
esac
"""

NO_NETWORK = """\
WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError('Failed to establish a connection')'
ERROR: Could not find a version that satisfies the requirement hatchling>=1.33 (from versions: none)
ERROR: No matching distribution found for hatchling>=1.33
"""


class Machine:
    """A computer with a copy of the project and with the Pythons that a test puts on it."""

    def __init__(self, home: Path) -> None:
        self.project = home / "project"
        self.path = home / "bin"
        self.stamp = self.project / ".venv" / ".stamp-lab"
        self.log = self.project / ".venv" / "setup.log"
        (self.project / "scripts").mkdir(parents=True)
        for name in ["Makefile", "pyproject.toml", "scripts/setup_venv.sh"]:
            shutil.copy(ROOT / name, self.project / name)
        self.pip_says("")
        self.path.mkdir()
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found, f"this test needs {tool}"
            (self.path / tool).symlink_to(found)

    def add_python(
        self, name: str = "python3", *, version: str = "3.12.1", ensurepip: int = 0, venv: int = 0, pip: str = "exit 0"
    ) -> None:
        """Put a stub on the PATH that says it is this version; the other values are what its steps exit with."""
        stub = self.path / name
        stub.write_text(FAKE_PYTHON.format(version=version, ensurepip=ensurepip, venv=venv, pip=pip))
        stub.chmod(0o755)

    def pip_says(self, text: str) -> None:
        """Have pip print this from now on."""
        (self.project / "pip-says").write_text(text)

    def run(self, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the project, on the PATH of stubs."""
        env = {"PATH": str(self.path), "LC_ALL": "C", **variables}
        return subprocess.run(command, cwd=self.project, env=env, capture_output=True, text=True, check=False)

    def set_up(self, goal: str = "lab", **variables: str) -> subprocess.CompletedProcess[str]:
        """Run the script."""
        return self.run("sh", "scripts/setup_venv.sh", goal, **variables)

    def complaint(self, goal: str = "lab", **variables: str) -> str:
        """Run the script, which must fail with one line on stderr and without a stamp; return the line."""
        done = self.set_up(goal, **variables)
        assert done.returncode == 1
        assert done.stderr.startswith("oldtown_lab: ")
        assert done.stderr.count("\n") == 1
        assert done.stderr.endswith("\n")
        assert not self.stamp.exists()
        return done.stderr

    def calls(self) -> list[str]:
        """The steps that changed something, in order, since this was last asked."""
        calls = self.project / "calls"
        lines = calls.read_text().splitlines() if calls.exists() else []
        calls.unlink(missing_ok=True)
        return [line.split()[0] for line in lines]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A computer without Python."""
    return Machine(tmp_path)


def test_no_python(machine: Machine) -> None:
    line = machine.complaint()
    assert "Python 3.11 or newer is needed, found none" in line
    assert "apt install python3" in line
    assert "brew install python" in line
    assert "make lab PYTHON=" in line


def test_old_python(machine: Machine) -> None:
    machine.add_python(version="3.9.2")
    line = machine.complaint()
    assert "Python 3.11 or newer is needed, found 3.9.2" in line
    assert "apt install python3" in line
    assert "make lab PYTHON=" in line
    assert not machine.calls()


@pytest.mark.parametrize("version", ["2.7.18", "3.10.13"])
def test_older_pythons(machine: Machine, version: str) -> None:
    machine.add_python("python", version=version)
    assert f"found {version}" in machine.complaint()


def test_python_that_does_not_run(machine: Machine) -> None:
    stub = machine.path / "python3"
    stub.write_text("#!/bin/sh\necho 'python3: no version is set' >&2\nexit 127\n")
    stub.chmod(0o755)
    assert "found none" in machine.complaint()


def test_no_ensurepip(machine: Machine) -> None:
    machine.add_python(version="3.11.2", ensurepip=1)
    line = machine.complaint()
    assert "python3 (3.11.2) cannot make a virtual environment" in line
    assert "apt install python3.11-venv" in line
    assert not machine.calls()


def test_venv_fails(machine: Machine) -> None:
    machine.add_python(venv=1)
    line = machine.complaint()
    assert "could not make a virtual environment" in line
    assert ".venv/setup.log" in line
    assert machine.log.exists()


def test_no_network(machine: Machine) -> None:
    machine.add_python(pip="exit 1")
    machine.pip_says(NO_NETWORK)
    line = machine.complaint()
    assert "cannot reach the package index" in line
    assert "check the network connection" in line
    assert "run make lab again" in line
    assert ".venv/setup.log" in line
    assert machine.log.read_text() == NO_NETWORK


def test_full_disk(machine: Machine) -> None:
    machine.add_python(pip="exit 1")
    machine.pip_says("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n")
    assert "the disk is full: free some space" in machine.complaint()


def test_pip_fails_otherwise(machine: Machine) -> None:
    machine.add_python(pip="exit 1")
    machine.pip_says("error: subprocess-exited-with-error\n")
    line = machine.complaint("test")
    assert "pip could not install the packages: read the end of .venv/setup.log" in line
    assert "run make test again" in line


def test_directory_that_cannot_be_written(machine: Machine) -> None:
    machine.add_python()
    (machine.path / "mkdir").unlink()
    (machine.path / "mkdir").write_text("#!/bin/sh\nexit 1\n")
    (machine.path / "mkdir").chmod(0o755)
    assert "cannot write" in machine.complaint()


@pytest.mark.parametrize("goal", ["lab", "test"])
def test_make_adds_no_more_than_its_own_line(machine: Machine, goal: str) -> None:
    done = machine.run("make", goal)
    ours, *makes = done.stderr.splitlines()
    assert done.returncode == 2
    assert ours.startswith("oldtown_lab: Python 3.11 or newer is needed, found none")
    assert f"make {goal} PYTHON=" in ours
    assert len(makes) == 1
    assert makes[0].startswith("make: ***")
    assert done.stdout == ""


def test_first_python_that_is_new_enough(machine: Machine) -> None:
    machine.add_python("python3.11", version="3.11.9")
    machine.add_python("python3", version="3.9.2")
    done = machine.set_up()
    assert done.returncode == 0
    assert "Python 3.11.9" in done.stdout
    assert done.stderr == ""


def test_named_python_comes_first(machine: Machine) -> None:
    machine.add_python("python3.13", version="3.13.0")
    machine.add_python("mine", version="3.11.9")
    assert "Python 3.11.9" in machine.set_up(PYTHON="mine").stdout


def test_make_hands_the_named_python_on(machine: Machine) -> None:
    machine.add_python("mine", version="3.11.9")
    assert "Python 3.11.9" in machine.run("make", "setup-lab", "PYTHON=mine").stdout


def test_named_python_too_old(machine: Machine) -> None:
    machine.add_python("mine", version="3.9.2")
    assert "found 3.9.2" in machine.complaint(PYTHON="mine")
    machine.add_python("python3", version="3.12.1")
    done = machine.set_up(PYTHON="mine")
    assert done.returncode == 0
    assert done.stderr == "oldtown_lab: PYTHON=mine is not Python 3.11 or newer, using python3 (3.12.1)\n"


def test_second_run_has_nothing_to_do(machine: Machine) -> None:
    machine.add_python()
    assert machine.set_up().returncode == 0
    assert machine.calls() == ["venv", "pip"]
    done = machine.set_up()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert machine.calls() == []


def test_the_tests_need_more_than_the_lab(machine: Machine) -> None:
    machine.add_python()
    machine.set_up("lab")
    assert "pip -m pip install --disable-pip-version-check --no-input --editable .[dashboard,print]" in (
        (machine.project / "calls").read_text().splitlines()
    )
    machine.calls()
    machine.set_up("test")
    assert (machine.project / "calls").read_text().strip().endswith("--editable .[test]")
    machine.calls()
    machine.set_up("lab")
    machine.set_up("test")
    assert machine.calls() == []


def test_the_lab_needs_no_more_than_the_tests(machine: Machine) -> None:
    machine.add_python()
    machine.set_up("test")
    assert machine.calls() == ["venv", "pip"]
    machine.set_up("lab")
    assert machine.calls() == []


@pytest.mark.parametrize("name", ["pyproject.toml", "scripts/setup_venv.sh"])
def test_changed_project_is_installed_again(machine: Machine, name: str) -> None:
    machine.add_python()
    machine.set_up()
    machine.calls()
    later = machine.stamp.stat().st_mtime + 10
    os.utime(machine.project / name, (later, later))
    assert machine.set_up().returncode == 0
    assert machine.calls() == ["pip"]


def break_python(machine: Machine) -> None:
    """The Python that .venv was made with has been removed."""
    python = machine.project / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3")


def age_python(machine: Machine) -> None:
    """.venv is of another making."""
    python = machine.project / ".venv" / "bin" / "python"
    python.write_text(FAKE_PYTHON.format(version="3.9.2", ensurepip=0, venv=0, pip="exit 0"))


def lose_pip(machine: Machine) -> None:
    """Making .venv was interrupted."""
    (machine.project / ".venv" / "has-pip").unlink()


def move_project(machine: Machine) -> None:
    """The directory has a new name, but the commands in .venv/bin hold the old one."""
    machine.project = machine.project.rename(machine.project.with_name("elsewhere"))


@pytest.mark.parametrize("harm", [break_python, age_python, lose_pip, move_project])
def test_broken_venv_is_made_anew(machine: Machine, harm: Callable[[Machine], None]) -> None:
    machine.add_python()
    machine.set_up()
    machine.calls()
    harm(machine)
    assert machine.set_up().returncode == 0
    assert machine.calls() == ["venv", "pip"]


def test_interrupted_install_is_made_anew(machine: Machine) -> None:
    machine.add_python(pip="kill -9 $PPID")
    assert machine.set_up().returncode == -9
    assert not machine.stamp.exists()
    machine.calls()
    machine.add_python()
    assert machine.set_up().returncode == 0
    assert machine.stamp.exists()
    assert machine.calls() == ["venv", "pip"]


def test_install_goes_on_when_the_network_is_back(machine: Machine) -> None:
    machine.add_python(pip="grep -q NewConnectionError pip-says && exit 1; exit 0")
    machine.pip_says(NO_NETWORK)
    machine.complaint()
    assert machine.calls() == ["venv", "pip"]
    machine.pip_says("")
    assert machine.set_up().returncode == 0
    assert machine.calls() == ["pip"]
