"""The wheel carries its data, names what it needs, and works where there is no checkout."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]

RUNTIME = {"anywidget", "ipycanvas", "ipykernel", "ipywidgets", "jupyterlab", "numpy", "pydantic", "sympy", "z3-solver"}
"""Everything that an installed oldtown_lab needs."""

SOLVER = {"numpy", "pydantic", "sympy", "z3-solver"}
"""What the command needs of it. The rest is JupyterLab and its widgets: a hundred packages that take longer to
install than all other tests to run. So the clean environment gets these four only, and that the wheel asks for the
others as well is checked in its metadata."""


def run(command: list[str | Path], **options: object) -> str:
    """Run a command outside the checkout's influence and return what it printed."""
    env = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source archive as a packager would."""
    out = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--outdir", out, ROOT])
    (wheel,) = out.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    """The files in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    """What the wheel says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return Parser().parsestr(archive.read(name).decode())


@pytest.fixture(scope="module")
def requirements(metadata: Message) -> dict[str, Requirement]:
    """What the wheel needs without any extra, by name."""
    all_of_them = [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]
    return {needed.name: needed for needed in all_of_them if needed.marker is None}


@pytest.fixture(scope="module")
def clean_bin(wheel: Path, requirements: dict[str, Requirement], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin directory of an environment that holds the wheel and what its command needs."""
    home = tmp_path_factory.mktemp("clean")
    venv.create(home, with_pip=True)
    pip = [home / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, *(str(requirements[name]) for name in sorted(SOLVER))], cwd=home)
    run([*pip, "--no-deps", wheel], cwd=home)
    return home / "bin"


@pytest.mark.parametrize("number", range(1, 9))
def test_carries_the_solo_games(names: set[str], number: int) -> None:
    assert f"oldtown_lab/_data/puzzles/solo-{number}.json" in names


def test_carries_the_schema_of_puzzles(names: set[str]) -> None:
    assert "oldtown_lab/_data/puzzles/schema.json" in names


def test_carries_the_notebooks(names: set[str]) -> None:
    here = {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert here
    assert {f"oldtown_lab/_data/notebooks/{name}" for name in here} <= names


@pytest.mark.parametrize("name", ["deck.json", "plan.json"])
def test_carries_the_game(names: set[str], name: str) -> None:
    assert f"oldtown_lab/games/old_town/{name}" in names


@pytest.mark.parametrize("name", ["candidate_grid.js", "page_side.js"])
def test_carries_what_runs_in_the_page(names: set[str], name: str) -> None:
    assert f"oldtown_lab/widgets/{name}" in names


def test_carries_nothing_else(names: set[str]) -> None:
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"oldtown_lab"}
    assert not [name for name in names if ".ipynb_checkpoints" in name or "__pycache__" in name]


def test_names_all_it_needs(requirements: dict[str, Requirement]) -> None:
    assert set(requirements) == RUNTIME


def test_is_under_the_mit_license(metadata: Message, names: set[str]) -> None:
    assert metadata["License-Expression"] == "MIT"
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_solves_a_puzzle_without_the_checkout(clean_bin: Path, tmp_path: Path) -> None:
    answer = json.loads(run([clean_bin / "oldtown", "solve", "solo-1", "--json"], cwd=tmp_path))
    assert answer["unique"] is True
    assert len(set(answer["towns"][0])) == 16
