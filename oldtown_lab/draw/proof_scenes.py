"""A proof as a row of scenes: the board before each step, with the step's reasons and conclusions marked on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..proof.board import OUT, Board, Setting, plots_in
from ..proof.facts import Fact
from ..proof.step import Proof, Role, Step
from ..proof.words.follow import Part, StoryLine
from ..town.buildings import in_words
from ..town.candidates import Candidates
from .scene import Place, Scene, candidates_scene


class ProofScenes:
    """Knows the board at every step of a proof. Step 0 is the board before the first one."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        board = Board(Setting(proof.theory), proof.given)
        self._candidates = [_candidates(board)]
        for step in proof.steps:
            board.learn(step.conclusions, step.n)
            self._candidates.append(_candidates(board))

    def after(self, n: int) -> Scene:
        """The board after so many steps, with nothing marked."""
        return candidates_scene(self._candidates[n], _title(self.proof, n))

    def step(self, n: int) -> Scene:
        """Step n (from 1) on the board before it; with n = 0 the board at the start."""
        if n == 0:
            return self.after(0)
        return with_step(candidates_scene(self._candidates[n - 1], _title(self.proof, n)), self.proof.steps[n - 1])

    def story(self, n: int, lines: Iterable[StoryLine]) -> Scene:
        """A hard step part of the way: what is assumed and what that forces, as far as these lines tell."""
        scene = self.step(n)
        roles: dict[Place, Role] = {place: role for place, role in scene.roles.items() if role is Role.REASON}
        for line in lines:
            role = {Part.CLASH: Role.CONTRADICTION, Part.SO: None}.get(line.part, Role.ASSUMED)
            if role is None:
                return scene
            roles.update((place, role) for fact in line.facts if (place := _place(fact, role)) is not None)
        return _with_roles(scene, roles)


def step_scene(step: Step) -> Scene:
    """A step by itself: the board as far as its reasons tell it, and nobody that it is not about."""
    board = Board(Setting(step.theory), step.facts)
    about = {fact.atom.building for fact in (*step.facts, *step.conclusions)}
    scene = candidates_scene(_candidates(board), _step_title(step))
    return with_step(replace(scene, nowhere_yet=tuple(b for b in scene.nowhere_yet if b in about)), step)


def _place(fact: Fact, role: Role) -> Place | None:
    """Where a line of a story is to be seen; that somebody would not stand somewhere is seen only where it clashes."""
    plot = getattr(fact.atom, "plot", None)
    if plot is None or not (fact.positive or role is Role.CONTRADICTION):
        return None
    return fact.atom.building, plot


def with_step(scene: Scene, step: Step) -> Scene:
    """A board with a step's reasons and conclusions marked on it."""
    plots = step.focus.plots if len(step.focus.plots) < 5 else ()
    return replace(_with_roles(scene, step.picture.places), plots=plots)


def _with_roles(scene: Scene, roles: Mapping[Place, Role]) -> Scene:
    """A building that is marked on a plot is no longer one of whom nothing is known: its other plots are shown too."""
    marked = {building for building, _ in roles}
    appearing = tuple(b for b in scene.nowhere_yet if b in marked)
    chips = dict(scene.chips)
    for plot in scene.game.plan.all_plots - scene.placed.keys() if appearing else ():
        chips[plot] = (*chips.get(plot, ()), *appearing)
    kept = tuple(b for b in scene.nowhere_yet if b not in marked)
    return replace(scene, chips=chips, roles=roles, nowhere_yet=kept)


def _title(proof: Proof, n: int) -> str:
    return "The board at the start" if n == 0 else _step_title(proof.steps[n - 1])


def _step_title(step: Step) -> str:
    cards = f", by card {in_words(map(str, step.cards))}" if step.cards else ""
    return f"Step {step.n}, {step.technique.name}{cards}"


def _candidates(board: Board) -> Candidates:
    game = board.setting.theory.game
    settled = {b: frozenset({plot}) for b, plot in board.placed.items()}
    settled |= {b: frozenset({0}) for b in game.buildings if board.is_left_out(b)}
    places = {b: frozenset((*plots_in(mask), *((0,) if mask & OUT else ()))) for b, mask in board.open.items()}
    return Candidates(game, places | settled, frozenset(settled))
