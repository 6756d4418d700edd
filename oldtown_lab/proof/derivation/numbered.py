"""A theory's premises over numbered literals, for the reasoning of :mod:`.propagation`.

An atom's number is its place in a fixed order. Its literal is twice that number, and one more if it is denied, so that
``literal ^ 1`` is the opposite. Every premise becomes groups (one of the terms is true), rules of one (at most one of
the literals is true) and counts (just so many are true).
"""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from ...logic.statements import At, AtMostOne, Atom, Clause, Exactly, InTown, Literal, Mine, Term
from ...logic.theory import Theory

#: What forces a literal that follows from the meaning of "in town".
DEFINITION = "definition"

Terms = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """One of the terms is true.

    The group of a relation card that speaks of the partners has doors: a literal (the named building stands there)
    and the places of the terms behind it. While a door is open, one of the terms behind some open door is true.
    """

    by: str
    terms: Terms
    doors: tuple[tuple[int, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class RuleOfOne:
    """At most one of these is true."""

    by: str
    literals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """Just so many of these are true."""

    by: str
    count: int
    literals: tuple[int, ...]


Numbered = Group | RuleOfOne | Count


class NumberedTheory:
    """The numbers of a theory's atoms, and its premises in numbers, made when they are first asked for."""

    def __init__(self, theory: Theory) -> None:
        self._by_id = theory.premises_by_id  # not the theory itself, which must be free to go
        buildings, self._plots = theory.game.buildings, tuple(sorted(theory.game.plan.all_plots))
        self.order = {id: number for number, id in enumerate(self._by_id)}
        self.atoms: list[Atom] = [At(b, p) for b in buildings for p in self._plots]
        self.placements = 2 * len(self.atoms)
        """Even literals below this one say that a building stands somewhere."""
        self.atoms += map(InTown, buildings)
        self.in_town = range(self.placements, 2 * len(self.atoms))
        self.atoms += map(Mine, buildings)
        self.number = {atom: number for number, atom in enumerate(self.atoms)}
        self.literals = [Literal(atom, positive) for atom in self.atoms for positive in (True, False)]
        self._premises: dict[str, tuple[Numbered, ...]] = {}

    def literal(self, literal: Literal) -> int:
        return 2 * self.number[literal.atom] + (not literal.positive)

    def term(self, term: tuple[int, ...]) -> Term:
        return tuple(self.literals[literal] for literal in term)

    def clause(self, terms: Terms) -> Clause:
        return Clause(tuple(map(self.term, terms)))

    def is_placement(self, literal: int) -> bool:
        return literal < self.placements and not literal & 1

    def place(self, literal: int) -> At:
        """The building and the plot of a literal that is about a place."""
        atom = self.atoms[literal >> 1]
        if not isinstance(atom, At):
            raise TypeError(atom)
        return atom

    def premise(self, id: str) -> tuple[Numbered, ...]:
        if id not in self._premises:
            self._premises[id] = tuple(self._numbered(id))
        return self._premises[id]

    def definition(self, building: str) -> tuple[Group, ...]:
        """A building is in town if and only if it stands on some plot."""
        key = f"{DEFINITION}:{building}"
        if key not in self._premises:
            in_town = 2 * self.number[InTown(building)]
            there = [2 * self.number[At(building, plot)] for plot in self._plots]
            somewhere = Group(DEFINITION, ((in_town ^ 1,), *((literal,) for literal in there)))
            self._premises[key] = (
                somewhere,
                *(Group(DEFINITION, ((literal ^ 1,), (in_town,))) for literal in there),
            )
        return tuple(part for part in self._premises[key] if isinstance(part, Group))

    def _numbered(self, id: str) -> list[Numbered]:
        parts: list[Numbered] = []
        for statement in self._by_id[id].statements:
            match statement:
                case Clause(terms):
                    parts.append(Group(id, tuple(tuple(map(self.literal, term)) for term in terms)))
                case AtMostOne(atoms):
                    parts.append(RuleOfOne(id, tuple(2 * self.number[atom] for atom in atoms)))
                case Exactly(count, atoms):
                    parts.append(Count(id, count, tuple(2 * self.number[atom] for atom in atoms)))
        clauses = [part for part in parts if isinstance(part, Group)]
        if len(clauses) > 1:
            parts.append(_partners(id, clauses))
        return parts


def _partners(id: str, clauses: list[Group]) -> Group:
    """What a relation card says of the partners: they stand right for some plot of the named building."""
    terms: dict[tuple[int, ...], int] = {}
    doors = []
    for clause in clauses[1:]:
        (denied,), *partners = clause.terms
        doors.append((denied ^ 1, tuple(terms.setdefault(term, len(terms)) for term in partners)))
    return Group(id, tuple(terms), tuple(doors))


_NUMBERED: WeakKeyDictionary[Theory, NumberedTheory] = WeakKeyDictionary()


def numbered(theory: Theory) -> NumberedTheory:
    """The theory in numbers, made when it is first asked for."""
    if theory not in _NUMBERED:
        _NUMBERED[theory] = NumberedTheory(theory)
    return _NUMBERED[theory]
