"""The buildings' icons and short names.

An icon is drawn in a square of 24 x 24 with two tones: ink and paper. Large forms carry it, so that it is known at
18 pixels; fine ones may vanish there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Literal

from .shapes import circle, line, rectangle

Tone = Literal["ink", "paper"]

#: The longest label that fits on a chip.
LONGEST_LABEL = 8


@dataclass(frozen=True, slots=True)
class IconPart:
    """One outline of an icon, with the tones of its inside and of its edge."""

    outline: str
    fill: Tone | None = None
    stroke: Tone | None = None
    width: float = 1.0


def icon_parts(building: str) -> tuple[IconPart, ...]:
    """The parts of a building's icon, from bottom to top; a plain house if it has none of its own."""
    return ICONS.get(building, HOUSE)


def label(building: str) -> str:
    """The building's name for a chip: at most eight characters."""
    if building in SHORT_NAMES:
        return SHORT_NAMES[building]
    return building if len(building) <= LONGEST_LABEL else f"{building[: LONGEST_LABEL - 1].rstrip()}."


SHORT_NAMES: Mapping[str, str] = {
    "Drugstore": "Drugst.",
    "Printer's": "Printer",
    "Stage Coach Office": "Coach",
    "Undertaker": "Undert.",
}


def _ink(*outlines: str) -> IconPart:
    return IconPart("".join(outlines), fill="ink")


def _paper(*outlines: str) -> IconPart:
    return IconPart("".join(outlines), fill="paper")


def _line(outline: str, width: float, tone: Tone = "ink") -> IconPart:
    return IconPart(outline, stroke=tone, width=width)


def _framed(outline: str, width: float) -> IconPart:
    """A piece of paper with an edge of ink."""
    return IconPart(outline, fill="paper", stroke="ink", width=width)


def _around(x: float, y: float, radius: float, angle: float) -> tuple[float, float]:
    """The point at an angle (0 is up, clockwise, in whole turns) on a circle."""
    return x + radius * sin(2 * pi * angle), y - radius * cos(2 * pi * angle)


def _star(x: float, y: float, outer: float, inner: float, points: int) -> str:
    corners = [_around(x, y, outer if i % 2 == 0 else inner, i / (2 * points)) for i in range(2 * points)]
    return "M" + "L".join(f"{a:.2f} {b:.2f}" for a, b in corners) + "Z"


def _wheel(x: float, y: float, radius: float, spokes: int) -> tuple[IconPart, ...]:
    ends = [_around(x, y, radius, i / spokes) for i in range(spokes)]
    return (
        _framed(circle(x, y, radius), 1.5),
        _line("".join(f"M{x:g} {y:g}L{a:.2f} {b:.2f}" for a, b in ends), 0.8),
        _ink(circle(x, y, radius * 0.32)),
    )


BANK = (
    _ink("M12 1.5L23 8.2V10H1V8.2Z"),
    _paper(circle(12, 6.5, 1.7)),
    _ink(*(rectangle(x, 11, 3, 7.4) for x in (3, 8, 13, 18))),
    _ink(rectangle(2, 19, 20, 1.6), rectangle(0.8, 21.2, 22.4, 1.8)),
)

BARBER = (
    _ink(circle(12, 2.7, 2.1), circle(12, 21.5, 1.9)),
    _framed(rectangle(7.6, 6, 8.8, 12), 1.6),
    _ink("M7.6 12.2L16.4 6.4V10L7.6 15.8Z", "M9 18.4L16.4 13.6V17.2L14.4 18.4Z", "M7.6 8.6V6.2H11.4Z"),
    _ink(rectangle(5.8, 4.4, 12.4, 2.6, 0.8), rectangle(5.8, 17.4, 12.4, 2.6, 0.8)),
)

CASINO = (
    _ink("M12 1L22.2 6.6V17.4L12 23L1.8 17.4V6.6Z"),
    _paper("M12 2.9L19.7 7.1L12 11.3L4.3 7.1Z"),
    _ink("M12 5.5Q15.4 5.6 15.4 7.1Q15.4 8.6 12 8.7Q8.6 8.6 8.6 7.1Q8.6 5.6 12 5.5Z"),
    _line("M12 12V21.6", 1.1, "paper"),
    _paper(*(circle(x, y, 1.4) for x, y in ((4.9, 11.2), (8.9, 18.4)))),
    _paper(*(circle(x, y, 1.4) for x, y in ((19.2, 10.8), (17.1, 14.8), (15, 18.8)))),
)

CHURCH = (
    _ink(rectangle(11, 0.8, 2, 7), rectangle(8.8, 2.4, 6.4, 2)),
    _ink("M7.4 11L12 6.4L16.6 11V23H7.4Z", "M1 16.6L7.4 13V23H1Z", "M23 16.6L16.6 13V23H23Z"),
    _paper(circle(12, 12.6, 1.6)),
    _paper("M9.9 23V19Q9.9 16.6 12 16.6Q14.1 16.6 14.1 19V23Z"),
    _line("M7.4 13V23M16.6 13V23", 0.8, "paper"),
    _paper("M3.4 21V19.2Q3.4 18 4.2 18Q5 18 5 19.2V21Z", "M19 21V19.2Q19 18 19.8 18Q20.6 18 20.6 19.2V21Z"),
)

