"""Feedback: what is right in an answer, what is wrong or missing, and a board that shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from html import escape
from typing import Any

from ..draw.faces import face, image
from ..draw.palette import PAPER, SIGNS, Theme
from ..draw.picture import board_picture
from ..draw.scene import Scene
from ..draw.scene_text import scene_text
from ..proof.step import Role

#: How wide a board is below an answer.
BOARD_WIDTH = 420


class Verdict(Enum):
    """How an answer was judged, with the word that comes first."""

    RIGHT = "Right"
    PARTLY = "Not yet"
    WRONG = "No"
    UNREADABLE = "That cannot be read"
    NOTHING = "No answer yet"
    HINT = "Hint"


ROLES = {
    Verdict.RIGHT: Role.KEPT,
    Verdict.PARTLY: Role.ASSUMED,
    Verdict.WRONG: Role.CONTRADICTION,
    Verdict.UNREADABLE: Role.CONTRADICTION,
    Verdict.NOTHING: Role.REASON,
    Verdict.HINT: Role.REASON,
}


@dataclass(frozen=True)
class Remark:
    """One sentence about a part of the answer."""

    verdict: Verdict
    words: str


@dataclass(frozen=True)
class Feedback:
    """The judgement of an answer. It is true in Python if the answer is right: ``assert exercise("04-2").check(…)``.

    ``scene`` shows what refutes the answer (or, if it is right, what it says).
    """

    verdict: Verdict
    words: str
    remarks: tuple[Remark, ...] = ()
    scene: Scene | None = None

    @property
    def right(self) -> bool:
        return self.verdict is Verdict.RIGHT

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """All of it in plain words, without the board."""
        return "\n".join([f"{self.verdict.value}. {self.words}".rstrip(), *map(_remark_text, self.remarks)])

    def html(self, theme: Theme = PAPER) -> str:
        """All of it for a page, in the colours of the theme."""
        colour = theme.roles[ROLES[self.verdict]]
        head = f"<b style='color:{colour}'>{SIGNS[ROLES[self.verdict]]} {self.verdict.value}.</b> {escape(self.words)}"
        remarks = "".join(f"<li>{_remark_html(remark, theme)}</li>" for remark in self.remarks)
        listed = f"<ul style='margin:.3em 0;list-style:none;padding-left:1em'>{remarks}</ul>" if remarks else ""
        board = ""
        if self.scene is not None:
            title = f"<div><small>{escape(self.scene.title)}:</small></div>"
            board = title + image(board_picture(self.scene, theme), BOARD_WIDTH)
        return f"<div style='border-left:4px solid {colour};padding-left:.7em'>{head}{listed}{board}</div>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:  # noqa: ARG002
        shown = f"\n{scene_text(self.scene)}" if self.scene is not None else ""
        return face(self.text + shown, self.html())


def _remark_text(remark: Remark) -> str:
    return f"{SIGNS[ROLES[remark.verdict]]} {remark.words}"


def _remark_html(remark: Remark, theme: Theme) -> str:
    role = ROLES[remark.verdict]
    return f"<b style='color:{theme.roles[role]}'>{SIGNS[role]}</b> {escape(remark.words)}"


def worst(remarks: Iterable[Remark]) -> Verdict:
    """Of all remarks the one that decides."""
    found = {remark.verdict for remark in remarks}
    order = (Verdict.WRONG, Verdict.PARTLY, Verdict.RIGHT)
    return next((verdict for verdict in order if verdict in found), Verdict.RIGHT)
