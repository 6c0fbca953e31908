#!/usr/bin/env python3
"""A bot that speaks UGI (docs/protocols/ugi.md): wins if it can at once, else plays at random.
It knows no rules: it asks `chautari moves` for the legal moves. Usage: ugi_bot.py GAME [CHAUTARI]
"""
import functools, json, random, subprocess, sys

GAME, CHAUTARI = sys.argv[1], (sys.argv[2:] or ["chautari"])[0]

@functools.cache
def look(position=None):
    """A position, who is to move, and the legal moves with where they lead."""
    at = [] if position is None else ["--position=" + position]
    run = subprocess.run([CHAUTARI, "moves", GAME, "--json", *at], capture_output=True, check=True)
    return json.loads(run.stdout)

def follow(words):
    """`startpos` or `fen TEXT`, then perhaps `moves M1 M2 ...`."""
    text, _, moves = words.partition(" moves ")
    here = look(None if text == "startpos" else text.removeprefix("fen "))
    for move in moves.split():
        here = look(next(m["position"] for m in here["moves"] if m["move"] == move))
    return here

def choose(here):
    wins = [m for m in here["moves"] if m["outcome"] and m["outcome"]["winner"] == here["turn"]]
    return random.choice(wins or here["moves"])["move"] if here["moves"] else "none"

here = look()
for line in sys.stdin:
    command, _, words = line.strip().partition(" ")
    if command == "ugi":
        print("id name Example\nid author anybody\nugiok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        here = follow(words)
    elif command == "go":
        print("bestmove", choose(here), flush=True)
    elif command == "quit":
        break
