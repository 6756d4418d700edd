"""Worksheets: the PDF is read back and looked at. Every text is there, the key stays apart, all of it is grey."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest

from oldtown_lab.classroom.worksheet import PAPERS, Printed, answer_key, worksheet
from oldtown_lab.draw.palette import PRINT
from oldtown_lab.draw.picture import board_picture
from oldtown_lab.draw.scene import Scene
from oldtown_lab.errors import FileError, MissingToolError, UnknownNameError
from oldtown_lab.proof.step import Outcome
from oldtown_lab.proof.words.ending import ENDINGS
from oldtown_lab.proof.words.registers import step_texts
from oldtown_lab.puzzles.answers import solve
from oldtown_lab.puzzles.catalogue import load_puzzle, puzzles
from oldtown_lab.puzzles.proofs import explain
from oldtown_lab.puzzles.puzzle import Puzzle

GAMES = [id for id in puzzles() if id.startswith("solo-")]
SIZES = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
MM = 72 / 25.4
KEY = "Answer key"
GRID = "Who may stand where?"
SCALE = 0.75


def squeezed(text: str) -> str:
    """The text without its line breaks and other spaces, which a PDF does not keep; nor does it a hyphen there."""
    return re.sub(r"[\s\u00a0\u200b]+", "", re.sub("[\x02\ufffe]", "-", text))


@dataclass(frozen=True)
class Paper:
    """A printed worksheet, read back."""

    puzzle: Puzzle
    printed: Printed

    @cached_property
    def pdf(self) -> pypdfium2.PdfDocument:
        return pypdfium2.PdfDocument(self.printed.path)

    @cached_property
    def pages(self) -> list[pypdfium2.PdfTextPage]:
        return [page.get_textpage() for page in self.pdf]

    @cached_property
    def texts(self) -> list[str]:
        return [page.get_text_bounded() for page in self.pages]

    @cached_property
    def squeezed(self) -> list[str]:
        return [squeezed(text) for text in self.texts]

    @cached_property
    def bitmaps(self) -> list[np.ndarray[Any, Any]]:
        return [bitmap(page, SCALE) for page in self.pdf]

    def page_with(self, heading: str) -> int:
        """The only page that begins with a heading."""
        (page,) = [n for n, text in enumerate(self.texts) if text.startswith(heading)]
        return page

    @property
    def before_key(self) -> str:
        return "".join(self.squeezed[: self.page_with(KEY)])

    @property
    def key(self) -> str:
        """The key as one text, as it is read from left to right."""
        return "".join(self.body(n) for n in range(self.page_with(KEY), len(self.squeezed)))

    def key_column(self, left: float, right: float) -> str:
        """What stands in the key between two distances (in mm) from the left edge, without the footers."""
        bounds = {"left": left * MM, "right": right * MM, "bottom": 22 * MM}
        return squeezed("".join(page.get_text_bounded(**bounds) for page in self.pages[self.page_with(KEY) :]))

    def body(self, page: int) -> str:
        """The text of a page without its footer."""
        return self.squeezed[page].replace(squeezed(self.puzzle.game.deck.notice), "")


def bitmap(page: pypdfium2.PdfPage, scale: float) -> np.ndarray[Any, Any]:
    return page.render(scale=scale, rev_byteorder=True).to_numpy()[:, :, :3]


proof_of = cache(explain)


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Paper]:
    """Every solo game on every paper."""
    folder = tmp_path_factory.mktemp("sheets")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answer_key, "explain", proof_of)  # it is the same on either paper
        return {
            (game, paper): Paper(load_puzzle(game), worksheet(game, folder / f"{game}-{paper}.pdf", paper))
            for game in GAMES
            for paper in PAPERS
        }


@pytest.fixture(params=[(game, paper) for game in GAMES for paper in SIZES], ids="-".join)
def sheet(request: pytest.FixtureRequest, sheets: dict[tuple[str, str], Paper]) -> Paper:
    return sheets[request.param]


def written(path: Path, **changes: Any) -> Path:
    """A small puzzle in a file."""
    puzzle = {"id": "mine", "title": "Mine", "game": "old-town", "cards": [2, 3, 29], "my_buildings": ["Hotel"]}
    path.write_text(json.dumps({**puzzle, **changes}), encoding="utf-8")
    return path


def printed_file(tmp_path: Path, **changes: Any) -> Paper:
    file = written(tmp_path / "mine.json", **changes)
    return Paper(load_puzzle(file, solvable=False), worksheet(file, tmp_path / "mine.pdf"))


# --------------------------------------------------------------------------------------------------------------- pages


def test_pages_have_the_size_of_the_paper_and_are_counted(sheet: Paper, sheets: dict[tuple[str, str], Paper]) -> None:
    (paper,) = [paper for (_, paper), one in sheets.items() if one is sheet]
    assert [page.get_size() for page in sheet.pdf] == [pytest.approx(SIZES[paper], abs=0.1)] * len(sheet.pdf)
    assert sheet.printed.pages == len(sheet.pdf)
    assert sheet.printed.outcome is Outcome.ONE_TOWN
    assert not sheet.printed.boxes


def test_every_page_says_what_it_is_and_where_its_cards_come_from(sheet: Paper) -> None:
    for number, text in enumerate(sheet.squeezed, start=1):
        assert squeezed(sheet.puzzle.title) in text
        assert f"page{number}of{len(sheet.pdf)}" in text
        assert squeezed(sheet.puzzle.game.deck.notice) in text


def test_the_first_page_tells_the_task(sheet: Paper) -> None:
    first = sheet.squeezed[0]
    assert first.startswith(squeezed(sheet.puzzle.title))
    told = [sheet.puzzle.level, sheet.puzzle.spoken_mine, sheet.puzzle.note, "Name", "Date", "How to play", "Left out:"]
    for words in [*told, "little map on a card decides", *sheet.puzzle.game.buildings]:
        assert squeezed(words) in first
    assert ("Mine:" in first) == (not sheet.puzzle.mine.are_known)
    assert sheet.pdf.get_metadata_dict()["Title"] == f"{sheet.puzzle.title}: worksheet"


def test_every_card_stands_whole_on_one_page_before_the_grid(sheet: Paper) -> None:
    pages = sheet.squeezed[1 : sheet.page_with(GRID)]
    for number in sheet.puzzle.cards:
        told = f"{number} {sheet.puzzle.game.card(number).text} {sheet.puzzle.for_whom(number)}"
        assert [squeezed(told) in page for page in pages].count(True) == 1


def test_cards_are_in_groups(sheet: Paper) -> None:
    kinds = [kind for kind in "ABC" if any(sheet.puzzle.game.card(n).kind == kind for n in sheet.puzzle.cards)]
    assert re.findall(r"Cards ([ABC]): ", "".join(sheet.texts[1 : sheet.page_with(GRID)])) == kinds


def test_the_grid_has_every_building_and_every_plot(sheet: Paper) -> None:
    text = sheet.texts[sheet.page_with(GRID)]
    for building in sheet.puzzle.game.buildings:
        assert squeezed(building) in squeezed(text)
    heads = [*(str(plot) for plot in range(1, 17)), "out", *([] if sheet.puzzle.mine.are_known else ["mine"])]
    assert squeezed(" ".join(heads)) in squeezed(text)
    assert sheet.page_with(GRID) == sheet.page_with(KEY) - 1


# ----------------------------------------------------------------------------------------------------------------- key


def test_the_key_has_every_step_and_nothing_of_it_stands_before_it(sheet: Paper) -> None:
    proof = proof_of(sheet.puzzle).pruned()
    key, before = sheet.key, sheet.before_key
    assert squeezed(KEY) not in before
    for words in (ENDINGS[Outcome.ONE_TOWN], sheet.puzzle.source):
        assert squeezed(words) in key
    names, arguments = (sheet.key_column(*edges).split("Theproof,stepbystep")[-1] for edges in ((10, 63), (63, 205)))
    for step, text in zip(proof.steps, step_texts(proof.theory, proof.steps), strict=True):
        assert squeezed(text) not in before
        head, _, names = names.partition(squeezed(f"{step.n} {step.technique.name}"))
        assert re.fullmatch(r"(from[\d,and]+)?", head), f"{head} before step {step.n}"
        head, found, arguments = arguments.partition(squeezed(text))
        assert found, f"step {step.n} is missing"
        assert step.n == 1 or not head, f"{head} before step {step.n}"


def test_the_key_shows_the_town(sheet: Paper) -> None:
    (town,) = solve(sheet.puzzle).towns
    key = sheet.key
    for building in sheet.puzzle.game.buildings:
        place = str(town.at.get(building, "out"))
        assert squeezed(f"{building} {place}") in key
    out = " and ".join(f"the {building}" for building in town.left_out(sheet.puzzle.game.buildings))
    assert squeezed(f"Left out: {out}.") in key


def test_my_buildings_that_were_to_be_found(sheets: dict[tuple[str, str], Paper]) -> None:
    assert squeezed("My buildings: the Drugstore, the Laundry and the Smith.") in sheets["solo-8", "a4"].key
    open_one = (
        "My buildings: the Drugstore and the Hotel. One more is mine: the Judge or the Saloon. The cards leave open"
    )
    assert squeezed(open_one) in sheets["solo-7", "letter"].key
    assert "Mybuilding" not in sheets["solo-1", "a4"].key.split(squeezed("The proof, step by step"))[0]


def test_without_the_key(sheets: dict[tuple[str, str], Paper], tmp_path: Path) -> None:
    whole = sheets["solo-2", "a4"]
    printed = worksheet("solo-2", tmp_path / "sheet.pdf", key=False)
    bare = Paper(whole.puzzle, printed)
    assert printed.outcome is None
    assert len(bare.pdf) == whole.page_with(KEY)
    pages = range(len(bare.pdf))
    assert [bare.body(n) for n in pages] == [
        whole.body(n).replace(f"of{len(whole.pdf)}", f"of{len(bare.pdf)}") for n in pages
    ]
    assert squeezed(KEY) not in "".join(bare.squeezed)


def test_a_key_of_several_towns_says_so(tmp_path: Path) -> None:
    paper = printed_file(tmp_path, cards=[3, 18], my_buildings=[])
    assert paper.printed.outcome is Outcome.SEVERAL_TOWNS
    for words in (
        "There is no single answer:",
        "towns fit these cards",
        "Bank 4, 8, 12 or 16",
        "Hotel open",
        "Two of the buildings are left out; the cards leave open who.",
        ENDINGS[Outcome.SEVERAL_TOWNS],
    ):
        assert squeezed(words) in paper.key


def test_a_key_of_no_town_proves_it(tmp_path: Path) -> None:
    everything = range(1, 19)
    paper = printed_file(tmp_path, cards=[*everything, 45, 29, 30, 31, 35], **{"for": {"45": "Bank"}})
    assert paper.printed.outcome is Outcome.NO_TOWN
    assert squeezed("No town fits these cards: they contradict each other.") in paper.key
    assert "contradictionfrom" in paper.key
    assert "Leftout" not in paper.key


def test_unknown_my_buildings_of_an_open_puzzle(tmp_path: Path) -> None:
    paper = printed_file(tmp_path, cards=[3, 29], my_buildings=2)
    assert squeezed("Two of the buildings are mine; the cards leave open which.") in paper.key


# --------------------------------------------------------------------------------------------------------------- looks


def test_no_page_is_empty_all_are_grey_and_nothing_is_in_the_margins(sheet: Paper) -> None:
    edge = int(8 * MM * SCALE)
    for page in sheet.bitmaps:
        red, green, blue = (page[:, :, n].astype(np.int16) for n in range(3))
        assert max(abs(red - green).max(), abs(green - blue).max()) <= 2, "a colour"
        ink = page[:, :, 0] < 250
        assert ink.mean() > 0.01, "an empty page"
        assert ink[edge:-edge, edge:-edge].sum() == ink.sum(), "ink in the margins"


def test_every_building_has_its_icon_in_both_tones(sheets: dict[tuple[str, str], Paper]) -> None:
    sheet = sheets["solo-8", "letter"]
    page = sheet.pdf[sheet.page_with(GRID)]
    scale, text = 6.0, page.get_textpage()
    seen = bitmap(page, scale)[:, :, 0]
    shapes = set()
    for building in sheet.puzzle.game.buildings:
        found = text.search(building, match_case=True).get_next()
        assert found is not None
        left, bottom, _, top = text.get_charbox(found[0])
        middle = page.get_height() - (bottom + top) / 2
        rows = slice(int((middle - 4 * MM) * scale), int((middle + 4 * MM) * scale))
        icon = seen[rows, int((left - 9.2 * MM) * scale) : int((left - 1.6 * MM) * scale)]
        dark = icon < 100
        assert 0.08 < dark.mean() < 0.75, building
        shapes.add(hashlib.sha256(dark.tobytes()).hexdigest())
        if building == "Undertaker":  # a dark coffin with a light cross
            middle_of_it = icon[icon.shape[0] // 3 : -icon.shape[0] // 3, icon.shape[1] // 3 : -icon.shape[1] // 3]
            assert (middle_of_it > 220).any()
            assert (middle_of_it < 60).any()
    assert len(shapes) == 18


def test_little_maps_and_the_big_map_are_drawn(sheets: dict[tuple[str, str], Paper]) -> None:
    """Marked plots are black: a good part of a page of cards is."""
    for sheet in sheets.values():
        for page in sheet.bitmaps[1 : sheet.page_with(GRID) - 1]:
            assert (page[:, :, 0] < 60).mean() > 0.05
        assert 0.02 < (sheet.bitmaps[0][:, :, 0] < 100).mean() < 0.2


def test_pictures_need_no_variables_and_print_is_grey() -> None:
    svg = board_picture(Scene(load_puzzle("solo-1").game), PRINT, tray=False).svg()
    assert "var(" not in svg
    for colour in re.findall(r"#([0-9a-f]{6})", svg):
        assert colour[:2] == colour[2:4] == colour[4:]


def test_only_fonts_that_typst_brings_along(sheets: dict[tuple[str, str], Paper]) -> None:
    texts = [pypdfium2.raw.FPDF_PAGEOBJ_TEXT]
    fonts = {
        thing.get_font().get_base_name().partition("+")[2]
        for page in sheets["solo-5", "a4"].pdf
        for thing in page.get_objects(filter=texts)
    }
    assert fonts
    assert all(name.startswith(("LibertinusSerif", "NewCM", "DejaVuSansMono")) for name in fonts)


def test_the_document_is_readable_without_seeing_it(sheets: dict[tuple[str, str], Paper]) -> None:
    """PDF/UA: typst refuses it where a picture has no alternative text."""
    assert b"pdfuaid:part" in sheets["solo-1", "a4"].printed.path.read_bytes()


def test_the_same_puzzle_gives_the_same_file(sheets: dict[tuple[str, str], Paper], tmp_path: Path) -> None:
    call = "import sys; from oldtown_lab.classroom.worksheet import worksheet; worksheet('solo-7', sys.argv[1])"
    again = tmp_path / "again.pdf"
    subprocess.run(
        [sys.executable, "-c", call, again], check=True, cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": "7"}
    )
    assert again.read_bytes() == sheets["solo-7", "a4"].printed.path.read_bytes()


# -------------------------------------------------------------------------------------------------------------- texts


def test_texts_of_a_file_are_never_markup(tmp_path: Path) -> None:
    title = r"#let x = 1 $a$ \ <b> @c [d] *e* _f_ `g` // ~ -- = + 1234567"
    assert len(title) <= 60
    note = r"""#panic("no") $1/0$ \u{41} <label> @ref [ ] ] #] *bold* --- ... 'q' "q" /* c */ // http://x.org #sheet"""
    paper = printed_file(tmp_path, title=title, note=note, source="#x [y] $z$")
    assert squeezed(title) in paper.squeezed[0]
    assert squeezed(note) in paper.squeezed[0]
    assert all(squeezed(title) in text for text in paper.squeezed)
    assert squeezed("#x [y] $z$.") in paper.key
    assert paper.pdf.get_metadata_dict()["Title"] == f"{title}: worksheet"


