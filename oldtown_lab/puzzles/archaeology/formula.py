"""A growing SAT formula with named variables, over python-sat."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from pysat.card import CardEnc, EncType, ITotalizer
from pysat.formula import IDPool
from pysat.solvers import Solver

#: Up to this many literals, "at most one" is written pair by pair.
PAIRWISE_LIMIT = 5


class Formula:
    """Clauses over variables that are addressed by any hashable name, and the solver that holds them."""

    def __init__(self, solver: str = "cadical195") -> None:
        self._pool = IDPool()
        self._solver = Solver(name=solver)
        self._true: set[int] = set()

    def var(self, *name: Hashable) -> int:
        return int(self._pool.id(name))

    def new_var(self, *name: Hashable) -> tuple[int, bool]:
        """The variable of this name, and whether it was made just now."""
        new = name not in self._pool.obj2id
        return self.var(*name), new

    def add(self, clause: Iterable[int]) -> None:
        self._solver.add_clause(list(clause))

    def exactly(self, literals: Sequence[int], bound: int) -> None:
        self._add_all(CardEnc.equals(list(literals), bound, vpool=self._pool, encoding=EncType.seqcounter).clauses)

    def at_most(self, literals: Sequence[int], bound: int) -> None:
        if bound == 1 and len(literals) <= PAIRWISE_LIMIT:
            self._add_all([-a, -b] for i, a in enumerate(literals) for b in literals[:i])
        else:
            self._add_all(CardEnc.atmost(list(literals), bound, vpool=self._pool, encoding=EncType.seqcounter).clauses)

    def one_of(self, literals: Sequence[int]) -> None:
        self.add(literals)
        self.at_most(literals, 1)

    def counter(self, literals: Sequence[int], reach: int) -> list[int]:
        """Output literals of a totalizer: while the n-th (from 0) is assumed false, at most n literals are true."""
        totalizer = ITotalizer(list(literals), ubound=reach, top_id=self._pool.top)
        self._pool.occupy(self._pool.top + 1, totalizer.top_id)
        self._pool.top = totalizer.top_id
        self._add_all(totalizer.cnf.clauses)
        outputs = [int(lit) for lit in totalizer.rhs]
        totalizer.delete()
        return outputs

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        satisfiable = bool(self._solver.solve(assumptions=list(assumptions)))
        self._true = {lit for lit in self._solver.get_model() if lit > 0} if satisfiable else set()
        return satisfiable

    def holds(self, *name: Hashable) -> bool:
        """Whether the named variable is true in the model found last."""
        return self.var(*name) in self._true

    def close(self) -> None:
        self._solver.delete()

    def _add_all(self, clauses: Iterable[list[int]]) -> None:
        for clause in clauses:
            self._solver.add_clause(clause)
