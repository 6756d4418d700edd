"""What can go wrong, one class for each cause. Every message is one line that a user can act on."""

from __future__ import annotations


class OldTownError(Exception):
    """The base of all errors that are the input's fault."""


class UnknownNameError(OldTownError):
    """A game, puzzle, building or card that does not exist."""


class FileError(OldTownError):
    """A file that cannot be used: which one, where in it, what is wrong, what is allowed."""

    def __init__(self, file: str, place: str, problem: str) -> None:
        self.file = file
        self.place = place
        self.problem = problem
        super().__init__(": ".join(part for part in (file, place, problem) if part))


class PuzzleError(FileError):
    """A puzzle file that is wrong."""


class DeckError(FileError):
    """A deck file that is wrong."""


class NoTownError(OldTownError):
    """A question about a puzzle whose cards contradict each other: every answer would be right."""

    def __init__(self) -> None:
        super().__init__("no town fits these cards, so that everything would follow; 'oldtown explain' proves it")


class MissingToolError(OldTownError):
    """An optional library that this work needs is not installed."""


class _SayingError(OldTownError):
    """Something a student wrote that cannot be understood: what, at which character (from 1), what is allowed there."""

    kind = ""

    def __init__(self, written: str, place: int, problem: str) -> None:
        self.place = place + 1
        self.problem = problem
        shown = " ".join("".join(c if c.isprintable() else " " for c in written[:60]).split())
        super().__init__(f'{self.kind} "{shown}", character {self.place}: {problem}')


class ClaimError(_SayingError):
    """A claim that cannot be understood."""

    kind = "claim"


class FormulaError(_SayingError):
    """A formula that cannot be understood."""

    kind = "formula"


class ExerciseError(FileError):
    """A file of exercises that is wrong."""


class AnswerError(OldTownError):
    """An answer to an exercise that cannot be understood."""


class MoveError(OldTownError):
    """A move that cannot be understood or is not allowed now: what is wrong, and what would be right."""


class SaveCodeError(OldTownError):
    """A save code from which no session can be restored."""


class StoppedError(OldTownError):
    """Work that was stopped on request."""

    def __init__(self) -> None:
        super().__init__("stopped")