@pytest.mark.parametrize("title", ["W" * 60, " ".join(["longer"] * 8)])
def test_long_texts_stay_on_the_page(tmp_path: Path, title: str) -> None:
    paper = printed_file(tmp_path, title=title, note="a long note " * 41, source="where from " * 45)
    test_no_page_is_empty_all_are_grey_and_nothing_is_in_the_margins(paper)
    assert [text.startswith(GRID) for text in paper.texts].count(True) == 1
    assert paper.page_with(GRID) == 2


def test_letters_without_a_glyph_are_reported(tmp_path: Path) -> None:
    assert printed_file(tmp_path, title="鬼城").printed.boxes
    assert not printed_file(tmp_path, title="Größe, Ærø, Łódź, Ελλάδα, Москва").printed.boxes


@pytest.mark.parametrize("key", ["title", "note", "source"])
def test_signs_that_no_document_may_have_are_left_out(tmp_path: Path, key: str) -> None:
    """A byte order mark has no shape, so that nothing is lost; it comes with texts that are pasted from files."""
    paper = printed_file(tmp_path, **{key: "\ufeffA\ufeff text\ufeff"})
    assert "Atext" in "".join(paper.squeezed)
    assert b"pdfuaid:part" in paper.printed.path.read_bytes()
    assert not paper.printed.boxes


