"""The answer key of a worksheet: the town, the my-buildings and the whole proof in words.

Where the cards leave something open, or contradict each other, the key says so and shows what is certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...draw.palette import PRINT
from ...draw.picture import board_picture
from ...draw.scene import candidates_scene
from ...draw.step_html import SENTENCE_END
from ...logic.checking import my_buildings_that_fit
from ...logic.counting import TownCount
from ...logic.statements import Mine
from ...proof.ladder import LADDER
from ...proof.step import Outcome, Proof, Step
from ...proof.words.ending import ENDINGS
from ...proof.words.registers import step_texts
from ...proof.words.speech import all_of, capital, is_are, number_word, one_of
from ...puzzles.answers import count
from ...puzzles.proofs import explain
from ...puzzles.puzzle import Puzzle
from ...town.buildings import in_words
from ...town.candidates import OUT, Candidates
from ...town.towns import Town
from .content import Data, picture_data

#: More places than this are not listed for a building: nothing of interest is known about it.
MOST_PLACES = 8
OPEN = "open"

#: And more choices of my-buildings than this are only said to be open.
MOST_CHOICES = 4


def key_data(puzzle: Puzzle) -> tuple[Data, Outcome]:
    """What stands in the key, and how the proof in it ends."""
    counted = count(puzzle)
    proof = explain(puzzle).pruned()
    candidates = _candidates(puzzle, counted)
    solvable = counted.towns > 0
    data: dict[str, Any] = {
        "verdict": _verdict(counted.towns),
        "map": picture_data(board_picture(candidates_scene(candidates, puzzle.title), PRINT, tray=False))
        if solvable
        else None,
        "places": [{"name": b, "place": _place(candidates.places[b])} for b in puzzle.game.buildings]
        if solvable
        else [],
        "open": _open_places(candidates) if solvable else "",
        "left_out": _left_out(candidates) if solvable else "",
        "mine": _mine(puzzle, candidates, proof) if solvable and not puzzle.mine.are_known else "",
        "steps": _steps(proof),
        "end": ENDINGS[proof.outcome],
        "techniques": _techniques(proof),
        "source": f"{puzzle.source.rstrip('.')}." if puzzle.source else "",
    }
    return data, proof.outcome


def _verdict(towns: int) -> str:
    if towns == 0:
        return "No town fits these cards: they contradict each other. The steps below prove it."
    if towns == 1:
        return "Just one town fits all the cards."
    return (
        f"There is no single answer: {towns:,} towns fit these cards. Below is what they all have in common, and where "
        "the other buildings may have stood."
    )


def _candidates(puzzle: Puzzle, counted: TownCount) -> Candidates:
    """Every place that a building has in some town that fits."""
    places = {}
    for building in puzzle.game.buildings:
        plots = {plot for plot, towns in counted.at[building].items() if towns}
        places[building] = frozenset(plots | ({OUT} if counted.left_out[building] else set()))
    placed = frozenset(building for building, open_places in places.items() if len(open_places) == 1)
    return Candidates(puzzle.game, places, placed)


def _place(places: frozenset[int]) -> str:
    if len(places) > MOST_PLACES:
        return OPEN
    plots = [str(plot) for plot in sorted(places - {OUT})]
    return in_words([*plots, *(["out"] if OUT in places else [])], last="or")


def _open_places(candidates: Candidates) -> str:
    """What the word means, where it stands in the list."""
    if all(len(places) <= MOST_PLACES for places in candidates.places.values()):
        return ""
    return f"\u201c{capital(OPEN)}\u201d: more than {number_word(MOST_PLACES)} places are possible."


def _left_out(candidates: Candidates) -> str:
    """Who is certainly left out, and how many more there are."""
    game = candidates.game
    found = [b for b in game.buildings if candidates.places[b] == {OUT}]
    rest = game.left_out - len(found)
    said = [f"Left out: {all_of(found)}."] if found else []
    if rest:
        who = f"{capital(number_word(rest))} {'more' if found else 'of the buildings'}"
        said.append(f"{who} {is_are(rest)} left out; the cards leave open who.")
    return " ".join(said)


def _mine(puzzle: Puzzle, candidates: Candidates, proof: Proof) -> str:
    """Which buildings were found to be mine, and who else may be."""
    if all(len(places) == 1 for places in candidates.places.values()):
        town = Town.from_plots({b: min(places) for b, places in candidates.places.items() if places != {OUT}})
        choices = [frozenset(choice) for choice in my_buildings_that_fit(puzzle.theory, town)]
        found = frozenset.intersection(*choices)
    else:
        choices = []
        atoms = [fact.atom for fact in proof.established if fact.positive]
        found = frozenset(atom.building for atom in atoms if isinstance(atom, Mine))
    known = _in_order(puzzle, found)
    rest = puzzle.mine.unknown - len(known)
    said = f"My {'building' if len(known) == 1 else 'buildings'}: {all_of(known)}." if known else ""
    return f"{said} {_open_mine(puzzle, rest, [c - found for c in choices])}".strip() if rest else said


def _open_mine(puzzle: Puzzle, rest: int, choices: list[frozenset[str]]) -> str:
    whole = rest == puzzle.mine.unknown
    who = f"{capital(number_word(rest))} of the buildings" if whole else f"{capital(number_word(rest))} more"
    said = f"{who} {is_are(rest)} mine"
    if not 0 < len(choices) <= MOST_CHOICES:
        return f"{said}; the cards leave open which."
    if rest == 1:
        return f"{said}: {one_of(_in_order(puzzle, frozenset().union(*choices)))}. The cards leave open which of them."
    sets = in_words((all_of(_in_order(puzzle, choice)) for choice in choices), last="or")
    return f"{said}: {sets}. The cards leave open which."


def _in_order(puzzle: Puzzle, buildings: frozenset[str]) -> list[str]:
    return [b for b in puzzle.game.buildings if b in buildings]


def _steps(proof: Proof) -> list[Data]:
    texts = step_texts(proof.theory, proof.steps)
    return [_step(step, text, proof.sources[step.n]) for step, text in zip(proof.steps, texts, strict=True)]


def _step(step: Step, text: str, sources: Sequence[int]) -> Data:
    """``so`` is the last sentence, in which an argument of several sentences says what it shows."""
    *before, last = SENTENCE_END.split(text)
    argument, so = (" ".join(before), last) if before else (last, "")
    return {
        "n": str(step.n),
        "technique": step.technique.name,
        "uses": f"from {in_words(map(str, sources))}" if sources else "",
        "argument": argument,
        "so": so,
    }


def _techniques(proof: Proof) -> list[Data]:
    """What the names beside the steps mean, from easy to hard."""
    used = {step.technique.id for step in proof.steps}
    return [{"name": t.name, "definition": t.definition} for t in LADDER if t.id in used]
