"""Batches of games stepped together."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from ._native import Game, State, VectorEnv

__all__ = ["Vector", "vec"]


class Vector:
    """``n`` games of one kind, stepped in parallel without the interpreter lock.

    Every step overwrites the same NumPy arrays, so copy what you need later. Other libraries can share them through
    DLPack (``torch.from_dlpack(games.observation)``). A game that ends is reset in the same step: ``reward`` and
    ``done`` describe the end, ``observation`` and ``mask`` the new start.
    """

    game: Game
    """The game."""
    n: int
    """The number of games."""
    observation: npt.NDArray[np.float32] | None
    """The planes, n × planes × rows × columns; ``None`` if disabled."""
    mask: npt.NDArray[np.bool_]
    """The legal actions, n × actions."""
    reward: npt.NDArray[np.float32]
    """The rewards of the two sides in the last step, n × 2: 1 for a win, −1 for a loss, else 0."""
    done: npt.NDArray[np.bool_]
    """Whether the last step ended the game."""
    truncated: npt.NDArray[np.bool_]
    """Whether the last step cut the game off at ``max_plies``."""
    turn: npt.NDArray[np.uint8]
    """The side to act, 0 or 1 in the order of ``game.sides``. Turns need not alternate."""

    def __init__(
        self,
        game: str | Game,
        n: int,
        *,
        planes: bool = True,
        seed: int = 0,
        max_plies: int | None = None,
        threads: int | None = None,
    ) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        self.n = n
        self._native = VectorEnv(self.game, n, planes, seed, max_plies, threads or os.cpu_count() or 1)
        mask, observation, self.reward, done, truncated, self.turn = self._native.arrays()
        self.mask, self.done, self.truncated = (a.view(np.bool_) for a in (mask, done, truncated))
        shape = (n, *self.game.observation_shape)
        self.observation = None if observation is None else observation.reshape(shape)

    def reset(self) -> tuple[npt.NDArray[np.float32] | None, npt.NDArray[np.bool_]]:
        """Resets all games. Returns observation and mask."""
        self._native.reset()
        return self.observation, self.mask

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.float32] | None, npt.NDArray[np.bool_], npt.NDArray[np.float32], npt.NDArray[np.bool_]
    ]:
        """Plays one action in each game. Returns observation, mask, reward, done. If an action is illegal, raises a
        ``Refusal`` that names the game, and plays nothing."""
        self._native.step(actions)
        return self.observation, self.mask, self.reward, self.done

    def sample(self) -> npt.NDArray[np.int64]:
        """Returns a uniformly random legal action for each game."""
        return self._native.sample()

    def state(self, index: int) -> State:
        """Returns a copy of one game."""
        return self._native.state(index)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{self.n} games of {self.game.id}>"


def vec(game: str | Game, n: int = 4096, **options: Any) -> Vector:
    """Returns ``n`` games stepped together; see ``Vector``.

    ``planes=False`` disables observations, ``max_plies`` truncates long games, ``threads`` is the number of threads
    (default: one per processor), ``seed`` seeds ``sample``.
    """
    return Vector(game, n, **options)
