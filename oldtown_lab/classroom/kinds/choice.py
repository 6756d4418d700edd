"""Choice: tick what is right, all of it and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import ascii_lowercase
from typing import ClassVar

from ...errors import AnswerError
from ...town.buildings import in_words, shortened
from ..feedback import Feedback, Remark, Verdict
from .base import Question

BETWEEN_LETTERS = re.compile(r"[\s,;.&()\[\]]|\band\b")


@dataclass(frozen=True)
class Option:
    """One thing to tick. ``why``: what somebody who picks it wrongly has overlooked."""

    text: str
    right: bool
    why: str


@dataclass(frozen=True)
class Choice(Question):
    """``options`` get the letters a, b, c, … in their order."""

    options: tuple[Option, ...]
    how: ClassVar[str] = "Write the letter of what is right, or several letters with commas between them."

    @property
    def lettered(self) -> dict[str, Option]:
        return dict(zip(ascii_lowercase, self.options, strict=False))

    def judge(self, answer: str) -> Feedback:
        picked = self._picked(answer)
        if not picked:
            return Feedback(Verdict.NOTHING, self.how)
        lettered = self.lettered
        remarks = [Remark(Verdict.WRONG, f"{letter}: {lettered[letter].why}") for letter in picked]
        remarks = [r for r, letter in zip(remarks, picked, strict=True) if not lettered[letter].right]
        missing = sum(option.right for option in self.options) - sum(lettered[letter].right for letter in picked)
        if remarks:
            return Feedback(Verdict.WRONG, "Not that." if len(picked) == 1 else "Not all of that.", tuple(remarks))
        if missing:
            return Feedback(Verdict.PARTLY, "Right so far, but there is more to tick.")
        whys = tuple(Remark(Verdict.RIGHT, lettered[letter].why) for letter in picked if lettered[letter].why)
        return Feedback(Verdict.RIGHT, "", whys)

    def _picked(self, answer: str) -> list[str]:
        """Letters, which may be written together, or the whole text of one option."""
        lettered = self.lettered
        for letter, option in lettered.items():
            if _squeezed(option.text) == _squeezed(answer) != "":
                return [letter]
        found: list[str] = []
        for word in filter(None, BETWEEN_LETTERS.split(answer.casefold())):
            if not set(word) <= lettered.keys():
                raise AnswerError(f'"{shortened(word)}" is no choice; allowed: {in_words(lettered, last="or")}')
            found += word
        return list(dict.fromkeys(found))


def _squeezed(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")
