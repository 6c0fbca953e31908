"""Chooses the positions of Holdfast, and scores what plays here by them.

    python bench/holdfast.py make > package/chautari/holdfast.txt
    python bench/holdfast.py score

``make`` takes them from the reference values of ``spec/baghchal/values.txt``, which two programs agree on.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import chautari
from chautari import holdfast

VALUES = Path(__file__).parents[2] / "spec/baghchal/values.txt"


def make() -> str:
    """Every reference position in which the side to act has something to hold and a move that does not."""
    rows = ["# Holdfast: level; what is to be held; position; the moves that hold it. docs/BENCHMARK.md tells of it."]
    for line in VALUES.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        position, value, _, moves, _ = (field.strip() for field in line.split("|"))
        worth = dict(move.split("=") for move in moves.split())
        side = position.split()[1].upper()
        holds = sorted(move for move, after in worth.items() if after == value)
        if value in ("D", side) and len(holds) < len(worth):
            text = chautari.game("baghchal").read(position, "obx@").text()
            level = holdfast.level(len(holds), len(worth))
            rows.append(f"{level} ; {'draw' if value == 'D' else 'win'} ; {text} ; {' '.join(holds)}")
    return "\n".join(rows)


def scores() -> None:
    """Scores random play, Monte Carlo and our engine."""
    rows: list[tuple[str, chautari.Engine | None]] = [("random", None)]
    for n in (1000, 10_000, 100_000):
        rows.append((f"our engine, {n:,} nodes", chautari.Engine("baghchal", nodes=n)))
    for level in (1, 3, 5, 7):
        rows.append((f"our engine, level {level}", chautari.Engine("baghchal", level=level, nodes=100_000)))
    for n in (100, 1000, 5000):
        rows.append((f"Monte Carlo, {n:,} playouts", chautari.Engine("baghchal", mind="monte-carlo", nodes=n)))
    print(f"| | {' | '.join(holdfast.LEVELS)} | Holdfast |\n|---|{'---|' * (len(holdfast.LEVELS) + 1)}")
    for name, engine in rows:
        dice = random.Random(0)

        def agent(state: chautari.State, engine: chautari.Engine | None = engine) -> str:
            return dice.choice(state.legal_moves()) if engine is None else engine.think(state).best or ""

        report = holdfast.score(agent)
        shares = " | ".join(f"{report.held[level] / report.asked[level]:.1%}" for level in report.asked)
        print(f"| {name} | {shares} | {report.share:.1%} |", flush=True)


def main() -> None:
    """Makes or scores."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("what", choices=["make", "score"])
    if asked.parse_args().what == "make":
        print(make())
    else:
        scores()


if __name__ == "__main__":
    main()
