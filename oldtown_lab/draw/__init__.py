"""Pictures of a town."""