def test_any_text_is_printed(tmp_path: Path) -> None:
    """Without the key, which takes longer and is set like the rest."""
    strange = "\ufffe \uffff \ufdd0 \U0001fffe \u0378 \U000f0000 \u202e \U000e0001 \u0301 👨\u200d👩 \u1820"
    for note in (strange, *strange.replace(" ", "")):
        file = written(tmp_path / "mine.json", note=f"{note}\ufeff", title=note[:1])
        assert worksheet(file, tmp_path / "mine.pdf", key=False).pages == 3


# -------------------------------------------------------------------------------------------------------------- errors


def test_a_path_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileError, match="is a folder"):
        worksheet("solo-1", tmp_path)
    with pytest.raises(FileError, match="there is no folder"):
        worksheet("solo-1", tmp_path / "nowhere" / "sheet.pdf")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="is no ordinary file"):
        worksheet("solo-1", tmp_path / "pipe")
    (tmp_path / "pipe").unlink()
    with pytest.raises(UnknownNameError, match="a4 or letter"):
        worksheet("solo-1", tmp_path / "sheet.pdf", paper="a5")
    (tmp_path / "old.pdf").write_text("old")

    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(FileError, match=r"old\.pdf: cannot be written \(No space left on device\)"):
        worksheet("solo-1", tmp_path / "old.pdf", key=False)
    assert [path.name for path in tmp_path.iterdir()] == ["old.pdf"]
    assert (tmp_path / "old.pdf").read_text() == "old"


def test_without_typst(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(MissingToolError, match=r"pip install 'oldtown-lab\[print\]'"):
        worksheet("solo-1", tmp_path / "sheet.pdf")
    assert not list(tmp_path.iterdir())
