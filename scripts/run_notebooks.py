"""Run the notebooks and save them with their output, so that they show their boards without a kernel.

    python scripts/run_notebooks.py

Widgets are left out of what is saved: without a kernel they would be dead.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
WIDGET = "application/vnd.jupyter.widget-view+json"


def run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, resources={"metadata": {"path": str(path.parent)}}, store_widget_state=False).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            if WIDGET in output.get("data", {}):
                output["data"] = {"text/plain": "(a widget: run this cell to use it)"}
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for found in sorted(NOTEBOOKS.glob("*.ipynb")):
        run(found)
        print(found.name)
    sys.exit(0)
