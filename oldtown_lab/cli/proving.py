"""Commands that prove: explain, why, check, hint, verify, example."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import Any

from ..draw.text import LINE_WIDTH, card_text, map_text
from ..errors import FileError
from ..games.files import file_name
from ..games.loader import games, load_game
from ..logic.theory import Theory
from ..proof.checker import check_proof
from ..proof.claims import Claim, state_text
from ..proof.facts import fact_json
from ..proof.step import Outcome, Proof, reason_json, reason_text
from ..proof.words.ending import ending
from ..proof.words.registers import REGISTERS, step_texts
from ..puzzles.catalogue import load_puzzle, puzzles
from ..puzzles.examples import examples, load_example
from ..puzzles.proofs import check, explain, given_json, hint, proof_json, steps_json, why
from ..puzzles.puzzle import Puzzle
from ..town.buildings import in_words
from ..town.towns import Town
from .looking import print_json

#: Larger files are no proofs of ours.
LARGEST_PROOF = 20_000_000


def show_explanation(chosen: Namespace) -> int:
    puzzle = load_puzzle(chosen.puzzle, solvable=False)
    proof = explain(puzzle, chosen.state, chosen.smallest)
    if not chosen.all:
        proof = proof.pruned()
    if chosen.json:
        print_json(proof_json(puzzle, proof, chosen.register))
    else:
        print(f"{puzzle.title}: {_steps_word(len(proof.steps))}\n")
        _print_steps(puzzle.theory, proof, chosen.register)
        print(ending(proof))
        _print_how_sure(proof)
    return 1 if proof.outcome is Outcome.NO_TOWN else 0


def _steps_word(steps: int) -> str:
    return "1 step" if steps == 1 else f"{steps} steps"


def _print_how_sure(proof: Proof) -> None:
    """Say it where a step may have cheaper reasons."""
    if unsure := [step.n for step in proof.steps if step.smallest is False]:
        steps = f"step {unsure[0]}" if len(unsure) == 1 else f"steps {in_words(map(str, unsure))}"
        print(
            fill(
                f"No reason of {steps} can be dropped; whether other, cheaper reasons would do was not looked into. "
                "--smallest looks until that is sure.",
                LINE_WIDTH,
            )
        )


def _print_steps(theory: Theory, proof: Proof, register: str) -> None:
    for step, text in zip(proof.steps, step_texts(theory, proof.steps, register), strict=True):
        print(f"{step.n:>3}  {step.technique.name}{_uses(proof.sources[step.n])}")
        if register == "plain":
            print(fill(text, LINE_WIDTH, initial_indent=" " * 5, subsequent_indent=" " * 5))
        else:
            print("\n".join(f"     {line}".rstrip() for line in text.splitlines()))
        print()


def _uses(sources: Sequence[int]) -> str:
    """The earlier steps that a step stands on."""
    return f"  (from {in_words(map(str, sources))})" if sources else ""


def show_why(chosen: Namespace) -> int:
    puzzle = load_puzzle(chosen.puzzle, solvable=False)
    answer = why(puzzle, chosen.claim)
    if chosen.json:
        proof = answer.proof
        print_json(
            {
                "claim": answer.claim.text,
                "follows": answer.follows,
                "steps": steps_json(puzzle.theory, proof.steps, chosen.register) if proof else [],
                "refuting_town": _town_json(answer.refuting_town),
                **({"my_buildings": list(answer.refuting_mine)} if answer.refuting_mine else {}),
                "puzzle": puzzle.id,
                "given": given_json(puzzle),
            }
        )
    elif answer.proof is not None:
        print(f"{answer.claim.text}: this follows, in {_steps_word(len(answer.proof.steps))}.\n")
        _print_steps(puzzle.theory, answer.proof, chosen.register)
    else:
        print(f"{answer.claim.text}: this does not follow. Here is a town that fits all cards and refutes it.\n")
        _print_town(puzzle, answer.refuting_town, answer.refuting_mine)
    return 0 if answer.follows else 1


def show_check(chosen: Namespace) -> int:
    puzzle = load_puzzle(chosen.puzzle, solvable=False)
    answer = check(puzzle, chosen.claim, chosen.because)
    if chosen.json:
        print_json(
            {
                "claim": answer.claim.text,
                "follows": answer.follows,
                "sufficient": answer.sufficient,
                "not_needed": [reason_json(puzzle.theory, reason) for reason in answer.not_needed],
                "missing": [reason_json(puzzle.theory, reason) for reason in answer.missing],
                "refuting_town": _town_json(answer.refuting_town),
                **({"my_buildings": list(answer.refuting_mine)} if answer.refuting_mine else {}),
            }
        )
        return 0 if answer.sufficient else 1
    claim = answer.claim.text
    if not answer.follows:
        print(f"{claim}: false, or not determined. This town fits all cards and refutes it.\n")
    elif answer.sufficient:
        print(f"{claim}: true, and what you cite is enough.")
    else:
        add = in_words(reason.replace(":", " ") for reason in answer.missing if isinstance(reason, str))
        print(f"{claim}: true, but what you cite is not enough. Add {add}.")
    if answer.not_needed:
        print(f"Not needed: {in_words(map(reason_text, answer.not_needed))}.")
    if answer.refuting_town is not None:
        if answer.follows:
            print("This town fits all that you cite, and the claim is wrong in it.\n")
        _print_town(puzzle, answer.refuting_town, answer.refuting_mine)
    return 0 if answer.sufficient else 1


def show_hint(chosen: Namespace) -> int:
    puzzle = load_puzzle(chosen.puzzle, solvable=False)
    answer = hint(puzzle, chosen.state, chosen.level)
    if chosen.json:
        steps = [answer.step] if answer.step is not None and chosen.level == 3 else []
        print_json(
            {
                "level": answer.level,
                "mistake": None if answer.mistake is None else fact_json(answer.mistake),
                "text": answer.text,
                "step": next(iter(steps_json(puzzle.theory, steps)), None),
                "consistent_state": state_text(answer.consistent) if answer.mistake is not None else None,
                "proof": steps_json(puzzle.theory, answer.proof.steps) if answer.proof is not None else None,
            }
        )
    else:
        print(fill(answer.text, LINE_WIDTH))
        if answer.mistake is not None:
            print(f"The board before it: {state_text(answer.consistent) or 'nothing crossed out yet'}")
    return 0 if answer.mistake is None else 1


def show_example(chosen: Namespace) -> int:
    if chosen.number is None:
        if chosen.json:
            print_json({"examples": [{"id": e.id, "title": e.puzzle.title} for e in examples().values()]})
        else:
            for example in examples().values():
                print(example.puzzle.title)
        return 0
    example = load_example(chosen.number)
    proof = example.proof
    theory = example.puzzle.theory
    if chosen.json:
        register = "plain" if chosen.register == "all" else chosen.register
        print_json({**proof_json(example.puzzle, proof, register), "claim": example.claim and example.claim.text})
        return 0
    print(example.puzzle.title)
    print(f"On the board: {example.state_text or 'nothing'}")
    for card in example.puzzle.cards:
        print(card_text(example.puzzle.game.card(card)))
    print(f"It follows: {example.claim.text if example.claim else _what_it_shows(proof)}\n")
    for register in REGISTERS if chosen.register == "all" else (chosen.register,):
        if proof.steps:
            print(f"-- {register}\n")
            _print_steps(theory, _only_what_matters(proof, example.claim, register), register)
    return 0


def _what_it_shows(proof: Proof) -> str:
    return "the card contradicts the board" if proof.outcome is Outcome.NO_TOWN else "nothing new"


def _only_what_matters(proof: Proof, claim: Claim | None, register: str) -> Proof:
    """In formulas each conclusion is derived by itself: here only those on which the claim stands."""
    if claim is None or register == "plain":
        return proof
    wanted = {*claim.facts, *(fact for step in proof.steps for fact in step.facts)}
    steps = (replace(s, conclusions=tuple(f for f in s.conclusions if f in wanted)) for s in proof.steps)
    return replace(proof, steps=tuple(steps))


def show_verification(chosen: Namespace) -> int:
    path = Path(chosen.file)
    proof = _read_proof(path)
    given = proof.get("given")
    game_id = given.get("game") if isinstance(given, dict) else None
    if not isinstance(game_id, str) or game_id not in games():
        raise FileError(file_name(path), "given.game", f"is no known game; allowed: {', '.join(games())}")
    problems = [
        f"step {finding.step}: {finding.problem}" if finding.step is not None else finding.problem
        for finding in check_proof(proof, load_game(game_id))
    ]
    problems += _other_puzzle(proof)
    if chosen.json:
        print_json({"accepted": not problems, "problems": problems})
    elif problems:
        for problem in problems:
            print(f"{file_name(path)}: {problem}")
    else:
        steps = proof["steps"]
        print(f"{file_name(path)}: accepted, {_steps_word(len(steps))}; outcome: {proof['outcome']}")
    return 1 if problems else 0


def _other_puzzle(proof: dict[str, Any]) -> Iterable[str]:
    """A proof that bears the name of a puzzle of the catalogue must start from that puzzle."""
    name = proof.get("puzzle")
    given = proof.get("given")
    if isinstance(name, str) and name in puzzles() and isinstance(given, dict):
        expected = given_json(load_puzzle(name))
        for key in ("game", "cards", "for", "my_buildings"):
            if given.get(key) != expected[key]:
                yield f"given.{key} is not that of {name}"


def _read_proof(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LARGEST_PROOF:
            raise FileError(file_name(path), "", f"is larger than {LARGEST_PROOF:,} bytes")
        proof = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise FileError(file_name(path), "", f"cannot be read ({problem.strerror})") from None
    except UnicodeDecodeError:
        raise FileError(file_name(path), "", "is not text in UTF-8") from None
    except (ValueError, RecursionError) as problem:
        raise FileError(file_name(path), "", f"is no JSON ({str(problem)[:80]})") from None
    if not isinstance(proof, dict):
        raise FileError(file_name(path), "", "must be an object, as 'oldtown explain --json' writes it")
    return proof


def _town_json(town: Town | None) -> list[str] | None:
    return None if town is None else list(town.buildings)


def _print_town(puzzle: Puzzle, town: Town | None, mine: tuple[str, ...]) -> None:
    if town is None:
        return
    print(map_text(puzzle.game.plan, dict(enumerate(town.buildings, start=1))))
    print(f"left out: {in_words(town.left_out(puzzle.game.buildings))}")
    if mine:
        print(f"mine: {in_words(mine)}")
