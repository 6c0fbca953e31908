"""Gomoku with captures as pure JAX functions: boards of 19 words, one per row.

Patterns along lines are found for all cells at once by shifts of whole boards. Around the last move a crop of 13 × 13
cells is moved to a fixed place, so that the fives through it, and the captures that break them, are found with
constant masks. An action is the number of a cell.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from .env import WORD, Env, Result, barrier, bit_planes

__all__ = ["Gomoku"]

SIZE = 19
FULL = (1 << SIZE) - 1
PAIRS_TO_WIN = 5
AXES = ((0, 1), (1, 0), (1, 1), (1, -1))
DIRECTIONS = AXES + tuple((-rows, -columns) for rows, columns in AXES)
# A stone of a five is at most 4 cells away from the last move, and a capture that takes it reaches 2 cells further.
RADIUS = 6
CROP = 2 * RADIUS + 1


class Game(NamedTuple):
    """A position from the view of the side to act."""

    own: jax.Array
    enemy: jax.Array
    legal: jax.Array
    own_pairs: jax.Array
    enemy_pairs: jax.Array
    pending: jax.Array
    """Whether the other side has a five that this side must stop now."""
    turn: jax.Array


def ahead(board: jax.Array, direction: tuple[int, int], steps: int) -> jax.Array:
    """Returns the cells from which ``steps`` steps in a direction lead into the board."""
    size = len(board)
    rows, columns = direction[0] * steps, direction[1] * steps
    if rows > 0:
        board = jnp.concatenate([board[rows:], jnp.zeros(rows, WORD)])
    elif rows < 0:
        board = jnp.concatenate([jnp.zeros(-rows, WORD), board[:rows]])
    return board >> columns if columns >= 0 else board << -columns & ((1 << size) - 1)


def captures(own: jax.Array, enemy: jax.Array, empty: jax.Array) -> list[jax.Array]:
    """Returns for each direction the empty cells where a stone takes a pair that way."""
    return [empty & ahead(enemy, d, 1) & ahead(enemy, d, 2) & ahead(own, d, 3) for d in DIRECTIONS]


def has_five(stones: jax.Array) -> jax.Array:
    """Returns whether five stones stand in a row."""
    found = jnp.zeros_like(stones)
    for axis in AXES:
        five = stones
        for steps in range(1, 5):
            five = five & ahead(stones, axis, steps)
        found = found | five
    return (found != 0).any()


def double_threes(own: jax.Array, empty: jax.Array) -> jax.Array:
    """Returns the empty cells where a stone makes free threes along two axes or more.

    A free three is found in windows of six cells whose ends are empty and whose middle four hold two own stones and
    two empty cells: a stone on either of these makes three of four.
    """
    once = twice = jnp.zeros_like(own)
    for axis in AXES:
        stone = {k: ahead(own, axis, k) for k in range(-3, 4)}
        free = {k: ahead(empty, axis, k) for k in range(-4, 5)}
        # By the number of stones on cell k and the next one.
        none = {k: free[k] & free[k + 1] for k in range(-3, 3)}
        one = {k: stone[k] & free[k + 1] | free[k] & stone[k + 1] for k in range(-3, 3)}
        two = {k: stone[k] & stone[k + 1] for k in range(-3, 3)}
        three = jnp.zeros_like(own)
        for k in range(-3, 1):
            middle = one[k] & one[k + 2] | none[k] & two[k + 2] | two[k] & none[k + 2]
            three = three | middle & free[k - 1] & free[k + 4]
        once, twice = once | three, twice | once & three
    return twice & empty


def at_least(sets: list[jax.Array], needed: jax.Array) -> jax.Array:
    """Returns the cells in at least ``needed`` of the eight sets, for 1 to 5, by counters of four bits."""
    ones = twos = fours = eights = jnp.zeros_like(sets[0])
    for cells in sets:
        carry = ones & cells
        ones, twos, carry = ones ^ cells, twos ^ carry, twos & carry
        fours, eights = fours ^ carry, eights | fours & carry
    many = fours | eights
    reached = [ones | twos | many, twos | many, many | twos & ones, many, eights | fours & (ones | twos)]
    result = reached[0]
    for count, cells in enumerate(reached[1:], 2):
        result = jnp.where(needed == count, cells, result)
    return result


def window_masks() -> npt.NDArray[np.uint32]:
    """Returns, for each axis, window of five cells through the centre and direction, the cells from which a capture
    in this direction takes a stone of the window."""
    masks = np.zeros((4, 5, 8, CROP), np.uint32)
    for a, (rows, columns) in enumerate(AXES):
        for window in range(5):
            for stone in range(window - 4, window + 1):
                for d, (down, right) in enumerate(DIRECTIONS):
                    for steps in (1, 2):
                        row, column = stone * rows - steps * down, stone * columns - steps * right
                        masks[a, window, d, RADIUS + row] |= np.uint32(1 << RADIUS + column)
    return masks


WINDOW_MASKS = window_masks()


def pair_masks() -> npt.NDArray[np.uint32]:
    """Returns for each direction the two cells next to the centre."""
    masks = np.zeros((8, CROP), np.uint32)
    for d, (rows, columns) in enumerate(DIRECTIONS):
        for steps in (1, 2):
            masks[d, RADIUS + steps * rows] |= np.uint32(1 << RADIUS + steps * columns)
    return masks


PAIR_MASKS = pair_masks()
CENTRE = np.array([(row == RADIUS) << RADIUS for row in range(CROP)], np.uint32)


def crop(board: jax.Array, row: jax.Array, column: jax.Array) -> jax.Array:
    """Returns the cells around a cell, which is moved to the centre."""
    padded = jnp.pad(board, RADIUS)
    rows = jax.lax.dynamic_slice(padded, (row,), (CROP,))
    return (rows << RADIUS) >> column.astype(WORD) & ((1 << CROP) - 1)


def uncrop(cells: jax.Array, row: jax.Array, column: jax.Array) -> jax.Array:
    """Moves the centre of a crop back to a cell of the board."""
    padded = jnp.pad(cells, SIZE - 1)
    rows = jax.lax.dynamic_slice(padded, (SIZE - 1 + RADIUS - row,), (SIZE,))
    return (rows << column.astype(WORD)) >> RADIUS & FULL


def at(cells: jax.Array, direction: tuple[int, int], steps: int) -> jax.Array:
    """Returns whether a crop has the cell that many steps from the centre."""
    return (cells[RADIUS + steps * direction[0]] >> (RADIUS + steps * direction[1])) & 1 != 0


def can_be_broken(lines: jax.Array, own: jax.Array, enemy: jax.Array, empty: jax.Array) -> jax.Array:
    """Returns whether one capture breaks all fives of the enemy through the centre of a crop.

    ``lines`` tells for each axis and window of five cells through the centre whether it is full. A capture along the
    axis of a five cannot take two of its stones, so it is not tried.
    """
    takes = captures(own, enemy, empty)
    stops = jnp.full(CROP, (1 << CROP) - 1, WORD)
    for a in range(4):
        across = [d for d in range(8) if d % 4 != a]
        for window in range(5):
            breaks = jnp.zeros(CROP, WORD)
            for d in across:
                breaks = breaks | takes[d] & jnp.asarray(WINDOW_MASKS[a, window, d])
            stops = jnp.where(lines[a, window], stops & breaks, stops)
    return (stops != 0).any()


class Gomoku(Env):
    """Gomoku with captures."""

    id = "gomoku"
    sides = ("black", "white")
    num_actions = SIZE * SIZE
    action_points = [(cell, cell) for cell in range(SIZE * SIZE)]
    plane_names = ("own stones", "enemy stones", "own pairs", "enemy pairs")
    board_shape = (SIZE, SIZE)

    def __init__(self, *, max_plies: int | None = None) -> None:
        super().__init__(max_plies)

    def _start(self) -> Game:
        nothing, full = jnp.zeros(SIZE, WORD), jnp.full(SIZE, FULL, WORD)
        return Game(nothing, nothing, full, jnp.int32(0), jnp.int32(0), jnp.bool_(False), jnp.int32(0))

    def _turn(self, game: Game) -> jax.Array:
        return game.turn

    def _advance(self, game: Game, action: jax.Array) -> tuple[Game, Result]:
        row, column = action // SIZE, action % SIZE
        near_own, near_enemy = crop(game.own, row, column), crop(game.enemy, row, column)
        near_empty = crop(FULL & ~(game.own | game.enemy), row, column)

        # The pairs that the stone takes.
        taken, pairs = jnp.zeros(CROP, WORD), game.own_pairs
        for d, direction in enumerate(DIRECTIONS):
            takes = at(near_enemy, direction, 1) & at(near_enemy, direction, 2) & at(near_own, direction, 3)
            taken = jnp.where(takes, taken | jnp.asarray(PAIR_MASKS[d]), taken)
            pairs = pairs + takes
        near_own, near_enemy = near_own | jnp.asarray(CENTRE), near_enemy & ~taken
        near_empty = (near_empty | taken) & ~jnp.asarray(CENTRE)
        stone = jnp.where(jnp.arange(SIZE) == row, WORD(1) << column.astype(WORD), WORD(0))
        own = game.own | stone
        enemy = game.enemy & ~uncrop(taken, row, column)
        own, enemy, near_own, near_enemy, near_empty = barrier((own, enemy, near_own, near_enemy, near_empty))

        # From here on the other side is to act: `enemy` moves, `own` has just moved.
        empty = FULL & ~(own | enemy)
        takes_of_next = captures(enemy, own, empty)
        capturing = takes_of_next[0]
        for cells in takes_of_next[1:]:
            capturing = capturing | cells
        legal = empty & ~(double_threes(enemy, empty) & ~capturing)

        line = [[at(near_own, axis, steps) for steps in range(-4, 5)] for axis in AXES]
        lines = jnp.stack([jnp.stack([jnp.stack(row[w : w + 5]).all() for w in range(5)]) for row in line])
        five = lines.any()
        wins_by_pairs = (at_least(takes_of_next, PAIRS_TO_WIN - game.enemy_pairs) != 0).any()
        stoppable = wins_by_pairs | can_be_broken(lines, near_enemy, near_own, near_empty)
        captured = pairs >= PAIRS_TO_WIN
        unbroken = ~captured & game.pending & has_five(enemy)
        won = captured | ~unbroken & five & ~stoppable
        full = ~five & (empty == 0).all()
        turn = 1 - game.turn
        winner = jnp.where(won, game.turn, jnp.where(unbroken, turn, -1))
        result = Result(over=won | unbroken | full, winner=winner, full=jnp.bool_(False))
        pending = five & stoppable
        return Game(enemy, own, legal, game.enemy_pairs, pairs, pending, turn), result

    def _legal(self, game: Game, over: jax.Array) -> jax.Array:
        legal = barrier(jnp.where(over, WORD(0), game.legal))
        return bit_planes(legal, SIZE).reshape(SIZE * SIZE)

    def _planes(self, game: Game) -> jax.Array:
        stones = bit_planes(jnp.stack([game.own, game.enemy]), SIZE).astype(jnp.float32)
        # A table, because compilers replace a division by a less exact multiplication.
        shares = jnp.asarray(np.arange(PAIRS_TO_WIN + 1, dtype=np.float32) / np.float32(PAIRS_TO_WIN))
        pairs = shares[jnp.minimum(jnp.stack([game.own_pairs, game.enemy_pairs]), PAIRS_TO_WIN)]
        return jnp.concatenate([stones, jnp.broadcast_to(pairs[:, None, None], (2, SIZE, SIZE))])

    def _symmetries(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], list[bool]]:
        cells = np.array([images(symmetry % 8) for symmetry in range(16)])
        planes = np.concatenate([cells + plane * SIZE * SIZE for plane in range(4)], axis=1)
        return cells, planes, [symmetry >= 8 for symmetry in range(16)]


def images(symmetry: int) -> list[int]:
    """Returns the image of each cell: quarter turns, from 4 on after a mirror."""
    result = []
    for cell in range(SIZE * SIZE):
        row, column = divmod(cell, SIZE)
        if symmetry >= 4:
            column = SIZE - 1 - column
        for _ in range(symmetry % 4):
            row, column = column, SIZE - 1 - row
        result.append(row * SIZE + column)
    return result