DOC = (
    _line("M8 8V5.2Q8 3 10.2 3H13.8Q16 3 16 5.2V8", 2.2),
    _ink("M4.6 7H19.4Q20.4 7 20.6 8L22.8 20.6Q23 22 21.6 22H2.4Q1 22 1.2 20.6L3.4 8Q3.6 7 4.6 7Z"),
    _paper(rectangle(10.4, 10, 3.2, 9.6), rectangle(7.2, 13.2, 9.6, 3.2)),
)

DRUGSTORE = (
    _line("M12.6 12L18.4 3.6", 2.8),
    _ink(circle(18.9, 3.1, 2.2)),
    _ink(
        "M1.8 9.4H22.2V12H20.6C20.4 15.6 18.2 18.2 15 19.2V20.2H18V22.8H6V20.2H9V19.2C5.8 18.2 3.6 15.6 3.4 12H1.8Z",
    ),
    _line("M3.4 12.4H20.6", 0.9, "paper"),
    _line("M6.4 14.4Q7.4 16.4 9.2 17.2", 1.1, "paper"),
)

HOTEL = (
    _ink(rectangle(1.2, 6.4, 2.8, 16, 0.6), rectangle(20, 11.6, 2.8, 10.8, 0.6)),
    _ink(rectangle(3, 14.8, 18, 4.4)),
    _ink(rectangle(4.9, 10.2, 5.8, 3.8, 1.6)),
    _ink("M11.6 14V12.2Q11.6 10.2 13.6 10.2H17Q19.1 10.2 19.1 12.4V14Z"),
    _ink("M14.6 1.4C12.8 3.4 13.6 7.4 18.2 7.4C15 9 10.8 7.6 10.8 4.6C10.8 2.8 12.4 1.4 14.6 1.4Z"),
)

JUDGE = (
    _ink(circle(12, 2.8, 1.9), rectangle(11, 4, 2, 16.4), rectangle(3.4, 5.4, 17.2, 1.8, 0.8)),
    _ink("M6 22.8V21.4Q8 19.4 12 19.4Q16 19.4 18 21.4V22.8Z"),
    _line("M5 6.6L1.9 14M5 6.6L8.1 14M19 6.6L15.9 14M19 6.6L22.1 14", 0.9),
    _ink("M0.6 13.6H9.4Q8.8 17.6 5 17.6Q1.2 17.6 0.6 13.6Z", "M14.6 13.6H23.4Q22.8 17.6 19 17.6Q15.2 17.6 14.6 13.6Z"),
)

LAUNDRY = (
    _line("M0.8 3.4Q12 6.6 23.2 3.4", 1.3),
    _ink(
        "M7.2 5.2H9.4Q12 8.6 14.6 5.2H16.8L23 9.8L20 14.2L17.6 12.8V22.8H6.4V12.8L4 14.2L1 9.8Z",
    ),
    _paper(*(circle(12, y, 0.8) for y in (11, 14.4, 17.8))),
    _framed(rectangle(7, 2.2, 1.9, 5, 0.5), 0.8),
    _framed(rectangle(15.1, 2.2, 1.9, 5, 0.5), 0.8),
)

PRINTERS = (
    _framed("M3.6 1.4H16L20.6 6V22.6H3.6Z", 1.8),
    _ink("M15.4 1.4V6.8H20.6Z"),
    _ink(rectangle(6.2, 4.6, 7, 2.8), rectangle(6.2, 9.6, 5.6, 5.4)),
    _ink(*(rectangle(13.4, y, 4.6, 1.4) for y in (9.6, 12.6))),
    _ink(rectangle(13.4, 15.6, 4.6, 1.4), rectangle(6.2, 16.8, 5.6, 1.4), rectangle(6.2, 19.2, 11.8, 1.4)),
)

PRISON = (
    _ink("M2.6 20V10Q2.6 1.2 12 1.2Q21.4 1.2 21.4 10V20Z"),
    _paper("M5.4 19V10.2Q5.4 3.9 12 3.9Q18.6 3.9 18.6 10.2V19Z"),
    _ink(*(rectangle(x, 3.4, 2, 16) for x in (7.1, 11, 14.9)), rectangle(4, 10.6, 16, 2)),
    _ink(rectangle(1, 19, 22, 3.8, 0.6)),
)

SALOON = (
    _line("M15.6 10.6H18.6Q21.4 10.6 21.4 13.2V15.8Q21.4 18.4 18.6 18.4H15.6", 2.4),
    _ink("M3.4 7H16.6V21.2Q16.6 22.8 15 22.8H5Q3.4 22.8 3.4 21.2Z"),
    _line("M6.9 11.6V20.2M10 11.6V20.2M13.1 11.6V20.2", 1.3, "paper"),
    _framed("M3 9.4Q1 5.6 4.6 4.8Q5.6 1.6 8.8 2.6Q11.4 0.8 13.8 2.8Q17.6 2.6 17.6 6Q17.8 8.2 16.8 9.4Z", 1.5),
)

