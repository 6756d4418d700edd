"""Puzzle files, the catalogue, and what can be asked of a puzzle.

The package can be called: ``oldtown_lab.puzzles()`` lists the catalogue. The public face has a function of the same
name as this room, and Python puts the room in the function's place as soon as anything is imported from here.
"""

import sys
from types import ModuleType


class _Catalogue(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        from .catalogue import puzzles  # noqa: PLC0415 - the room is entered on first use

        return puzzles()


sys.modules[__name__].__class__ = _Catalogue
