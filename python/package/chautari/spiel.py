"""Games in the manner of OpenSpiel, and as games of OpenSpiel itself.

``load_game`` needs nothing but this package. ``register`` tells an installed ``pyspiel`` of all games, so
that ``pyspiel.load_game("chautari_baghchal")`` and the algorithms of OpenSpiel work with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _native

__all__ = ["SpielGame", "SpielState", "load_game", "register"]

TERMINAL = -4
"""The player of a state that is over, as OpenSpiel has it."""

MAX_LENGTH = 10_000
"""Longer than any game lasts in practice: repetition and the rules against shuffling end it before."""


class SpielGame:
    """A game, with the methods of a ``pyspiel.Game``."""

    def __init__(self, game: _native.Game) -> None:
        self.game = game

    def new_initial_state(self) -> SpielState:
        """The start."""
        return SpielState(self, self.game.start())

    def num_players(self) -> int:
        """Two."""
        return 2

    def num_distinct_actions(self) -> int:
        """How many actions there are."""
        return self.game.action_count

    def observation_tensor_shape(self) -> list[int]:
        """Planes, rows, columns."""
        return list(self.game.observation_shape)

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return int(np.prod(self.game.observation_shape))

    def max_game_length(self) -> int:
        """An upper bound that no game in practice comes near."""
        return MAX_LENGTH

    def min_utility(self) -> float:
        """A loss."""
        return -1.0

    def max_utility(self) -> float:
        """A win."""
        return 1.0

    def utility_sum(self) -> float:
        """What one side wins the other loses."""
        return 0.0

    def __str__(self) -> str:
        name, _, rules = self.game.id.partition(":")
        return f"chautari_{name}({rules})"


class SpielState:
    """A state, with the methods of a ``pyspiel.State``. Players are 0 and 1, in the order of the sides."""

    def __init__(self, game: SpielGame, state: _native.State) -> None:
        self._game = game
        self.state = state

    def get_game(self) -> SpielGame:
        """The game."""
        return self._game

    def current_player(self) -> int:
        """Who is to act, or ``TERMINAL``. Players need not take turns."""
        return TERMINAL if self.state.is_over else self.state.turn_index

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return self.state.is_over

    def is_chance_node(self) -> bool:
        """Never: there is no chance in these games."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in ascending order; none of a player whose turn it is not."""
        if player is not None and player != self.current_player():
            return []
        return self.state.legal_actions()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for each legal action, else 0."""
        mask = [0] * self._game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        """Plays an action."""
        self.state.play(action)

    def child(self, action: int) -> SpielState:
        """The state after an action."""
        child = self.clone()
        child.apply_action(action)
        return child

    def action_to_string(self, *player_and_action: int) -> str:
        """The move an action means here; a player may stand before it."""
        return self.state.action_text(player_and_action[-1])

    def string_to_action(self, *player_and_text: Any) -> int:
        """The action of a move here; a player may stand before it."""
        return self.state.action_id(str(player_and_text[-1]))

    def returns(self) -> list[float]:
        """What the game brought both players: 1, −1 or 0."""
        return list(self.state.returns)

    def rewards(self) -> list[float]:
        """The same: all is paid at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """What the game brought a player."""
        return self.returns()[player]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The planes as the side to act sees them, one number after the other."""
        return [float(x) for x in self.state.planes().ravel()]

    def observation_string(self, player: int | None = None) -> str:
        """The position as text."""
        return self.state.text()

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that was played: nothing is hidden in these games."""
        return self.state.text("moves")

    def history(self) -> list[int]:
        """The actions played since it began."""
        replayed, actions = self.state.copy(), []
        while replayed.undo() is not None:
            pass
        for move in self.state.moves:
            actions.append(replayed.action_id(move))
            replayed.play(move)
        return actions

    def clone(self) -> SpielState:
        """A copy that goes its own way."""
        return SpielState(self._game, self.state.copy())

    def __str__(self) -> str:
        return str(self.state)


def with_rules(name: str, rules: Mapping[str, int]) -> _native.Game:
    """The game of that name with rules changed."""
    changed = ",".join(f"{rule}={value}" for rule, value in rules.items())
    return _native.Game(f"{name}:{changed}" if changed else name)


def load_game(name: str, params: Mapping[str, int] | None = None) -> SpielGame:
    """The game of that name in the manner of OpenSpiel; ``chautari_`` may stand before the name, and rules are
    changed as there: ``load_game("baghchal(captures=3)")``, or ``load_game("baghchal", {"captures": 3})``."""
    short, opened, inside = name.removeprefix("chautari_").partition("(")
    if opened:
        short = f"{short}:{inside.removesuffix(')')}".removesuffix(":")
    return SpielGame(with_rules(short, params or {}))


def register() -> list[str]:
    """Makes all games known to an installed ``pyspiel``; their names there."""
    from . import _pyspiel

    return _pyspiel.register()
