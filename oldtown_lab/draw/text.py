"""Faces made of text: the town as a map with streets and rails, a card with its sentence and its plots."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from textwrap import fill, wrap

from ..town.cards import Card
from ..town.plan import Line, Plot, Side, TownPlan

CELL_WIDTH = 13
FEWEST_LINES = 3
LINE_WIDTH = 88
ENTRANCE = {Side.NORTH: "▲", Side.EAST: "▶", Side.SOUTH: "▼", Side.WEST: "◀"}
STREET_BETWEEN, WALL_BETWEEN = " ║ ", " │ "
STREET_CROSSING, RAIL_CROSSING = "╬", "╫"


def map_text(plan: TownPlan, standing: Mapping[int, str]) -> str:
    """The map with a name (or any short text) on each plot; the arrow beside a number is the entrance."""
    lines = [_column_names(plan)]
    for row in range(1, plan.rows + 1):
        cells = [_cell(plot, standing.get(plot.number, "")) for plot in plan.plots if plot.row == row]
        for texts in zip_longest(*cells, fillvalue=""):
            lines.append(_joined(plan, [text.ljust(CELL_WIDTH) for text in texts]))
        lines += [_across(plan, line) for line in plan.lines if line.runs_east_west and line.after == row]
    lines += [_landmark_text(plan)]
    return "\n".join(line.rstrip() for line in lines)


def card_text(card: Card, remark: str = "") -> str:
    """A card: its number and sentence (and a remark), then what its little map shows.

    A pair "5→9" is the named building's plot and mine; "5↔9" stands for both directions.
    """
    if card.kind == "C":
        both = {pair for pair in card.pairs if pair[::-1] in card.pairs}
        shown = [f"{a}↔{b}" for a, b in sorted(both) if a < b]
        shown += [f"{named}→{mine}" for named, mine in sorted(card.pairs - both)]
    else:
        shown = [str(plot) for plot in sorted(card.plots)]
    sentence = fill(f"{card.number:>3}  {card.text} {remark}".rstrip(), LINE_WIDTH, subsequent_indent=" " * 5)
    plots = f"plots: {' '.join(shown)}"
    return f"{sentence}\n{fill(plots, LINE_WIDTH, initial_indent=' ' * 7, subsequent_indent=' ' * 14)}"


def _cell(plot: Plot, name: str) -> list[str]:
    lines = [f"{plot.number:>2} {ENTRANCE[plot.entrance]}", *wrap(name, CELL_WIDTH)]
    return lines + [""] * (FEWEST_LINES - len(lines))


def _street_after(plan: TownPlan, column: int) -> Line | None:
    return next((line for line in plan.lines if not line.runs_east_west and line.after == column), None)


def _joined(plan: TownPlan, cells: list[str]) -> str:
    text = cells[0]
    for column, cell in enumerate(cells[1:], start=1):
        text += (STREET_BETWEEN if _street_after(plan, column) else WALL_BETWEEN) + cell
    return text


def _column_names(plan: TownPlan) -> str:
    """The names of the north-south streets, each centred over its street."""
    text = ""
    for column in range(1, plan.columns):
        if line := _street_after(plan, column):
            text = text.ljust(_middle(column) - len(line.name) // 2) + line.name
    return text


def _across(plan: TownPlan, line: Line) -> str:
    """A street or the railway from west to east, with its name over the second column."""
    width = plan.columns * (CELL_WIDTH + len(STREET_BETWEEN)) - len(STREET_BETWEEN)
    drawn = list((("═" if line.is_street else "┼─") * width)[:width])
    for column in range(1, plan.columns):
        if _street_after(plan, column):
            drawn[_middle(column)] = STREET_CROSSING if line.is_street else RAIL_CROSSING
    name = f" {line.name} "
    drawn[_middle(1) + 2 : _middle(1) + 2 + len(name)] = name
    return "".join(drawn)


def _middle(column: int) -> int:
    """Where the street after a column is drawn."""
    return column * (CELL_WIDTH + len(STREET_BETWEEN)) - 2


def _landmark_text(plan: TownPlan) -> str:
    seen = []
    for mark in plan.landmarks:
        plots = sorted(plot.number for plot in plan.plots if mark.touches(plot))
        seen.append(f"{mark.name}: beside {', '.join(map(str, plots))}")
    return "north is up; " + "; ".join(seen)
