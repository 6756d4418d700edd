"""Info cards: what the little map on a card allows."""

from __future__ import annotations

from dataclasses import dataclass

from .relations import Pair
from .shown import Shown


@dataclass(frozen=True, slots=True)
class Card(Shown):
    """One info card. Kinds A and B show ``plots``; kind C shows ``pairs`` (the building's plot, my plot).

    ``building`` is the named one (kinds A and C). ``meaning`` is the vocabulary's id for the map, or None
    where the map is a free set of plots.
    """

    number: int
    kind: str
    building: str | None
    plots: frozenset[int] = frozenset()
    pairs: frozenset[Pair] = frozenset()
    meaning: str | None = None
    text: str = ""

    @property
    def named(self) -> str:
        """The building that a card of kind A or C names."""
        if self.building is None:
            raise ValueError(f"card {self.number} names no building")
        return self.building

    @property
    def named_plots(self) -> frozenset[int]:
        """The plots that the card leaves for its own building (kind B: for mine)."""
        return frozenset(named for named, _ in self.pairs) if self.pairs else self.plots

    @property
    def my_plots(self) -> frozenset[int]:
        """Kind C: the plots that the card leaves for my building."""
        return frozenset(mine for _, mine in self.pairs)

    def partners(self, plot: int) -> frozenset[int]:
        """Kind C: where my building may stand if the named one stands on this plot."""
        return frozenset(mine for named, mine in self.pairs if named == plot)
