"""Faces in a notebook: pictures that are whole, described, safe, and readable in both themes."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET  # what is parsed here was written by the package itself
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest

from oldtown_lab import explain, load_puzzle
from oldtown_lab.draw.describe import card_description, describe
from oldtown_lab.draw.faces import bundle, card_html
from oldtown_lab.draw.palette import NIGHT, PAPER, Theme
from oldtown_lab.draw.picture import board_picture, card_picture
from oldtown_lab.draw.proof_scenes import ProofScenes, step_scene
from oldtown_lab.draw.scene import Scene, candidates_scene, town_scene
from oldtown_lab.draw.shapes import Icon, Path, Text
from oldtown_lab.draw.step_html import step_html
from oldtown_lab.proof.step import Proof, Role
from oldtown_lab.puzzles.puzzle import Puzzle
from oldtown_lab.town.candidates import Candidates
from oldtown_lab.town.game import Deck
from oldtown_lab.town.towns import Town

THEMES = pytest.mark.parametrize("theme", [PAPER, NIGHT], ids=["paper", "night"])
EVIL = """<script>alert("1")</script> & 'quoted' <img src=x onerror=alert(1)>"""
URL = "data:image/svg+xml;base64,"


@cache
def proof() -> Proof:
    return explain("solo-1").pruned()


def puzzle() -> Puzzle:
    return load_puzzle("solo-1")


def solution() -> Town:
    town = puzzle().solution
    assert town is not None
    return town


class Page(HTMLParser):
    """The elements of a page with their attributes, and its visible text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def images(self) -> list[tuple[str, str]]:
        """Of each image its description and the document inside it."""
        found = [attributes for tag, attributes in self.elements if tag == "img"]
        assert all((image["src"] or "").startswith(URL) for image in found)
        return [(i["alt"] or "", b64decode((i["src"] or "").removeprefix(URL)).decode()) for i in found]


def things() -> dict[str, tuple[Any, list[str]]]:
    """Each kind of thing, with the descriptions of the pictures on its face."""
    game, steps = puzzle().game, proof().steps
    candidates = Candidates(game, dict.fromkeys(game.buildings, game.plan.all_plots) | {"Bank": frozenset({3, 8})})
    empty = Scene(game, nowhere_yet=game.buildings, title=puzzle().title)
    cards = [game.card(number) for number in puzzle().cards]
    return {
        "Puzzle": (puzzle(), [describe(empty), *map(card_description, cards)]),
        "Town": (solution(), [describe(town_scene(game, solution(), "A town"))]),
        "Candidates": (candidates, [describe(candidates_scene(candidates, "Who may stand where"))]),
        "Card": (cards[0], [card_description(cards[0])]),
        "Step": (steps[5], [describe(step_scene(steps[5]))]),
        "Proof": (proof(), [describe(ProofScenes(proof()).after(len(steps)))]),
    }


@pytest.mark.parametrize("kind", ["Puzzle", "Town", "Candidates", "Card", "Step", "Proof"])
def test_a_face_is_text_and_pictures_with_their_description(kind: str) -> None:
    thing, descriptions = things()[kind]
    assert type(thing).__name__ == kind
    shown = thing._repr_mimebundle_(include=None, exclude=None)
    assert set(shown) == {"text/plain", "text/html"}
    assert shown["text/plain"].strip()
    images = Page(shown["text/html"]).images
    assert [alt for alt, _ in images] == descriptions
    for alt, document in images:
        root = ET.fromstring(document)  # noqa: S314 - written by the package itself
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.findtext("{http://www.w3.org/2000/svg}title") == alt
        assert len(root) > 10


def test_there_is_no_face_of_just_anything() -> None:
    with pytest.raises(TypeError, match="no picture of a int"):
        bundle(3)


@pytest.mark.parametrize("name", [f"solo-{n}" for n in range(1, 9)])
def test_a_puzzle_does_not_show_its_solution(name: str) -> None:
    given = load_puzzle(name)
    buildings = given.game.buildings
    other = Town(tuple(reversed(buildings))[:16])
    assert other != given.solution
    assert replace(given, solution=other)._repr_mimebundle_() == given._repr_mimebundle_()
    assert replace(given, solution=None)._repr_mimebundle_() == given._repr_mimebundle_()
    description, document = Page(given._repr_mimebundle_()["text/html"]).images[0]
    assert "All plots are empty." in description
    assert "Left out" not in description
    assert document.count("<use ") == len(buildings)


# -------------------------------------------------------------------------------------------------------- hostile text


