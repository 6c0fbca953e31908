"""OpenSpiel's interface to the games, with and without OpenSpiel.

``load_game`` needs only this package. ``register`` registers all games with an installed ``pyspiel``, so that
``pyspiel.load_game("chautari_baghchal")`` and OpenSpiel's algorithms work.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _native

__all__ = ["SpielGame", "SpielState", "load_game", "register"]

TERMINAL = -4
"""OpenSpiel's player id of a terminal state."""

MAX_LENGTH = 10_000
"""A nominal maximum. Rules on repetition and progress end all games in practice much earlier."""


class SpielGame:
    """A game with the methods of ``pyspiel.Game``."""

    def __init__(self, game: _native.Game) -> None:
        self.game = game

    def new_initial_state(self) -> SpielState:
        """Returns the starting state."""
        return SpielState(self, self.game.start())

    def num_players(self) -> int:
        """Returns 2."""
        return 2

    def num_distinct_actions(self) -> int:
        """Returns the size of the action space."""
        return self.game.action_count

    def observation_tensor_shape(self) -> list[int]:
        """Returns planes, rows, columns."""
        return list(self.game.observation_shape)

    def observation_tensor_size(self) -> int:
        """Returns the number of values in an observation."""
        return int(np.prod(self.game.observation_shape))

    def max_game_length(self) -> int:
        """Returns a nominal maximum, ``MAX_LENGTH``."""
        return MAX_LENGTH

    def min_utility(self) -> float:
        """Returns −1, the utility of a loss."""
        return -1.0

    def max_utility(self) -> float:
        """Returns 1, the utility of a win."""
        return 1.0

    def utility_sum(self) -> float:
        """Returns 0: the games are zero-sum."""
        return 0.0

    def __str__(self) -> str:
        name, _, rules = self.game.id.partition(":")
        return f"chautari_{name}({rules})"


class SpielState:
    """A state with the methods of ``pyspiel.State``. Players 0 and 1 are the sides in the order of ``game.sides``."""

    def __init__(self, game: SpielGame, state: _native.State) -> None:
        self._game = game
        self.state = state

    def get_game(self) -> SpielGame:
        """Returns the game."""
        return self._game

    def current_player(self) -> int:
        """Returns the player to act, or ``TERMINAL``. Turns need not alternate."""
        return TERMINAL if self.state.is_over else self.state.turn_index

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state.is_over

    def is_chance_node(self) -> bool:
        """Always false: the games have no chance events."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Returns the legal actions in ascending order; none for the player who is not to act."""
        if player is not None and player != self.current_player():
            return []
        return self.state.legal_actions()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Returns 1 for each legal action, else 0."""
        mask = [0] * self._game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        """Plays an action."""
        self.state.play(action)

    def child(self, action: int) -> SpielState:
        """Returns the state after an action."""
        child = self.clone()
        child.apply_action(action)
        return child

    def action_to_string(self, *player_and_action: int) -> str:
        """Returns the move of an action; an optional player argument before it is ignored."""
        return self.state.action_text(player_and_action[-1])

    def string_to_action(self, *player_and_text: Any) -> int:
        """Returns the action of a move; an optional player argument before it is ignored."""
        return self.state.action_id(str(player_and_text[-1]))

    def returns(self) -> list[float]:
        """Returns the utility of each player: 1, −1 or 0."""
        return list(self.state.returns)

    def rewards(self) -> list[float]:
        """Returns the same as ``returns``: all rewards are terminal."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """Returns the utility of a player."""
        return self.returns()[player]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Returns the planes from the view of the side to act, flattened."""
        return [float(x) for x in self.state.planes().ravel()]

    def observation_string(self, player: int | None = None) -> str:
        """Returns the position as text."""
        return self.state.text()

    def information_state_string(self, player: int | None = None) -> str:
        """Returns all moves as text; the games have perfect information."""
        return self.state.text("moves")

    def history(self) -> list[int]:
        """Returns all actions played."""
        replayed, actions = self.state.copy(), []
        while replayed.undo() is not None:
            pass
        for move in self.state.moves:
            actions.append(replayed.action_id(move))
            replayed.play(move)
        return actions

    def clone(self) -> SpielState:
        """Returns an independent copy."""
        return SpielState(self._game, self.state.copy())

    def __str__(self) -> str:
        return str(self.state)


def with_rules(name: str, rules: Mapping[str, int]) -> _native.Game:
    """Returns a game by name, with some rules changed."""
    changed = ",".join(f"{rule}={value}" for rule, value in rules.items())
    return _native.Game(f"{name}:{changed}" if changed else name)


def load_game(name: str, params: Mapping[str, int] | None = None) -> SpielGame:
    """Returns a game with OpenSpiel's interface. The prefix ``chautari_`` is optional; rules are given as in
    OpenSpiel: ``load_game("baghchal(captures=3)")`` or ``load_game("baghchal", {"captures": 3})``."""
    short, opened, inside = name.removeprefix("chautari_").partition("(")
    if opened:
        short = f"{short}:{inside.removesuffix(')')}".removesuffix(":")
    return SpielGame(with_rules(short, params or {}))


def register() -> list[str]:
    """Registers all games with an installed ``pyspiel`` and returns their names."""
    from . import _pyspiel

    return _pyspiel.register()
