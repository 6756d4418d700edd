"""Reasons: which cards prove a claim? All that are needed, and no more."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from ...errors import AnswerError
from ...logic.engine import engine
from ...proof import questions
from ...proof.claims import Claim
from ...puzzles.positions import Position
from ...puzzles.puzzle import Puzzle
from ...town.buildings import in_words
from ..boards import refuting_scene
from ..feedback import Feedback, Verdict
from ..written import read_cards
from .base import Question


@dataclass(frozen=True)
class Reasons(Question):
    """``claim`` follows from the cards and the board; ``most``: with so many cards at the most (0: any number)."""

    position: Position
    claim: Claim
    most: int = 0
    how: ClassVar[str] = "Write the numbers of the cards that prove it, with commas between them, for example 3, 45."

    def judge(self, answer: str) -> Feedback:
        puzzle = self.position.puzzle
        named_for = read_cards(answer, puzzle.cards, puzzle.game)
        for card, building in named_for.items():
            if building is not None and building != _for_whom(puzzle, card):
                raise AnswerError(f'card {card} is not "for the {building}" here; write the number alone')
        cards = list(named_for)
        if not cards:
            return Feedback(Verdict.NOTHING, self.how)
        with engine():
            cited = [f"card:{card}" for card in cards]
            check = questions.check(puzzle.theory, self.claim, cited, self.position.state)
        named = f"{'Card' if len(cards) == 1 else 'Cards'} {in_words(map(str, cards))}"
        if not check.sufficient:
            missing = len(check.missing)
            more = f"{missing} more {'card is' if missing == 1 else 'cards are'} needed"
            words = f'{named} {"does" if len(cards) == 1 else "do"} not prove "{self.claim.text}": {more}.'
            scene = None
            if check.refuting_town is not None:
                title = "This town fits the cards that you named"
                scene = refuting_scene(_only(self.position, cards), check.refuting_town, self.claim, set(), title)
            return Feedback(Verdict.WRONG, words, (), scene)
        spare = sum(f"card:{card}" in check.not_needed for card in cards)
        if spare:
            words = f'{named} prove "{self.claim.text}", but {spare} of them can be spared.'
            return Feedback(Verdict.PARTLY, words)
        if self.most and len(cards) > self.most:
            words = f"{named} prove it, and none of them can be spared. But it can be done with {self.most}."
            return Feedback(Verdict.PARTLY, words)
        each = " and none of them can be spared" if len(cards) > 1 else ""
        proves = "prove" if len(cards) > 1 else "proves"
        return Feedback(Verdict.RIGHT, f'{named} {proves} "{self.claim.text}"{each}.')


def _for_whom(puzzle: Puzzle, card: int) -> str | None:
    """The building that a card means by my building, if it is known."""
    if card in puzzle.for_building:
        return puzzle.for_building[card]
    known = puzzle.game.card(card)
    meant = [building for building in puzzle.mine.known if building != known.building]
    return meant[0] if known.kind != "A" and len(meant) == 1 else None


def _only(position: Position, cards: list[int]) -> Position:
    """The position of somebody who has these cards only."""
    return replace(position, puzzle=replace(position.puzzle, cards=tuple(cards)))
