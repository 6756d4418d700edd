"""The cards of a puzzle: sentence, little map, for whom, played or not, and a button that plays them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from ..draw.palette import Theme
from ..play.session import SoloSession
from ..puzzles.face import puzzle_face
from ..puzzles.puzzle import Puzzle
from .one_queue import InOneQueue
from .page_side import PageTheme
from .pictures import card_image
from .speaking import Echo, Message, button
from .still import Still
from .style import STYLE

#: What the choice says while it is open for which of my buildings a card is.
NOT_KNOWN = "not known yet"

KINDS = {
    "A": "a building on four plots",
    "B": "my building in a district",
    "C": "a building and mine",
}

PLAYED = "<small><b>&#10003;</b> played</small>"


class CardShelf(Still, InOneQueue, widgets.VBox):  # type: ignore[misc]
    """Shows the cards of a session and plays them. ``do`` makes the moves; alone, the shelf makes them itself.

    What is wrong with a move stands beside its card: in a narrow window nothing else of the lab may be in sight.
    """

    def __init__(
        self,
        session: SoloSession | Puzzle | str,
        do: Callable[[str], None] | None = None,
        theme: PageTheme | str = "auto",
    ) -> None:
        self._session = session if isinstance(session, SoloSession) else SoloSession(session)
        self._do = do or self._make_move
        self.message = Message("shelf-message")
        self.message.layout.min_height = "0"
        self.echo = Echo()
        self._said = widgets.VBox([self.message, self.echo])
        self._beside: _CardRow | None = None
        """The card that was pressed last: whatever is said stands there."""
        self._theme = PageTheme(theme) if isinstance(theme, str) else theme
        self._theme.on_change(self._restyle)
        self._rows = {
            number: _CardRow(self._session, number, self._pressed, self._theme.current)
            for number in self._session.puzzle.cards
        }
        kinds: dict[str, list[widgets.Widget]] = {}
        for number, row in self._rows.items():
            kinds.setdefault(self._session.puzzle.game.card(number).kind, []).append(row)
        parts: list[widgets.Widget] = []
        for kind, rows in sorted(kinds.items()):
            parts += [widgets.HTML(f"<b>{kind}</b> <small>{KINDS[kind]}</small>"), *rows]
        if isinstance(theme, str):
            parts += [self._theme.page_side, widgets.HTML(STYLE, layout=widgets.Layout(display="none"))]
        super().__init__(parts, layout=widgets.Layout(max_width="46em"))
        self.add_class("oldtown-shelf")
        self._session.observe(self.update)

    def still(self) -> dict[str, Any]:
        return puzzle_face(self._session.puzzle)

    def update(self) -> None:
        """Show which cards are played."""
        for row in self._rows.values():
            row.update()

    def play(self, number: int) -> None:
        """What the button of a card does: play it, or take it back."""
        self._rows[number].press()

    def _pressed(self, row: _CardRow, move: str) -> None:
        if self._beside is not row:
            if self._beside is not None:
                self._beside.put_below(None)
            row.put_below(self._said)
            self._beside = row
        self._do(move)

    def _make_move(self, move: str) -> None:
        self.message.say("")
        with self.message.troubles():
            self._session.do(move)

    def _restyle(self) -> None:
        for row in self._rows.values():
            row.show(self._theme.current)


class _CardRow(widgets.VBox):  # type: ignore[misc]
    def __init__(self, session: SoloSession, number: int, do: Callable[[_CardRow, str], None], theme: Theme) -> None:
        self._session = session
        self._number = number
        self._do = do
        # Where the sentence would be squeezed, the controls go below the card.
        self._shown = widgets.HTML(layout=widgets.Layout(flex="1 1 260px", min_width="0"))
        choices = session.state.can_be_for(number)
        self.owner: widgets.Dropdown | None = None
        """For whom the card is, where there is a choice."""
        self.button = button("", "", self.press, f"card-{number}", width="12em")
        self.tag = widgets.HTML(PLAYED)
        self.tag.add_class("oldtown-played")
        controls: list[widgets.Widget] = [self.tag, self.button]
        if choices:
            # Without a description, the tooltip is what a screen reader calls the list.
            self.owner = widgets.Dropdown(
                options=[NOT_KNOWN, *choices],
                tooltip=f"For which of my buildings is card {number}",
                layout=widgets.Layout(width="12em"),
            )
            controls = [self.tag, widgets.HTML("<small>for my building</small>"), self.owner, self.button]
        beside = widgets.VBox(controls, layout=widgets.Layout(flex="0 0 auto"))
        self._card = widgets.HBox(
            [self._shown, beside], layout=widgets.Layout(align_items="center", flex_flow="row wrap")
        )
        super().__init__([self._card])
        border = "1px solid var(--jp-border-color2, #ccc)"
        self.layout = widgets.Layout(flex="0 0 auto", padding="4px 0", border_bottom=border)
        self.add_class("oldtown-card")
        self._is_shown_played: bool | None = None
        self.show(theme)
        self.update()

    @property
    def is_played(self) -> bool:
        return self._number in self._session.state.played

    def press(self) -> None:
        if self.is_played:
            self._do(self, f"take {self._number}")
        elif self.owner is None or self.owner.value == NOT_KNOWN:
            self._do(self, f"card {self._number}")
        else:
            self._do(self, f"card {self._number} for {self.owner.value}")

    def show(self, theme: Theme) -> None:
        self._shown.value = card_image(self._session.puzzle, self._number, theme)

    def put_below(self, widget: widgets.Widget | None) -> None:
        """Something that belongs to this card, or nothing any more."""
        self.children = [self._card] if widget is None else [self._card, widget]

    def update(self) -> None:
        played = self.is_played
        if self._is_shown_played == played:
            return
        self._is_shown_played = played
        self.button.description = f"Take card {self._number} back" if played else f"Play card {self._number}"
        self.button.button_style = "" if played else "info"
        self.tag.layout.display = "" if played else "none"
        if self.owner is not None:
            self.owner.disabled = played
        if played:
            self.add_class("oldtown-card-used")
        else:
            self.remove_class("oldtown-card-used")
