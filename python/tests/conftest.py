"""What several tests share."""

import os
import random
from typing import Any

import chautari
import pytest

GAMES = chautari.games()


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def library(name: str, what: str) -> Any:
    """A library that is too large to be installed for every test. Where it is not, `./check` says what was left out."""
    why = f"{what}: {name} is not installed (scripts/python examples)"
    try:
        return __import__(name)
    except ModuleNotFoundError:
        if noted := os.environ.get("CHAUTARI_SKIPPED"):
            with open(noted, "a", encoding="utf-8") as notes:
                notes.write(f"{why}\n")
        pytest.skip(why)


def played(name: str, plies: int, seed: int = 0) -> chautari.State:
    """A game after so many random moves, or at its end."""
    dice, state = random.Random(seed), chautari.game(name).start()
    while not state.is_over and plies:
        state.play(dice.choice(state.legal_actions()))
        plies -= 1
    return state


@pytest.fixture(scope="session")
def small_tables(tmp_path_factory: pytest.TempPathFactory) -> chautari.Tables:
    """The game that one capture wins, solved from the last placement on: a second's work."""
    tables = chautari.Tables(tmp_path_factory.mktemp("tables"))
    tables.solve(chautari.game("baghchal", captures=1), "sliding")
    return tables
