"""Things that show themselves in a notebook."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Shown:
    """Has a face for notebooks: text and a picture with a true description, also in saved and exported ones.

    How it looks is the drawing room's business. That room stands above the ones whose things it draws, so it is
    looked up by name at the moment when somebody wants to see something, and imported by nobody here.
    """

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:  # noqa: ARG002
        bundle: dict[str, Any] = import_module("oldtown_lab.draw.faces").bundle(self)
        return bundle
