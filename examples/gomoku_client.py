#!/usr/bin/env python3
"""A client for Gomoku over TCP (docs/protocols/gomoku-tcp.md): plays random moves as White against the engine.
Usage: gomoku_client.py [HOST] [PORT] [DEPTH] [SEED]
"""
import json, random, socket, sys

HOST, PORT, DEPTH, SEED = sys.argv[1:] + ["127.0.0.1", "1234", "2", None][len(sys.argv) - 1:]
RNG = random.Random(SEED)
connection = socket.create_connection((HOST, int(PORT)), timeout=120)
stream = connection.makefile("r", encoding="utf-8", newline="\n")

def send(**message):
    connection.sendall(json.dumps(message).encode())

def receive():
    message = json.loads(stream.readline())
    if message["type"] == "error":
        sys.exit(message["error"])
    return message

def cells(board):
    """Returns the marked cells of a board: 361 characters in reverse order, then a line feed."""
    assert len(board) == 362 and board[361] == "\n", board
    return {360 - i for i, bit in enumerate(board[:361]) if bit == "1"}

send(type="start", cpu=True, player="white", depth=int(DEPTH))
assert receive() == {"cpu": True, "depth": int(DEPTH), "player": "white", "type": "game_start"}
taken = set()
state = {"winner": "no", "illegal_board": "0" * 361 + "\n"}
while state["winner"] == "no" and len(taken) < 361:
    free = sorted(set(range(361)) - taken - cells(state["illegal_board"]))
    send(type="move", move=RNG.choice(free))
    state = receive()
    assert state["type2"] == "player_move" and not state["illegal"], state
    if state["winner"] == "no":
        state = receive()
        assert state["type2"] == "AI_move" and state["thinking_time"] >= 0, state
    taken = cells(state["white_board"]) | cells(state["black_board"])
    print(len(taken), "stones; pairs taken: white", state["w_captures"], "black", state["b_captures"])
print("winner:", state["winner"])
