"""Client for a Chautari server.

    from chautari_client import Chautari
    import random

    bot = Chautari("http://127.0.0.1:8080").register_bot("my-bot")
    bot.play(lambda state, side: random.choice(state.offers).move)
"""

from . import models
from .bot import Awaiting, Bot, Invited
from .http import Refused
from .match import Match
from .server import Chautari

__all__ = ["Awaiting", "Bot", "Chautari", "Invited", "Match", "Refused", "models"]
