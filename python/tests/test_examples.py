"""The examples that want a large library, as somebody runs them, only shorter where they take long."""

import re
import subprocess
import sys
from pathlib import Path

import chautari
import numpy as np
from conftest import library

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(example: str, *arguments: str) -> str:
    done = subprocess.run([sys.executable, str(EXAMPLES / example), *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_torch_shares_the_memory_of_many_games() -> None:
    library("torch", "examples/torch_vector.py")
    told = re.fullmatch(r"(\d+) games ended on \w+, (\d+) of them won by \S+\n", run("torch_vector.py"))
    assert told and int(told[1]) >= int(told[2])


def test_jax_steps_many_games() -> None:
    library("jax", "examples/jax_vector.py")
    assert re.fullmatch(r"\d+ games ended on \w+\n", run("jax_vector.py"))


def test_the_network_in_torch_learns_what_it_is_taught() -> None:
    torch = library("torch", "the network of examples/alphazero.py")
    sys.path.insert(0, str(EXAMPLES))
    import alphazero

    torch.manual_seed(0)
    game, dice = chautari.game("baghchal", captures=1), np.random.default_rng(0)
    network, start = alphazero.torch_network(game, width=32), alphazero.show(game.start())
    shown = np.stack([start, 1 - start])
    policy = np.eye(game.action_count, dtype=np.float32)[dice.integers(game.action_count, size=2)]
    value = np.array([1, -1], np.float32)
    losses = [network.learn(shown, policy, value) for _ in range(200)]
    logits, guesses = network.predict(shown)
    assert losses[-1] < losses[0] / 10
    assert np.array_equal(logits.argmax(1), policy.argmax(1)) and np.array_equal(np.sign(guesses), value)


def test_alphazero_runs_from_start_to_end_and_goes_on(tmp_path: Path) -> None:
    """One round of learning; how good it becomes is a matter of minutes (scripts/python learn)."""
    library("torch", "examples/alphazero.py")
    weights, small = str(tmp_path / "weights"), ["--games", "32", "--simulations", "4", "--until", "0.01"]
    for _ in range(2):
        told = run("alphazero.py", "--game", "baghchal:captures=1", *small, "--weights", weights, "--tables", str(tmp_path))
        assert "% of the points against random" in told and "positions of its own game held" in told
