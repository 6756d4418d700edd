"""The solo lab as a student meets it: in a real JupyterLab and a real Voila, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from oldtown_lab import explain, load_puzzle, solve
from oldtown_lab.draw.board_artist import chip_at
from oldtown_lab.draw.layout import BoardLayout
from oldtown_lab.draw.scene import Scene, candidates_scene
from oldtown_lab.play.save_code import save_code
from oldtown_lab.play.session import SoloSession
from oldtown_lab.widgets.board_view import SHARPNESS

from .pages import (
    Region,
    canvas_pixels,
    click_canvas,
    open_notebook,
    tap_canvas,
    wait_for_pixels_to_change,
)
from .servers import Server

BOARD = "oldtown-board"
LAB = ["from oldtown_lab import SoloLab\nlab = SoloLab('solo-1')\nlab"]
expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong
LAYOUT = BoardLayout(load_puzzle("solo-1").game.plan)


@pytest.fixture(params=["lab_server", "voila_server"])
def server(request: pytest.FixtureRequest) -> Server:
    """Each kind of server."""
    found: Server = request.getfixturevalue(request.param)
    return found


def plot_region(plot: int) -> Region:
    """A plot on the canvas, in the canvas's own pixels."""
    box = LAYOUT.plot_box(plot)
    return (round(SHARPNESS * box.x), round(SHARPNESS * box.y), round(SHARPNESS * 140), round(SHARPNESS * 120))


def chip_point(scene: Scene, building: str, plot: int) -> tuple[float, float]:
    """Where on the canvas a candidate's chip lies."""
    box = LAYOUT.plot_box(plot)
    for x in range(int(box.x), int(box.east)):
        for y in range(int(box.y), int(box.south), 4):
            if chip_at(scene, x, y, LAYOUT) == (plot, building):
                return SHARPNESS * (x + 8), SHARPNESS * (y + 8)
    raise AssertionError(f"there is no {building} on {plot}")


