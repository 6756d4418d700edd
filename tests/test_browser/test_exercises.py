"""An exercise as a student meets it: a wrong answer, a hint, the right one, and its line of code in the next cell."""

import re

from playwright.sync_api import Page, expect

from oldtown_lab.classroom.files import exercises
from oldtown_lab.classroom.kinds import Choice, Conclude

from .pages import open_notebook
from .servers import Server

WRITTEN = next(e for e in exercises().values() if isinstance(e.question, Conclude))
TICKED = next(e for e in exercises().values() if isinstance(e.question, Choice))


def test_a_student_answers(page: Page, lab_server: Server) -> None:
    code = f"from oldtown_lab import ExerciseForm, exercise\nExerciseForm({WRITTEN.id!r})"
    open_notebook(page, lab_server, [code, f"ExerciseForm({TICKED.id!r})", WRITTEN.line(WRITTEN.answer)])
    form, ticks = page.locator(".oldtown-exercise").nth(0), page.locator(".oldtown-exercise").nth(1)

    form.get_by_role("textbox", name="Answer").fill(WRITTEN.wrong[0])
    form.get_by_role("button", name="Check").click()
    expect(form.locator(".oldtown-feedback")).to_contain_text(re.compile("No\\.|Not yet\\."))
    form.get_by_role("button", name="Hint").click()
    expect(form.locator(".oldtown-exercise-hint")).to_contain_text(WRITTEN.hints[0])
    form.get_by_role("textbox", name="Answer").fill(WRITTEN.answer)
    form.get_by_role("button", name="Check").click()
    expect(form.locator(".oldtown-feedback")).to_contain_text("Right.")
    expect(form.locator(".oldtown-exercise-code code")).to_have_text(WRITTEN.line(WRITTEN.answer))
    expect(page.locator(".jp-OutputArea-output").last).to_contain_text("Right.")

    for letter in re.findall(r"[a-z]", TICKED.answer):
        ticks.get_by_role("checkbox", name=re.compile(f"^{letter}\\)")).check()
    ticks.get_by_role("button", name="Check").click()
    expect(ticks.locator(".oldtown-feedback")).to_contain_text("Right.")
