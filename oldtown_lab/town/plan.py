"""The ground plan of a town: plots in a grid, the lines between them, the landmarks.

Distances are measured in plots: the plan's north-west corner is (0, 0), x grows to the east
and y to the south, and the plot in row r and column c covers the square from (c - 1, r - 1)
to (c, r). Streets and rails have no width of their own here: they run along the squares' edges.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property


class Side(Enum):
    """A compass side, of a plot or of a line."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


@dataclass(frozen=True, slots=True)
class Plot:
    """A numbered piece of ground for one building, with its entrance on one side."""

    number: int
    row: int
    column: int
    entrance: Side


@dataclass(frozen=True, slots=True)
class Line:
    """A street or the railway, running straight through the town between two rows or columns.

    ``after`` is the row north of it (an east-west line) or the column west of it.
    """

    id: str
    name: str
    kind: str
    axis: str
    after: int

    @property
    def is_street(self) -> bool:
        return self.kind == "street"

    @property
    def runs_east_west(self) -> bool:
        return self.axis == "east-west"

    @property
    def spoken(self) -> str:
        """The name inside a sentence: "Main St." but "the railway"."""
        return self.name if self.is_street else f"the {self.name}"

    @property
    def preposition(self) -> str:
        """What one says of a plot at the line: *on* a street, *beside* the railway."""
        return "on" if self.is_street else "beside"

    def position(self, plot: Plot) -> int:
        """The plot's row or column, whichever this line divides."""
        return plot.row if self.runs_east_west else plot.column

    def side(self, plot: Plot) -> Side:
        """On which side of the line the plot lies."""
        before = self.position(plot) <= self.after
        if self.runs_east_west:
            return Side.NORTH if before else Side.SOUTH
        return Side.WEST if before else Side.EAST

    def borders(self, plot: Plot) -> bool:
        """Whether the plot lies directly at the line."""
        return self.position(plot) in (self.after, self.after + 1)

    def at_entrance(self, plot: Plot) -> bool:
        """Whether the plot's entrance opens to this line."""
        if not self.borders(plot):
            return False
        if self.runs_east_west:
            towards = Side.SOUTH if self.position(plot) == self.after else Side.NORTH
        else:
            towards = Side.EAST if self.position(plot) == self.after else Side.WEST
        return plot.entrance is towards


@dataclass(frozen=True, slots=True)
class Landmark:
    """A thing on the map that is no building of the game: a rectangle from west to east, north to south."""

    id: str
    name: str
    west: float
    north: float
    east: float
    south: float

    def touches(self, plot: Plot) -> bool:
        """Whether the plot's square shares a border or a corner with the landmark: it is in sight."""
        return (
            self.west <= plot.column
            and self.east >= plot.column - 1
            and self.north <= plot.row
            and self.south >= plot.row - 1
        )


@dataclass(frozen=True)
class TownPlan:
    """The whole ground plan. Plots are numbered row by row from the north-west."""

    rows: int
    columns: int
    lines: tuple[Line, ...]
    landmarks: tuple[Landmark, ...]
    plots: tuple[Plot, ...]

    @cached_property
    def all_plots(self) -> frozenset[int]:
        return frozenset(plot.number for plot in self.plots)

    @cached_property
    def lines_by_id(self) -> dict[str, Line]:
        return {line.id: line for line in self.lines}

    def plot(self, number: int) -> Plot:
        return self.plots[number - 1]

    def line(self, line_id: str) -> Line:
        return self.lines_by_id[line_id]

    def where(self, plots: Iterable[Plot]) -> frozenset[int]:
        return frozenset(plot.number for plot in plots)

    def crossed_between(self, one: Plot, other: Plot) -> tuple[Line, ...]:
        """The lines that one crosses on the way from one plot to another."""
        return tuple(line for line in self.lines if line.side(one) is not line.side(other))
