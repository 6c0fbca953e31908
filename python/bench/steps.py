"""Steps per second of these games, and of OpenSpiel's and PettingZoo's own games, in one run.

    python bench/steps.py --threads 2

A step plays one random legal action. A step of a vector also writes masks, rewards and ends of all games, and planes
if the column says so; sampling the actions is not timed. Other libraries are used as in their own examples.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import chautari


def rate(work: Callable[[], int], seconds: float) -> float:
    """Returns steps per second of processor time, which other processes do not distort."""
    work()
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        steps += work()
    return steps / (time.process_time() - began)


def vector(name: str, planes: bool, threads: int, seconds: float, n: int = 4096) -> tuple[float, float]:
    """Returns steps per second of wall-clock time, and of processor time scaled to all threads."""
    games = chautari.vec(name, n=n, planes=planes, threads=threads)
    for _ in range(60):  # so that the games differ
        games.step(games.sample())
    steps, clock, processor = 0, 0.0, 0.0
    while clock < seconds:
        actions = games.sample()
        began, worked = time.perf_counter(), time.process_time()
        games.step(actions)
        clock += time.perf_counter() - began
        processor += time.process_time() - worked
        steps += n
    return steps / clock, steps / processor * threads


def openspiel(name: str, seconds: float) -> float:
    """Measures an OpenSpiel game through its Python interface."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return rate(play, seconds)


def pettingzoo(env: Any, seconds: float) -> float:
    """Measures a PettingZoo environment."""

    def play() -> int:
        steps = 0
        env.reset()
        for agent in env.agent_iter(400):
            observation, _, termination, truncation, _ = env.last()
            over = termination or truncation
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
        return steps

    return rate(play, seconds)


def state(name: str, seconds: float) -> float:
    """Measures `State`, one game at a time."""
    game = chautari.game(name)

    def play() -> int:
        state, steps = game.start(), 0
        while not state.is_over and steps < 400:
            state.play(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return rate(play, seconds)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=3, help="per row")
    options = parser.parse_args()
    print(f"| {options.threads} threads, 4096 games | M steps/s, masks | with planes | by processor time, masks | with planes |")
    print("|---|---|---|---|---|")
    for name in chautari.games():
        (masks, masks_cpu), (planes, planes_cpu) = (
            vector(name, with_planes, options.threads, options.seconds) for with_planes in (False, True)
        )
        rates = " | ".join(f"{x / 1e6:.2f}" for x in (masks, planes, masks_cpu, planes_cpu))
        print(f"| {name} | {rates} |", flush=True)
    print("\n| one game at a time | thousand steps/s of processor time |\n|---|---|")
    for name in chautari.games():
        print(f"| chautari, State: {name} | {state(name, options.seconds) / 1e3:.1f} |", flush=True)
    try:
        for name in ("tic_tac_toe", "connect_four", "go(board_size=9)", "chess"):
            print(f"| OpenSpiel: {name} | {openspiel(name, options.seconds) / 1e3:.1f} |", flush=True)
    except ImportError:
        print("| OpenSpiel | not installed |")
    try:
        for name in chautari.games():
            print(f"| chautari, AEC: {name} | {pettingzoo(chautari.aec(name), options.seconds) / 1e3:.1f} |", flush=True)
        from pettingzoo.classic import chess_v6, connect_four_v3, tictactoe_v3

        for module in (tictactoe_v3, connect_four_v3, chess_v6):
            short = module.__name__.rsplit(".", 1)[-1]
            print(f"| PettingZoo: {short} | {pettingzoo(module.env(), options.seconds) / 1e3:.1f} |", flush=True)
    except ImportError as missing:
        print(f"| PettingZoo's own | {missing} |")


if __name__ == "__main__":
    main()
