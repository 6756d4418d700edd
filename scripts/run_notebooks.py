"""Run the notebooks and save them with their output, so that they show their boards without a kernel.

    python scripts/run_notebooks.py [NOTEBOOK ...]

Live widgets are left out of what is saved: without a kernel they would be dead. What stands in for them (text and a
picture) stays. A cell with the tag "clear-output" is run, and saved without what it shows: answers for teachers.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
WIDGET = "application/vnd.jupyter.widget-view+json"
CLEARED = "clear-output"


def run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, resources=where, store_widget_state=False, coalesce_streams=True).execute()
    notebook.metadata.get("language_info", {}).pop("version", None)  # whoever runs it next may have another
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if CLEARED in cell.metadata.get("tags", []):
            cell.outputs, cell.execution_count = [], None
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for found in [Path(name) for name in sys.argv[1:]] or sorted(NOTEBOOKS.glob("*.ipynb")):
        run(found)
        print(found.name)
    sys.exit(0)
