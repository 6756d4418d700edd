"""Every widget leaves a picture with a true description where no kernel runs, the same from run to run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oldtown_lab import BoardView, CandidateGrid, CardShelf, ExerciseForm, GameChooser, ProofPlayer, SoloLab
from oldtown_lab.classroom.files import exercises
from oldtown_lab.widgets.still import VIEW
from oldtown_lab.widgets.walkthrough import Walkthrough

WIDGETS = [
    lambda: SoloLab("solo-1"),
    lambda: BoardView("solo-1"),
    lambda: ProofPlayer("solo-1"),
    lambda: CardShelf("solo-6"),
    lambda: CandidateGrid("solo-2"),
    lambda: GameChooser("solo-3"),
    lambda: Walkthrough("solo-1"),
    lambda: ExerciseForm(next(iter(exercises().values()))),
]


@pytest.mark.parametrize("make", WIDGETS, ids=lambda make: type(make()).__name__)
def test_what_is_left_of_a_widget(make: Callable[[], object]) -> None:
    once, again = make()._repr_mimebundle_(), make()._repr_mimebundle_()  # type: ignore[attr-defined]
    assert VIEW in once
    assert once[VIEW] != again[VIEW]
    assert once["text/html"] == again["text/html"]
    assert once["text/plain"] == again["text/plain"]
    assert 'src="data:image/svg+xml;base64,' in once["text/html"]
    assert '<img alt="' in once["text/html"]
    assert "object at 0x" not in once["text/plain"]


def test_the_picture_is_of_the_board_as_it_is() -> None:
    lab = SoloLab("solo-1")
    lab.do("card 3")
    lab.do("place Bank 8")
    assert "Plot 8: Bank." in lab._repr_mimebundle_()["text/html"]
