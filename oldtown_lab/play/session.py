"""The solo session: the only place where state lives. Front ends and tests use the same one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from ..errors import MoveError
from ..logic.counting import TownCount, count_towns
from ..logic.engine import engine
from ..logic.statements import At, InTown, Mine
from ..logic.z3_solver import Reason
from ..proof import questions
from ..proof.claims import parse_claim
from ..proof.facts import Fact, not_mine
from ..proof.judge import Judge
from ..proof.ladder import READING
from ..proof.questions import Check, Hint, Why
from ..proof.step import Proof, Step
from ..puzzles.catalogue import load_puzzle
from ..puzzles.proofs import check, explain
from ..puzzles.puzzle import Puzzle
from ..town.candidates import OUT
from .board_state import BoardState
from .moves import Move, parse_move


class SoloSession:
    """A game in play: a state, the moves that led there and those that were undone."""

    def __init__(self, puzzle: Puzzle | str | Path) -> None:
        self.puzzle = puzzle if isinstance(puzzle, Puzzle) else load_puzzle(puzzle)
        self._states = [BoardState(self.puzzle)]
        self._done: list[Move] = []
        self._undone: list[Move] = []
        self._observers: list[Callable[[], None]] = []
        self._count: tuple[BoardState, TownCount] | None = None
        self._proof: Proof | None = None

    @property
    def state(self) -> BoardState:
        return self._states[-1]

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(map(str, self._done))

    @property
    def undone(self) -> tuple[str, ...]:
        """The moves that redo would do, the next one first."""
        return tuple(map(str, reversed(self._undone)))

    def observe(self, callback: Callable[[], None]) -> None:
        """Call this after every change."""
        self._observers.append(callback)

    # ---------------------------------------------------------------------------------------------------------- moves

    def do(self, move: Move | str) -> None:
        """Make a move. If it is not allowed, nothing changes."""
        self._do_all([parse_move(move, self.puzzle.game) if isinstance(move, str) else move])

    def follow(self, step: Step) -> None:
        """Make the moves of a step: play the card that it reads, else cross out and place what it concludes."""
        self._do_all(self.moves_of(step))

    def moves_of(self, step: Step) -> list[Move]:
        """The moves that bring a step's conclusions onto the board."""
        if step.technique is READING and step.cards and step.cards[0] not in self.state.played:
            return [Move("card", step.cards[0])]
        moves = [move for fact in step.conclusions if (move := self._move_of(fact)) is not None]
        placed = {move.building for move in moves if move.verb == "place"}
        moves = [move for move in moves if move.verb != "cross" or move.building not in placed]
        if not moves:
            raise MoveError("this step is on the board already")
        return moves

    def _move_of(self, fact: Fact) -> Move | None:
        building = fact.atom.building
        places = self.state.candidates.places[building]
        match fact.atom:
            case Mine():
                known = building in self.state.marks or self.puzzle.mine.are_known
                return None if known else Move("mine" if fact.positive else "not-mine", building=building)
            case InTown():
                place, verb = OUT, "cross" if fact.positive else "place"
            case At():
                place, verb = fact.atom.plot, "place" if fact.positive else "cross"
        if building in self.state.candidates.placed or place not in places:
            return None
        return Move(verb, building=building, place=place)

    def undo(self) -> None:
        """Take the last move back."""
        if not self._done:
            raise MoveError("there is nothing to undo")
        self._back()
        self._tell()

    def redo(self) -> None:
        """Do again what was undone last."""
        if not self._undone:
            raise MoveError("there is nothing to redo")
        move = self._undone.pop()
        self._states.append(self.state.after(move))
        self._done.append(move)
        self._tell()

    def reset(self) -> None:
        """Back to the start. Redo leads on from there again."""
        if not self._done:
            raise MoveError("there is nothing to take back: the board is as it was dealt")
        while self._done:
            self._back()
        self._tell()

    def moves_to_rewind(self) -> int:
        """How many moves lie between the last board on which nothing was wrong and this one. May take a while."""
        back = next((n for n, state in enumerate(reversed(tuple(self._states))) if self._fits(state)), None)
        if back is None:
            raise MoveError("no town fits the cards of this puzzle, so there is no right board to go back to")
        if back == 0:
            raise MoveError("nothing on the board is wrong, so there is nothing to rewind")
        return back

    def take_back(self, moves: int) -> None:
        """Take the last moves back. Redo leads on again."""
        for _ in range(moves):
            self._back()
        self._tell()

    def resume(self, other: SoloSession) -> None:
        """Go on from where another session of this puzzle is. Whoever observes this session goes on observing it."""
        self._states, self._done, self._undone = list(other._states), list(other._done), list(other._undone)
        self._tell()

    def _do_all(self, moves: Iterable[Move]) -> None:
        state, new = self.state, []
        for move in moves:
            state = state.after(move)
            new.append((move, state))
        for move, following in new:
            self._done.append(move)
            self._states.append(following)
        self._undone.clear()
        self._tell()

    def _back(self) -> None:
        self._undone.append(self._done.pop())
        self._states.pop()

    def _tell(self) -> None:
        for callback in self._observers:
            callback()

    def came_from(self, state: BoardState) -> bool:
        """Whether the game has gone on from this very board: it was neither undone nor left for another game."""
        return any(before is state for before in self._states)

    # ------------------------------------------------------------------------------------------------------ questions

    def is_consistent(self) -> bool:
        """Whether some town fits all the puzzle's cards and what is on the board."""
        return self._fits(self.state)

    def _fits(self, state: BoardState) -> bool:
        theory = self.puzzle.theory
        with engine():
            return Judge(theory).possible((*theory.premises_by_id, *state.facts))

    def certainly_mine(self) -> tuple[str, ...]:
        """Who must be mine by the cards and the board, where that is to be found out; nobody on a wrong board."""
        theory, facts = self.puzzle.theory, self.state.facts
        if self.puzzle.mine.are_known:
            return ()
        with engine():
            judge = Judge(theory)
            known: tuple[Reason, ...] = (*theory.premises_by_id, *facts)
            if not judge.possible(known):
                return ()
            return tuple(b for b in self.puzzle.game.buildings if not judge.possible((*known, not_mine(b))))

    @property
    def solved(self) -> bool:
        return self.state.is_complete and self.is_consistent()

    def hint(self, level: int) -> Hint:
        """Help for this board, as openly as the level says."""
        with engine():
            return questions.hint(self.puzzle.theory, self.state.facts, level)

    def next_step(self) -> Step | None:
        return self.hint(3).step

    def why(self, building: str, place: int) -> Why:
        """Why the building cannot be there; or a town that fits all the cards and has it there."""
        claim = f"{building} in town" if place == OUT else f"{building} not {place}"
        with engine():
            return questions.why(self.puzzle.theory, parse_claim(claim, self.puzzle.game))

    def claim(self, claim: str, because: Iterable[str]) -> Check:
        """The verdict about a claim and the premises that are given for it."""
        return check(self.puzzle, claim, because)

    def explain(self) -> Proof:
        """The whole proof of the puzzle, with only the steps that lead somewhere."""
        if self._proof is None:
            self._proof = explain(self.puzzle).pruned()
        return self._proof

    def count(self) -> TownCount:
        """How many towns fit the cards that are played and every candidate that is crossed out."""
        state = self.state
        if self._count is None or self._count[0] is not state:
            self._count = state, count_towns(state.theory, state.candidates.places)
        return self._count[1]
