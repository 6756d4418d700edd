"""A step in words for a page: the same colours as in the picture. All text is escaped here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from ..proof.facts import Fact, fact_text
from ..proof.step import Role, Step
from ..proof.words.follow import Part, StoryLine
from .palette import PAPER, SIGNS, Theme

CARDS = re.compile(r"\b([Cc]ards? \d+(?:(?:, | and )\d+)*)")
#: What the same reasons prove besides belongs to the conclusion before it.
SENTENCE_END = re.compile(r"(?<=[.?:!]) (?=[A-Z])(?!(?:The|From the) same reasons )")

PART_ROLES = {Part.ASSUMED: Role.ASSUMED, Part.FORCED: Role.ASSUMED, Part.CLASH: Role.CONTRADICTION}


def step_html(step: Step, told: str, theme: Theme = PAPER) -> str:
    """The step's name, its argument, and below it what it stands on and what it says."""
    return f"{step_head(step, theme)}<p style='margin:.3em 0'>{words_html(step, told, theme)}</p>{tags(step, theme)}"


def step_head(step: Step, theme: Theme = PAPER) -> str:
    return f"<b style='color:{theme.faint}'>{step.n}.</b> <b>{escape(step.technique.name)}</b>"


def words_html(step: Step, told: str, theme: Theme = PAPER) -> str:
    """The argument: cards in the colour of reasons, an assumption and the conclusion each in its own."""
    sentences = SENTENCE_END.split(told)
    shown = []
    for index, sentence in enumerate(sentences):
        html = CARDS.sub(lambda found: _coloured(found.group(), theme.roles[Role.REASON]), escape(sentence))
        if sentence.startswith("What if"):
            html = _coloured(html, theme.roles[Role.ASSUMED])
        elif index == len(sentences) - 1:
            html = f"<b>{_coloured(html, theme.roles[conclusion_role(step)])}</b>"
        shown.append(html)
    return " ".join(shown)


def conclusion_role(step: Step) -> Role:
    """What the step does, seen as a whole: finds something, rules something out, or ends in a contradiction."""
    if step.is_contradiction:
        return Role.CONTRADICTION
    return Role.KEPT if Role.KEPT in step.picture.places.values() else Role.REMOVED


def tags(step: Step, theme: Theme = PAPER) -> str:
    """The reasons as short tags, each as one would cite it."""
    reasons = [_cited(step, reason) for reason in step.reasons]
    shown = " ".join(_tag(text, theme.roles[Role.REASON], SIGNS[Role.REASON]) for text in reasons[:MOST_TAGS])
    more = f" <small>and {len(reasons) - MOST_TAGS} more</small>" if len(reasons) > MOST_TAGS else ""
    return f"<div style='font-size:85%;line-height:1.9'>because {shown}{more}</div>"


#: So many reasons are shown as tags; a count over a whole row of buildings has dozens.
MOST_TAGS = 12


def story_html(lines: Iterable[StoryLine], shown: int | None = None, theme: Theme = PAPER) -> str:
    """A hard step as a chain, one line for each thing that is forced; if ``shown`` is set, only so many lines."""
    items = []
    for n, line in enumerate(lines):
        if shown is not None and n >= shown:
            break
        role = PART_ROLES.get(line.part, Role.REMOVED)
        sign = _coloured(SIGNS[role], theme.roles[role])
        weight = "bold" if shown is not None and n == shown - 1 else "normal"
        items.append(
            f"<div style='margin:.15em 0 .15em {1.2 * line.depth:g}em;padding-left:.5em;font-weight:{weight};"
            f"line-height:1.45;border-left:3px solid {theme.roles[role]}'>{sign} {escape(line.words)}</div>"
        )
    return "".join(items)


def _cited(step: Step, reason: str | Fact) -> str:
    """A card or a fact in a few words; of a rule its sentence, as its id is for programs."""
    if not isinstance(reason, str):
        return fact_text(reason)
    kind, _, name = reason.partition(":")
    return f"card {name}" if kind == "card" else step.theory.premises_by_id[reason].sentence.rstrip(".")


def _tag(text: str, colour: str, sign: str) -> str:
    return (
        f"<span style='border:1px solid {colour};color:{colour};border-radius:3px;padding:0 .35em;"
        f"margin-right:.35em;white-space:nowrap'>{sign} {escape(text)}</span>"
    )


def _coloured(html: str, colour: str) -> str:
    return f"<span style='color:{colour}'>{html}</span>"
