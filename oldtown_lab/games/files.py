"""The file edge of a game box: JSON files, checked against pydantic models, become town objects.

A problem in a file becomes one line: the file, the place in it, what is wrong, what is allowed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from ..errors import FileError
from ..town.buildings import shortened

#: No file of ours comes near this; a larger one is a mistake.
LARGEST_FILE = 1_000_000

#: Texts are shown in terminals and pages: no line break, no escape code.
ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f]*$"
Text = Annotated[str, Field(max_length=500, pattern=ONE_LINE)]
Title = Annotated[str, Field(min_length=1, max_length=60, pattern=ONE_LINE)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
"""A name that is looked up in a list of known ones, and so may be anything."""
PlotNumber = Annotated[int, Field(ge=1, le=99)]


class FileModel(BaseModel):
    """Strict: no unknown keys, no silent change of types, nothing changes after reading."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _no_unknown_key(cls, data: Any) -> Any:
        """Forbidden by the setting above already, which however does not say what is allowed."""
        known = [field.alias or name for name, field in cls.model_fields.items()]
        for key in data if isinstance(data, dict) else ():
            if key not in known:
                words = f'"{shortened(key)}" is no key that is known here; allowed: {", ".join(known)}'
                raise PydanticCustomError("unknown_key", "{words}", {"words": words})
        return data


class BuildingFile(FileModel):
    name: Name
    german: Name


class GameFile(FileModel):
    id: Name
    title: Name
    credit: Text
    buildings: list[BuildingFile]


class LineFile(FileModel):
    id: Name
    name: Name
    kind: Literal["street", "railway"]
    axis: Literal["east-west", "north-south"]
    after: int


class LandmarkFile(FileModel):
    id: Name
    name: Name
    west: float
    north: float
    east: float
    south: float


class PlanFile(FileModel):
    rows: int
    columns: int
    lines: list[LineFile]
    landmarks: list[LandmarkFile]
    entrances: list[str]


class CardFile(FileModel):
    """One card: ``plots`` for kinds A and B, ``pairs`` [the building's plot, my plot] for kind C."""

    number: Annotated[int, Field(ge=1, le=999)]
    kind: Literal["A", "B", "C"]
    building: Name | None = None
    plots: Annotated[list[PlotNumber], Field(max_length=99)] | None = None
    pairs: (
        Annotated[list[Annotated[list[PlotNumber], Field(min_length=2, max_length=2)]], Field(max_length=999)] | None
    ) = None
    meaning: Text | None = None
    text: Text = ""


class DeckFile(FileModel):
    game: Name
    notice: Text = ""
    made_by: Text = ""
    cards: Annotated[list[CardFile], Field(max_length=200)]


Model = TypeVar("Model", bound=FileModel)


def read_model(path: Path, model: type[Model], error: type[FileError] = FileError) -> Model:
    """Read a JSON file into a model, or raise ``error`` with one line that says what is wrong."""
    try:
        return model.model_validate(_read_json(path, error))
    except ValidationError as problem:
        place, line = _first_problem(problem)
        raise error(file_name(path), place, line) from None


def file_name(path: Path) -> str:
    """A file's name for a message: never empty, on one line, never long."""
    return shortened(path.name or str(path), 80)


def _read_json(path: Path, error: type[FileError]) -> Any:
    name = file_name(path)
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as problem:
        raise error(name, "", f"cannot be read ({problem.strerror})") from None
    except ValueError:  # a NUL character in the path
        raise error(name, "", "cannot be read (no file has such a name)") from None
    if len(content) > LARGEST_FILE:
        raise error(name, "", f"the file is larger than {LARGEST_FILE:,} bytes")
    try:
        # Some editors begin a file with a byte order mark.
        text = content.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant, parse_int=_whole_number)
    except UnicodeDecodeError as problem:
        raise error(name, f"byte {problem.start}", "is not UTF-8 text") from None
    except json.JSONDecodeError as problem:
        raise error(name, f"line {problem.lineno}, column {problem.colno}", f"is not JSON: {problem.msg}") from None
    except ValueError as problem:
        raise error(name, "", f"is not JSON as we read it: {shortened(str(problem), 120)}") from None
    except RecursionError:
        raise error(name, "", "has lists or objects inside each other more deeply than we read") from None


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise ValueError(f'the key "{shortened(key)}" stands twice in one object')
        seen[key] = value
    return seen


def _no_constant(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON number")


def _whole_number(digits: str) -> int:
    if len(digits) > 30:
        raise ValueError(f"{shortened(digits)} has too many digits; allowed: 30")
    return int(digits)


def _first_problem(problem: ValidationError) -> tuple[str, str]:
    """Where the first problem is, and what it is, in our own words where pydantic's are too technical."""
    first = problem.errors(include_url=False)[0]
    place = place_in_file(first["loc"])
    given = _as_written(first.get("input"))
    context: Mapping[str, Any] = first.get("ctx", {})
    words = {
        "missing": "is missing",
        "string_type": f"must be a text, not {given}",
        "string_unicode": "has half a character (a lone surrogate)",
        "int_type": f"must be a whole number, not {given}",
        "float_type": f"must be a number, not {given}",
        "bool_type": f"must be true or false, not {given}",
        "list_type": f"must be a list, not {given}",
        "model_type": f"must be an object, not {given}",
        "dict_type": f"must be an object, not {given}",
        "literal_error": f"is {given}; allowed: {context.get('expected', '')}",
        "string_too_short": "must not be empty",
        "string_too_long": f"is longer than {context.get('max_length')} characters",
        "too_long": f"has more than {context.get('max_length')} entries",
        "too_short": f"has fewer than {context.get('min_length')} entries",
        "greater_than_equal": f"is {given}; allowed: {context.get('ge')} or more",
        "less_than_equal": f"is {given}; allowed: {context.get('le')} or less",
    }
    if context.get("pattern") == ONE_LINE:
        return place, "must be one line without control characters"
    return place, words.get(first["type"], first["msg"])


def _as_written(value: Any) -> str:
    """A value as it stands in the file, for a message."""
    try:
        return shortened(json.dumps(value, ensure_ascii=False))
    except RecursionError:  # it was just not too deep for reading
        return "lists or objects deep inside each other"


def place_in_file(location: tuple[str | int, ...]) -> str:
    """A path into the file as one writes it: cards[3].for (the first entry is 0)."""
    place = ""
    for part in location:
        if isinstance(part, int):
            place += f"[{part}]"
        else:
            place += f".{shortened(part)}" if place else shortened(part)
    return place
