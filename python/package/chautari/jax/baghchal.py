"""Bagh Chal as pure JAX functions: two boards of 25 bits, and a history for the draw by repetition.

Actions are numbered as in docs/ACTIONS.md: placements, steps by origin and target, jumps by origin and target.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from .env import WORD, Env, History, Result, barrier, bit_planes

__all__ = ["BaghChal"]

GOATS, TIGERS = 0, 1
GOAT_COUNT = 20
BOARD = (1 << 25) - 1
START = sum(1 << point for point in (0, 4, 20, 24))
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))


def reach(rows: int, columns: int, steps: int) -> list[int]:
    """Returns the points from which a line runs this many steps in a direction."""
    return [
        point
        for point in range(25)
        if (rows == 0 or columns == 0 or (point // 5 + point % 5) % 2 == 0)
        and 0 <= point // 5 + steps * rows < 5
        and 0 <= point % 5 + steps * columns < 5
    ]


def moves(steps: int) -> list[tuple[int, int]]:
    """Returns the moves of one or two steps along a line as origin and target, in the order of their numbers."""
    offsets = [(rows, columns, 5 * rows + columns) for rows, columns in DIRECTIONS]
    return sorted((p, p + steps * shift) for rows, columns, shift in offsets for p in reach(rows, columns, steps))


STEPS, JUMPS = moves(1), moves(2)
ACTIONS = [(point, point) for point in range(25)] + STEPS + JUMPS


def table() -> npt.NDArray[np.uint32]:
    """Returns for each action the points that change for the side to act, and the goat that is captured."""
    changed = [1 << start | 1 << end for start, end in ACTIONS]
    # The point jumped over is the mean of the two others.
    taken = [0] * (25 + len(STEPS)) + [1 << (start + end) // 2 for start, end in JUMPS]
    return np.stack([changed, taken], axis=1).astype(np.uint32)


CHANGES = table()
STEP_FROM, STEP_TO = np.array(STEPS, np.uint32).T
JUMP_FROM, JUMP_TO = np.array(JUMPS, np.uint32).T
JUMP_OVER = (JUMP_FROM + JUMP_TO) // 2


def images(symmetry: int) -> list[int]:
    """Returns the image of each point: quarter turns, from 4 on after a mirror."""
    result = []
    for point in range(25):
        row, column = divmod(point, 5)
        if symmetry >= 4:
            column = 4 - column
        for _ in range(symmetry % 4):
            row, column = column, 4 - row
        result.append(row * 5 + column)
    return result


class Game(NamedTuple):
    """A position and the history of the sliding phase."""

    tigers: jax.Array
    goats: jax.Array
    captured: jax.Array
    turn: jax.Array
    history: History


def shifted(points: jax.Array, by: int) -> jax.Array:
    """Returns the points that a shift of the board by ``-by`` moves onto ``points``."""
    return points >> by if by > 0 else points << -by


def mask_of(points: list[int]) -> Any:
    return WORD(sum(1 << point for point in points))


def can_step(movers: jax.Array, empty: jax.Array) -> jax.Array:
    """Returns whether one of ``movers`` has an empty neighbour."""
    found: jax.Array = WORD(0)
    for rows, columns in DIRECTIONS:
        found |= movers & mask_of(reach(rows, columns, 1)) & shifted(empty, 5 * rows + columns)
    return found != 0


def can_jump(tigers: jax.Array, goats: jax.Array, empty: jax.Array) -> jax.Array:
    """Returns whether a tiger can capture."""
    found: jax.Array = WORD(0)
    for rows, columns in DIRECTIONS:
        by = 5 * rows + columns
        found |= tigers & mask_of(reach(rows, columns, 2)) & shifted(goats & shifted(empty, by), by)
    return found != 0


class BaghChal(Env):
    """Bagh Chal, with optional or compulsory captures."""

    sides = ("goats", "tigers")
    num_actions = len(ACTIONS)
    action_points = ACTIONS
    plane_names = ("tigers", "goats", "goats in hand", "goats captured", "tigers to move")
    board_shape = (5, 5)

    def __init__(
        self, *, captures: int = 5, compulsory: bool = False, history: int = 128, max_plies: int | None = None
    ) -> None:
        """``captures`` wins for the tigers. ``history`` is the number of plies without a capture, once all goats are
        placed, after which a game is truncated."""
        super().__init__(max_plies)
        if not 1 <= captures <= GOAT_COUNT:
            raise ValueError(f"captures must be from 1 to {GOAT_COUNT}, not {captures}")
        self.captures, self.compulsory, self.history = captures, compulsory, history
        self.id = "baghchal" + "-compulsory" * compulsory + f":captures={captures}" * (captures != 5)

    def _start(self) -> Game:
        return Game(WORD(START), WORD(0), jnp.int32(0), jnp.int32(GOATS), History.new(self.history))

    def _turn(self, game: Game) -> jax.Array:
        return game.turn

    def _advance(self, game: Game, action: jax.Array) -> tuple[Game, Result]:
        change, taken = jnp.asarray(CHANGES)[action]
        tigers_moved = game.turn == TIGERS
        tigers = jnp.where(tigers_moved, game.tigers ^ change, game.tigers)
        goats = jnp.where(tigers_moved, game.goats ^ taken, game.goats ^ change)
        captured = game.captured + (taken != 0)
        turn = 1 - game.turn
        empty = BOARD & ~(tigers | goats)
        placed = in_hand(goats, captured) == 0

        enough = captured >= self.captures
        mobile = jnp.where(
            turn == TIGERS,
            can_step(tigers, empty) | can_jump(tigers, goats, empty),
            ~placed | can_step(goats, empty),
        )
        first, second = tigers | turn.astype(WORD) << 31, goats
        history, times, full = game.history.cleared_if(taken != 0).visit(first, second, placed)
        winner = jnp.where(enough, TIGERS, jnp.where(mobile, -1, 1 - turn))
        result = Result(over=enough | ~mobile | (times >= 2), winner=winner, full=full)
        return Game(tigers, goats, captured, turn, history), result

    def _legal(self, game: Game, over: jax.Array) -> jax.Array:
        empty = BOARD & ~(game.tigers | game.goats)
        placed = in_hand(game.goats, game.captured) == 0
        tigers_turn = game.turn == TIGERS
        none = WORD(0)
        placing = jnp.where(~tigers_turn & ~placed & ~over, empty, none)
        jumping = jnp.where(tigers_turn & ~over, game.tigers, none)
        stepping = jnp.where(over, none, jnp.where(tigers_turn, game.tigers, jnp.where(placed, game.goats, none)))
        if self.compulsory:
            must_jump = tigers_turn & can_jump(game.tigers, game.goats, empty)
            stepping = jnp.where(must_jump, none, stepping)
        placing, stepping, jumping, goats, empty = barrier((placing, stepping, jumping, game.goats, empty))
        places = placing >> jnp.arange(25, dtype=WORD)
        steps = stepping >> jnp.asarray(STEP_FROM) & empty >> jnp.asarray(STEP_TO)
        jumps = jumping >> jnp.asarray(JUMP_FROM) & goats >> jnp.asarray(JUMP_OVER) & empty >> jnp.asarray(JUMP_TO)
        return jnp.concatenate([kind & 1 != 0 for kind in (places, steps, jumps)])

    def _planes(self, game: Game) -> jax.Array:
        # Tables, because compilers replace a division by a less exact multiplication.
        shares = jnp.asarray(np.arange(GOAT_COUNT + 1, dtype=np.float32) / np.float32(GOAT_COUNT))
        captures = jnp.asarray(np.arange(GOAT_COUNT + 1, dtype=np.float32) / np.float32(self.captures))
        numbers = (shares[in_hand(game.goats, game.captured)], captures[game.captured], game.turn)
        boards = bit_planes(jnp.stack([game.tigers, game.goats]), 25).astype(jnp.float32)
        rest = jnp.stack([jnp.asarray(number, jnp.float32) for number in numbers])
        return jnp.concatenate([boards, jnp.broadcast_to(rest[:, None], (3, 25))]).reshape(5, 5, 5)

    def _symmetries(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], list[bool]]:
        steps, jumps = ({move: number for number, move in enumerate(kind)} for kind in (STEPS, JUMPS))
        actions, planes = [], []
        for symmetry in range(8):
            image = images(symmetry)
            row = list(image)
            row += [25 + steps[image[start], image[end]] for start, end in STEPS]
            row += [25 + len(STEPS) + jumps[image[start], image[end]] for start, end in JUMPS]
            actions.append(row)
            planes.append([25 * plane + point for plane in range(5) for point in image])
        return np.array(actions), np.array(planes), [False] * 8


def in_hand(goats: jax.Array, captured: jax.Array) -> jax.Array:
    """Returns the number of goats that are not placed yet."""
    return GOAT_COUNT - jax.lax.population_count(goats).astype(jnp.int32) - captured
