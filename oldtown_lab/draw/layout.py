"""Where everything lies on the picture of a town, computed from the plan: another map needs no code.

From north to south: a strip for the title, the plots with the lines between them, the tray. Beside the plots is
a narrow margin, or a wide one where a landmark lies outside the town.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..town.plan import Landmark, Line, TownPlan

PLOT_WIDTH = 149.0
PLOT_HEIGHT = 128.0
HEAD = 17.0
STREET = 30.0
STREET_WITH_LANDMARK = 40.0
WALL = 8.0
MARGIN = 24.0
MARGIN_WITH_LANDMARK = 74.0
TITLE = 74.0
FOOT = 40.0
PANEL_MARGIN = 16.0
TRAY = 64.0
LEGEND = 18.0
CHIP_GAP = 2.0

#: How many chips fit into how many columns and rows: few chips are large. More than these are never shown.
CHIP_GRIDS = ((1, 1, 1), (2, 2, 1), (4, 2, 2), (6, 3, 2), (9, 3, 3), (12, 4, 3), (20, 5, 4))
LARGEST_CHIP = (71.5, 52.0)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its north-west corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def east(self) -> float:
        return self.x + self.width

    @property
    def south(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside. The western and northern edges belong to the box, the others do not."""
        return self.x <= x < self.east and self.y <= y < self.south

    def inset(self, by: float) -> Box:
        """The box that is smaller by so much on every side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


class BoardLayout:
    """The places of plots, streets, landmarks and chips on one picture of a town.

    ``town``: all plots together. ``title``: the strip above it. ``panel``: the field below it, with the ``tray`` for
    the buildings left out and the ``legend``. ``ground``: all but the panel. ``sheet``: the whole picture;
    ``bare_sheet``: the picture of a map that has no panel.
    """

    def __init__(self, plan: TownPlan) -> None:
        self.plan = plan
        marks = plan.landmarks
        west = _margin(any(mark.west < 0 for mark in marks))
        east = _margin(any(mark.east > plan.columns for mark in marks))
        north = TITLE + _margin(any(mark.north < 0 for mark in marks)) - MARGIN
        south = FOOT + _margin(any(mark.south > plan.rows for mark in marks)) - MARGIN
        self._columns = _starts(west, PLOT_WIDTH, [self._gap(column, False) for column in range(1, plan.columns)])
        self._rows = _starts(north, PLOT_HEIGHT, [self._gap(row, True) for row in range(1, plan.rows)])
        town_east, town_south = self._columns[-1] + PLOT_WIDTH, self._rows[-1] + PLOT_HEIGHT
        self.town = Box(west, north, town_east - west, town_south - north)
        self.width = town_east + east
        inside = PANEL_MARGIN / 2
        panel_width = self.width - 2 * PANEL_MARGIN
        self.panel = Box(PANEL_MARGIN, town_south + south, panel_width, TRAY + LEGEND + 2 * inside)
        self.tray = Box(self.panel.x + inside, self.panel.y + inside, panel_width - 2 * inside, TRAY)
        self.legend = Box(self.tray.x, self.tray.south, self.tray.width, LEGEND)
        self.height = self.panel.south + PANEL_MARGIN
        self.title = Box(MARGIN, MARGIN / 2, self.width - 2 * MARGIN, TITLE - MARGIN / 2)
        self.ground = Box(0, 0, self.width, self.panel.y)
        self.sheet = Box(0, 0, self.width, self.height)
        self.bare_sheet = Box(0, 0, self.width, self.panel.y + PANEL_MARGIN / 2)

    def plot_box(self, number: int) -> Box:
        """The plot with its head strip."""
        plot = self.plan.plot(number)
        return Box(self._columns[plot.column - 1], self._rows[plot.row - 1], PLOT_WIDTH, PLOT_HEIGHT)

    def head_box(self, number: int) -> Box:
        """The strip at the plot's northern edge, for its number."""
        plot = self.plot_box(number)
        return Box(plot.x, plot.y, plot.width, HEAD)

    def floor_box(self, number: int) -> Box:
        """The plot without its head strip: here lie the chips, or the building that stands there."""
        plot = self.plot_box(number)
        return Box(plot.x + CHIP_GAP, plot.y + HEAD, plot.width - 2 * CHIP_GAP, plot.height - HEAD - CHIP_GAP)

    def chip_box(self, number: int, index: int, many: int) -> Box:
        """The place of one chip (from 0) of so many on a plot. Nine always gives small chips in a 3 x 3 grid.

        For a picture in which chips keep their places, ask for the same ``many`` throughout.
        """
        if not 0 <= index < many:
            raise ValueError(f"chip {index} of {many}: allowed are 0 to {many - 1}")
        grids = [(columns, rows) for room, columns, rows in CHIP_GRIDS if room >= many]
        if not grids:
            raise ValueError(f"{many} chips on a plot: at most {CHIP_GRIDS[-1][0]} have room")
        columns, rows = grids[0]
        floor = self.floor_box(number)
        width = min((floor.width - (columns - 1) * CHIP_GAP) / columns, LARGEST_CHIP[0])
        height = min((floor.height - (rows - 1) * CHIP_GAP) / rows, LARGEST_CHIP[1])
        west = floor.middle[0] - (columns * (width + CHIP_GAP) - CHIP_GAP) / 2
        north = floor.middle[1] - (rows * (height + CHIP_GAP) - CHIP_GAP) / 2
        row, column = divmod(index, columns)
        return Box(west + column * (width + CHIP_GAP), north + row * (height + CHIP_GAP), width, height)

    def plot_at(self, x: float, y: float) -> int | None:
        """The number of the plot at a point of the picture; none on a street, a margin or the tray."""
        found = (plot.number for plot in self.plan.plots if self.plot_box(plot.number).holds(x, y))
        return next(found, None)

    def band_box(self, line: Line) -> Box:
        """The band of a street or the railway, as long as the town and a little longer."""
        width = self._gap(line.after, line.runs_east_west)
        over = MARGIN / 2
        if line.runs_east_west:
            north = self._rows[line.after - 1] + PLOT_HEIGHT
            return Box(self.town.x - over, north, self.town.width + 2 * over, width)
        west = self._columns[line.after - 1] + PLOT_WIDTH
        return Box(west, self.town.y - over, width, self.town.height + 2 * over)

    def wall_boxes(self) -> list[Box]:
        """The walls: between two columns or rows where no line runs, one piece for each pair of plots."""
        boxes = []
        for plot in self.plan.plots:
            box = self.plot_box(plot.number)
            if plot.column < self.plan.columns and not self._line_after(plot.column, False):
                boxes.append(Box(box.east, box.y, WALL, box.height))
            if plot.row < self.plan.rows and not self._line_after(plot.row, True):
                boxes.append(Box(box.x, box.south, box.width, WALL))
        return boxes

    def landmark_box(self, mark: Landmark) -> Box:
        """The place of a landmark. On a street or the railway it is as wide as the band."""
        west, east = self._along(mark.west, self._columns, False), self._along(mark.east, self._columns, False)
        north, south = self._along(mark.north, self._rows, True), self._along(mark.south, self._rows, True)
        half = STREET_WITH_LANDMARK / 2
        if east - west < STREET_WITH_LANDMARK:
            west, east = (west + east) / 2 - half, (west + east) / 2 + half
        if south - north < STREET_WITH_LANDMARK:
            north, south = (north + south) / 2 - half, (north + south) / 2 + half
        return Box(west, north, east - west, south - north)

    def _line_after(self, position: int, east_west: bool) -> Line | None:
        lines = (line for line in self.plan.lines if line.runs_east_west == east_west and line.after == position)
        return next(lines, None)

    def _gap(self, position: int, east_west: bool) -> float:
        """The distance between a row or column and the next."""
        line = self._line_after(position, east_west)
        if line is None:
            return WALL
        return STREET_WITH_LANDMARK if any(self._lies_on(mark, line) for mark in self.plan.landmarks) else STREET

    def _lies_on(self, mark: Landmark, line: Line) -> bool:
        """Whether a landmark in the town covers a piece of a line."""
        in_town = mark.west < self.plan.columns and mark.east > 0 and mark.north < self.plan.rows and mark.south > 0
        along = (mark.north, mark.south) if line.runs_east_west else (mark.west, mark.east)
        return in_town and along[0] <= line.after <= along[1]

    def _along(self, place: float, starts: list[float], east_west: bool) -> float:
        """From the plan's measure to the picture's. A whole number is the middle of a gap, or the town's edge."""
        size = PLOT_HEIGHT if east_west else PLOT_WIDTH
        if place < 0:
            return starts[0] + place * MARGIN_WITH_LANDMARK
        if place > len(starts):
            return starts[-1] + size + (place - len(starts)) * MARGIN_WITH_LANDMARK
        before = int(place)
        if 0 < before < len(starts) and place == before:
            return starts[before] - self._gap(before, east_west) / 2
        if before == len(starts):
            return starts[-1] + size
        return starts[before] + (place - before) * size


def _margin(with_landmark: bool) -> float:
    return MARGIN_WITH_LANDMARK if with_landmark else MARGIN


def _starts(first: float, size: float, gaps: list[float]) -> list[float]:
    """Where each row or column begins."""
    starts = [first]
    for gap in gaps:
        starts.append(starts[-1] + size + gap)
    return starts
