"""Write binder/requirements.txt: a version for every package that the lab needs on Binder, found by pip anew.

    python scripts/pin_binder.py

Needs the Python of binder/runtime.txt on Linux, since other packages may be needed elsewhere. Nothing is installed.
"""

import json
import platform
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = ("dashboard", "print")
HEAD = """\
# Everything that the lab needs on Binder, with the extras dashboard and print; postBuild adds the package itself.
# Made by scripts/pin_binder.py from pyproject.toml; run that again instead of editing this.
"""


def needed() -> list[str]:
    """What pyproject.toml asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(line for extra in EXTRAS for line in project["optional-dependencies"][extra])]


def resolved(requirements: list[str]) -> dict[str, str]:
    """The packages that pip would install into an empty environment, with their versions."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        options = ["--dry-run", "--ignore-installed", "--quiet", "--disable-pip-version-check", "--report", str(report)]
        subprocess.run([sys.executable, "-m", "pip", "install", *options, *requirements], check=True)  # noqa: S603
        packages = [entry["metadata"] for entry in json.loads(report.read_text(encoding="utf-8"))["install"]]
    return {package["name"].lower().replace("_", "-"): package["version"] for package in packages}


def main() -> int:
    runtime = (ROOT / "binder" / "runtime.txt").read_text(encoding="utf-8").strip()
    here = f"python-{sys.version_info.major}.{sys.version_info.minor}"
    if (here, platform.system()) != (runtime, "Linux"):
        print(f"binder/runtime.txt asks for {runtime} on Linux; this is {here} on {platform.system()}", file=sys.stderr)
        return 1
    pins = "".join(f"{name}=={version}\n" for name, version in sorted(resolved(needed()).items()))
    (ROOT / "binder" / "requirements.txt").write_text(HEAD + pins, encoding="utf-8")
    print(f"{pins.count('==')} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
