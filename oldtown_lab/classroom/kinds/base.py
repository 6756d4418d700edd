"""What all kinds of exercises share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from ..feedback import Feedback


class Question(ABC):
    """Something that can be asked and judged."""

    #: How an answer is written, as a sentence for the student.
    how: ClassVar[str]

    @abstractmethod
    def judge(self, answer: str) -> Feedback:
        """The judgement of an answer that is not empty. An answer that cannot be read raises an OldTownError."""
