#!/usr/bin/env python3
"""A UGI engine that spends the same share of its clock on every move, as a baseline for time management.

    chautari match gomoku --games 40 --clock 10s+0.1s --concurrency 2 \
      --first 'cmd:chautari ugi gomoku' --second 'cmd:python3 bench/slices.py chautari ugi gomoku'

The share is what Chautari's own engines aim at: a twenty-fifth of what is left and nine tenths of the gain.
"""

import queue
import subprocess
import sys
import threading

engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
wants_turn = threading.Event()
answers = queue.Queue()


def hear() -> None:
    for line in engine.stdout:
        if wants_turn.is_set() and line.startswith("response "):
            wants_turn.clear()
            answers.put("p1" if line.split()[1] == "true" else "p2")
        else:
            sys.stdout.write(line)
            sys.stdout.flush()


def tell(line: str) -> None:
    engine.stdin.write(line + "\n")
    engine.stdin.flush()


listener = threading.Thread(target=hear)
listener.start()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["go"] and "p1time" in words:
        limits = dict(zip(words[1::2], map(int, words[2::2])))
        wants_turn.set()
        tell("query p1turn")
        side = answers.get()
        left = limits[f"{side}time"] - 50
        share = left // 25 + limits.get(f"{side}inc", 0) * 9 // 10
        tell(f"go movetime {max(1, min(share, left * 2 // 5))}")
    else:
        tell(line.rstrip("\n"))
engine.stdin.close()
listener.join()