SCHOOL = (
    _line("M8.4 5Q12 0.9 15.6 5", 1.4),
    _ink(rectangle(1, 4.2, 22, 16.6, 1.4)),
    IconPart(rectangle(3, 6.2, 18, 12.6), stroke="paper", width=0.8),
    _line("M5.2 16.6L8.1 8.6L11 16.6M6.2 14H10", 1.5, "paper"),
    _line(
        "M13.8 8.4V16.6M13.8 8.9H15.8Q18 8.9 18 10.6Q18 12.3 15.8 12.3H13.8"
        "M15.8 12.3H16Q18.6 12.3 18.6 14.3Q18.6 16.1 16 16.1H13.8",
        1.4,
        "paper",
    ),
    _ink(rectangle(4, 21.6, 6, 1.6, 0.6)),
)

SHERIFF = (
    _ink(_star(12, 12.6, 10, 4.7, 5)),
    _ink(*(circle(*_around(12, 12.6, 9.7, i / 5), 1.8) for i in range(5))),
    IconPart(circle(12, 12.6, 3.3), stroke="paper", width=1.1),
    _paper(circle(12, 12.6, 1.2)),
)

SMITH = (
    _ink(
        "M0.8 10.4H7V9H23V12.6C19 12.8 16.4 14.4 16 16.8Q16 18.4 18 19.4H20V22.8"
        "H5.4V19.4H7.6Q9.6 18.4 9.2 16.4C4.6 16 1.6 13.8 0.8 10.4Z"
    ),
    _line("M13 5L21.6 2.4", 1.8),
    _ink("M8.4 3L12.8 1.6L14.4 6.6L10 8Z"),
    _line("M7 9.4V10.8M5.4 3.4L3 2.2M5.4 6.2L2.6 6.6", 1.2),
)

STABLE = (
    _ink(
        "M8.6 4.6L9.4 0.8L12.4 3.6C17.6 4.4 21 8.4 22 13.4Q22.8 17.6 22.4 23.2H9.2C9 19.6 10.4 17.2 12.8 15"
        "Q10.6 15.6 8.8 15.2L6.4 17.4Q4 18.8 2.2 17Q0.8 15.4 2 13.4L5.6 7.4Q6.8 5.4 8.6 4.6Z"
    ),
    _paper(circle(8.5, 7.7, 0.9)),
    _line("M4 10L8.6 15.4", 1.1, "paper"),
    _line("M6.4 12.8L14 5.4", 1.1, "paper"),
    _line("M14 5Q18.6 9.4 18.4 16", 1.1, "paper"),
)

COACH = (
    _ink(rectangle(2.2, 3.8, 16.8, 1.8, 0.8), rectangle(5, 1.4, 5, 2.6, 0.6), rectangle(11, 2.2, 4.6, 1.8, 0.5)),
    _ink("M3.2 5.4H18V9.4H23.2V11.4H19.4L18.6 15.4H6Q4.4 15 3.8 12.4Z"),
    _paper(rectangle(5.2, 7, 3, 3.4), rectangle(13, 7, 3, 3.4)),
    _line("M9.4 5.8V14.8M11.8 5.8V14.8", 0.7, "paper"),
    *_wheel(6.2, 17.6, 5, 8),
    *_wheel(18, 18.8, 3.8, 8),
)

UNDERTAKER = (
    _ink("M8.2 0.8H15.8L20.4 7.8L16.8 23.2H7.2L3.6 7.8Z"),
    IconPart("M9 2.6H15L18.4 8L15.4 21.4H8.6L5.6 8Z", stroke="paper", width=0.8),
    _paper(rectangle(11, 5.2, 2, 12), rectangle(8.2, 8, 7.6, 2)),
)

#: For buildings without an icon of their own: a house with the false front of its time.
HOUSE = (
    _ink("M3 23V5.4H5.4V3H18.6V5.4H21V23Z"),
    _paper(rectangle(6.4, 6.4, 11.2, 2.4)),
    _paper(rectangle(5.6, 12, 3.4, 4.4), rectangle(15, 12, 3.4, 4.4), rectangle(10.2, 14.6, 3.6, 8.4)),
    _ink(rectangle(1.4, 9.8, 21.2, 1.4)),
    _line(line(1.4, 23, 22.6, 23), 1.2),
)

ICONS: Mapping[str, tuple[IconPart, ...]] = {
    "Bank": BANK,
    "Barber": BARBER,
    "Casino": CASINO,
    "Church": CHURCH,
    "Doc": DOC,
    "Drugstore": DRUGSTORE,
    "Hotel": HOTEL,
    "Judge": JUDGE,
    "Laundry": LAUNDRY,
    "Printer's": PRINTERS,
    "Prison": PRISON,
    "Saloon": SALOON,
    "School": SCHOOL,
    "Sheriff": SHERIFF,
    "Smith": SMITH,
    "Stable": STABLE,
    "Stage Coach Office": COACH,
    "Undertaker": UNDERTAKER,
}
