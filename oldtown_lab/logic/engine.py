"""Using the solver from several threads: one at a time, and to be stopped on request.

Z3's terms all live in one context, which only one thread may use at once. Work that runs beside a notebook holds
:func:`engine` while it asks, and so does every public question; a cell that asks something in the meantime waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event, RLock

from ..errors import StoppedError

_LOCK = RLock()
_STOP: ContextVar[Event | None] = ContextVar("stop", default=None)


@contextmanager
def engine() -> Iterator[None]:
    """The solver for oneself. May be entered again by whoever holds it."""
    while not _LOCK.acquire(timeout=0.05):
        check_stop()
    try:
        yield
    finally:
        _LOCK.release()


@contextmanager
def stoppable(stop: Event) -> Iterator[None]:
    """Work inside here ends with a :class:`StoppedError` soon after the event is set."""
    token = _STOP.set(stop)
    try:
        yield
    finally:
        _STOP.reset(token)


def check_stop() -> None:
    """Called before every question to a solver and on every round of a long loop."""
    stop = _STOP.get()
    if stop is not None and stop.is_set():
        raise StoppedError
