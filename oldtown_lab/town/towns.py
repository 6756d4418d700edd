"""A town: one building on every plot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .shown import Shown


@dataclass(frozen=True, slots=True)
class Town(Shown):
    """A complete arrangement: the buildings in the order of the plots."""

    buildings: tuple[str, ...]

    @classmethod
    def from_plots(cls, at: Mapping[str, int]) -> Town:
        """The town in which each building stands on its plot."""
        return cls(tuple(sorted(at, key=at.__getitem__)))

    @property
    def at(self) -> dict[str, int]:
        """Building to plot."""
        return {building: plot for plot, building in enumerate(self.buildings, start=1)}

    def left_out(self, buildings: Iterable[str]) -> tuple[str, ...]:
        """Those of the given buildings that do not stand in this town."""
        return tuple(b for b in buildings if b not in self.buildings)
