"""The published JSON schema of puzzle files, made from the model that reads them.

``python -m oldtown_lab.puzzles.schema > puzzles/schema.json`` writes it anew.
"""

from __future__ import annotations

import json
import sys

from pydantic.json_schema import GenerateJsonSchema

from ..games.files import FileModel
from .reading import PuzzleFile


class _WithoutTitles(GenerateJsonSchema):
    """Pydantic's titles only repeat the keys."""

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002
        return False


def schema_of(model: type[FileModel], title: str, description: str) -> str:
    """The JSON schema of a kind of files."""
    head = {"$schema": GenerateJsonSchema.schema_dialect, "title": title, "description": description}
    made = model.model_json_schema(by_alias=True, schema_generator=_WithoutTitles)
    return json.dumps(head | made | head, ensure_ascii=False, indent=2) + "\n"  # our head: first, and not overwritten


def schema_text() -> str:
    """The schema as it stands in ``puzzles/schema.json``."""
    return schema_of(
        PuzzleFile,
        "A puzzle for oldtown_lab",
        "Some cards of a deduction game, for whom they are, and whose buildings are mine. "
        "Whether the cards, the buildings and the solution agree is checked when the puzzle is read.",
    )


if __name__ == "__main__":
    sys.stdout.write(schema_text())
