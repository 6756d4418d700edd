"""Formulas as students write them: ``Bank@4 or Bank@8``, ``if Saloon@6 then not Sheriff@6``, ``¬(A ∧ B) → C``.

Letters are ``Bank@4`` (or ``Bank at 4``), ``Bank in town``, ``Bank mine``. Nothing is evaluated: words and signs are
read one by one, and a :class:`FormulaError` points at the one that does not fit.
"""

from __future__ import annotations

import re

from ..errors import FormulaError
from ..logic.propositions import And, Formula, Implies, Letter, Not, Or
from ..logic.statements import At, Atom, InTown, Mine
from ..town.buildings import shortened, spelling_key
from ..town.game import Game

LONGEST_FORMULA = 2_000
DEEPEST = 50

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
MEANING = {sign: name for name, signs in SIGNS.items() for sign in signs.split()}
WORD = re.compile(r"<->|<=>|->|=>|&&|\|\||[~!¬&∧|∨→⇒↔⇔()\[\]@]|-|[^\s~!¬&∧|∨→⇒↔⇔()\[\]@<>=-]+|.")
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
        self._buildings = {spelling_key(name): name for name in game.buildings}
        self._plots = game.plan.all_plots
        self._words = [(match.group(), match.start()) for match in WORD.finditer(text) if not match.group().isspace()]
        self._next = 0
        self._depth = 0

    def formula(self) -> Formula:
        if not self._words:
            raise self._error(f"is empty; allowed: {ALLOWED}")
        found = self._iff()
        if self._next < len(self._words):
            raise self._error(f"{self._here()} does not fit here; allowed: {ALLOWED}")
        return found

    def _iff(self) -> Formula:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._error(f"has more than {DEEPEST} brackets inside each other")
        left = self._implies()
        while self._takes("iff"):
            right = self._implies()
            left = And((Implies(left, right), Implies(right, left)))
        self._depth -= 1
        return left

    def _implies(self) -> Formula:
        if self._takes("if"):
            left = self._or()
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
        negations = 0
        while self._takes("not"):
            negations += 1
        inner = self._operand()
        for _ in range(min(negations, DEEPEST)):
            inner = Not(inner)
        return inner

    def _operand(self) -> Formula:
        if self._takes("("):
            inner = self._iff()
            if not self._takes(")"):
                raise self._error("ends where a bracket should close" if self._at_end else f"{self._here()} is no )")
            return inner
        return Letter(self._letter())

    def _letter(self) -> Atom:
        start = self._next
        named = []
        # The longest name wins; a name of several words ends where something else than a word follows.
        while not self._at_end and self._kind() is None:
            named.append(self._words[self._next][0])
            self._next += 1
            building = self._buildings.get(spelling_key("".join(named)))
            if building is not None:
                return self._about(building)
        self._next = start
        raise self._error(f"{self._here()} is no letter; allowed: {ALLOWED}")

    def _about(self, building: str) -> Atom:
        if self._takes("@"):
            word = "" if self._at_end else self._words[self._next][0]
            if not (word.isascii() and word.isdigit() and len(word) < 4 and int(word) in self._plots):
                raise self._error(f"{self._here()} is no plot; allowed: {min(self._plots)} to {max(self._plots)}")
            self._next += 1
            return At(building, int(word))
        rest = [word.casefold() for word, _ in self._words[self._next : self._next + 2]]
        if rest == ["in", "town"]:
            self._next += 2
            return InTown(building)
        if rest[:1] == ["mine"]:
            self._next += 1
            return Mine(building)
        raise self._error(f'after {building} should follow "@" and a plot, "in town" or "mine"')

    def _kind(self) -> str | None:
        """What the next word is, if it is a sign or a word of logic."""
        return MEANING.get(self._words[self._next][0].casefold())

    def _takes(self, kind: str) -> bool:
        if not self._at_end and self._kind() == kind:
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
