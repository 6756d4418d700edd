"""What every view says to its reader: messages, troubles in plain words, and what a click means as a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape

import ipywidgets as widgets

from ..errors import OldTownError
from ..play.board_state import BoardState
from ..town.candidates import OUT

#: White on a dark orange ground is read on a light page and on a dark one.
SIGN = "<b style='background:#b54400;color:#fff;border-radius:3px;padding:0 .35em'>&#9888;</b>"


class Echo(widgets.HTML):  # type: ignore[misc]
    """The words of a message again, at the place where the reader acts. Screen readers have heard them already."""

    def __init__(self, name: str = "echo") -> None:
        super().__init__()
        self.add_class(f"oldtown-{name}")
        self.repeat("")

    def repeat(self, html: str) -> None:
        self.value = f"<div aria-hidden='true' style='line-height:1.45'>{html}</div>" if html else ""
        self.layout.display = "" if html else "none"


class Message(widgets.HTML):  # type: ignore[misc]
    """A line that screen readers announce when it changes. ``kept``: what is not lost when something goes wrong."""

    def __init__(self, name: str, kept: str = "") -> None:
        super().__init__(layout=widgets.Layout(min_height="1.6em"))
        self.add_class(f"oldtown-{name}")
        self.text = ""
        """What is said now, without the signs around it."""
        self._kept = kept
        self._echo: Echo | None = None

    def say(self, text: str) -> None:
        self.say_html(escape(text), text)

    def say_html(self, html: str, text: str = "") -> None:
        self.text = text
        self.value = f"<div role='status' aria-live='polite' style='line-height:1.45'>{html}</div>"
        if self._echo is not None:
            self._echo.repeat(html)

    def warn(self, text: str) -> None:
        self.say_html(f"{SIGN} {escape(text)}", text)

    def repeat_at(self, echo: Echo | None) -> None:
        """From now on, say it there too; at the last place nothing is said any more."""
        if self._echo is not echo and self._echo is not None:
            self._echo.repeat("")
        self._echo = echo

    @contextmanager
    def troubles(self) -> Iterator[None]:
        """Show what goes wrong inside here, where the reader looks: errors in callbacks are else only logged."""
        try:
            yield
        except OldTownError as error:
            self.warn(str(error))
        except Exception as error:  # whatever it is, the reader must learn of it
            cause = f"{type(error).__name__}: {error}"
            self.warn(f"Something went wrong in the lab itself ({cause}). {self._kept}".rstrip())


def toggle_move(state: BoardState, building: str, place: int) -> str:
    """What a click on a candidate means: the last open one is placed, others are crossed out, crossed ones return."""
    where = place_word(place)
    open_places = state.candidates.places[building]
    if building in state.candidates.placed and place in open_places:
        return f"lift {building}"
    if place not in open_places:
        return f"back {building} {where}"
    return f"{'place' if len(open_places) == 1 else 'cross'} {building} {where}"


def place_word(place: int) -> str:
    """A place as it is written in a move."""
    return "out" if place == OUT else str(place)


def button(
    words: str, tip: str, on_click: Callable[[], None], name: str = "", style: str = "", width: str = "auto"
) -> widgets.Button:
    """A button with a name for tests and style sheets."""
    made = widgets.Button(description=words, tooltip=tip, button_style=style, layout=widgets.Layout(width=width))
    made.on_click(lambda _: on_click())
    if name:
        made.add_class(f"oldtown-{name}")
    return made
