"""All parts of a lab are answered in one thread, also parts that come later."""

from collections.abc import Iterator
from typing import Any

import ipywidgets as widgets
import pytest
from ipykernel.comm.comm import BaseComm

from oldtown_lab import BoardView, GameChooser, SoloLab
from oldtown_lab.widgets.one_queue import ROUTE

SUBSHELL = "2a-subshell"


@pytest.fixture(autouse=True)
def kernel_with_subshells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Widgets talk through the comms of a kernel that has subshells."""

    def create(*args: Any, **kwargs: Any) -> BaseComm:
        return BaseComm(*args, **kwargs)

    monkeypatch.setattr("comm.create_comm", create)


def answered_by(widget: Any) -> str | None:
    """Which subshell answers what the page says next; the main thread is none."""
    answer: str | None = getattr(widget.comm, ROUTE)({"method": "update"}, SUBSHELL)
    return answer


def below(widget: Any) -> Iterator[Any]:
    yield widget
    for part in (*getattr(widget, "children", ()), *getattr(widget, "_canvases", ())):
        yield from below(part)


def test_a_kernel_would_lead_widgets_elsewhere() -> None:
    assert answered_by(widgets.Button()) == SUBSHELL


def test_every_part_of_a_lab_is_answered_in_the_main_thread() -> None:
    lab = SoloLab("solo-1")
    parts = list(below(lab))
    assert len(parts) > 100
    assert {answered_by(part) for part in parts} == {None}
    assert {lab.board.page_side, lab.grid, lab.moves.code, *lab.board.canvas._canvases} <= set(parts)


def test_parts_that_come_later_are_too() -> None:
    lab = SoloLab("solo-1")
    lab._mode.value = "Proof"
    player = lab._stage.children[0]
    assert {answered_by(part) for part in below(player)} == {None}
    code = lab.save_code
    lab.restore(code)
    assert {answered_by(part) for part in below(lab)} == {None}


def test_a_game_that_is_chosen_later_is_too() -> None:
    chooser = GameChooser("solo-1")
    chooser.choice.value = "solo-2"
    assert {answered_by(part) for part in below(chooser)} == {None}


def test_other_widgets_are_left_alone() -> None:
    box = widgets.VBox([BoardView("solo-1"), widgets.Button()])
    assert answered_by(box) == answered_by(box.children[1]) == SUBSHELL
    assert {answered_by(part) for part in below(box.children[0])} == {None}
