"""Puzzle files, the catalogue, and what can be asked of a puzzle."""
