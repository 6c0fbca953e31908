"""What several tests share."""

import random

import chautari
import pytest

GAMES = chautari.games()


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


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
