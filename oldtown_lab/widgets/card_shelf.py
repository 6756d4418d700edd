"""The cards of a puzzle: sentence, little map, for whom, used or not, and a button that plays them."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as widgets

from ..draw.faces import card_html
from ..play.session import SoloSession
from ..puzzles.puzzle import Puzzle
from .speaking import Message, button

#: What the choice says while it is open for which of my buildings a card is.
NOT_KNOWN = "not known yet"

KINDS = {
    "A": "a building on four plots",
    "B": "my building in a district",
    "C": "a building and mine",
}


class CardShelf(widgets.VBox):  # type: ignore[misc]
    """Shows the cards of a session and plays them. ``do`` makes the moves; alone, the shelf makes them itself."""

    def __init__(self, session: SoloSession | Puzzle | str, do: Callable[[str], None] | None = None) -> None:
        self._session = session if isinstance(session, SoloSession) else SoloSession(session)
        self.message = Message("shelf-message")
        self._do = do or self._make_move
        self._rows = {number: _CardRow(self._session, number, self._played) for number in self._session.puzzle.cards}
        kinds: dict[str, list[widgets.Widget]] = {}
        for number, row in self._rows.items():
            kinds.setdefault(self._session.puzzle.game.card(number).kind, []).append(row)
        parts: list[widgets.Widget] = [self.message]
        for kind, rows in sorted(kinds.items()):
            parts += [widgets.HTML(f"<b>{kind}</b> <small>{KINDS[kind]}</small>"), *rows]
        super().__init__(parts)
        self.add_class("oldtown-shelf")
        self._session.observe(self.update)

    def update(self) -> None:
        """Show which cards are played."""
        for row in self._rows.values():
            row.update()

    def play(self, number: int) -> None:
        """What the button of a card does: play it, or take it back."""
        self._rows[number].press()

    def _played(self, move: str) -> None:
        self._do(move)

    def _make_move(self, move: str) -> None:
        self.message.say("")
        with self.message.troubles():
            self._session.do(move)


class _CardRow(widgets.HBox):  # type: ignore[misc]
    def __init__(self, session: SoloSession, number: int, do: Callable[[str], None]) -> None:
        self._session = session
        self._number = number
        self._do = do
        puzzle = session.puzzle
        shown = widgets.HTML(card_html(puzzle.game.card(number), puzzle.game, puzzle.for_whom(number)))
        shown.layout = widgets.Layout(flex="1 1 auto", min_width="0")
        choices = session.state.can_be_for(number)
        self.owner = widgets.Dropdown(
            options=[NOT_KNOWN, *choices], tooltip="For which of my buildings?", layout=widgets.Layout(width="9em")
        )
        self.button = button("Play", f"Play card {number}", self.press, f"card-{number}")
        self.button.layout.width = "9em"
        controls: list[widgets.Widget] = [self.button]
        if choices:
            controls = [widgets.HTML("<small>for my building</small>"), self.owner, self.button]
        super().__init__([shown, widgets.VBox(controls)])
        border = "1px solid var(--jp-border-color2, #ccc)"
        self.layout = widgets.Layout(align_items="center", flex="0 0 auto", padding="4px 0", border_bottom=border)
        self.add_class("oldtown-card")
        self.update()

    @property
    def is_played(self) -> bool:
        return self._number in self._session.state.played

    def press(self) -> None:
        if self.is_played:
            self._do(f"take {self._number}")
        elif self.owner.value == NOT_KNOWN:
            self._do(f"card {self._number}")
        else:
            self._do(f"card {self._number} for {self.owner.value}")

    def update(self) -> None:
        used = self.is_played
        words = "Take back" if used else "Play"
        if self.button.description == words and self.button.button_style == ("" if used else "info"):
            return
        self.button.description = words
        self.button.button_style = "" if used else "info"
        self.owner.disabled = used
        if used:
            self.add_class("oldtown-card-used")
        else:
            self.remove_class("oldtown-card-used")
