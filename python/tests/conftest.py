"""Shared fixtures and helpers."""

import os
import random
from typing import Any

import chautari
import pytest

GAMES = chautari.games()


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def library(name: str, subject: str) -> Any:
    """Imports an optional large library. If it is missing, skips the test and notes `subject` for `./check`."""
    why = f"{subject}: {name} is not installed (scripts/python examples)"
    try:
        return __import__(name)
    except ModuleNotFoundError:
        if notes_file := os.environ.get("CHAUTARI_SKIPPED"):
            with open(notes_file, "a", encoding="utf-8") as notes:
                notes.write(f"{why}\n")
        pytest.skip(why, allow_module_level=True)


def random_state(name: str, plies: int, seed: int = 0) -> chautari.State:
    """Returns a game after `plies` random moves, or at its end."""
    rng, state = random.Random(seed), chautari.game(name).start()
    while not state.is_over and plies:
        state.play(rng.choice(state.legal_actions()))
        plies -= 1
    return state


@pytest.fixture(scope="session")
def small_tables(tmp_path_factory: pytest.TempPathFactory) -> chautari.Tables:
    """Tables of the sliding phase of Bagh Chal with captures=1, which take a second to build."""
    tables = chautari.Tables(tmp_path_factory.mktemp("tables"))
    tables.solve(chautari.game("baghchal", captures=1), "sliding")
    return tables
