"""The faces of things in a notebook: text, and HTML whose pictures live inside it, with a true description.

Such output survives saving, exporting and the file views of hosting sites, where widgets and scripts do not run.
"""

from __future__ import annotations

from functools import singledispatch
from html import escape
from typing import Any

from ..games.loader import games, load_game
from ..proof.step import Outcome, Proof, Step
from ..proof.words.registers import step_texts
from ..town.candidates import Candidates
from ..town.cards import Card
from ..town.game import Game
from ..town.towns import Town
from .palette import PAPER, Theme
from .picture import Picture, board_picture, card_picture
from .proof_scenes import ProofScenes, step_scene
from .scene import Scene, candidates_scene, town_scene
from .scene_text import scene_text
from .step_html import step_html
from .text import card_text

Bundle = dict[str, Any]

OUTCOMES = {
    Outcome.ONE_TOWN: "which leave one town",
    Outcome.SEVERAL_TOWNS: "after which several towns still fit",
    Outcome.NO_TOWN: "which show that no town fits",
    Outcome.OPEN: "",
}


@singledispatch
def bundle(thing: object) -> Bundle:
    """What a notebook shows of a thing."""
    raise TypeError(f"there is no picture of a {type(thing).__name__}")


@bundle.register
def _(thing: Scene) -> Bundle:
    return face(scene_text(thing), image(board_picture(thing)))


@bundle.register
def _(thing: Town) -> Bundle:
    return bundle(scene_of(thing))


@bundle.register
def _(thing: Candidates) -> Bundle:
    return bundle(scene_of(thing))


@bundle.register
def _(thing: Card) -> Bundle:
    return face(card_text(thing), card_html(thing, game_of((thing.building,) if thing.building else ())))


@bundle.register
def _(thing: Step) -> Bundle:
    told = step_texts(thing.theory, [thing])[0]
    scene = scene_of(thing)
    html = f"<div style='max-width:760px'>{step_html(thing, told)}{image(board_picture(scene))}</div>"
    return face(f"{thing.n}. {thing.technique.name}\n{told}", html)


@bundle.register
def _(thing: Proof) -> Bundle:
    """The board at the end, and every step in words."""
    texts = step_texts(thing.theory, thing.steps)
    steps = "".join(
        f"<div style='margin:.6em 0'>{step_html(step, told)}</div>"
        for step, told in zip(thing.steps, texts, strict=True)
    )
    count = len(thing.steps)
    said = f"A proof of {count} {'step' if count == 1 else 'steps'}"
    summary = ", ".join(part for part in (said, OUTCOMES[thing.outcome]) if part)
    board = image(board_picture(ProofScenes(thing).after(count)))
    html = f"<div style='max-width:760px'><b>{summary}.</b>{board}<details open><summary>the steps</summary>{steps}"
    return face(thing.text(), f"{html}</details></div>")


def scene_of(thing: Scene | Town | Candidates | Step) -> Scene:
    """The scene of anything that is shown on a board."""
    match thing:
        case Town():
            return town_scene(game_of(thing.buildings), thing, "A town")
        case Candidates():
            return candidates_scene(thing, "Who may stand where")
        case Step():
            return step_scene(thing)
    return thing


def face(text: str, html: str) -> Bundle:
    return {"text/plain": text, "text/html": html}


def image(picture: Picture, width: float | None = None) -> str:
    """The picture as an HTML image that is never wider than the page."""
    shown = picture.width if width is None else width
    return (
        f'<img alt="{escape(picture.description)}" src="{picture.data_url()}" width="{shown:g}" '
        f'style="max-width:100%;height:auto">'
    )


def card_html(card: Card, game: Game, remark: str = "", theme: Theme = PAPER) -> str:
    """A card: the little map and the sentence."""
    said = f"<br><small>{escape(remark)}</small>" if remark else ""
    return (
        f"<div style='display:inline-flex;gap:.7em;align-items:center;max-width:26em;margin:.2em'>"
        f"{image(card_picture(card, game, theme))}<span><b>{card.number}</b> {escape(card.text)}{said}</span></div>"
    )


def game_of(buildings: tuple[str, ...]) -> Game:
    """The game that a thing belongs to, which by itself does not say so."""
    found = [load_game(id) for id in games()]
    return next((game for game in found if set(buildings) <= set(game.buildings)), found[0])
