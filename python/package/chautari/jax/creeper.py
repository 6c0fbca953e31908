"""Creeper as pure JAX functions: boards of 64 bits in two words, eight bits per row.

All boards are from the view of the side to act. An octagon has the bit of the pin at its upper left. The last column of
eight is empty, so that shifted rows do not run into each other. Actions are numbered as in
docs/ACTIONS.md: steps, leaps, jumps, each by origin and target.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from .bitboard import Board, board, both, either, mix, shifted, some, without
from .env import WORD, Env, History, Result, barrier, select

__all__ = ["Creeper"]

PLACES = [(row, column) for row in range(7) for column in range(7) if not (row in (0, 6) and column in (0, 6))]
OCTAGONS = [(row, column) for row in range(6) for column in range(6)]
START = (".oo.xx.", "o.....x", "o.....x", ".......", "x.....o", "x.....o", ".xx.oo.")
BASES = ([(0, 5), (5, 0)], [(0, 0), (5, 5)])
# The longest chain between two bases that has no shortcut, by enumeration.
LONGEST_CHAIN = 23


def bit(row: int, column: int) -> int:
    return 1 << (8 * row + column)


def union(cells: list[tuple[int, int]]) -> int:
    return sum(bit(*cell) for cell in cells)


def moves(distance: int) -> list[tuple[int, int]]:
    """Returns the moves of this squared distance as numbers of places, in the order of their numbers."""
    cells = list(enumerate(PLACES))
    return [(i, j) for i, a in cells for j, b in cells if (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 == distance]


STEPS, LEAPS, JUMPS = moves(1), moves(2), moves(4)
ACTIONS = STEPS + LEAPS + JUMPS
STARTING_PINS = [union([place for place in PLACES if START[place[0]][place[1]] == side]) for side in "xo"]


def middle(move: tuple[int, int]) -> tuple[int, int]:
    """Returns the place that a jump passes, or the octagon that a leap crosses."""
    (row, column), (to_row, to_column) = PLACES[move[0]], PLACES[move[1]]
    return (row + to_row) // 2, (column + to_column) // 2


def table() -> npt.NDArray[np.uint32]:
    """Returns for each action the words of the places that change, the octagon crossed, and the pin taken. A leap
    across a base crosses nothing."""
    bases = BASES[0] + BASES[1]
    changed = [bit(*PLACES[start]) | bit(*PLACES[end]) for start, end in ACTIONS]
    crossed = [0] * len(STEPS) + [0 if middle(leap) in bases else bit(*middle(leap)) for leap in LEAPS]
    taken = [0] * (len(STEPS) + len(LEAPS)) + [bit(*middle(jump)) for jump in JUMPS]
    crossed += [0] * len(JUMPS)
    words = [[b & 0xFFFFFFFF, b >> 32] for boards in (changed, crossed, taken) for b in boards]
    return np.array(words, np.uint32).reshape(3, len(ACTIONS), 2).transpose(1, 0, 2).reshape(len(ACTIONS), 6)


CHANGES = table()


class Game(NamedTuple):
    """A position from the view of the side to act, and the history since a pin was taken or a neutral octagon
    turned."""

    own: Board
    enemy: Board
    own_octagons: Board
    enemy_octagons: Board
    turn: jax.Array
    history: History


def around(cells: Board) -> Board:
    """Returns the neighbours of octagons along rows and columns, some of them off the board."""
    low, high = cells
    # The last two columns are empty, so that a shift by one does not cross words.
    along = low << 1 | low >> 1, high << 1 | high >> 1
    across = low << 8 | low >> 8 | high << 24, high << 8 | high >> 8 | low >> 24
    return either(along, across)


def joins(chain: Board, bases: Board) -> jax.Array:
    """Returns whether octagons join the two bases, both among them."""
    low, high = bases
    reached, end = (low, jnp.zeros_like(high)), (jnp.zeros_like(low), high)
    for _ in range(LONGEST_CHAIN - 1):
        reached = both(either(reached, around(reached)), chain)
    return some(both(reached, end))


def can_move(own: Board, enemy: Board) -> jax.Array:
    """Returns whether a side has an action."""
    empty = without(board(union(PLACES)), either(own, enemy))
    found = board(0)
    for way in (1, 8, 7, 9):
        for by in (way, -way):
            beside = shifted(own, by)
            found = either(found, both(beside, empty))
            if way in (1, 8):
                found = either(found, both(shifted(both(beside, enemy), by), empty))
    return some(found)


def bits_at(cells: Board, places: list[tuple[int, int]]) -> jax.Array:
    """Returns words whose lowest bit tells whether a constant place is on the board."""
    index = np.array([8 * row + column for row, column in places], np.uint32)
    return jnp.where(jnp.asarray(index >= 32), cells[1], cells[0]) >> jnp.asarray(index % 32)


class Creeper(Env):
    """Creeper."""

    id = "creeper"
    sides = ("x", "o")
    num_actions = len(ACTIONS)
    action_points = ACTIONS
    plane_names = ("own pins", "enemy pins", "own octagons", "enemy octagons")
    board_shape = (7, 7)

    def __init__(self, *, history: int = 512, max_plies: int | None = None) -> None:
        """``history`` is the number of plies without a capture and without turning a neutral octagon after which a
        game is truncated."""
        super().__init__(max_plies)
        self.history = history

    def _start(self) -> Game:
        own, enemy = (board(bits) for bits in STARTING_PINS)
        first, second = (board(union(bases)) for bases in BASES)
        turn = jnp.int32(0)
        history = History.new(self.history, *key(own, enemy, first, second, turn))
        return Game(own, enemy, first, second, turn, history)

    def _turn(self, game: Game) -> jax.Array:
        return game.turn

    def _advance(self, game: Game, action: jax.Array) -> tuple[Game, Result]:
        words = jnp.asarray(CHANGES)[action]
        changed, crossed, taken = ((words[i], words[i + 1]) for i in (0, 2, 4))
        turned = without(crossed, game.own_octagons)
        own = game.own[0] ^ changed[0], game.own[1] ^ changed[1]
        enemy = without(game.enemy, taken)
        own_octagons = either(game.own_octagons, turned)
        enemy_octagons = without(game.enemy_octagons, turned)
        turn = 1 - game.turn

        bases = select(game.turn == 0, board(union(BASES[0])), board(union(BASES[1])))
        connected = joins(own_octagons, bases)
        blocked = ~can_move(enemy, own)
        irreversible = some(taken) | some(without(turned, game.enemy_octagons))
        history, times, full = game.history.cleared_if(irreversible, keep=1).visit(
            *key(enemy, own, enemy_octagons, own_octagons, turn)
        )
        result = Result(
            over=connected | blocked | (times >= 2), winner=jnp.where(connected, game.turn, -1), full=full
        )
        return Game(enemy, own, enemy_octagons, own_octagons, turn, history), result

    def _legal(self, game: Game, over: jax.Array) -> jax.Array:
        own = select(over, board(0), game.own)
        empty = without(board(union(PLACES)), either(game.own, game.enemy))
        own, enemy, empty = barrier((own, game.enemy, empty))
        beside = STEPS + LEAPS
        starts, ends = zip(*((PLACES[start], PLACES[end]) for start, end in beside), strict=True)
        near = bits_at(own, list(starts)) & bits_at(empty, list(ends))
        starts, ends = zip(*((PLACES[start], PLACES[end]) for start, end in JUMPS), strict=True)
        over_enemy = bits_at(enemy, [middle(jump) for jump in JUMPS])
        far = bits_at(own, list(starts)) & over_enemy & bits_at(empty, list(ends))
        return jnp.concatenate([near & 1 != 0, far & 1 != 0])

    def _planes(self, game: Game) -> jax.Array:
        boards = jnp.stack([jnp.stack(cells) for cells in game[:4]])
        index = np.array([8 * row + column for row in range(7) for column in range(7)], np.uint32)
        words = boards[:, index // 32] >> jnp.asarray(index % 32)
        return (words & 1).astype(jnp.float32).reshape(4, 7, 7)

    def _symmetries(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], list[bool]]:
        numbers = {move: number for number, move in enumerate(ACTIONS)}
        places = {place: number for number, place in enumerate(PLACES)}
        actions, planes = [], []
        for symmetry in range(8):
            image = [places[reflected(place, 6, symmetry)] for place in PLACES]
            actions.append([numbers[image[start], image[end]] for start, end in ACTIONS])
            row = []
            for plane in range(4):
                for cell in ((r, c) for r in range(7) for c in range(7)):
                    # The last row and column have no octagons, and stay where they are.
                    fixed = plane >= 2 and cell not in OCTAGONS
                    r, c = cell if fixed else reflected(cell, 6 if plane < 2 else 5, symmetry)
                    row.append(49 * plane + 7 * r + c)
            planes.append(row)
        return np.array(actions), np.array(planes), [symmetry >= 4 for symmetry in range(8)]


def reflected(cell: tuple[int, int], last: int, symmetry: int) -> tuple[int, int]:
    """Returns the image of a cell: bit 0 reflects in the diagonal, bit 1 turns by half, bit 2 mirrors."""
    row, column = cell
    if symmetry & 1:
        row, column = column, row
    if symmetry & 2:
        row, column = last - row, last - column
    if symmetry & 4:
        column = last - column
    return row, column


def key(own: Board, enemy: Board, own_octagons: Board, enemy_octagons: Board, turn: jax.Array) -> Board:
    """Returns a hash of 64 bits; two positions of a game share it by chance once in 10¹⁹ pairs."""
    words = [*own, *enemy, *own_octagons, *enemy_octagons, turn.astype(WORD)]
    return mix(words, 0x3C6EF372, 0xCC9E2D51, 0x1B873593), mix(words, 0xA54FF53A, 0x239B961B, 0xAB0E9789)
