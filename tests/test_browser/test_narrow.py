"""The lab in a narrow window, in the dark, by finger and by keyboard: what only a real page can show."""

from collections.abc import Callable

from playwright.sync_api import Page

from .pages import open_notebook
from .servers import Server

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


def narrow(new_page: NewPage, server: Server, cells: list[str], **options: object) -> Page:
    """A notebook in a window of 600 pixels, the file browser closed."""
    page = new_page(viewport={"width": 600, "height": 800}, **options)
    open_notebook(page, server, cells)
    page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
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
