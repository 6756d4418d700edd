"""What can be written after ``oldtown``."""

from __future__ import annotations

import argparse
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NoReturn

from ..classroom.worksheet import PAPERS
from ..proof.words.registers import REGISTERS
from ..puzzles.answers import USUAL_LIMIT
from ..town.buildings import shortened
from . import digging, grading, looking, printing, proving, solving, starting

#: Commands that start another program.
STARTERS = ("lab", "dashboard")


class OneLineParser(argparse.ArgumentParser):
    """A parser whose complaints fit on one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {shortened(message, 200)}; see {self.prog} --help\n")


def parser() -> argparse.ArgumentParser:
    top = OneLineParser(prog="oldtown", description="A logic lab around the deduction game Old Town.")
    top.add_argument("--version", action="version", version=f"oldtown_lab {_version()}")
    top.set_defaults(run=starting.show_what_next)  # where no command is named
    commands = top.add_subparsers(metavar="COMMAND")
    _starting_commands(commands)
    _looking_commands(commands)
    _solving_commands(commands)
    _proving_commands(commands)
    _printing_command(commands)
    _grading_command(commands)
    _digging_command(commands)
    return top


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """What was chosen. For the commands that start another program, ``more`` is what it is to be told: all after --."""
    words = sys.argv[1:] if arguments is None else arguments
    more: list[str] = []
    if words and words[0] in STARTERS and "--" in words:
        end = words.index("--")
        words, more = words[:end], words[end + 1 :]
    chosen = parser().parse_args(words)
    chosen.more = more
    return chosen


def _version() -> str:
    try:
        return version("oldtown-lab")
    except PackageNotFoundError:  # run from a folder that was never installed
        return "(not installed)"


def _command(commands: Any, name: str, run: Any, what: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=what, description=what)
    command.set_defaults(run=run)
    return command


def _with_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON object for other programs")


def _with_puzzle(command: argparse.ArgumentParser) -> None:
    command.add_argument("puzzle", metavar="P", help="a puzzle of the catalogue (solo-1 to solo-8) or a puzzle file")


def _starting_commands(commands: Any) -> None:
    lab = _command(commands, "lab", starting.start_lab, "open the lessons in JupyterLab")
    lab.usage = "oldtown lab [-h] [DIR] [-- OPTION ...]"
    lab.add_argument(
        "folder",
        nargs="?",
        metavar="DIR",
        help=f"where your copy of the lessons is; made if it has none (./{starting.USUAL_FOLDER}; "
        "at the top of a checkout its own notebooks)",
    )
    lab.epilog = "Options after -- are JupyterLab's: oldtown lab -- --no-browser --port 9000"

    dashboard = _command(
        commands, "dashboard", starting.start_dashboard, "open the solo games as a page without code, with Voila"
    )
    dashboard.usage = "oldtown dashboard [-h] [--puzzle P] [-- OPTION ...]"
    dashboard.add_argument("--puzzle", metavar="P", help="the game to begin with: solo-1 to solo-8, or a puzzle file")
    dashboard.epilog = "Options after -- are Voila's: oldtown dashboard -- --no-browser --port 9000"


def _looking_commands(commands: Any) -> None:
    _with_json(_command(commands, "games", looking.show_games, "list the games"))

    deck = _command(commands, "deck", looking.show_deck, "show the cards of a game, or check a deck file")
    deck.add_argument("game", nargs="?", default="old-town", help="the game (old-town)")
    deck.add_argument(
        "--check", metavar="FILE", help="say which published solutions a deck file satisfies and makes unique"
    )
    _with_json(deck)

    _with_json(_command(commands, "puzzles", looking.show_puzzles, "list the puzzles of the catalogue"))

    show = _command(commands, "show", looking.show_puzzle, "show a puzzle with its cards")
    _with_puzzle(show)
    _with_json(show)


def _solving_commands(commands: Any) -> None:
    solve = _command(commands, "solve", solving.show_solutions, "find the towns that fit a puzzle")
    _with_puzzle(solve)
    solve.add_argument("--limit", type=_positive, default=USUAL_LIMIT, help=f"stop after so many towns ({USUAL_LIMIT})")
    _with_json(solve)

    count = _command(commands, "count", solving.show_count, "count exactly how many towns fit a puzzle")
    _with_puzzle(count)
    count.add_argument("--first", type=_not_negative, metavar="N", help="use the first N cards only")
    _with_json(count)


def _proving_commands(commands: Any) -> None:
    explain = _command(commands, "explain", proving.show_explanation, "prove a puzzle step by step")
    _with_puzzle(explain)
    _with_register(explain)
    _with_state(explain)
    explain.add_argument("--all", action="store_true", help="show the steps that nothing later uses, too")
    explain.add_argument(
        "--smallest", action="store_true", help="search until no 'what if' has cheaper reasons (seconds to minutes)"
    )
    _with_json(explain)

    why = _command(commands, "why", proving.show_why, "prove a claim, or show a town that refutes it")
    _with_puzzle(why)
    _with_claim(why)
    _with_register(why)
    _with_json(why)

    check = _command(commands, "check", proving.show_check, "judge a claim and the reasons given for it")
    _with_puzzle(check)
    _with_claim(check)
    check.add_argument(
        "--because", metavar="PREMISE", nargs="*", default=[], help="cards (card:12) and known claims ('Bank at 8')"
    )
    _with_json(check)

    hint = _command(commands, "hint", proving.show_hint, "help with the next step, as openly as you like")
    _with_puzzle(hint)
    _with_state(hint)
    hint.add_argument(
        "--level", type=int, choices=(1, 2, 3), default=1, help="where to look, how, or the whole step (1)"
    )
    _with_json(hint)

    example = _command(
        commands, "example", proving.show_example, "show a worked example of the rulebooks, with its proof"
    )
    example.add_argument("number", nargs="?", metavar="NUMBER", help="for example 7; without it, all are listed")
    example.add_argument(
        "--register", choices=(*REGISTERS, "all"), default="all", help="words, formulas, Fitch or all (all)"
    )
    _with_json(example)

    verify = _command(commands, "verify", proving.show_verification, "check a proof that explain --json has written")
    verify.add_argument("file", metavar="FILE", help="the proof")
    _with_json(verify)


def _with_register(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--register", choices=REGISTERS, default="plain", help="words, formulas or a Fitch proof (plain)"
    )


def _with_state(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--state",
        metavar="CODE",
        default="",
        help="your board, for example 'Bank in {8,12}; Judge left out; Sheriff not 7'",
    )


def _with_claim(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "claim", metavar="CLAIM", help="for example 'Sheriff not 7', 'Bank in {8,12}', 'Judge left out', 'Hotel mine'"
    )


def _printing_command(commands: Any) -> None:
    sheet = _command(
        commands, "worksheet", printing.write_worksheet, "write a puzzle as a PDF to print, with an answer key"
    )
    _with_puzzle(sheet)
    sheet.add_argument(
        "-o", "--output", metavar="FILE", help="where to; a file of that name is replaced (the puzzle's id, .pdf)"
    )
    sheet.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="the size of the pages (a4)")
    sheet.add_argument("--without-key", action="store_true", help="leave the answer key out")


def _grading_command(commands: Any) -> None:
    grade = _command(
        commands, "grade", grading.show_grades, "judge the answers in students' notebooks, without running them"
    )
    grade.add_argument(
        "notebooks", metavar="NOTEBOOK", nargs="+", help="notebooks with lines like exercise('04-2').check('…')"
    )
    _with_json(grade)


def _digging_command(commands: Any) -> None:
    dig = _command(
        commands,
        "reconstruct",
        digging.reconstruct_deck,
        "search for a deck that agrees with everything published (takes some minutes)",
    )
    dig.add_argument("--game", default="old-town", help="the game (old-town)")
    dig.add_argument(
        "--seed",
        type=_not_negative,
        default=digging.USUAL_SEED,
        help=f"the same seed gives the same deck ({digging.USUAL_SEED})",
    )
    dig.add_argument(
        "--weight", type=_positive, default=digging.USUAL_START, help="how far-fetched the first deck may be"
    )
    dig.add_argument(
        "--step", type=_positive, default=digging.USUAL_STEP, help="by how much each further deck must be plainer"
    )
    dig.add_argument("--enough", type=_not_negative, default=digging.USUAL_GOAL, help="stop at a deck as plain as this")
    dig.add_argument(
        "--out", metavar="FILE", help="write every better deck to this file (instead of printing the last)"
    )


def _positive(text: str) -> int:
    number = _not_negative(text)
    if number == 0:
        raise argparse.ArgumentTypeError("0 is too small; allowed: 1 or more")
    return number


def _not_negative(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no whole number of 0 or more")
    return int(text)
