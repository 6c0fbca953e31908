"""Tests of the bot, without a server: python3 -m unittest"""

import unittest

from bot import choose
from client import Client

STATE = {
    "moves": [],
    "offers": [{"move": "first"}, {"move": "second"}, {"move": "third"}],
    "draw_offer": None,
    "takeback_offer": None,
    "pause_offer": None,
    "resume_offer": None,
}


class BotTest(unittest.TestCase):
    def test_move_is_legal(self):
        legal = [offer["move"] for offer in STATE["offers"]]
        for _ in range(100):
            self.assertIn(choose(STATE, "goats"), legal)

    def test_draw_is_declined(self):
        offer = {"state": STATE | {"draw_offer": "tigers"}, "side": "goats"}
        self.assertEqual(Client._response(offer), {"type": "decline_draw"})


if __name__ == "__main__":
    unittest.main()
