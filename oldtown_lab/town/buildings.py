"""Building names: how they are spoken and how loosely they may be written."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import UnknownNameError


def spelling_key(name: str) -> str:
    """The name as commands compare it: without case, apostrophes or spaces."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def find_building(written: str, buildings: Iterable[str]) -> str:
    """The building that is meant, however loosely its name was written."""
    names = tuple(buildings)
    for name in names:
        if spelling_key(name) == spelling_key(written):
            return name
    raise UnknownNameError(f'"{shortened(written)}" is no building; allowed: {", ".join(names)}')


def shortened(text: str, limit: int = 40) -> str:
    """Foreign text for an error message: on one line, and never long."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * limit]).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def in_words(items: Iterable[str], last: str = "and") -> str:
    """A list as one reads it aloud: "a", "a and b", "a, b and c"."""
    words = list(items)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
