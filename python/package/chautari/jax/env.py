"""The environment interface, common to all games.

A game implements the rules on its own small state (`Env._start`, `Env._advance`, `Env._legal`, `Env.observe`); this
module adds rewards, ends, illegal actions, truncation, auto-reset and the detection of repetition.
"""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import lax

__all__ = ["Env", "History", "Result", "State", "sample"]

T = TypeVar("T")

WORD = jnp.uint32
_OPTIMIZATION_BARRIER: Any = lax.optimization_barrier


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class State:
    """A game in progress. Fields with an underscore are private to the environment."""

    current_player: jax.Array
    """The side to act, 0 or 1 in the order of ``env.sides``. Turns need not alternate."""
    legal_action_mask: jax.Array
    """The legal actions; none once the game has ended."""
    rewards: jax.Array
    """The rewards of both sides in the last step: 1 for a win, −1 for a loss, else 0."""
    terminated: jax.Array
    """Whether the game has ended by the rules."""
    truncated: jax.Array
    """Whether the game was cut off: at ``max_plies``, or because its history is full."""
    _plies: jax.Array
    _game: Any

    def replace(self, **changes: Any) -> State:
        """Returns a copy with some fields changed."""
        return dataclasses.replace(self, **changes)


class Result(NamedTuple):
    """The end of a game, or that it goes on."""

    over: jax.Array
    """Whether the rules end the game."""
    winner: jax.Array
    """The side that wins, or −1 for a draw. Meaningless unless ``over``."""
    full: jax.Array
    """Whether the history has no room for the position, so that the game must be truncated."""


class History(NamedTuple):
    """The positions since the last irreversible move, as keys of two words.

    Repetition is exact as long as the history has room, and a game that overflows it is truncated. Entries from
    ``size`` on are stale, so that a reset need not clear them. In games that count the start, it always is the first
    entry; that does no harm, because no position after an irreversible move equals it.
    """

    first: jax.Array
    second: jax.Array
    size: jax.Array

    @staticmethod
    def new(capacity: int, *start: jax.Array) -> History:
        """Returns a history that is empty, or has the key of the start."""
        first, second = (jnp.full(capacity, word, WORD) for word in start or (0, 0))
        return History(first, second, jnp.int32(bool(start)))

    def cleared_if(self, clear: jax.Array, keep: int = 0) -> History:
        """Returns the history, shortened to ``keep`` entries if ``clear``."""
        return self._replace(size=jnp.where(clear, keep, self.size))

    def visit(
        self, first: jax.Array, second: jax.Array, counts: jax.Array | bool = True
    ) -> tuple[History, jax.Array, jax.Array]:
        """Appends a position if it ``counts``. Returns the history, how often it had the position before, and
        whether it was full."""
        capacity = len(self.first)
        first, second = barrier((first, second))
        valid = jnp.arange(capacity) < self.size
        equal = (self.first == first) & (self.second == second) & valid
        times = equal.sum(dtype=jnp.int32)
        full = jnp.logical_and(counts, self.size >= capacity)
        # Writes beyond the end are dropped. The slot depends on the result of the read (which is never negative), so
        # that the write follows it and can be done in place.
        slot = jnp.where(jnp.logical_and(counts, times >= 0), self.size, capacity)
        history = History(
            self.first.at[slot].set(first, mode="drop", unique_indices=True),
            self.second.at[slot].set(second, mode="drop", unique_indices=True),
            self.size + jnp.logical_and(counts, ~full),
        )
        return history, jnp.where(counts, times, 0), full


def select(condition: jax.Array, one: T, other: T) -> T:
    """Returns ``one`` if ``condition``, else ``other``, without touching the entries of histories: of those, the
    entries of ``other`` remain."""

    def leaf(a: Any, b: Any) -> Any:
        if isinstance(b, History):
            return b._replace(size=jnp.where(condition, a.size, b.size))
        return jnp.where(condition, a, b)

    result: T = jax.tree.map(leaf, one, other, is_leaf=lambda node: isinstance(node, History))
    return result


