"""Deal: choose cards that make a puzzle with so many towns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from ...draw.scene import town_scene
from ...errors import AnswerError
from ...logic.counting import count_towns
from ...logic.engine import engine
from ...logic.propositions import And, Letter, Not
from ...logic.statements import At
from ...logic.z3_solver import solver_for
from ...proof.ladder import Technique
from ...proof.search import prove
from ...puzzles.positions import Position
from ...puzzles.puzzle import Puzzle
from ...town.buildings import in_words
from ...town.towns import Town
from ..feedback import Feedback, Verdict
from ..written import read_cards
from .base import Question

#: So many plots on which two towns differ are named; of more, the number.
MOST_NAMED = 3


@dataclass(frozen=True)
class Deal(Question):
    """``towns``: how many must fit the cards and the board. ``most``: so many cards at the most (0: any number).
    ``technique``: what the proof must need (None: anything). The cards may be those of the position, or, if it has
    none, of the whole deck.
    """

    position: Position
    towns: int
    most: int = 0
    technique: Technique | None = None
    how: ClassVar[str] = (
        "Write the numbers of the cards, for example 3, 8, 45 for Bank; "
        "a card of kind B needs to know for whom it is, unless it is for my building."
    )

    def judge(self, answer: str) -> Feedback:
        game = self.position.puzzle.game
        chosen = read_cards(answer, self.position.puzzle.cards or tuple(game.deck.cards), game)
        if not chosen:
            return Feedback(Verdict.NOTHING, self.how)
        puzzle = self._dealt(chosen)
        count = count_towns(puzzle.theory, self.position.candidates.places).towns
        if count != self.towns:
            return self._wrong_number(count, puzzle)
        if self.most and len(chosen) > self.most:
            return Feedback(Verdict.PARTLY, f"That works, with {len(chosen)} cards. {self.most} are allowed.")
        if self.technique is not None and not self._needs(puzzle, self.technique):
            words = f'The number is right, but the proof does without "{self.technique.name}".'
            return Feedback(Verdict.PARTLY, words)
        town = self._town(puzzle)
        return Feedback(Verdict.RIGHT, "That is a puzzle.", (), town_scene(game, town, "A town that fits your cards"))

    def _wrong_number(self, count: int, puzzle: Puzzle) -> Feedback:
        if count == 0:
            return Feedback(Verdict.WRONG, "No town fits these cards: they contradict each other or the board.")
        if count < self.towns:
            return Feedback(Verdict.WRONG, f"Only {count} {'town fits' if count == 1 else 'towns fit'}: too few.")
        many = f"{count:,}".replace(",", "\u202f")
        differ = f"Two of them differ on {self._difference(puzzle)}."
        return Feedback(Verdict.PARTLY, f"{many} towns fit your cards, which is too many. {differ}")

    def _dealt(self, chosen: dict[int, str | None]) -> Puzzle:
        known = self.position.puzzle
        for card, building in chosen.items():
            kind = known.game.card(card).kind
            if building is not None and kind != "B":
                raise AnswerError(f'card {card} is of kind {kind}; only cards of kind B are "for" a building')
            if building is None and kind != "A" and not known.mine.known and card not in known.for_building:
                whom = ": say for whom" if kind == "B" else ", and nobody is mine here"
                raise AnswerError(f"card {card} speaks of my building{whom}")
        for_building = {**known.for_building, **{card: b for card, b in chosen.items() if b is not None}}
        return replace(known, cards=tuple(chosen), for_building={c: b for c, b in for_building.items() if c in chosen})

    def _town(self, puzzle: Puzzle, other_than: Town | None = None) -> Town:
        """A town that fits the cards and the board; there is one, as they have been counted."""
        another = None if other_than is None else Not(And(tuple(Letter(At(b, p)) for b, p in other_than.at.items())))
        with engine():
            found = solver_for(puzzle.theory).example([*puzzle.theory.premises_by_id, *self.position.state], another)
        if found is None:
            raise RuntimeError("no town was found, though some were counted")
        return found[0]

    def _difference(self, puzzle: Puzzle) -> str:
        one = self._town(puzzle)
        other = self._town(puzzle, other_than=one)
        pairs = zip(one.buildings, other.buildings, strict=True)
        plots = [str(plot) for plot, (a, b) in enumerate(pairs, start=1) if a != b]
        return f"plot {in_words(plots)}" if len(plots) <= MOST_NAMED else f"{len(plots)} plots"

    def _needs(self, puzzle: Puzzle, technique: Technique) -> bool:
        with engine():
            steps = prove(puzzle.theory, self.position.state).pruned().steps
        return any(step.technique is technique for step in steps)
