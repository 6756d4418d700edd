"""The lab in a narrow window, in the dark, by finger and by keyboard: what only a real page can show."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from oldtown_lab.draw.palette import NIGHT, PAPER
from oldtown_lab.draw.scene import Scene, candidates_scene
from oldtown_lab.play.session import SoloSession
from oldtown_lab.proof.step import Role

from .pages import canvas_pixels, open_notebook, selector, shown_at, tap_canvas
from .servers import Server
from .test_solo_lab import BOARD, cell, chip_point, tab

NewPage = Callable[..., Page]

TOO_WIDE = """() => {
    const text = document.querySelector('.oldtown-proof-text');
    const edge = text.getBoundingClientRect().left + text.clientWidth + 0.5;
    const wide = [...text.querySelectorAll('*')].filter(e => e.checkVisibility() && !e.closest('mjx-assistive-mml')
        && e.getBoundingClientRect().right > edge);
    return [text.scrollWidth > text.clientWidth ? `${text.scrollWidth} > ${text.clientWidth}` : '',
        ...wide.map(e => e.textContent.slice(0, 60))].filter(Boolean);
}"""

IS_TYPESET = r"""() => {
    const text = document.querySelector('.oldtown-proof-text');
    return text.querySelectorAll('mjx-container').length > 300 && !/\\\(/.test(text.innerText);
}"""


def narrow(new_page: NewPage, server: Server, cells: list[str], *, dark: bool = False, **options: object) -> Page:
    """A notebook in a window of 600 pixels, the file browser closed; its page may be dark before anything is shown."""
    page = new_page(viewport={"width": 600, "height": 800}, **options)
    notebook = open_notebook(page, server, cells, run=False)
    page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
    if dark:
        page.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})")
        page.wait_for_function("() => document.body.dataset.jpThemeLight === 'false'")
    notebook.run_all()
    return page


def test_no_formula_and_no_fitch_proof_is_wider_than_its_panel(new_page: NewPage, lab_server: Server) -> None:
    """All steps of solo-4 and the longest of solo-8; all at once, as a step at a time would take minutes."""
    player = """\
from oldtown_lab import ProofPlayer, explain
from oldtown_lab.draw.proof_html import fitch_html, formula_html
player = ProofPlayer("solo-4")
other = explain("solo-8").pruned()
steps = [*player.proof.steps, *sorted(other.steps, key=lambda step: -len(step.reasons))[:3]]
told = [f"<div>{html(step)}</div>" for html in (formula_html, fitch_html) for step in steps]
player.text.value = "".join(told)
player"""
    page = narrow(new_page, lab_server, [player])
    page.wait_for_function(IS_TYPESET)
    assert page.evaluate(TOO_WIDE) == []


PLAYED = ["from oldtown_lab import SoloLab\nlab = SoloLab('solo-1')\nlab.do('card 3')\nlab"]


def after_card_3() -> Scene:
    session = SoloSession("solo-1")
    session.do("card 3")
    return candidates_scene(session.state.candidates)


def chip(page: Page, building: str, plot: int) -> tuple[float, float]:
    """Where a chip is in the window, after card 3."""
    board = page.locator(selector(BOARD)).first
    board.scroll_into_view_if_needed()
    inside = shown_at(board, *chip_point(after_card_3(), building, plot))
    box = board.bounding_box()
    assert box is not None
    return box["x"] + inside["x"], box["y"] + inside["y"]


def test_a_swipe_scrolls_and_a_right_click_does_nothing(new_page: NewPage, lab_server: Server) -> None:
    page = narrow(new_page, lab_server, PLAYED, has_touch=True)
    canvas_pixels(page, BOARD)
    tab(page, "Moves")
    scrolled = "() => document.querySelector('.jp-WindowedPanel-outer').scrollTop"
    x, y = chip(page, "Bank", 12)
    before = page.evaluate(scrolled)
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for n in range(1, 9):
        up = {"x": x, "y": y - 15 * n}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [up]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(f"before => ({scrolled})() > before + 50", arg=before)
    page.mouse.click(*chip(page, "Bank", 12), button="middle")
    page.mouse.click(*chip(page, "Bank", 12), button="right")
    page.keyboard.press("Escape")  # the page has opened its own menu
    tap_canvas(page, BOARD, *chip_point(after_card_3(), "Bank", 16))
    expect(page.locator(".oldtown-moves li")).to_have_text(["card 3", "cross Bank 16"])


def test_a_game_by_keyboard_alone_in_a_page_that_is_dark(new_page: NewPage, lab_server: Server) -> None:
    """Pick a plot and a building in the grid, place it there, be refused, ask why: all by keys."""
    page = narrow(new_page, lab_server, PLAYED, dark=True)
    canvas_pixels(page, BOARD)
    page.get_by_role("tab", name="Cards").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    grid = page.locator(".oldtown-grid")
    grid.get_by_role("button", name="Plot 1", exact=True).focus()
    keys(page, "ArrowRight", 6)
    page.keyboard.press("Enter")
    expect(grid.get_by_role("button", name="Plot 7, picked")).to_be_focused()
    keys(page, "ArrowDown", 1)
    keys(page, "ArrowLeft", 7)
    expect(grid.get_by_role("button", name="Bank", exact=True)).to_be_focused()
    keys(page, "ArrowDown", 6)
    page.keyboard.press("Enter")
    expect(page.locator(".oldtown-about")).to_contain_text("The Hotel may stand on")
    page.locator("button.oldtown-place-here").focus()
    page.keyboard.press("Enter")
    expect(cell(page, "Hotel", "plot 7")).to_have_class("placed")
    page.keyboard.press("Enter")
    refusal = page.locator(".oldtown-echo", has_text="the Hotel is placed; lift it first")
    expect(refusal).to_be_in_viewport()

    cell(page, "Bank", "plot 1").focus()
    page.keyboard.press("w")
    expect(page.locator(".oldtown-answer")).to_be_focused()
    expect(page.locator(".oldtown-answer")).to_contain_text("It cannot be that the Bank stands on 1")
    colours = page.locator(".oldtown-answer span").evaluate_all("all => all.map(e => e.style.color)")
    assert rgb(NIGHT.roles[Role.REASON]) in colours
    assert rgb(PAPER.roles[Role.REASON]) not in colours


def keys(page: Page, key: str, times: int) -> None:
    for _ in range(times):
        page.keyboard.press(key)


def rgb(colour: str) -> str:
    """A colour as the page says it."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return f"rgb({red}, {green}, {blue})"
