#!/usr/bin/env python3
"""A UGI engine (docs/protocols/ugi.md): plays a winning move if there is one, else a random move.
It knows no rules: `chautari moves` lists the legal moves. Usage: ugi_bot.py GAME [CHAUTARI]
"""
import functools, json, random, subprocess, sys

GAME, CHAUTARI = sys.argv[1], (sys.argv[2:] or ["chautari"])[0]

@functools.cache
def describe(position=None):
    """Returns a position with its turn, legal moves and the positions after them."""
    option = [] if position is None else ["--position=" + position]
    run = subprocess.run([CHAUTARI, "moves", GAME, "--json", *option], capture_output=True, check=True)
    return json.loads(run.stdout)

def follow(words):
    """Resolves `startpos` or `fen TEXT`, optionally followed by `moves M1 M2 ...`."""
    text, _, moves = words.partition(" moves ")
    position = describe(None if text == "startpos" else text.removeprefix("fen "))
    for move in moves.split():
        position = describe(next(m["position"] for m in position["moves"] if m["move"] == move))
    return position

def choose(position):
    wins = [m for m in position["moves"] if m["outcome"] and m["outcome"]["winner"] == position["turn"]]
    return random.choice(wins or position["moves"])["move"] if position["moves"] else "none"

def query(what, position):
    """Answers what tournament programs such as cutegames ask an engine about the game."""
    winner = position["outcome"] and position["outcome"]["winner"]
    if what == "p1turn":
        return str(position["turn"] == first_side()).lower()
    if what == "gameover":
        return str(position["outcome"] is not None).lower()
    if what == "result":
        if position["outcome"] is None:
            return "none"
        return "draw" if winner is None else "p1win" if winner == first_side() else "p2win"

@functools.cache
def first_side():
    run = subprocess.run([CHAUTARI, "games", "--json"], capture_output=True, check=True)
    games = map(json.loads, run.stdout.splitlines())
    return next(game["sides"][0] for game in games if game["id"] == GAME.partition(":")[0])

position = describe()
for line in sys.stdin:
    command, _, words = line.strip().partition(" ")
    if command == "ugi":
        print("id name Example\nid author Chautari\nugiok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        position = follow(words)
    elif command == "go":
        print("bestmove", choose(position), flush=True)
    elif command == "query":
        answer = query(words, position)
        print("response " + answer if answer else "info string error: unknown query", flush=True)
    elif command == "quit":
        break
