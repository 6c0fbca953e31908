"""Generates the Holdfast positions, and scores baseline agents.

    python bench/holdfast.py make > package/chautari/holdfast.txt
    python bench/holdfast.py score

``make`` takes them from the reference values in ``spec/baghchal/values.txt``, on which two programs agree.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import chautari
from chautari import holdfast

VALUES = Path(__file__).parents[2] / "spec/baghchal/values.txt"


def make() -> str:
    """Returns the reference positions with a draw or win to hold and a move that gives it away."""
    rows = ["# Holdfast: level; value to hold; position; moves that hold it. See docs/BENCHMARK.md."]
    for line in VALUES.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        position, value, _, moves, _ = (field.strip() for field in line.split("|"))
        values = dict(move.split("=") for move in moves.split())
        side = position.split()[1].upper()
        holds = sorted(move for move, after in values.items() if after == value)
        if value in ("D", side) and len(holds) < len(values):
            text = chautari.game("baghchal").read(position, "obx@").text()
            level = holdfast.level(len(holds), len(values))
            rows.append(f"{level} ; {'draw' if value == 'D' else 'win'} ; {text} ; {' '.join(holds)}")
    return "\n".join(rows)


def scores() -> None:
    """Scores random play, Monte Carlo and the engine."""
    rows: list[tuple[str, chautari.Engine | None]] = [("random", None)]
    for n in (1000, 10_000, 100_000):
        rows.append((f"engine, {n:,} nodes", chautari.Engine("baghchal", nodes=n)))
    for level in (1, 3, 5, 7):
        rows.append((f"engine, level {level}", chautari.Engine("baghchal", level=level, nodes=100_000)))
    for n in (100, 1000, 5000):
        rows.append((f"Monte Carlo, {n:,} playouts", chautari.Engine("baghchal", mind="monte-carlo", nodes=n)))
    print(f"| | {' | '.join(holdfast.LEVELS)} | Holdfast |\n|---|{'---|' * (len(holdfast.LEVELS) + 1)}")
    for name, engine in rows:
        rng = random.Random(0)

        def agent(state: chautari.State, engine: chautari.Engine | None = engine) -> str:
            return rng.choice(state.legal_moves()) if engine is None else engine.think(state).best or ""

        report = holdfast.score(agent)
        shares = " | ".join(f"{report.held[level] / report.asked[level]:.1%}" for level in report.asked)
        print(f"| {name} | {shares} | {report.share:.1%} |", flush=True)


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("command", choices=["make", "score"])
    if parser.parse_args().command == "make":
        print(make())
    else:
        scores()


if __name__ == "__main__":
    main()
