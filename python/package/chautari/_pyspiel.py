"""Adapter that registers the games with OpenSpiel. Importing it needs ``pyspiel``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from . import _native
from .spiel import MAX_LENGTH, with_rules


def _type(game: _native.Game) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=f"chautari_{game.id}",
        long_name=game.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        # The adjustable rules: chautari_baghchal(captures=3).
        parameter_specification=dict(game.rules),
    )


def _info(game: _native.Game) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=game.action_count,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MAX_LENGTH,
    )


class State(pyspiel.State):  # type: ignore[misc]
    """An OpenSpiel state that wraps a ``chautari.State``."""

    def __init__(self, game: Any, state: _native.State) -> None:
        super().__init__(game)
        self.state = state

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.state.is_over else self.state.turn_index

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.state.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_text(action)

    def is_terminal(self) -> bool:
        return self.state.is_over

    def returns(self) -> list[float]:
        return list(self.state.returns)

    def __str__(self) -> str:
        return self.state.text()


class Observer:
    """Observer for the planes and the text of a state."""

    def __init__(self, game: _native.Game) -> None:
        self.tensor = np.zeros(int(np.prod(game.observation_shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.observation_shape)}

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = state.state.planes().ravel()

    def string_from(self, state: State, player: int) -> str:
        return state.state.text()


def _game_class(name: str) -> type:
    class Game(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            self.rules = with_rules(name, params or {})
            super().__init__(_type(_native.Game(name)), _info(self.rules), params or {})

        def new_initial_state(self, state: Any = None) -> State:
            return State(self, self.rules.start())

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return Observer(self.rules)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    return Game


_registered: list[str] = []


def register() -> list[str]:
    """Registers all games with ``pyspiel``. Further calls have no effect."""
    if not _registered:
        for name in _native.games():
            pyspiel.register_game(_type(_native.Game(name)), _game_class(name))
            _registered.append(f"chautari_{name}")
    return list(_registered)
