#!/usr/bin/env python3
"""A client of Gomoku over TCP (docs/protocols/gomoku-tcp.md): plays white at random against the computer.
Usage: gomoku_client.py [HOST] [PORT] [DEPTH] [SEED]
"""
import json, random, socket, sys

HOST, PORT, DEPTH, SEED = sys.argv[1:] + ["127.0.0.1", "1234", "2", None][len(sys.argv) - 1:]
CHANCE = random.Random(SEED)
line = socket.create_connection((HOST, int(PORT)), timeout=120)
heard = line.makefile("r", encoding="utf-8", newline="\n")

def say(**message):
    line.sendall(json.dumps(message).encode())

def hear():
    message = json.loads(heard.readline())
    if message["type"] == "error":
        sys.exit(message["error"])
    return message

def cells(board):
    """The cells a board marks: 361 characters backwards, then a line feed."""
    assert len(board) == 362 and board[361] == "\n", board
    return {360 - i for i, bit in enumerate(board[:361]) if bit == "1"}

say(type="start", cpu=True, player="white", depth=int(DEPTH))
assert hear() == {"cpu": True, "depth": int(DEPTH), "player": "white", "type": "game_start"}
taken = set()
state = {"winner": "no", "illegal_board": "0" * 361 + "\n"}
while state["winner"] == "no" and len(taken) < 361:
    free = sorted(set(range(361)) - taken - cells(state["illegal_board"]))
    say(type="move", move=CHANCE.choice(free))
    state = hear()
    assert state["type2"] == "player_move" and not state["illegal"], state
    if state["winner"] == "no":
        state = hear()
        assert state["type2"] == "AI_move" and state["thinking_time"] >= 0, state
    taken = cells(state["white_board"]) | cells(state["black_board"])
    print(len(taken), "stones; pairs taken: white", state["w_captures"], "black", state["b_captures"])
print("winner:", state["winner"])
