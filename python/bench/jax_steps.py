"""Random steps per second of the JAX environments, with masks, resets and the choice of actions included.

    python jax_steps.py [GAME ...] [--batch N ...] [--steps N]

Prints one line per game and batch size: steps per second of the best of three runs, the bytes of state per game, and
the share of the memory bandwidth that reading and writing this state once per step takes (``--bandwidth`` in GB/s).
"""

from __future__ import annotations

import argparse
import time

import chautari.jax as environments
import jax
import jax.numpy as jnp


def measure(name: str, batch: int, steps: int) -> tuple[float, int]:
    """Returns the steps per second, and the bytes of state per game."""
    env = environments.make(name)
    step = jax.vmap(env.step_auto_reset)

    def play(state: environments.State, key: jax.Array) -> tuple[environments.State, jax.Array]:
        state = step(state, environments.sample(key, state.legal_action_mask))
        return state, state.terminated.sum()

    run = jax.jit(lambda state, key: jax.lax.scan(play, state, jax.random.split(key, steps)), donate_argnums=0)
    state = jax.jit(jax.vmap(lambda _: env.init()))(jnp.arange(batch))
    size = sum(leaf.nbytes for leaf in jax.tree.leaves(state)) // batch
    # Compiles, and spreads the games over all phases.
    state, _ = jax.block_until_ready(run(state, jax.random.key(0)))
    best = 0.0
    for repeat in range(3):
        begun = time.perf_counter()
        state, ends = jax.block_until_ready(run(state, jax.random.key(1 + repeat)))
        best = max(best, batch * steps / (time.perf_counter() - begun))
    return best, size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=environments.names(), metavar="GAME")
    parser.add_argument("--batch", type=int, nargs="+", default=[1 << 12], help="games at once")
    parser.add_argument("--steps", type=int, default=100, help="steps per run")
    parser.add_argument("--bandwidth", type=float, default=4300, help="of the device's memory, in GB/s")
    options = parser.parse_args()
    print(f"{jax.devices()[0].device_kind}, JAX {jax.__version__}")
    for name in options.games:
        for batch in options.batch:
            rate, size = measure(name, batch, options.steps)
            share = rate * size * 2 / options.bandwidth / 1e9
            print(f"{name:20} {batch:>9} games {rate / 1e6:>9.2f} M steps/s {size:>6} bytes {share:>6.1%}", flush=True)


if __name__ == "__main__":
    main()
