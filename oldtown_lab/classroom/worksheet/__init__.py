"""A puzzle on paper: the map, the cards, an empty grid of candidates and an answer key, as a PDF."""

from .press import PAPERS, Printed, worksheet

__all__ = ["PAPERS", "Printed", "worksheet"]
