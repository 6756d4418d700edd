"""The SVG face: shapes as an SVG document. Icons are defined once and used wherever they occur."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from .icons import icon_parts
from .shapes import Icon, Path, Shape, Text

SERIF = "Georgia, 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', serif"
SANS = "'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

#: The square in which icons are drawn.
ICON_BOX = 24

#: A building's icon on paper of one colour. That colour is written into the definition: a painter that makes pages for
#: printers resolves no CSS variables.
Stamp = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Fonts:
    """The lists of fonts that a document asks for, as CSS writes them."""

    serif: str = SERIF
    sans: str = SANS


SCREEN = Fonts()


def svg(shapes: Iterable[Shape], width: float, height: float, title: str, fonts: Fonts = SCREEN) -> str:
    """A whole document. ``title`` is what a screen reader says."""
    drawn = list(shapes)
    stamps = dict.fromkeys(_stamp(shape) for shape in drawn if isinstance(shape, Icon))
    ids = {stamp: f"i{n}" for n, stamp in enumerate(stamps)}
    defined = "".join(_definition(stamp, id) for stamp, id in ids.items())
    body = "".join(_element(shape, ids) for shape in drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" font-family="{escape(fonts.sans)}" stroke-linejoin="round">'
        f"<title>{escape(title)}</title><style>.s{{font-family:{fonts.serif}}}</style><defs>{defined}</defs>{body}</svg>"
    )


def data_url(document: str) -> str:
    """The document inside an address, so that a picture needs no file beside the notebook."""
    return "data:image/svg+xml;base64," + b64encode(document.encode()).decode()


def _stamp(icon: Icon) -> Stamp:
    return icon.building, icon.paper


def _definition(stamp: Stamp, id: str) -> str:
    """An icon: ink is the colour of whatever uses it."""
    building, paper = stamp
    tones = {"ink": "currentColor", "paper": paper, None: "none"}
    parts = []
    for part in icon_parts(building):
        line = f' stroke="{tones[part.stroke]}" stroke-width="{part.width:g}"' if part.stroke else ""
        parts.append(f'<path d="{part.outline}" fill="{tones[part.fill]}"{line}/>')
    return f'<symbol id="{id}" viewBox="0 0 {ICON_BOX} {ICON_BOX}">{"".join(parts)}</symbol>'


def _element(shape: Shape, ids: dict[Stamp, str]) -> str:
    match shape:
        case Path():
            return f"<path {' '.join(_path_attributes(shape))}/>"
        case Text():
            return f"<text {' '.join(_text_attributes(shape))}>{escape(shape.words)}</text>"
        case Icon():
            return (
                f'<use href="#{ids[_stamp(shape)]}" x="{shape.x:g}" y="{shape.y:g}" width="{shape.size:g}" '
                f'height="{shape.size:g}" color="{shape.ink}"{_opacity(shape.opacity)}/>'
            )


def _opacity(opacity: float) -> str:
    return "" if opacity == 1 else f' opacity="{opacity:g}"'


def _path_attributes(path: Path) -> Iterator[str]:
    yield f'd="{path.outline}"'
    yield f'fill="{path.fill or "none"}"'
    if path.stroke:
        yield f'stroke="{path.stroke}" stroke-width="{path.width:g}"'
    if path.dash:
        yield f'stroke-dasharray="{" ".join(f"{length:g}" for length in path.dash)}"'
    yield _opacity(path.opacity).strip()


def _text_attributes(text: Text) -> Iterator[str]:
    yield f'x="{text.x:g}" y="{text.y:g}" font-size="{text.size:g}" fill="{text.colour}"'
    if text.anchor != "start":
        yield f'text-anchor="{text.anchor}"'
    if text.bold:
        yield 'font-weight="bold"'
    if text.italic:
        yield 'font-style="italic"'
    if text.serif:
        yield 'class="s"'
    if text.angle:
        yield f'transform="rotate({text.angle:g} {text.x:g} {text.y:g})"'
    if text.room is not None and likely_width(text) > text.room:
        yield f'textLength="{text.room:g}" lengthAdjust="spacingAndGlyphs"'
    yield _opacity(text.opacity).strip()


def likely_width(text: Text) -> float:
    """About how wide a line of text is: no painter can ask the reader's font beforehand."""
    letter = 0.56 if text.bold else 0.52
    return len(text.words) * text.size * letter