def press(page: Page, name: str) -> None:
    page.locator(f"button.oldtown-{name}").first.click()


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def cell(page: Page, building: str, place: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{building}, {place}:"))


def test_a_student_plays(page: Page, server: Server) -> None:
    """Play a card, cross one chip out by click and another by keyboard, undo, read a hint, read an error."""
    open_notebook(page, server, LAB)
    empty = canvas_pixels(page, BOARD, plot_region(8))
    press(page, "card-3")
    wait_for_pixels_to_change(page, BOARD, empty)
    expect(page.locator(".oldtown-count")).to_contain_text("711 374 856 192 000 towns".replace(" ", "\u202f", 5))
    session = SoloSession("solo-1")
    session.do("card 3")

    with_chip = canvas_pixels(page, BOARD, plot_region(16))
    click_canvas(page, BOARD, *chip_point(candidates_scene(session.state.candidates), "Bank", 16))
    wait_for_pixels_to_change(page, BOARD, with_chip)
    tab(page, "Candidates")
    expect(cell(page, "Bank", "plot 16")).to_have_class("crossed")
    expect(cell(page, "Bank", "plot 12")).to_have_class("open")

    before = canvas_pixels(page, BOARD, plot_region(12))
    cell(page, "Bank", "plot 1").focus()
    for _ in range(11):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(cell(page, "Bank", "plot 12")).to_have_class("crossed")
    wait_for_pixels_to_change(page, BOARD, before)

    tab(page, "Moves")
    expect(page.locator(".oldtown-moves li")).to_have_text(["card 3", "cross Bank 16", "cross Bank 12"])
    press(page, "undo")
    expect(page.locator(".oldtown-moves li")).to_have_count(2)
    press(page, "redo")
    expect(page.locator(".oldtown-moves li")).to_have_count(3)

    tab(page, "Help")
    press(page, "check")
    expect(page.locator(".oldtown-answer")).to_contain_text("Nothing is wrong")
    press(page, "hint-1")
    expect(page.locator(".oldtown-answer")).to_contain_text("Look at the")
    press(page, "hint-2")
    expect(page.locator(".oldtown-answer")).to_contain_text("card")
    press(page, "next-step")
    expect(page.locator(".oldtown-answer")).to_contain_text("because")

    tab(page, "Candidates")
    cell(page, "Bank", "plot 1").click()  # card 3 rules it out
    expect(page.locator(".oldtown-message")).to_contain_text("card 3; take that back first")


def test_the_proof_plays_to_the_end(page: Page, server: Server) -> None:
    open_notebook(page, server, LAB)
    canvas_pixels(page, BOARD)
    page.locator(".oldtown-mode button", has_text="Proof").click()
    expect(page.locator(".oldtown-proof-text")).to_contain_text(f"{len(explain('solo-1').pruned().steps)} steps")
    start = canvas_pixels(page, BOARD, plot_region(1))
    press(page, "proof-on")
    expect(page.locator(".oldtown-proof-where")).to_contain_text("Step 1 of")
    expect(page.locator(".oldtown-proof-text")).to_contain_text("Card")
    page.get_by_role("button", name="formulas").click()
    page.locator(".oldtown-proof-text mjx-container, .oldtown-proof-text .MathJax").first.wait_for()
    page.get_by_role("button", name="Fitch proof").click()
    expect(page.locator(".oldtown-proof-text table")).to_contain_text("Premise")
    page.get_by_role("button", name="plain words").click()
    press(page, "proof-end")
    expect(page.locator(".oldtown-proof-text")).to_contain_text("the town is complete")
    wait_for_pixels_to_change(page, BOARD, start)
    words = page.locator(".oldtown-board-words").first
    words.locator("summary").click()
    for plot, building in enumerate(solve("solo-1").towns[0].buildings, start=1):
        expect(words).to_contain_text(f"Plot {plot}: {building}.")


def test_the_play_button_plays(page: Page, lab_server: Server) -> None:
    player = "from oldtown_lab import ProofPlayer\nplayer = ProofPlayer('solo-1')\nplayer.play.interval = 100\nplayer"
    open_notebook(page, lab_server, [player])
    page.locator(".widget-play button").first.click()
    expect(page.locator(".oldtown-proof-text")).to_contain_text("the town is complete", timeout=60_000)


def test_the_board_is_back_after_a_reload(page: Page, lab_server: Server) -> None:
    notebook = open_notebook(page, lab_server, LAB)
    empty = canvas_pixels(page, BOARD, plot_region(8))
    press(page, "card-3")
    played = wait_for_pixels_to_change(page, BOARD, empty)
    notebook.reload()
    again = canvas_pixels(page, BOARD, plot_region(8))
    assert again.fingerprint == played.fingerprint


def test_a_save_code_brings_a_game_back(page: Page, server: Server) -> None:
    session = SoloSession("solo-1")
    for move in ("card 3", "card 45", "place Bank 8"):
        session.do(move)
    open_notebook(page, server, LAB)
    empty = canvas_pixels(page, BOARD, plot_region(8))
    tab(page, "Moves")
    code = page.locator(".oldtown-code input")
    code.fill("OT1.solo-1.nonsense")
    press(page, "restore")
    expect(page.locator(".oldtown-message")).to_contain_text("this save code is damaged")
    code.fill(save_code(session))
    press(page, "restore")
    expect(page.locator(".oldtown-message")).to_contain_text("Your game is back")
    wait_for_pixels_to_change(page, BOARD, empty)
    tab(page, "Moves")
    expect(page.locator(".oldtown-moves li")).to_have_text(["card 3", "card 45", "place Bank 8"])


def test_an_error_inside_a_callback_is_read_in_the_lab(page: Page, lab_server: Server) -> None:
    broken = "def fail(*_):\n    raise ValueError('a made-up trouble')\nlab.session.do = fail"
    open_notebook(page, lab_server, [*LAB, broken])
    canvas_pixels(page, BOARD)
    press(page, "card-3")
    expect(page.locator(".oldtown-message")).to_contain_text("ValueError: a made-up trouble")


def test_why_and_a_claim_show_a_town(page: Page, lab_server: Server) -> None:
    open_notebook(page, lab_server, LAB)
    canvas_pixels(page, BOARD)
    tab(page, "Candidates")
    cell(page, "Bank", "plot 8").focus()
    page.keyboard.press("w")
    expect(page.locator(".oldtown-answer")).to_contain_text("It is possible that the Bank stands on 8")
    expect(page.locator(".oldtown-answer img")).to_have_attribute("alt", re.compile("Plot 8: Bank"))
    tab(page, "Claim")
    page.locator(".oldtown-claim-mode input").check()
    tab(page, "Candidates")
    cell(page, "Bank", "plot 1").click()
    press(page, "judge")
    expect(page.locator(".oldtown-verdict")).to_contain_text("your cards do not prove it")
    expect(page.locator(".oldtown-verdict img")).to_have_attribute("alt", re.compile("Plot 1: Bank"))
    page.locator(".oldtown-claim label", has_text=re.compile("^3 Bank")).click()
    press(page, "judge")
    expect(page.locator(".oldtown-verdict")).to_contain_text("Proved")
    tab(page, "Moves")
    expect(page.locator(".oldtown-moves li")).to_have_text(["cross Bank 1"])


def test_everything_is_answered_in_the_main_thread(page: Page, lab_server: Server) -> None:
    """JupyterLab would have the second message of a widget answered beside all others, in a thread of its own."""
    watch = """\
import threading
import ipywidgets
said_in = ipywidgets.Label().add_class("said-in")
def note():
    said_in.value += threading.current_thread().name + " "
lab.session.observe(note)
said_in"""
    open_notebook(page, lab_server, [*LAB, watch])
    canvas_pixels(page, BOARD)
    said_in = page.locator(".said-in")
    for n in range(1, 4):
        press(page, "card-3")
        expect(said_in).to_have_text(" ".join(["MainThread"] * (2 * n - 1)))
        press(page, "quick-undo")
        expect(said_in).to_have_text(" ".join(["MainThread"] * 2 * n))


def test_long_work_says_so_and_can_be_stopped(page: Page, lab_server: Server) -> None:
    slow = """\
import time
from oldtown_lab.logic.engine import check_stop
def long_hint(level):
    for _ in range(3000):
        time.sleep(0.01)
        check_stop()
lab.session.hint = long_hint"""
    open_notebook(page, lab_server, [*LAB, slow])
    canvas_pixels(page, BOARD)
    tab(page, "Help")
    press(page, "hint-1")
    expect(page.locator(".oldtown-work")).to_contain_text("Working: looking for a hint")
    press(page, "hint-2")
    expect(page.locator(".oldtown-message")).to_contain_text("still working")
    press(page, "stop-work")
    expect(page.locator(".oldtown-message")).to_contain_text("Stopped: looking for a hint")
    expect(page.locator(".oldtown-work")).to_be_hidden()


def test_a_tap_crosses_out_once(new_page: Callable[..., Page], lab_server: Server) -> None:
    page = new_page(has_touch=True)
    open_notebook(page, lab_server, ["from oldtown_lab import SoloLab\nlab = SoloLab('solo-1')\nlab.do('card 3')\nlab"])
    session = SoloSession("solo-1")
    session.do("card 3")
    before = canvas_pixels(page, BOARD, plot_region(16))
    tap_canvas(page, BOARD, *chip_point(candidates_scene(session.state.candidates), "Bank", 16))
    wait_for_pixels_to_change(page, BOARD, before)
    tab(page, "Moves")
    expect(page.locator(".oldtown-moves li")).to_have_text(["card 3", "cross Bank 16"])


def test_the_board_follows_the_theme_of_the_page(page: Page, lab_server: Server) -> None:
    open_notebook(page, lab_server, LAB)
    light = canvas_pixels(page, BOARD, (40, 40, 60, 60))
    page.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})")
    dark = wait_for_pixels_to_change(page, BOARD, light)
    assert sum(dark.at(50, 80)[:3]) < sum(light.at(50, 80)[:3]) / 2


def test_small_pieces_work_alone(page: Page, lab_server: Server) -> None:
    pieces = [
        "from oldtown_lab import BoardView, CandidateGrid, CardShelf, solve\nBoardView(solve('solo-1').towns[0])",
        "CandidateGrid('solo-2')",
        "CardShelf('solo-6')",
    ]
    open_notebook(page, lab_server, pieces)
    canvas_pixels(page, BOARD)
    cell(page, "Bank", "plot 5").click()
    expect(cell(page, "Bank", "plot 5")).to_have_class("crossed")
    press(page, "card-2")
    expect(page.locator("button.oldtown-card-2")).to_have_text("Take card 2 back")
