"""The games as data, and their loader."""
