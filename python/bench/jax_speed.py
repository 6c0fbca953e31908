"""Steps per second of the JAX environments on one accelerator.

    python bench/jax_speed.py [GAME ...] [--batch N ...] [--steps K] [--seconds S] [--bandwidth TB/s]

A step draws a random legal action, plays it, checks for repetition, resets finished games, and writes the new mask of
legal actions; ``--observe`` adds the planes. K steps run in one compiled loop on N games; every size of batch is
tried, and the best is marked.

Needs only jax, numpy and the Python files in ``package/chautari/jax``: without the compiled package it loads these files
directly.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import sys
import time
import types
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

# Peak memory bandwidth in TB/s by part of the device's name.
BANDWIDTH = {"H200": 4.8, "H100": 3.35, "A100": 2.04, "B200": 8.0, "L4": 0.3, "T4": 0.32}
BATCHES = (2**14, 2**16, 2**18, 2**20)


def load() -> Any:
    """Imports ``chautari.jax``, also without the native module of ``chautari``."""
    try:
        return importlib.import_module("chautari.jax")
    except ImportError:
        package = types.ModuleType("chautari")
        package.__path__ = [str(Path(__file__).parents[1] / "package/chautari")]
        sys.modules["chautari"] = package
        return importlib.import_module("chautari.jax")


def loop(environments: Any, env: Any, steps: int, observe: bool) -> Any:
    """Returns a compiled function that plays ``steps`` steps in each of many games."""

    def one(carry: Any, key: jax.Array) -> tuple[Any, None]:
        state, ended, checksum = carry
        action = environments.sample(key, state.legal_action_mask)
        state = jax.vmap(env.step_auto_reset)(state, action)
        if observe:
            # The planes must be used, or the compiler drops them.
            planes = jax.lax.optimization_barrier(jax.vmap(env.observe)(state))
            checksum = checksum + planes[:, 0, 0, 0].sum()
        return (state, ended + (state.terminated | state.truncated).sum(), checksum), None

    @functools.partial(jax.jit, donate_argnums=0)
    def run(state: Any, key: jax.Array) -> Any:
        start = (state, jnp.int32(0), jnp.float32(0))
        return jax.lax.scan(one, start, jax.random.split(key, steps))[0]

    return run


def traffic(run: Any, state: Any, games: int) -> float | None:
    """Returns the compiler's estimate of the bytes read and written per step and game."""
    try:
        costs = run.lower(state, jax.random.key(0)).compile().cost_analysis()
        costs = costs[0] if isinstance(costs, list) else costs
        # The body of a loop is counted once.
        return float(costs["bytes accessed"]) / games
    except (KeyError, TypeError, NotImplementedError):
        return None


def measure(run: Any, state: Any, games: int, steps: int, seconds: float) -> tuple[float, Any, int, int]:
    """Returns steps per second, the final state, and how many games ended in how many steps."""
    key, ended, calls = jax.random.key(1), 0, 0
    state, count, _ = run(state, key)  # compiles, and takes the games apart
    jax.block_until_ready(count)
    began = time.perf_counter()
    while calls == 0 or time.perf_counter() - began < seconds:
        key, part = jax.random.split(key)
        state, count, _ = run(state, part)
        ended += int(count)
        calls += 1
    elapsed = time.perf_counter() - began
    return calls * steps * games / elapsed, state, ended, calls * steps * games


def main() -> None:
    """Prints the table."""
    environments = load()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", default=[name for name in environments.names() if "-" not in name])
    parser.add_argument("--batch", type=int, nargs="+", default=BATCHES, help="numbers of games")
    parser.add_argument("--steps", type=int, default=64, help="steps per compiled loop")
    parser.add_argument("--seconds", type=float, default=3, help="time per row")
    parser.add_argument("--observe", action="store_true", help="also write the planes")
    parser.add_argument("--bandwidth", type=float, help="peak memory bandwidth in TB/s")
    options = parser.parse_args()
    device = jax.devices()[0]
    known = next((speed for part, speed in BANDWIDTH.items() if part in device.device_kind), None)
    peak = options.bandwidth or known
    print(f"{device.device_kind}, jax {jax.__version__}, {options.steps} steps per loop", flush=True)
    print("| game | games | M steps/s | bytes moved per step | TB/s | share of peak | plies per game |")
    print("|---|---|---|---|---|---|---|")
    for name in options.games:
        env, rows = environments.make(name), []
        for games in options.batch:
            run = loop(environments, env, options.steps, options.observe)
            try:
                state = jax.vmap(lambda _: env.init())(jnp.arange(games))
                moved = traffic(run, state, games)
                rate, state, ended, plies = measure(run, state, games, options.steps, options.seconds)
            except Exception as error:  # out of memory has no type of its own
                print(f"| {name} | {games:,} | {str(error).splitlines()[0][:60]} | | | | |", flush=True)
                break
            del state
            speed = None if moved is None else rate * moved / 1e12
            share = "" if speed is None or peak is None else f"{speed / peak:.0%}"
            cells = [name, f"{games:,}", f"{rate / 1e6:.2f}", "" if moved is None else f"{moved:,.0f}"]
            cells += ["" if speed is None else f"{speed:.3f}", share, f"{plies / max(ended, 1):.1f}"]
            print(f"| {' | '.join(cells)} |", flush=True)
            rows.append((rate, games))
        if rows:
            print(f"best for {name}: {max(rows)[0] / 1e6:.2f} M steps/s with {max(rows)[1]:,} games", flush=True)


if __name__ == "__main__":
    main()
