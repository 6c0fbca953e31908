"""Bagh Chal, Ban Chess, Creeper and Gomoku with captures: exact rules, engines and tables.

    >>> import chautari
    >>> state = chautari.game("baghchal").start()
    >>> state.play("mB1")
    >>> state.turn
    'tigers'

The same games have three interfaces: ``State`` for direct use, ``chautari.aec`` for PettingZoo and
``chautari.load_game`` for OpenSpiel. ``chautari.vec`` steps thousands of games at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._native import Engine, Game, Outcome, Score, State, Tables, Thought, Value, Variation, games
from .errors import Reason, Refusal, Unreadable
from .spiel import load_game, with_rules
from .vector import Vector, vec

if TYPE_CHECKING:
    from .pettingzoo import BoardEnv

__all__ = [
    "Engine", "Game", "Outcome", "Reason", "Refusal", "Score", "State", "Tables", "Thought", "Unreadable",
    "Value", "Variation", "Vector", "aec", "game", "games", "load_game", "vec",
]  # fmt: skip


def game(name: str, **rules: int) -> Game:
    """Returns a game by name, with some rules changed.

    >>> game("baghchal", captures=3).id
    'baghchal:captures=3'
    """
    return with_rules(name, rules)


def aec(name: str, render_mode: str | None = None, **options: Any) -> BoardEnv:
    """Returns a game as a PettingZoo AEC environment. Needs PettingZoo (``chautari[pettingzoo]``)."""
    from .pettingzoo import BoardEnv

    return BoardEnv(name, render_mode=render_mode, **options)
