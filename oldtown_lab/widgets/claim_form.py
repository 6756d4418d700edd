"""Claim mode: the student says what is so and which cards prove it, and gets a verdict."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import ipywidgets as widgets

from ..draw.palette import Theme
from ..logic.z3_solver import Reason
from ..play.session import SoloSession
from ..proof.questions import Check
from ..proof.step import reason_text
from ..puzzles.catalogue import load_puzzle, puzzles
from ..puzzles.puzzle import Puzzle
from ..town.buildings import in_words
from ..town.candidates import OUT
from ..town.cards import Card
from .pictures import town_image
from .speaking import Echo, Message, button, place_word
from .work import Work


class ClaimForm(widgets.VBox):  # type: ignore[misc]
    """ "It does not stand there, because of these cards." A claim that is proved is crossed out on the board."""

    def __init__(self, session: SoloSession, work: Work, do: Callable[[str], None], theme: Callable[[], Theme]) -> None:
        self._session = session
        self._work = work
        self._do = do
        self._theme = theme
        self._again: Callable[[], None] | None = None
        """Shows the verdict again, for instance in another theme."""
        game = session.puzzle.game
        plots = [*((f"plot {p}", p) for p in sorted(game.plan.all_plots)), ("out of the town", OUT)]
        # Without a description, the tooltip is what a screen reader calls the list.
        self.building = widgets.Dropdown(
            options=game.buildings, tooltip="Claim: which building", layout=widgets.Layout(width="11em")
        )
        self.place = widgets.Dropdown(options=plots, tooltip="Claim: which plot", layout=widgets.Layout(width="9em"))
        self.cards = {number: _tick_box(session.puzzle, number) for number in session.puzzle.cards}
        self.active = widgets.Checkbox(
            False, description="Claim mode: prove what you cross out", indent=False, layout=widgets.Layout(width="auto")
        )
        self.active.add_class("oldtown-claim-mode")
        self.verdict = Message("verdict")
        self.echo = Echo()
        ask = button("Is that proved?", "Judge the claim and its cards", self.judge, "judge", "info", "12em")
        row = widgets.Layout(flex_flow="row wrap", align_items="center")
        super().__init__(
            [
                self.active,
                widgets.HBox(
                    [widgets.HTML("The&nbsp;"), self.building, widgets.HTML("&nbsp;is not on&nbsp;"), self.place],
                    layout=row,
                ),
                widgets.HTML("because of the cards"),
                widgets.HBox(list(self.cards.values()), layout=row),
                ask,
                self.echo,
                self.verdict,
            ]
        )
        self.add_class("oldtown-claim")

    def claim(self, building: str, place: int) -> None:
        """Take over a candidate that was clicked on the board."""
        self.building.value, self.place.value = building, place
        self._again = None
        self.verdict.say("Now tick the cards that prove it.")

    @property
    def text(self) -> str:
        """The claim in the language of claims."""
        building, place = self.building.value, self.place.value
        return f"{building} in town" if place == OUT else f"{building} not {place}"

    @property
    def because(self) -> list[str]:
        return [f"card:{number}" for number, box in self.cards.items() if box.value]

    def judge(self) -> None:
        # Taken down now: while the claim is judged, the student may already fill in the next one.
        claim, because, building, place = self.text, self.because, self.building.value, self.place.value
        line = f"check({_in_code(self._session.puzzle)}, {claim!r}, because={because!r})"
        self._work.message.repeat_at(self.echo)
        state = self._session.state

        def judged(check: Check) -> None:
            self._again = lambda: self._show(check, line, building)
            self._again()
            # Moves that were made meanwhile do not matter; another game that was restored does.
            is_open = place in self._session.state.candidates.places[building]
            if check.sufficient and is_open and self._session.came_from(state):
                self._do(f"cross {building} {place_word(place)}")

        self._work.run("judging your claim", lambda: self._session.claim(claim, because), judged)

    def restyle(self) -> None:
        """The theme is another one: show the verdict again."""
        if self._again is not None:
            self._again()

    def _show(self, check: Check, line: str, building: str) -> None:
        code = f"<br><small>As a line of code: <code>{escape(line)}</code></small>"
        town = ""
        if check.refuting_town is not None:
            title = "A town that fits your cards" if check.follows else "A town that fits all the cards"
            town = f"<br>{town_image(self._session, check.refuting_town, building, title, self._theme())}"
        self.verdict.say_html(f"{escape(verdict_words(check))}{town}{code}")


def _in_code(puzzle: Puzzle) -> str:
    """What a line of code calls the puzzle: its id; a puzzle of the reader's own is in a variable of theirs."""
    return repr(puzzle.id) if puzzle.id in puzzles() and load_puzzle(puzzle.id) == puzzle else "puzzle"


def _tick_box(puzzle: Puzzle, number: int) -> widgets.Checkbox:
    """A card by its number and what it says in this puzzle."""
    card = puzzle.game.card(number)
    box = widgets.Checkbox(
        False,
        description=f"{number} {short_words(puzzle, card)}",
        indent=False,
        tooltip=card.text,
        layout=widgets.Layout(
            width="auto", height="auto", flex="1 1 100%" if card.kind == "C" else "1 1 15em", min_width="0"
        ),
    )
    box.add_class("oldtown-tick")
    return box


def short_words(puzzle: Puzzle, card: Card) -> str:
    """What a card says, in a line: "Bank: 4, 8, 12, 16". How two buildings stand to each other takes its sentence."""
    if card.kind == "C":
        return card.text
    whose = card.building or puzzle.for_building.get(card.number, "mine")
    return f"{whose}: {', '.join(map(str, sorted(card.plots)))}"


def verdict_words(check: Check) -> str:
    """The verdict in plain words."""
    if not check.follows:
        return f'"{check.claim.text}" does not follow from the cards of this puzzle. This town fits them all:'
    if not check.sufficient:
        needless = _needless(check)
        missing = in_words(map(_spoken, check.missing))
        return (
            f'"{check.claim.text}" is true, but your cards do not prove it: the town below fits them all. '
            f"What is missing: {missing}.{needless}"
        )
    return f'Proved: "{check.claim.text}".{_needless(check) or " Every card that you named is needed."}'


def _needless(check: Check) -> str:
    if not check.not_needed:
        return ""
    return f" Not needed: {in_words(map(_spoken, check.not_needed))}."


def _spoken(reason: Reason) -> str:
    return reason_text(reason).replace("card:", "card ")
