"""Binder can build the lab: its files are in order, and what it does with them is done here once, from the start."""

import os
import re
import shutil
import stat
import subprocess
import tomllib
from pathlib import Path
from typing import NoReturn

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
BINDER = ROOT / "binder"
EXTRAS = ("dashboard", "print")

MOST_MEGABYTES = 400
"""Of a kernel with one lab; Binder gives all of a reader's kernels and the server 1 to 2 gigabytes."""

PLAY = """\
import asyncio
from pathlib import Path
from typing import NoReturn

from oldtown_lab import SoloLab

lab = SoloLab("solo-1")
for move in ("card 3", "card 45", "place Bank 8", "cross Casino 12"):
    lab.do(move)
lab._mode.value = "Proof"
await asyncio.wait_for(lab._proving._task, 120)
assert lab._player is not None
status = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
print("MEMORY", *(int(status[name].split()[0]) // 1024 for name in ("VmRSS", "VmHWM")))
"""
"""The cells of a lesson in which somebody plays and then asks for the proof."""

RUN = """\
import sys
import nbformat
from nbclient import NotebookClient

notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(sys.stdin.read())])
NotebookClient(notebook, kernel_name="python3", timeout=300).execute()
print("".join(output.get("text", "") for output in notebook.cells[0].outputs))
"""


SETTINGS = """\
from jupyterlab.commands import get_app_dir
from jupyterlab_server.settings_utils import _get_overrides

print(_get_overrides(get_app_dir() + "/settings")[0])
"""
"""Prints what JupyterLab is told by whoever installs it."""


def pins() -> dict[str, Version]:
    """The packages of requirements.txt; every line that is no comment must be name==version."""
    lines = [line for line in (BINDER / "requirements.txt").read_text().splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9.-]+==[0-9][0-9a-z.]*", line) for line in lines)
    found = {name: Version(version) for name, version in (line.split("==") for line in lines)}
    assert list(found) == sorted(map(canonicalize_name, found))
    assert len(found) == len(lines)
    return found


def test_every_requirement_is_pinned_within_its_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [*project["dependencies"], *(line for extra in EXTRAS for line in project["optional-dependencies"][extra])]
    pinned = pins()
    for requirement in map(Requirement, needed):
        assert pinned[canonicalize_name(requirement.name)] in requirement.specifier
    assert len(pinned) > 80, "what the requirements need is pinned, too"
    assert "oldtown-lab" not in pinned


def test_the_python_is_one_that_we_support() -> None:
    found = re.fullmatch(r"python-(3\.\d+)\n", (BINDER / "runtime.txt").read_text())
    assert found
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert Version(found[1]) in Requirement(f"python{project['requires-python']}").specifier


def test_post_build_runs_and_stops_at_the_first_failure() -> None:
    script = BINDER / "postBuild"
    assert script.stat().st_mode & stat.S_IXUSR
    lines = script.read_text().splitlines()
    assert lines[0] == "#!/bin/sh"
    assert "set -e" in lines
    assert any("pip install" in line and "--no-deps" in line for line in lines)


# ---------------------------------------------------------------------------------------------------------- the replay


def leave_out(why: str) -> NoReturn:
    """Where CI is set, nothing is left out."""
    if os.environ.get("CI"):
        pytest.fail(f"{why}, and Binder must be replayed where CI is set", pytrace=False)
    pytest.skip(why)


def python_of_binder() -> str:
    """A Python of the version that Binder takes, on the system that it has."""
    if not Path("/proc/self/status").exists():
        leave_out("Binder is Linux, and the packages are pinned for it")
    name = (BINDER / "runtime.txt").read_text().strip().replace("-", "")
    asks_its_version = ["-c", "import sys; print('python%d.%d' % sys.version_info[:2])"]
    for candidate in (name, "python3"):
        found = shutil.which(candidate)
        if found:
            said = subprocess.run([found, *asks_its_version], capture_output=True, text=True, check=False)
            if said.stdout.strip() == name:
                return found
    leave_out(f"there is no {name} here")


class Image:
    """What Binder makes: a copy of the repository, and an environment with all that its files ask for."""

    def __init__(self, home: Path) -> None:
        self.repository = home / "repository"
        self.bin = home / "environment" / "bin"
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "IPYTHON", "JPY_"))
        }
        for name in ("PYTHONPATH", "VIRTUAL_ENV"):
            kept.pop(name, None)
        folders = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
        own = {name: home / name.lower() for name in folders} | {"JUPYTER_PREFER_ENV_PATH": "1"}
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"
        self._env = {**kept, **{name: str(value) for name, value in own.items()}, "PATH": path}

    def run(self, *command: str | Path, said: str = "") -> str:
        """Run a command in the repository; it must go well. What it printed, on both ways."""
        done = subprocess.run(
            command,
            cwd=self.repository,
            env=self._env,
            input=said,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}"
        return done.stdout


def build(home: Path) -> Image:
    """Do what Binder does."""
    python = python_of_binder()
    image = Image(home)
    image.repository.mkdir()
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, tracked.split("\0")):
        if (ROOT / name).exists():
            (image.repository / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, image.repository / name)
    image.run(python, "-m", "venv", image.bin.parent)
    # Stricter than Binder, and quicker: what is not pinned is not installed, and pip check will miss it.
    options = ["--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps"]
    image.run("pip", "install", *options, "-r", "binder/requirements.txt")
    image.run("./binder/postBuild")
    return image


def test_binder_builds_a_lab_that_works(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One test, not five: else each process that runs tests would build an image of its own."""
    image = build(tmp_path)
    assert "No broken requirements found" in image.run("pip", "check")
    where = image.run("python", "-P", "-c", "import oldtown_lab; print(oldtown_lab.__file__)")
    assert Path(where.strip()).is_relative_to(image.bin.parent)
    assert re.search(r"voila\S* .*enabled", image.run("jupyter", "server", "extension", "list"))
    assert "'fetchNews': 'false'" in image.run("python", "-c", SETTINGS)
    image.run("jupyter", "nbconvert", "--to", "notebook", "--execute", "notebooks/00-start-here.ipynb", "--stdout")
    now, most = memory_of_a_kernel(image)
    with capsys.disabled():
        print(f"\nBinder: a kernel with a lab and a proof takes {now} MB, at most {most} MB")  # noqa: T201 - to be read
    assert 0 < now <= most < MOST_MEGABYTES


def memory_of_a_kernel(image: Image) -> tuple[int, int]:
    """In megabytes: after some moves and a proof, and the most there was."""
    found = re.search(r"MEMORY (\d+) (\d+)", image.run("python", "-c", RUN, said=PLAY))
    assert found
    return int(found[1]), int(found[2])
