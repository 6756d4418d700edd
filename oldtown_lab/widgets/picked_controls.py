"""What can be done with the building and the plot that are picked, and the player's own marks."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as widgets

from .speaking import Echo, button


class PickedControls(widgets.VBox):  # type: ignore[misc]
    """The buttons below the board. ``act`` is told which one was pressed: place, cross, why, mine, not-mine, unmark."""

    def __init__(self, act: Callable[[str], None], can_mark: bool) -> None:
        self._act = act
        self._can_mark = can_mark
        self._mark: bool | None = None
        self.place = button("Place it here", "Place the building on the plot", lambda: act("place"), "place-here")
        self.cross = button("Cross out / bring back", "Cross the building out here", lambda: act("cross"), "cross-here")
        self.why = button("Why?", "Why can it stand here, or why not?", lambda: act("why"), "why-here")
        self.mine = button("It is mine", "Mark the building as mine, or not any more", self._press_mine, "mine-here")
        self.not_mine = button(
            "It is not mine", "Mark the building as not mine", lambda: act("not-mine"), "not-mine-here"
        )
        self.echo = Echo()
        buttons = [self.place, self.cross, self.why, self.mine, self.not_mine]
        super().__init__([widgets.HBox(buttons, layout=widgets.Layout(flex_flow="row wrap")), self.echo])
        self.show_mark(None)

    def show_mark(self, mark: bool | None) -> None:
        """Whether the picked building is marked as mine or as not mine. A mark can be taken back, and no more."""
        self._mark = mark
        self.mine.description = {None: "It is mine", True: "Unmark: mine", False: "Unmark: not mine"}[mark]
        self.mine.layout.display = "" if self._can_mark else "none"
        self.not_mine.layout.display = "" if self._can_mark and mark is None else "none"

    def _press_mine(self) -> None:
        self._act("mine" if self._mark is None else "unmark")
