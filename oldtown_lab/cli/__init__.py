"""The command ``oldtown``: exit code 0 fine, 1 a puzzle, deck or claim is wrong, 2 bad use."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path

from ..errors import FileError, NoTownError, OldTownError
from ..games.files import file_name
from ..town.buildings import shortened
from .arguments import parse

FINE, WRONG, BAD_USE, INTERRUPTED = 0, 1, 2, 130

#: What a full disk or a broken device says. It names no file where it is the output that finds no room.
OUTPUT_PROBLEMS = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EINVAL}


def main(arguments: list[str] | None = None) -> int:
    """Run one command; every error is one line on standard error."""
    _print_what_the_terminal_can()
    try:
        chosen = parse(arguments)
        code = int(chosen.run(chosen))
        if sys.stdout:  # there is none after >&-
            sys.stdout.flush()
    except (FileError, NoTownError) as error:
        return _complain(error, WRONG)
    except OldTownError as error:
        return _complain(error, BAD_USE)
    except BrokenPipeError:
        # Whoever read us (head, less) has seen enough; the rest must not end in a traceback at exit.
        _forget_the_rest()
        return FINE
    except OSError as problem:
        print(f"oldtown: {_what_went_wrong(problem)}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print("oldtown: stopped", file=sys.stderr)
        return INTERRUPTED
    return code


def _print_what_the_terminal_can() -> None:
    """Where the terminal's encoding has no arrows, a question mark is better than a traceback."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _what_went_wrong(problem: OSError) -> str:
    if problem.filename is None and problem.errno in OUTPUT_PROBLEMS:
        _forget_the_rest()
        return f"the output cannot be written ({problem.strerror})"
    words = problem.strerror or shortened(str(problem)) or type(problem).__name__
    return words if problem.filename is None else f"{file_name(Path(os.fsdecode(problem.filename)))}: {words}"


def _forget_the_rest() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(error: OldTownError, code: int) -> int:
    print(f"oldtown: {error}", file=sys.stderr)
    return code
