"""A proof as a row of scenes: the board before each step, with the step's reasons and conclusions marked on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product

from ..proof.board import OUT, Board, Setting, plots_in, sole_places
from ..proof.facts import Fact, kind_of, plot_of
from ..proof.step import Proof, Role, Step
from ..proof.words.follow import Part, StoryLine
from ..town.buildings import in_words
from ..town.candidates import Candidates
from ..town.clues import PlaceClue
from .scene import Place, Scene, candidates_scene

#: What is said of a building without saying where it is.
MARKS = ("mine", "not_mine")


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
        told, scene = tuple(lines), self.step(n)
        concluded = {fact for line in told if line.part is Part.SO for fact in line.facts}
        if any(line.part is Part.SO for line in told):
            # What was assumed is off the board again. What the reasons prove besides comes a line later.
            later = {f for f in self.proof.steps[n - 1].conclusions if f not in concluded and kind_of(f) not in MARKS}
            hidden = {(fact.atom.building, plot_of(fact)) for fact in later}
            return replace(scene, roles={place: role for place, role in scene.roles.items() if place not in hidden})
        roles: dict[Place, Role] = {place: role for place, role in scene.roles.items() if role is Role.REASON}
        for line in told:
            role = Role.CONTRADICTION if line.part is Part.CLASH else Role.ASSUMED
            roles.update((place, role) for fact in line.facts if (place := _place(fact, role)) is not None)
        return _with_roles(scene, roles)


def step_scene(step: Step) -> Scene:
    """A step by itself: what its reasons and conclusions speak of. All else is unknown here, so it is not drawn."""
    game = step.theory.game
    placed = {plot_of(fact): fact.atom.building for fact in step.facts if kind_of(fact) == "at"}
    missing = {fact.atom.building for fact in step.facts if kind_of(fact) == "left_out"}
    told = (*step.facts, *step.conclusions)
    mine = {fact.atom.building: fact.positive for fact in told if kind_of(fact) in MARKS}
    settled = missing.union(placed.values())
    open_places = {(b, plot) for b, plot in _open_places(step) if b not in settled and plot not in placed}
    chips = {
        plot: names
        for plot in sorted(game.plan.all_plots)
        if (names := tuple(b for b in game.buildings if (b, plot) in open_places))
    }
    # Of whom the step says only whether it is mine has no place to be drawn on.
    somewhere = {building for names in chips.values() for building in names}
    somewhere |= {building for building, _ in step.picture.places}
    scene = Scene(
        game,
        chips=chips,
        placed=placed,
        left_out=tuple(b for b in game.buildings if b in missing),
        nowhere_yet=tuple(b for b in game.buildings if b in mine.keys() - somewhere),
        mine=mine,
        first=step.focus.buildings,
        title=_step_title(step),
    )
    return with_step(scene, step)


def _open_places(step: Step) -> set[Place]:
    """Where somebody may stand before the step, as far as it says something of it: in what it concludes, on the plots
    that it is about (two buildings that are left two plots), and where one of its cards puts a building.
    """
    about = set(product(step.focus.buildings, step.focus.plots))
    kept_off = {place for place, role in step.picture.places.items() if role is Role.REASON}
    for clue in step.theory.clues:
        if clue.card in step.cards:
            for building, mask in sole_places(clue):
                allowed = {(building, plot) for plot in plots_in(mask)}
                kept_off |= {(building, plot) for plot in step.theory.game.plan.all_plots} - allowed
                if isinstance(clue, PlaceClue):
                    about |= allowed
    return about - kept_off | {(fact.atom.building, plot_of(fact)) for fact in step.conclusions}


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
