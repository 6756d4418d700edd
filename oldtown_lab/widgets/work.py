"""Work that may take a while: it runs beside the page, says so after a moment, and can be stopped."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from html import escape
from typing import TypeVar

import ipywidgets as widgets

from ..errors import StoppedError
from ..logic.engine import check_stop, stoppable
from .speaking import Message, button

#: After so many seconds the reader is told that something is running.
PATIENCE = 0.3

Result = TypeVar("Result")


class Work(widgets.HBox):  # type: ignore[misc]
    """One piece of work at a time. It is invisible until a piece takes longer than a moment.

    In a kernel the work is done in a thread, so that the stop button and the board stay alive; its result is handed
    over in the kernel's own thread, where all widgets are touched. Where no event loop runs, as in a script, the work
    is simply done.
    """

    def __init__(self, message: Message, name: str = "work") -> None:
        self.message = message
        self._label = widgets.HTML()
        self._stop = threading.Event()
        self._task: asyncio.Task[None] | None = None
        self._next: Callable[[], None] | None = None
        self.stop_button = button("Stop", "Stop this work", self.stop, f"stop-{name}", "warning")
        super().__init__([self._label, self.stop_button], layout=widgets.Layout(display="none"))
        self.add_class(f"oldtown-{name}")

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    def stop(self) -> None:
        self._stop.set()

    def run_instead(self, what: str, job: Callable[[], Result], then: Callable[[Result], None]) -> None:
        """The same, but whatever still runs is out of date: it is stopped, and this comes in its place."""
        if self.is_running:
            self._next = lambda: self.run(what, job, then)
            self.stop()
        else:
            self.run(what, job, then)

    def run(self, what: str, job: Callable[[], Result], then: Callable[[Result], None]) -> None:
        """Do the job, then hand over its result. ``what`` completes "Working: …"."""
        if self.is_running:
            self.message.warn("The lab is still working on your last question. Wait for it, or stop it.")
            return
        self._stop = threading.Event()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            with self.message.troubles():
                then(job())
            return
        self._task = loop.create_task(self._run(what, job, then))

    async def _run(self, what: str, job: Callable[[], Result], then: Callable[[Result], None]) -> None:
        with self.message.troubles():
            running = asyncio.ensure_future(asyncio.to_thread(_in_thread, job, self._stop))
            try:
                done, _ = await asyncio.wait({running}, timeout=PATIENCE)
                if not done:
                    self._label.value = f"<span role='status'>Working: {escape(what)} …&nbsp;</span>"
                    self.layout.display = ""
                then(await running)
            except StoppedError:
                if self._next is None:
                    self.message.say(f"Stopped: {what}.")
            finally:
                self.layout.display = "none"
        self._task, following, self._next = None, self._next, None
        if following is not None:
            following()


def _in_thread(job: Callable[[], Result], stop: threading.Event) -> Result:
    with stoppable(stop):
        result = job()
        check_stop()  # a job that asks nothing does not notice; nobody waits for its result any more
        return result
