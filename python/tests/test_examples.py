"""The examples that need PyTorch or JAX, run as scripts; long ones are shortened."""

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


def test_torch_example() -> None:
    library("torch", "examples/torch_vector.py")
    output = re.fullmatch(r"(\d+) games ended on \w+, (\d+) of them won by \S+\n", run("torch_vector.py"))
    assert output and int(output[1]) >= int(output[2])


def test_jax_example() -> None:
    library("jax", "examples/jax_vector.py")
    assert re.fullmatch(r"\d+ games ended on \w+\n", run("jax_vector.py"))


def test_torch_network_fits_two_examples() -> None:
    torch = library("torch", "the network of examples/alphazero.py")
    sys.path.insert(0, str(EXAMPLES))
    import alphazero

    torch.manual_seed(0)
    game, rng = chautari.game("baghchal", captures=1), np.random.default_rng(0)
    network, start = alphazero.torch_network(game, width=32), alphazero.encode(game.start())
    inputs = np.stack([start, 1 - start])
    policy = np.eye(game.action_count, dtype=np.float32)[rng.integers(game.action_count, size=2)]
    value = np.array([1, -1], np.float32)
    losses = [network.learn(inputs, policy, value) for _ in range(200)]
    logits, values = network.predict(inputs)
    assert losses[-1] < losses[0] / 10
    assert np.array_equal(logits.argmax(1), policy.argmax(1)) and np.array_equal(np.sign(values), value)


def test_alphazero_runs_and_resumes(tmp_path: Path) -> None:
    """One round of learning; `scripts/python learn` runs the full training."""
    library("torch", "examples/alphazero.py")
    weights, small = str(tmp_path / "weights"), ["--games", "32", "--simulations", "4", "--until", "0.01"]
    for _ in range(2):
        output = run("alphazero.py", "--game", "baghchal:captures=1", *small, "--weights", weights, "--tables", str(tmp_path))
        assert "% of the points against random" in output and "positions of its own game held" in output
