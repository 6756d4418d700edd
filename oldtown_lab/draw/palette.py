"""Colours: themes for paper, for the dark and for a grey printer.

Roles have signs as well, for grey print and colour-blind eyes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..proof.step import Role


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one picture."""

    paper: str
    land: str
    plot: str
    plot_edge: str
    ink: str
    faint: str
    street: str
    street_edge: str
    rail: str
    meadow: str
    grave: str
    water: str
    chip: str
    chip_edge: str
    placed: str
    heat: str
    point_out: str
    roles: Mapping[Role, str]


PAPER = Theme(
    paper="#f4ead2",
    land="#ecdfbf",
    plot="#fbf5e4",
    plot_edge="#8a7350",
    ink="#3b2a1a",
    faint="#8d7b60",
    street="#dcc9a0",
    street_edge="#b79f70",
    rail="#5a4a3a",
    meadow="#cfd3a0",
    grave="#c9c6ae",
    water="#b9ccc9",
    chip="#fffdf6",
    chip_edge="#a08a64",
    placed="#ead6a6",
    heat="#c77b30",
    point_out="#b8860b",
    roles={
        Role.REASON: "#0b62a8",
        Role.KEPT: "#00785a",
        Role.REMOVED: "#c24a00",
        Role.ASSUMED: "#8a3c7c",
        Role.CONTRADICTION: "#b00020",
    },
)

NIGHT = Theme(
    paper="#221d17",
    land="#2b251d",
    plot="#38312a",
    plot_edge="#8f7d60",
    ink="#f0e4cc",
    faint="#a8987c",
    street="#4a4032",
    street_edge="#6b5c45",
    rail="#b5a78f",
    meadow="#3c4430",
    grave="#45443a",
    water="#33474a",
    chip="#2a241d",
    chip_edge="#8f7d60",
    placed="#564625",
    heat="#d9892f",
    point_out="#f0c040",
    roles={
        Role.REASON: "#6db8f2",
        Role.KEPT: "#4fd0a5",
        Role.REMOVED: "#ff9a5c",
        Role.ASSUMED: "#dd9fd0",
        Role.CONTRADICTION: "#ff8a94",
    },
)

#: For printers and copiers that know no colour: white ground, little toner. It is the signs that tell roles apart.
PRINT = Theme(
    paper="#ffffff",
    land="#ffffff",
    plot="#ffffff",
    plot_edge="#4a4a4a",
    ink="#161616",
    faint="#6e6e6e",
    street="#e4e4e4",
    street_edge="#a0a0a0",
    rail="#3a3a3a",
    meadow="#ececec",
    grave="#e0e0e0",
    water="#d8d8d8",
    chip="#ffffff",
    chip_edge="#7a7a7a",
    placed="#ffffff",
    heat="#5c5c5c",
    point_out="#333333",
    roles={
        Role.REASON: "#6a6a6a",
        Role.KEPT: "#1c1c1c",
        Role.REMOVED: "#4a4a4a",
        Role.ASSUMED: "#5a5a5a",
        Role.CONTRADICTION: "#000000",
    },
)

#: The sign that each role has beside its colour.
SIGNS: Mapping[Role, str] = {
    Role.REASON: "•",
    Role.KEPT: "✓",
    Role.REMOVED: "✗",
    Role.ASSUMED: "?",
    Role.CONTRADICTION: "!",
}
