"""Work beside the page: it shows itself after a moment, can be stopped, and is done one piece at a time."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from oldtown_lab.errors import MoveError
from oldtown_lab.logic.engine import check_stop
from oldtown_lab.widgets.speaking import Message
from oldtown_lab.widgets.work import Work


def run(test: Callable[[Work], Coroutine[Any, Any, None]]) -> Work:
    async def inside() -> Work:
        work = Work(Message("message"))
        await asyncio.wait_for(test(work), timeout=10)
        return work

    return asyncio.run(inside())


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def until_stopped() -> str:
    """A job that only ends when it is stopped."""
    for _ in range(1000):
        check_stop()
        time.sleep(0.01)
    return "never stopped"


def test_without_an_event_loop_the_work_is_simply_done() -> None:
    work = Work(Message("message"))
    results: list[int] = []
    work.run("adding", lambda: 3, results.append)
    work.run_instead("adding", lambda: 4, results.append)
    assert results == [3, 4]
    assert not work.is_running
    work.run("failing", lambda: 1 // 0, results.append)
    assert "ZeroDivisionError" in work.message.value
    assert results == [3, 4]


def test_quick_work_is_never_seen() -> None:
    async def test(work: Work) -> None:
        seen: list[str] = []
        work.layout.observe(lambda change: seen.append(change["new"]), "display")
        results: list[int] = []
        work.run("adding", lambda: 3, results.append)
        assert work.is_running
        assert results == []
        await until(lambda: not work.is_running)
        assert results == [3]
        assert seen == []

    run(test)


def test_long_work_shows_itself_and_hides_again() -> None:
    async def test(work: Work) -> None:
        go_on = threading.Event()
        results: list[bool] = []
        work.run("counting <all> towns", lambda: go_on.wait(5), results.append)
        await asyncio.sleep(0.05)
        assert work.layout.display == "none"
        await until(lambda: work.layout.display != "none")
        assert "counting &lt;all&gt; towns" in work._label.value
        go_on.set()
        await until(lambda: not work.is_running)
        assert results == [True]
        assert work.layout.display == "none"

    run(test)


def test_the_result_is_handed_over_in_the_thread_of_the_page() -> None:
    async def test(work: Work) -> None:
        threads: list[threading.Thread] = []
        work.run("looking", threading.current_thread, lambda own: threads.extend((own, threading.current_thread())))
        await until(lambda: not work.is_running)
        assert threads[0] is not threading.main_thread()
        assert threads[1] is threading.main_thread()

    run(test)


def test_work_can_be_stopped() -> None:
    async def test(work: Work) -> None:
        results: list[str] = []
        work.run("counting", until_stopped, results.append)
        await until(lambda: work.layout.display != "none")
        work.stop_button.click()
        await until(lambda: not work.is_running)
        assert results == []
        assert "Stopped: counting." in work.message.value
        assert work.layout.display == "none"
        work.run("adding", lambda: "4", results.append)
        await until(lambda: not work.is_running)
        assert results == ["4"]

    run(test)


def test_a_job_that_does_not_notice_the_stop_hands_nothing_over() -> None:
    async def test(work: Work) -> None:
        results: list[bool] = []
        work.run("sleeping", lambda: time.sleep(0.2), results.append)
        await asyncio.sleep(0.05)
        work.stop()
        await until(lambda: not work.is_running)
        assert results == []
        assert "Stopped: sleeping." in work.message.value

    run(test)


def test_a_second_job_is_refused_while_one_runs() -> None:
    async def test(work: Work) -> None:
        go_on = threading.Event()
        results: list[Any] = []
        work.run("waiting", lambda: go_on.wait(5), results.append)
        await asyncio.sleep(0.02)
        work.run("adding", lambda: 4, results.append)
        assert "still working" in work.message.value
        go_on.set()
        await until(lambda: not work.is_running)
        await asyncio.sleep(0.05)
        assert results == [True]

    run(test)


def test_newer_work_comes_instead_of_what_is_out_of_date() -> None:
    async def test(work: Work) -> None:
        results: list[str] = []
        work.run_instead("counting", until_stopped, results.append)
        await asyncio.sleep(0.05)
        work.run_instead("second", lambda: "second", results.append)
        work.run_instead("third", lambda: "third", results.append)
        await until(lambda: results and not work.is_running)
        await asyncio.sleep(0.05)
        assert results == ["third"]
        assert "Stopped" not in work.message.value

    run(test)


@pytest.mark.parametrize("inside_the_job", [True, False])
def test_what_goes_wrong_is_shown_and_the_next_job_runs(inside_the_job: bool) -> None:
    def fail(*_: object) -> int:
        raise MoveError("that is <not> allowed")

    async def test(work: Work) -> None:
        results: list[int] = []
        work.run("failing", fail if inside_the_job else int, fail)
        await until(lambda: not work.is_running)
        assert "that is &lt;not&gt; allowed" in work.message.value
        work.run("adding", lambda: 4, results.append)
        await until(lambda: not work.is_running)
        assert results == [4]

    run(test)
