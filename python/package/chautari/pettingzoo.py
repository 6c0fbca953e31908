"""PettingZoo environments of the games."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._native import Game, State

__all__ = ["BoardEnv"]


class BoardEnv(AECEnv):  # type: ignore[misc]
    """An AEC environment. The agents are the sides of the game by name; turns need not alternate.

    An observation is a dictionary: ``observation`` has the planes from the view of the side to act, ``action_mask``
    the legal actions of the observing agent, which are none if it is not its turn.
    """

    metadata: dict[str, Any] = {
        "name": "chautari_v1",
        "render_modes": ["human", "ansi", "rgb_array", "svg"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, name: str, render_mode: str | None = None, max_plies: int | None = None) -> None:
        super().__init__()
        self.game = Game(name)
        self.metadata = {**self.metadata, "name": f"{self.game.id}_v{self.game.rule_version}"}
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            known = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"Unknown render mode {render_mode!r}; use one of {known}.")
        self.render_mode = render_mode
        self.max_plies = max_plies
        self.possible_agents = list(self.game.sides)
        count = self.game.action_count
        self._action_space = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._observation_space = {agent: self._space() for agent in self.possible_agents}
        self.board: State = self.game.start()

    def _space(self) -> spaces.Dict:
        planes = spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32)
        mask = spaces.Box(0, 1, (self.game.action_count,), np.int8)
        return spaces.Dict({"observation": planes, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the observation space of an agent."""
        return self._observation_space[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the action space of an agent."""
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game, with ``options={"position": text}`` from the given position. The games have no chance
        events, so ``seed`` has no effect."""
        position = (options or {}).get("position")
        self.board = self.game.start() if position is None else self.game.read(position)
        self._plies = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.board.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.board.turn

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns the observation of an agent."""
        acts = agent == self.board.turn and not any(self.truncations.values())
        mask = self.board.mask() if acts else np.zeros(self.game.action_count, np.bool_)
        return {"observation": self.board.planes(), "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        """Plays an action of the agent to act. Raises a ``Refusal`` if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must {self.board.action}; None is only for terminated agents")
        self.board.play(int(action))
        self._plies += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.board.returns, strict=True))
        over = self.board.is_over
        cut = not over and self.max_plies is not None and self._plies >= self.max_plies
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.agent_selection = self.board.turn
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | np.ndarray[Any, Any] | None:
        """Returns the board as text, pixels or SVG, or prints it, as the render mode says."""
        if self.render_mode == "ansi":
            return self.board.ansi()
        if self.render_mode == "rgb_array":
            return self.board.rgb()
        if self.render_mode == "svg":
            return self.board.svg()
        if self.render_mode == "human":
            print(self.board.ansi(colours=True))
        return None

    def state(self) -> np.ndarray[Any, Any]:
        """Returns the planes from the view of the side to act."""
        return self.board.planes()

    def close(self) -> None:
        """Does nothing: there are no resources to release."""
