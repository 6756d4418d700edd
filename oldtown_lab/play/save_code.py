"""Save codes: a whole session as one line of text, checked before anything of it is believed.

``OT1.solo-1.<cards>.<moves>.<check>``: the puzzle, a fingerprint of its cards, the moves (deflated, in base 64), and
a check sum over all of it. Restoring replays the moves one by one, so that a code can hold nothing but a legal game.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from functools import lru_cache
from hashlib import sha256

from ..errors import OldTownError, SaveCodeError
from ..puzzles.catalogue import load_puzzle
from ..puzzles.catalogue import puzzles as catalogue
from ..puzzles.puzzle import Puzzle
from ..town.buildings import shortened
from .session import SoloSession

PREFIX = "OT1"
LONGEST_CODE = 100_000
LONGEST_TEXT = 1_000_000
#: A game has about sixty moves. A short code can hold a great many, and each one has to be replayed.
MOST_MOVES = 2_000
PARTS = 5


def save_code(session: SoloSession) -> str:
    """The session with all its moves, also those that can be redone."""
    text = json.dumps([session.moves, session.undone], separators=(",", ":"))
    moves = urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    code = ".".join([PREFIX, session.puzzle.id, _fingerprint(session.puzzle), moves])
    return f"{code}.{_check(code)}"


def restore(code: str, puzzle: Puzzle | None = None) -> SoloSession:
    """The session of a save code. ``puzzle`` must be given where it is not in the catalogue."""
    written = "".join(code.split())
    if not written.isascii():
        raise SaveCodeError("this is no save code: it holds characters that no save code has")
    if len(written) > LONGEST_CODE:
        raise SaveCodeError(f"this save code is too long; allowed: {LONGEST_CODE} characters")
    if not written.startswith(f"{PREFIX}."):
        raise SaveCodeError(f'this is no save code: it should begin with "{PREFIX}."')
    body, _, check = written.rpartition(".")
    parts = body.split(".")
    if len(parts) != PARTS - 1 or check != _check(body):
        raise SaveCodeError("this save code is damaged: something in it is missing or changed; copy it again")
    _, puzzle_id, fingerprint, moves = parts
    session = SoloSession(_puzzle(puzzle_id, fingerprint, puzzle))
    done, undone = _moves(moves)
    try:
        for move in (*done, *undone):
            session.do(move)
    except OldTownError as error:
        raise SaveCodeError(f"this save code holds a move that is not allowed: {error}") from None
    for _ in undone:
        session.undo()
    return session


def _puzzle(puzzle_id: str, fingerprint: str, given: Puzzle | None) -> Puzzle:
    if given is not None and given.id != puzzle_id:
        raise SaveCodeError(f"this save code is for {shortened(puzzle_id)}, not for {given.id}")
    if given is None and puzzle_id not in catalogue():
        raise SaveCodeError(
            f"this save code is for {shortened(puzzle_id)}, which is not in the catalogue: load it first"
        )
    puzzle = load_puzzle(puzzle_id) if given is None else given
    if _fingerprint(puzzle) != fingerprint:
        raise SaveCodeError(f"this save code is for another version of {puzzle.id}, with other cards")
    return puzzle


def _moves(written: str) -> tuple[list[str], list[str]]:
    try:
        packed = urlsafe_b64decode(written + "=" * (-len(written) % 4))
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(packed, LONGEST_TEXT)
        if unpacker.unconsumed_tail:
            raise SaveCodeError("this save code holds more than a game can")
        done, undone = json.loads(text)
    except (Base64Error, zlib.error, ValueError, TypeError, RecursionError):
        raise SaveCodeError("this save code cannot be read") from None
    if not all(isinstance(some, list) and all(isinstance(move, str) for move in some) for some in (done, undone)):
        raise SaveCodeError("this save code cannot be read")
    if len(done) + len(undone) > MOST_MOVES:
        raise SaveCodeError(f"this save code holds more than a game can; allowed: {MOST_MOVES} moves")
    return done, undone


@lru_cache(maxsize=64)
def _fingerprint(puzzle: Puzzle) -> str:
    """Short for all that the moves depend on."""
    cards = [str(premise.statements) for premise in puzzle.theory.premises if "card" in premise.json]
    return _check("\n".join((puzzle.game.id, *cards, str(puzzle.mine))))


def _check(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:10]
