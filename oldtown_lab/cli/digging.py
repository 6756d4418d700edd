"""The command that reconstructs a deck."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import FileError, MissingToolError
from ..games.files import file_name
from ..games.loader import game_without_deck

if TYPE_CHECKING:
    from ..puzzles.archaeology.search import Progress, Reconstruction

USUAL_SEED = 2
USUAL_START = 110
USUAL_STEP = 4
USUAL_GOAL = 75


def reconstruct_deck(chosen: Namespace) -> int:
    try:
        # python-sat is an extra, and only this command needs it.
        from ..puzzles.archaeology.report import deck_json  # noqa: PLC0415
        from ..puzzles.archaeology.search import Dig, reconstruct  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        if missing.name is None or not missing.name.startswith("pysat"):
            raise
        raise MissingToolError("reconstruct needs python-sat: pip install 'oldtown-lab[reconstruct]'") from None
    game = game_without_deck(chosen.game)
    if chosen.out:
        _check_writable(Path(chosen.out))
    print(f"oldtown reconstruct: seed {chosen.seed}, plan and evidence of {game.id}", file=sys.stderr)
    dig = Dig.of_game(game, chosen.seed, _show_progress)
    text = ""
    for found in reconstruct(dig, chosen.weight, chosen.step, chosen.enough):
        print(f"\n{_summary(found)}", file=sys.stderr)
        text = deck_json(game.id, _made_by(chosen), found.cards)
        if chosen.out:
            _write(Path(chosen.out), text)
    if not text:
        print(f"\noldtown: no deck as plain as {chosen.weight} agrees with everything published", file=sys.stderr)
        return 1
    if not chosen.out:
        print(text, end="")
    return 0


def _made_by(chosen: Namespace) -> str:
    options = f"--seed {chosen.seed} --weight {chosen.weight} --step {chosen.step} --enough {chosen.enough}"
    return f"oldtown reconstruct --game {chosen.game} {options}"


def _check_writable(path: Path) -> None:
    """Before minutes of work, not after."""
    try:
        path.open("a").close()
    except OSError as problem:
        raise FileError(file_name(path), "", f"cannot be written ({problem.strerror})") from None


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise FileError(file_name(path), "", f"cannot be written ({problem.strerror})") from None


def _show_progress(progress: Progress) -> None:
    open_games = ", ".join(f"{id}: {n}" for id, n in progress.second_towns.items() if n) or "none"
    bound = f"round {progress.round}, weight at most {progress.weight}, {progress.demands} demands"
    line = f"{bound}; second towns: {open_games}"
    if sys.stderr.isatty():
        print(f"\r{line[:110]:<110}", end="", file=sys.stderr, flush=True)
    elif progress.round % 50 == 0:
        print(line, file=sys.stderr, flush=True)


def _summary(found: Reconstruction) -> str:
    free = {kind: [c.number for c in found.cards.values() if c.kind == kind and c.meaning is None] for kind in "ABC"}
    cards = ", ".join(f"{kind} {', '.join(map(str, numbers))}" for kind, numbers in free.items() if numbers)
    return (
        f"found after {found.rounds} rounds: weight {found.weight}; cards without a natural meaning: {cards or 'none'}"
    )
