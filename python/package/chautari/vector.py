"""Many games at once, in arrays."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from ._native import Game, State, VectorEnv

__all__ = ["Vector", "vec"]


class Vector:
    """``n`` games of one kind, stepped together in parallel and without the interpreter's lock.

    Every step writes into the same arrays, so copy what you keep; they are NumPy arrays, and other
    libraries take them by DLPack (``torch.from_dlpack(games.observation)``). A game that ends begins anew in
    the same step: ``reward`` and ``done`` tell of the end, ``observation`` and ``mask`` of the new start.
    """

    game: Game
    """The game."""
    n: int
    """How many there are."""
    observation: npt.NDArray[np.float32] | None
    """The planes of each, n × planes × rows × columns; ``None`` where they are not wanted."""
    mask: npt.NDArray[np.bool_]
    """True for each legal action, n × actions."""
    reward: npt.NDArray[np.float32]
    """What the last step brought the two sides, n × 2: 1 for a win, −1 for a loss, else 0."""
    done: npt.NDArray[np.bool_]
    """True where the last step ended a game."""
    truncated: npt.NDArray[np.bool_]
    """True where it was cut off for its length."""
    turn: npt.NDArray[np.uint8]
    """The side to act, 0 or 1 in the order of ``game.sides``. Sides need not take turns."""

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
        """Begins all games anew; observation and mask."""
        self._native.reset()
        return self.observation, self.mask

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.float32] | None, npt.NDArray[np.bool_], npt.NDArray[np.float32], npt.NDArray[np.bool_]
    ]:
        """Plays one action in each game; observation, mask, reward, done. If one action is not legal a
        ``Refusal`` names it, and nothing is played."""
        self._native.step(actions)
        return self.observation, self.mask, self.reward, self.done

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal action in each game, all alike likely."""
        return self._native.sample()

    def state(self, index: int) -> State:
        """A copy of one of the games."""
        return self._native.state(index)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{self.n} games of {self.game.id}>"


def vec(game: str | Game, n: int = 4096, **options: Any) -> Vector:
    """``n`` games stepped together; see ``Vector``.

    ``planes=False`` leaves observations out, ``max_plies`` cuts long games off, ``threads`` says how many
    processors to use (all of them), ``seed`` is what ``sample`` depends on.
    """
    return Vector(game, n, **options)
