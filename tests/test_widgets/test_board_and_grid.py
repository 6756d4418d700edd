"""The board and the grid without a browser: clicks, messages, and what is painted again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ipycanvas import Canvas

from oldtown_lab import BoardView, CandidateGrid, explain, load_puzzle
from oldtown_lab.draw.board_artist import plot_shapes, shown_chips, tray_shapes
from oldtown_lab.draw.describe import describe
from oldtown_lab.draw.layout import BoardLayout, Box
from oldtown_lab.draw.outlines import corners
from oldtown_lab.draw.palette import NIGHT, PAPER
from oldtown_lab.draw.picture import layout_of
from oldtown_lab.draw.proof_scenes import ProofScenes
from oldtown_lab.draw.scene import Scene
from oldtown_lab.draw.shapes import Icon, Path, Shape
from oldtown_lab.errors import OldTownError
from oldtown_lab.play.moves import Move
from oldtown_lab.play.save_code import restore, save_code
from oldtown_lab.play.session import SoloSession
from oldtown_lab.proof.step import Role
from oldtown_lab.town.candidates import OUT
from oldtown_lab.widgets import board_view
from oldtown_lab.widgets.board_view import SHARPNESS

GAME = load_puzzle("solo-1").game
LAYOUT: BoardLayout = layout_of(GAME.plan)
SCENE = Scene(GAME, chips={1: ("Bank", "Hotel"), 2: ("Bank",)}, placed={5: "Judge"}, title="A board")


class Recorder:
    """What is painted and cleared on a board, between two questions."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.painted: list[tuple[Shape, ...]] = []
        self.cleared: list[Box] = []
        monkeypatch.setattr(board_view, "paint", lambda layer, shapes: self.painted.append(tuple(shapes)))
        monkeypatch.setattr(Canvas, "clear_rect", lambda layer, *box: self.cleared.append(Box(*box)))

    def taken(self) -> tuple[list[tuple[Shape, ...]], list[Box]]:
        found = self.painted, self.cleared
        self.painted, self.cleared = [], []
        return found


def connected(thing: Any, **options: Any) -> BoardView:
    """A board that a page has connected to."""
    view = BoardView(thing, **options)
    view._paint_all()
    return view


# --------------------------------------------------------------------------------------------------------------- board