class Env:
    """A game as pure functions of arrays, in the manner of pgx.

    All methods describe a single game; use ``jax.vmap`` for batches and ``jax.jit`` for speed. Actions, planes and
    symmetries are those of ``chautari.vec`` (docs/ACTIONS.md).
    """

    id: str
    """The name that creates this game: ``baghchal:captures=3``."""
    sides: tuple[str, str]
    """The names of the two sides."""
    num_players = 2
    num_actions: int
    """The size of the action space."""
    action_points: list[tuple[int, int]]
    """The points that each action leaves and reaches; equal for placements."""
    plane_names: tuple[str, ...]
    """The meaning of each plane of an observation."""
    board_shape: tuple[int, int]
    """Rows and columns of a plane."""

    def __init__(self, max_plies: int | None) -> None:
        self.max_plies = max_plies

    # --- the rules of a game ---

    def _start(self) -> Any:
        """Returns the game's own state at the start."""
        raise NotImplementedError

    def _turn(self, game: Any) -> jax.Array:
        """Returns the side to act."""
        raise NotImplementedError

    def _advance(self, game: Any, action: jax.Array) -> tuple[Any, Result]:
        """Plays a legal action. What an illegal one does is unspecified."""
        raise NotImplementedError

    def _legal(self, game: Any, over: jax.Array) -> jax.Array:
        """Returns the mask of legal actions; none if ``over``."""
        raise NotImplementedError

    def _planes(self, game: Any) -> jax.Array:
        """Returns the observation."""
        raise NotImplementedError

    def _symmetries(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], list[bool]]:
        """Returns the images of actions and of plane cells, one row per symmetry, and whether it exchanges sides."""
        raise NotImplementedError

    # --- the interface ---

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""
        return len(self.plane_names), *self.board_shape

    @property
    def action_symmetries(self) -> npt.NDArray[np.int64]:
        """The symmetries of the rules as permutations of actions, one per row, the identity first:
        ``policy[env.action_symmetries[s]]`` is the policy of the image."""
        return np.argsort(self._symmetries()[0], axis=1)

    @property
    def plane_symmetries(self) -> npt.NDArray[np.int64]:
        """The symmetries as permutations of the numbers in an observation:
        ``planes.ravel()[env.plane_symmetries[s]]`` are the planes of the image."""
        return np.argsort(self._symmetries()[1], axis=1)

    @property
    def side_symmetries(self) -> list[bool]:
        """For each symmetry, whether it exchanges the sides."""
        return self._symmetries()[2]

    def init(self, key: jax.Array | None = None) -> State:
        """Returns a game at the start. The games have no chance events, so ``key`` is ignored."""
        game, false = self._start(), jnp.bool_(False)
        return State(
            current_player=self._turn(game),
            legal_action_mask=self._legal(game, false),
            rewards=jnp.zeros(2, jnp.float32),
            terminated=false,
            truncated=false,
            _plies=jnp.int32(0),
            _game=game,
        )

    def step(self, state: State, action: jax.Array) -> State:
        """Plays an action. An illegal action ends the game as a loss of the side to act. A step in a game that has
        ended changes nothing and has no rewards."""
        ended = state.terminated | state.truncated
        game, plies, rewards, terminated, truncated = self._play(state, action)
        game = select(ended, state._game, game)
        over = ended | terminated | truncated
        return State(
            current_player=self._turn(game),
            legal_action_mask=self._legal(game, over),
            rewards=jnp.where(ended, 0, rewards),
            terminated=jnp.where(ended, state.terminated, terminated),
            truncated=jnp.where(ended, state.truncated, truncated),
            _plies=jnp.where(ended, state._plies, plies),
            _game=game,
        )

    def step_auto_reset(self, state: State, action: jax.Array) -> State:
        """Like ``step``, but a game that ends is reset in the same step, as in ``chautari.vec``: ``rewards``,
        ``terminated`` and ``truncated`` describe the end, everything else the new start."""
        game, plies, rewards, terminated, truncated = self._play(state, action)
        over = terminated | truncated
        game = select(over, self._start(), game)
        return State(
            current_player=self._turn(game),
            legal_action_mask=self._legal(game, jnp.bool_(False)),
            rewards=rewards,
            terminated=terminated,
            truncated=truncated,
            _plies=jnp.where(over, 0, plies),
            _game=game,
        )

    def observe(self, state: State) -> jax.Array:
        """Returns the planes, from the view of the side to act where the game's planes have a view."""
        return self._planes(state._game)

    def _play(
        self, state: State, action: jax.Array
    ) -> tuple[Any, jax.Array, jax.Array, jax.Array, jax.Array]:
        """Returns the game after an action, plies, rewards, terminated, truncated."""
        action = jnp.asarray(action, jnp.int32)
        legal = (action >= 0) & state.legal_action_mask.at[action].get(mode="fill", fill_value=False)
        mover = state.current_player
        game, result = self._advance(state._game, action)
        result = barrier(result)
        plies = state._plies + 1
        terminated = result.over | ~legal
        winner = jnp.where(legal, result.winner, 1 - mover)
        signs = jnp.where(winner == jnp.arange(2), jnp.float32(1), jnp.float32(-1))
        rewards = jnp.where(terminated & (winner >= 0), signs, jnp.float32(0))
        cut = result.full if self.max_plies is None else result.full | (plies >= self.max_plies)
        return game, plies, rewards, terminated, cut & ~terminated

    def __repr__(self) -> str:
        return f"chautari.jax.make('{self.id}')"


def bit_planes(words: jax.Array, columns: int) -> jax.Array:
    """Expands words to boolean rows of ``columns`` bits, the lowest bit first."""
    return (words[..., None] >> jnp.arange(columns, dtype=WORD)) & 1 != 0


def sample(key: jax.Array, mask: jax.Array) -> jax.Array:
    """Returns a uniformly random legal action for each mask; ``mask`` may have any leading axes.

    Draws two random words per mask and hashes them with the number of each action, which is much cheaper than a
    random number per action.
    """
    seeds = jax.random.bits(key, (*mask.shape[:-1], 2), WORD)
    numbers = jnp.arange(mask.shape[-1], dtype=WORD)
    x = seeds[..., :1] ^ (numbers * WORD(0x9E3779B9))
    x = (x ^ (x >> 16)) * WORD(0x85EBCA6B) + seeds[..., 1:]
    x = (x ^ (x >> 13)) * WORD(0xC2B2AE35)
    x = x ^ (x >> 16)
    return jnp.argmax(jnp.where(mask, x | 1, 0), axis=-1).astype(jnp.int32)


def barrier(value: T) -> T:
    """Keeps the compiler from recomputing ``value`` for each element of a larger array, or for each of its uses."""
    result: T = _OPTIMIZATION_BARRIER(value)
    return result
