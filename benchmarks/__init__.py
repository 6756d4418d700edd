"""Measurements of the product: run one with ``python -m benchmarks.NAME``."""