def test_nothing_is_painted_before_a_page_connects(monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder(monkeypatch)
    view = BoardView(SCENE)
    view.show(replace(SCENE, chips={}))
    assert recorder.taken() == ([], [])
    view._paint_all()
    painted, _ = recorder.taken()
    assert len(painted) == 1 + 16 + 1


@pytest.mark.parametrize("plot", sorted(GAME.plan.all_plots))
def test_only_the_plot_that_changes_is_painted_again(monkeypatch: pytest.MonkeyPatch, plot: int) -> None:
    recorder = Recorder(monkeypatch)
    view = connected(SCENE)
    recorder.taken()
    after = replace(SCENE, chips={**SCENE.chips, plot: ("Stable",)}, placed={})
    view.show(after)
    painted, cleared = recorder.taken()
    changed = sorted({plot, 5})
    assert painted == [plot_shapes(after, number, LAYOUT, PAPER) for number in changed]
    assert cleared == [LAYOUT.plot_box(number).inset(-4) for number in changed]
    view.show(after)
    assert recorder.taken() == ([], [])


def test_only_the_tray_is_painted_again_when_somebody_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder(monkeypatch)
    view = connected(SCENE)
    recorder.taken()
    after = replace(SCENE, left_out=("Church",))
    view.show(after)
    assert recorder.taken()[0] == [tray_shapes(after, LAYOUT, PAPER)]


def reach(shapes: tuple[Shape, ...]) -> Iterator[tuple[float, float]]:
    """The outermost points of shapes; of texts only where they stand."""
    for shape in shapes:
        match shape:
            case Path():
                for points, _ in corners(shape.outline):
                    for x, y in points:
                        yield from (
                            (x - shape.width / 2, y - shape.width / 2),
                            (x + shape.width / 2, y + shape.width / 2),
                        )
            case Icon():
                yield from ((shape.x, shape.y), (shape.x + shape.size, shape.y + shape.size))
            case _:
                yield shape.x, shape.y


def strays(keys: list[int]) -> set[tuple[int, float, float]]:
    """Points of a step's picture that clearing its part of the board leaves behind."""
    scenes = ProofScenes(explain("solo-4").pruned())
    found = set()
    for step in scenes.proof.steps:
        scene = replace(scenes.step(step.n), heat={1: 0.5}, heat_of="Bank", plots=(1, 6), building="Bank")
        view = BoardView(scene)
        for key in keys:
            box = view._box(key).inset(-0.5)
            found |= {(key, x, y) for x, y in reach(view._parts()[key]) if not box.holds(x, y)}
    return found


def test_clearing_a_plot_takes_away_all_that_lies_on_it() -> None:
    assert not strays(sorted(GAME.plan.all_plots))


def test_clearing_the_tray_takes_away_the_legend_too() -> None:
    assert not strays([board_view.TRAY])


def test_a_board_in_words_is_its_description() -> None:
    view = BoardView(SCENE)
    assert view.page_side.words == describe(SCENE)
    after = replace(SCENE, title="<b>& more")
    view.show(after)
    assert view.page_side.words == describe(after)
    assert "&lt;b&gt;&amp; more" in view.words.value
    assert "<b>&" not in view.words.value


def test_a_click_says_which_chip_or_plot() -> None:
    view = BoardView(SCENE)
    said: list[Any] = []
    view.on_chip(lambda plot, building: said.append((plot, building)))
    view.on_plot(said.append)
    view.click(*LAYOUT.chip_box(1, 1, 2).middle)
    view.click(*LAYOUT.head_box(1).middle)
    view.click(*LAYOUT.plot_box(5).middle)
    view.click(1, 1)
    x, y = LAYOUT.chip_box(2, 0, 1).middle
    view._clicked(SHARPNESS * x, SHARPNESS * y)
    assert said == [(1, "Hotel"), 1, 5, (2, "Bank")]


def test_the_theme_follows_the_page_unless_it_is_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder(monkeypatch)
    views = {name: connected(SCENE, theme=name) for name in ("auto", "light", "dark")}
    assert [view.theme for view in views.values()] == [PAPER, PAPER, NIGHT]
    recorder.taken()
    for view in views.values():
        view.page_side.dark = True
    assert [view.theme for view in views.values()] == [NIGHT, PAPER, NIGHT]
    assert plot_shapes(SCENE, 1, LAYOUT, NIGHT) in recorder.taken()[0]


def test_a_board_shows_anything_that_has_a_place_on_it() -> None:
    proof = explain("solo-1").pruned()
    solution = load_puzzle("solo-1").solution
    assert solution is not None
    assert BoardView(solution).scene.placed == dict(enumerate(solution.buildings, start=1))
    assert BoardView(proof.steps[0]).scene.roles == proof.steps[0].picture.places
    for empty in ("solo-1", load_puzzle("solo-1")):
        assert BoardView(empty).scene.nowhere_yet == GAME.buildings
        assert not BoardView(empty).scene.placed


# ---------------------------------------------------------------------------------------------------------------- grid

spots = st.tuples(st.sampled_from(GAME.buildings), st.integers(0, 16))
moves = st.one_of(
    st.integers(1, 60).map(lambda n: Move("card", n)),
    st.integers(1, 60).map(lambda n: Move("take", n)),
    st.tuples(st.sampled_from(["cross", "back", "place"]), spots).map(lambda m: Move(m[0], None, *m[1])),
    st.sampled_from(GAME.buildings).map(lambda b: Move("lift", None, b)),
    st.sampled_from(["undo", "redo"]),
)


def expected_states(session: SoloSession) -> list[list[str]]:
    """What each cell must say, from the moves alone: the state of the session is asked nothing but its candidates."""
    candidates = session.state.candidates
    by_hand = {(move.building, move.place) for move in session.state.entries if move.verb == "cross"}
    rows = []
    for building in GAME.buildings:
        open_places = candidates.places[building]
        last = "placed" if building in candidates.placed else "single" if len(open_places) == 1 else "open"
        rows.append(
            [
                last if place in open_places else "crossed" if (building, place) in by_hand else "ruled"
                for place in (*range(1, 17), OUT)
            ]
        )
    return rows


@settings(max_examples=40)
@given(st.sampled_from(["solo-1", "solo-3"]), st.lists(moves, max_size=25))
def test_the_grid_always_shows_the_session(puzzle: str, some: list[Any]) -> None:
    session = SoloSession(puzzle)
    grid = CandidateGrid(session)
    for move in [Move("card", session.puzzle.cards[0]), *some]:
        with suppress(OldTownError):
            {"undo": session.undo, "redo": session.redo}.get(move, lambda move=move: session.do(move))()
        assert grid.states == expected_states(session)


def press(grid: CandidateGrid, content: Any) -> None:
    grid._pressed(None, content, [])


def test_the_grid_makes_moves_and_says_what_is_wrong() -> None:
    session = SoloSession("solo-1")
    grid = CandidateGrid(session)
    row = grid.rows.index("Hotel")
    press(grid, {"do": "toggle", "row": row, "place": 3})
    assert grid.states[row][2] == "crossed"
    press(grid, {"do": "why", "row": row, "place": 3})
    assert grid.caption == "crossed out by hand"
    press(grid, {"do": "toggle", "row": row, "place": 3})
    assert grid.states[row][2] == "open"
    press(grid, {"do": "why", "row": row, "place": 3})
    assert grid.caption == "It may stand there."
    press(grid, {"do": "place", "row": row, "place": 3})
    assert grid.states[row][2] == "placed"
    press(grid, {"do": "toggle", "row": 0, "place": 3})
    assert "the Hotel stands there" in grid.caption
    press(grid, {"do": "toggle", "row": row, "place": 3})
    assert session.moves[-1] == "lift Hotel"
    press(grid, {"do": "choose", "row": row})
    assert grid.chosen == row
    press(grid, {"do": "toggle", "row": row, "place": 0})
    assert session.moves[-1] == "cross Hotel out"


STRANGE = [None, "", "1", -1, 17, 18, 99, 10**30, 1.5, float("nan"), [], [1], {}, {"a": 1}, "Bank", b"1"]
MALFORMED = [
    *({"do": "toggle", "row": row, "place": 1} for row in STRANGE if row != 17),
    *({"do": "toggle", "row": 0, "place": place} for place in STRANGE),
    *({"do": do, "row": 0, "place": 1} for do in (*STRANGE, "TOGGLE", "undo", "do", "__init__", True)),
    {},
    {"do": "toggle"},
    {"row": 0, "place": 1},
]


@pytest.mark.parametrize("content", MALFORMED, ids=repr)
def test_a_malformed_message_changes_nothing(content: Any) -> None:
    session = SoloSession("solo-1")
    grid = CandidateGrid(session)
    calls: list[Any] = []
    press(grid, content)
    grid.on_place(lambda *what: calls.append(what))
    press(grid, content)
    assert session.moves == ()
    assert calls == []
    assert grid.chosen == -1


@pytest.mark.parametrize(
    "content",
    [
        {"do": "place", "row": 0, "place": True},
        {"do": "place", "row": 0, "place": 1.0},
        {"do": "place", "row": True, "place": 2},
        {"do": "place", "row": 0},
        None,
        [],
        "toggle",
    ],
    ids=repr,
)
def test_a_message_of_almost_the_right_kind_changes_nothing_either(content: Any) -> None:
    session = SoloSession("solo-1")
    grid = CandidateGrid(session)
    press(grid, content)
    assert session.moves == ()


@pytest.mark.parametrize("place", [True, 1.0])
def test_what_the_grid_does_can_be_restored_from_its_save_code(place: Any) -> None:
    session = SoloSession("solo-1")
    press(CandidateGrid(session), {"do": "place", "row": 0, "place": place})
    assert restore(save_code(session)).moves == session.moves


def test_the_grid_is_tinted_by_the_share_of_towns() -> None:
    session = SoloSession("solo-1")
    for card in session.puzzle.cards[:6]:
        session.do(f"card {card}")
    grid = CandidateGrid(session)
    count = session.count()
    grid.show_heat(count)
    for row, building in enumerate(grid.rows):
        assert sum(grid.heat[row]) == pytest.approx(1, abs=0.01)
        for column, place in enumerate(grid.places):
            there = count.left_out[building] if place == OUT else count.at[building][place]
            assert grid.heat[row][column] == pytest.approx(there / count.towns, abs=1e-3)
    grid.show_heat(None)
    assert grid.heat == []


def test_the_chips_of_a_step_can_be_clicked_where_they_are_painted() -> None:
    scenes = ProofScenes(explain("solo-1").pruned())
    scene = next(s for n in range(1, 50) if Role.REMOVED in (s := scenes.step(n)).roles.values())
    view = BoardView(scene)
    said: list[tuple[int, str]] = []
    view.on_chip(lambda plot, building: said.append((plot, building)))
    expected = []
    for plot in sorted(GAME.plan.all_plots - scene.placed.keys()):
        names, more = shown_chips(scene, plot)
        slots = len(names) + (1 if more else 0)
        for index, building in enumerate(names):
            view.click(*LAYOUT.chip_box(plot, index, slots).middle)
            expected.append((plot, building))
    assert said == expected
    assert expected
