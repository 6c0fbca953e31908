"""{{name}}, a bot for Chautari. Your idea goes into `choose`; everything else is in client.py.

    python3 bot.py            play on the server until Ctrl-C: matches, tournaments, invitations
    python3 bot.py --local    play one match against the engine at level 1, then stop
    python3 -m unittest       test your idea
"""

import os
import random
import sys

from client import Client

NAME = "{{name}}"
GAME = "{{game}}"
SERVER = os.environ.get("CHAUTARI_SERVER", "{{server}}")


def choose(state, side):
    """Returns the move to play. THIS IS THE PLACE FOR YOUR IDEA.

    `state["offers"]` has the legal moves, each with its `move` as text. `state["moves"]` has the moves so far, and
    `state["position"]` the position as text. `side` is your side. Print `state` once to see everything in it.
    """
    moves = [offer["move"] for offer in state["offers"]]
    return random.choice(moves)


if __name__ == "__main__":
    client = Client(SERVER, NAME, GAME)
    try:
        client.play(choose, match=client.begin_match(level=1) if "--local" in sys.argv[1:] else None)
    except KeyboardInterrupt:
        print()
