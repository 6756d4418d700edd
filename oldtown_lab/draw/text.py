"""Faces made of text: the town as a map with streets and rails, a card with its sentence and its plots."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from ..town.cards import Card
from ..town.plan import Line, Plot, Side, TownPlan

CELL_WIDTH = 13
CELL_LINES = 3
ENTRANCE = {Side.NORTH: "▲", Side.EAST: "▶", Side.SOUTH: "▼", Side.WEST: "◀"}
STREET_BETWEEN, WALL_BETWEEN = " ║ ", " │ "


def map_text(plan: TownPlan, standing: Mapping[int, str]) -> str:
    """The map with a name (or any short text) on each plot; the arrow beside a number is the entrance."""
    lines = [_column_names(plan)]
    for row in range(1, plan.rows + 1):
        cells = [_cell(plot, standing.get(plot.number, "")) for plot in plan.plots if plot.row == row]
        lines += [_joined(plan, [cell[i] for cell in cells]) for i in range(CELL_LINES)]
        lines += [_across(plan, line) for line in plan.lines if line.runs_east_west and line.after == row]
    lines += [_landmark_text(plan)]
    return "\n".join(line.rstrip() for line in lines)


def card_text(card: Card, remark: str = "") -> str:
    """A card on two lines: its number and sentence (and a remark), and what its little map shows."""
    if card.kind == "C":
        shown = " ".join(f"{named}–{mine}" for named, mine in sorted(card.pairs))
    else:
        shown = " ".join(map(str, sorted(card.plots)))
    return f"{card.number:>3}  {card.text} {remark}".rstrip() + f"\n       plots: {shown}"


def _cell(plot: Plot, name: str) -> list[str]:
    head = f"{plot.number:>2} {ENTRANCE[plot.entrance]}"
    return [text.ljust(CELL_WIDTH) for text in [head, *wrap(name, CELL_WIDTH), "", ""][:CELL_LINES]]


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
            middle = column * (CELL_WIDTH + len(STREET_BETWEEN)) - 2
            text = text.ljust(middle - len(line.name) // 2) + line.name
    return text


def _across(plan: TownPlan, line: Line) -> str:
    """A street or the railway from west to east, with its name at the western end."""
    width = plan.columns * (CELL_WIDTH + len(STREET_BETWEEN)) - len(STREET_BETWEEN)
    drawn = ("═" if line.is_street else "┼─") * width
    return f"{drawn[:2]} {line.name} {drawn}"[:width]


def _landmark_text(plan: TownPlan) -> str:
    seen = []
    for mark in plan.landmarks:
        plots = sorted(plot.number for plot in plan.plots if mark.touches(plot))
        seen.append(f"{mark.name}: beside {', '.join(map(str, plots))}")
    return "north is up; " + "; ".join(seen)
