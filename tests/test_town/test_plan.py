"""The ground plan: sides, borders, entrances, landmarks."""

import pytest

from oldtown_lab.town.plan import Side, TownPlan


def test_the_plots_are_numbered_row_by_row_from_the_north_west(plan: TownPlan) -> None:
    assert [(plot.row, plot.column) for plot in plan.plots] == [(r, c) for r in range(1, 5) for c in range(1, 5)]
    assert [plot.number for plot in plan.plots] == list(range(1, 17))


@pytest.mark.parametrize(
    ("line", "side", "plots"),
    [
        ("main", Side.NORTH, {1, 2, 3, 4}),
        ("railway", Side.SOUTH, {9, 10, 11, 12, 13, 14, 15, 16}),
        ("cemetery-rd", Side.SOUTH, {13, 14, 15, 16}),
        ("dalton", Side.WEST, {1, 5, 9, 13}),
        ("cavendish", Side.EAST, {4, 8, 12, 16}),
    ],
)
def test_a_line_has_two_sides(plan: TownPlan, line: str, side: Side, plots: set[int]) -> None:
    assert plan.where(p for p in plan.plots if plan.line(line).side(p) is side) == plots


def test_every_entrance_opens_to_exactly_one_line(plan: TownPlan) -> None:
    for plot in plan.plots:
        assert sum(line.at_entrance(plot) for line in plan.lines) == 1, plot


def test_every_line_has_entrances(plan: TownPlan) -> None:
    for line in plan.lines:
        assert sum(line.at_entrance(plot) for plot in plan.plots) >= 2, line


def test_an_entrance_on_the_far_side_is_not_at_the_line(plan: TownPlan) -> None:
    """Plot 7 opens north to Main St., though it lies at the railway too."""
    plot = plan.plot(7)
    assert plot.entrance is Side.NORTH
    assert plan.line("main").at_entrance(plot)
    assert plan.line("railway").borders(plot)
    assert not plan.line("railway").at_entrance(plot)


@pytest.mark.parametrize(
    ("landmark", "plots"), [("cemetery", {9, 10, 13, 14}), ("station", {7, 11}), ("meadow", {8, 12})]
)
def test_a_landmark_is_seen_from_the_plots_that_touch_it(plan: TownPlan, landmark: str, plots: set[int]) -> None:
    mark = next(mark for mark in plan.landmarks if mark.id == landmark)
    assert plan.where(p for p in plan.plots if mark.touches(p)) == plots


def test_lines_are_crossed_on_the_way_from_plot_to_plot(plan: TownPlan) -> None:
    def crossed(one: int, other: int) -> set[str]:
        return {line.id for line in plan.crossed_between(plan.plot(one), plan.plot(other))}

    assert crossed(2, 3) == set()
    assert crossed(6, 10) == {"railway"}
    assert crossed(1, 16) == {"main", "railway", "cemetery-rd", "dalton", "cavendish"}
