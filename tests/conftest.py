"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("ci", derandomize=False, deadline=None, print_blob=True)
settings.load_profile("ci")
