"""The named techniques: each finder yields the ideas that it sees on a board."""
