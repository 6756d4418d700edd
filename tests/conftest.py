"""Settings and fixtures for all tests."""

import pytest
from hypothesis import settings

from oldtown_lab.games.loader import load_game
from oldtown_lab.puzzles.archaeology.evidence import Evidence, load_evidence
from oldtown_lab.town.game import Game
from oldtown_lab.town.plan import TownPlan

settings.register_profile("ci", derandomize=False, deadline=None, print_blob=True)
settings.load_profile("ci")


@pytest.fixture(scope="session")
def game() -> Game:
    """Old Town with the committed deck."""
    return load_game("old-town")


@pytest.fixture(scope="session")
def plan(game: Game) -> TownPlan:
    """The ground plan of Old Town."""
    return game.plan


@pytest.fixture(scope="session")
def evidence(game: Game) -> Evidence:
    """What is published about Old Town's cards."""
    return load_evidence(game)
