"""Formulas as students write them: ``Bank@4 or Bank@8``, ``if Saloon@6 then not Sheriff@6``, ``¬(A ∧ B) → C``.

Letters are ``Bank@4`` (or ``Bank at 4``), ``Bank in town``, ``Bank mine``; ``Bank in {4,8}`` is short for an or.
Nothing is evaluated: words and signs are read one by one, and a :class:`FormulaError` points at the one that does not
fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import FormulaError
from ..logic.propositions import And, Formula, Implies, Letter, Not, Or, disjunction
from ..logic.statements import At, InTown, Mine
from ..town.buildings import shortened
from ..town.game import Game
from .claims import building_called

LONGEST_FORMULA = 2_000
#: So many parts inside each other; whoever reads, shows or judges a formula goes down as deep as it is.
DEEPEST = 50
#: "iff" writes both its sides twice, so that with each one the formula doubles.
MOST_IFF = 6

SIGNS = {
    "not": "~ ! ¬ - not",
    "and": "& && ∧ and",
    "or": "| || ∨ v or",
    "implies": "-> => → ⇒ implies",
    "iff": "<-> <=> ↔ ⇔ iff",
    "if": "if",
    "then": "then",
    "(": "( [",
    ")": ") ]",
    "@": "@ at on",
}
#: Signs that stand only in lists and before "then".
MARKS = ("{", "}", ",")
MEANING = {sign: name for name, signs in SIGNS.items() for sign in signs.split()}
WORD = re.compile(r"<->|<=>|->|=>|&&|\|\||[~!¬&∧|∨→⇒↔⇔()\[\]@{},]|-|[^\s~!¬&∧|∨→⇒↔⇔()\[\]@{},<>=-]+|.")
ALLOWED = "a letter such as Bank@4, not, and, or, if … then, iff, and brackets"


def parse_formula(text: str, game: Game) -> Formula:
    """Read a formula. "or" binds weaker than "and", "if … then" and "iff" weaker still."""
    if len(text) > LONGEST_FORMULA:
        raise FormulaError(text, 0, f"is longer than {LONGEST_FORMULA:,} characters")
    return _Reader(text, game).formula()


class _Reader:
    """Reads word by word. Each method reads one kind of formula; those that bind weakest come first."""

    def __init__(self, text: str, game: Game) -> None:
        self._text = text
        self._game = game
        self._plots = game.plan.all_plots
        read = text.rstrip().removesuffix(".")  # a sentence may end like one
        self._words = [(match.group(), match.start()) for match in WORD.finditer(read) if not match.group().isspace()]
        self._next = 0
        self._depth = 0
        self._iffs = 0

    def formula(self) -> Formula:
        if not self._words:
            raise self._error(f"is empty; allowed: {ALLOWED}")
        found = self._iff()
        if self._next < len(self._words):
            raise self._error(f"{self._here()} does not fit here; allowed: {ALLOWED}")
        return found

    def _iff(self) -> Formula:
        left = self._implies()
        while self._takes("iff"):
            self._iffs += 1
            if self._iffs > MOST_IFF:
                self._next -= 1
                raise self._error(f'has more than {MOST_IFF} times "iff"')
            right = self._implies()
            left = And((Implies(left, right), Implies(right, left)))
        return left

    def _implies(self) -> Formula:
        with self._deeper():
            if self._takes("if"):
                left = self._or()
                self._skip_comma_before_then()
                if not self._takes("then"):
                    raise self._error(f'{self._here()} does not fit here; allowed: "then"')
                return Implies(left, self._implies())
            left = self._or()
            return Implies(left, self._implies()) if self._takes("implies") else left

    def _or(self) -> Formula:
        parts = [self._and()]
        while self._takes("or"):
            parts.append(self._and())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _and(self) -> Formula:
        parts = [self._not()]
        while self._takes("and"):
            parts.append(self._not())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _not(self) -> Formula:
        if not self._takes("not"):
            return self._operand()
        with self._deeper():
            return Not(self._not())

    def _operand(self) -> Formula:
        if self._takes("("):
            inner = self._iff()
            if not self._takes(")"):
                raise self._error("ends where a bracket should close" if self._at_end else f"{self._here()} is no )")
            return inner
        return self._about(self._building())

    def _building(self) -> str:
        start = end = self._next
        while end < len(self._words) and self._words[end][0] not in MARKS and self._kind(end) is None:
            end += 1
        named = [word for word, _ in self._words[start:end]]
        # The name ends where something else than a word follows, or before "in town" and "mine".
        for count in range(len(named), 0, -1):
            building = building_called("".join(named[:count]), self._game)
            if building is not None:
                self._next = start + count
                return building
        raise self._error(f"{self._here()} is no letter; allowed: {ALLOWED}")

    def _about(self, building: str) -> Formula:
        if self._takes("@"):
            return Letter(At(building, self._plot()))
        rest = [word.casefold() for word, _ in self._words[self._next : self._next + 2]]
        if rest == ["in", "town"]:
            self._next += 2
            return Letter(InTown(building))
        if rest == ["in", "{"]:
            self._next += 2
            return disjunction(Letter(At(building, plot)) for plot in self._plots_in_braces())
        if rest[:1] == ["mine"]:
            self._next += 1
            return Letter(Mine(building))
        raise self._error(f'after {building} should follow "@" and a plot, "in town", "in {{4,8}}" or "mine"')

    def _plots_in_braces(self) -> list[int]:
        plots = [self._plot()]
        while (sign := self._word()) == ",":
            self._next += 1
            plots.append(self._plot())
        if sign != "}":
            raise self._error(f'{self._here()} does not fit here; allowed: "," or "}}"')
        self._next += 1
        return plots

    def _plot(self) -> int:
        word = self._word()
        if not (word.isascii() and word.isdigit() and len(word) < 4 and int(word) in self._plots):
            raise self._error(f"{self._here()} is no plot; allowed: {min(self._plots)} to {max(self._plots)}")
        self._next += 1
        return int(word)

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        """What is read meanwhile lies one level deeper; all that reads itself again passes through here."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._error(f"has more than {DEEPEST} parts inside each other")
        yield
        self._depth -= 1

    def _skip_comma_before_then(self) -> None:
        if self._word() == "," and self._next + 1 < len(self._words) and self._kind(self._next + 1) == "then":
            self._next += 1

    def _word(self) -> str:
        return "" if self._at_end else self._words[self._next][0]

    def _kind(self, place: int) -> str | None:
        """What a word is, if it is a sign or a word of logic."""
        return MEANING.get(self._words[place][0].casefold())

    def _takes(self, kind: str) -> bool:
        if not self._at_end and self._kind(self._next) == kind:
            self._next += 1
            return True
        return False

    @property
    def _at_end(self) -> bool:
        return self._next >= len(self._words)

    def _here(self) -> str:
        return "the end" if self._at_end else f'"{shortened(self._words[self._next][0], 20)}"'

    def _error(self, problem: str) -> FormulaError:
        place = len(self._text) if self._at_end else self._words[self._next][1]
        return FormulaError(self._text, place, problem)


def is_literal(formula: Formula) -> bool:
    """A letter, or a letter with "not" before it."""
    return isinstance(formula, Letter) or (isinstance(formula, Not) and isinstance(formula.part, Letter))


def is_cnf(formula: Formula) -> bool:
    """Whether it is in conjunctive normal form: "and" between clauses, each an "or" of letters with or without not."""
    return all(_is_joined(part, Or) for part in (formula.parts if isinstance(formula, And) else (formula,)))


def is_dnf(formula: Formula) -> bool:
    """Whether it is in disjunctive normal form: "or" between terms, each an "and" of letters with or without not."""
    return all(_is_joined(part, And) for part in (formula.parts if isinstance(formula, Or) else (formula,)))


def _is_joined(formula: Formula, by: type[And] | type[Or]) -> bool:
    return is_literal(formula) or (isinstance(formula, by) and all(map(is_literal, formula.parts)))