def hostile_puzzle() -> Puzzle:
    given = puzzle()
    cards = {n: replace(card, text=EVIL) for n, card in given.game.deck.cards.items()}
    game = replace(given.game, title=EVIL, deck=Deck(cards, EVIL))
    return replace(given, game=game, title=EVIL, level=EVIL, note=EVIL)


def check_safe(html: str) -> Page:
    page = Page(html)
    assert not [tag for tag, _ in page.elements if tag == "script"]
    assert not [name for _, attributes in page.elements for name in attributes if name.startswith("on")]
    for _, document in page.images:
        root = ET.fromstring(document)  # noqa: S314 - written by the package itself
        assert not [e for e in root.iter() if e.tag.rpartition("}")[2] in ("script", "img")]
        assert not [name for e in root.iter() for name in e.attrib if name.startswith("on")]
    return page


def test_hostile_text_of_a_puzzle_is_shown_as_text() -> None:
    page = check_safe(hostile_puzzle()._repr_mimebundle_()["text/html"])
    assert EVIL in page.text
    assert all(EVIL in alt for alt, _ in page.images)


def test_hostile_names_of_buildings_are_shown_as_text() -> None:
    game = puzzle().game
    names = (EVIL, *game.buildings[1:])
    evil = replace(game, buildings=names)
    scene = Scene(
        evil,
        chips={1: (EVIL,)},
        placed={2: EVIL},
        left_out=(EVIL,),
        nowhere_yet=(EVIL,),
        roles={(EVIL, 1): Role.KEPT},
        heat={1: 0.5},
        heat_of=EVIL,
        title=EVIL,
    )
    page = check_safe(bundle(scene)["text/html"])
    assert EVIL in page.images[0][0]
    card = replace(game.card(3), building=EVIL, text=EVIL)
    page = check_safe(card_html(card, game, EVIL))
    assert page.text.count(EVIL) == 2


def test_hostile_words_of_a_step_are_shown_as_text() -> None:
    step = proof().steps[5]
    page = check_safe(step_html(step, f"{EVIL} What if {EVIL}? So {EVIL}"))
    assert page.text.count(EVIL) == 3


# -------------------------------------------------------------------------------------------------------------- colours


def colours_of(theme: Theme) -> set[str]:
    plain = {getattr(theme, field.name) for field in fields(theme) if field.name != "roles"}
    return plain | set(theme.roles.values())


def test_a_dark_picture_uses_only_dark_colours() -> None:
    scenes = ProofScenes(proof())
    scene = replace(scenes.step(30), heat={1: 0.3, 2: 1.0}, heat_of="Bank", building="Bank", plots=(3,))
    scene = replace(scene, roles={("Bank", plot): role for plot, role in enumerate(Role, start=1)})
    pictures = [board_picture(scene, NIGHT)]
    pictures += [card_picture(card, scene.game, NIGHT) for card in scene.game.deck.cards.values()]
    for picture in pictures:
        assert set(re.findall(r"#[0-9a-fA-F]{6}\b", picture.svg())) <= colours_of(NIGHT)
        assert set(used(picture.shapes)) <= colours_of(NIGHT)


def used(shapes: Any) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Path():
                yield from (colour for colour in (shape.fill, shape.stroke) if colour)
            case Text():
                yield shape.colour
            case Icon():
                yield from (shape.ink, shape.paper)


def luminance(colour: str) -> float:
    """WCAG 2: relative luminance."""
    values = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_formula_of_contrast_is_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@THEMES
@pytest.mark.parametrize("role", Role)
def test_a_role_stands_out_from_its_ground(theme: Theme, role: Role) -> None:
    for ground in (theme.chip, theme.paper, theme.plot):
        assert contrast(theme.roles[role], ground) >= 3


@THEMES
def test_text_can_be_read(theme: Theme) -> None:
    for ground in (theme.chip, theme.plot, theme.placed, theme.paper, theme.land, theme.street):
        assert contrast(theme.ink, ground) >= 4.5


@THEMES
def test_a_sign_can_be_read_on_its_disc_and_no_two_roles_look_alike(theme: Theme) -> None:
    assert len(set(theme.roles.values())) == len(Role)
    assert all(contrast(theme.chip, theme.roles[role]) >= 3 for role in Role)


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import sys, oldtown_lab\n"
        "heavy = ['ipycanvas', 'ipywidgets', 'anywidget', 'z3', 'sympy', 'numpy']\n"
        "print([name for name in heavy if name in sys.modules], 'oldtown_lab' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] True"
