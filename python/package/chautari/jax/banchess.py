"""Ban Chess as pure JAX functions: bitboards of two words, and the legal chess moves as one bit per action.

Squares are numbered from a1 along the rank, and actions as in docs/ACTIONS.md. A ban has the number of the move that it
forbids, so it only clears a bit; the moves are generated after each move.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from .bitboard import Board, board, both, either, mix, population, shifted, some, without
from .env import WORD, Env, History, Result, barrier, bit_planes, select

__all__ = ["BanChess"]

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
START = ("RNBQKBNR", "PPPPPPPP", "........", "........", "........", "........", "pppppppp", "rnbqkbnr")
FIFTY_MOVES = 100
"""The number of moves without a capture or pawn move that draws the game."""
LAST_RANKS = board(0xFF000000000000FF)
LIGHT_SQUARES = board(0x55AA55AA55AA55AA)
THIRD_RANKS = board(0xFF0000), board(0xFF0000000000)
"""The squares that a pawn's double step passes, of White and of Black."""
NOT_A, NOT_H, NOT_AB, NOT_GH = WORD(0xFEFEFEFE), WORD(0x7F7F7F7F), WORD(0xFCFCFCFC), WORD(0x3F3F3F3F)

# The four axes of a queen, with the shift of a step upwards (towards h8) and the squares that cannot take one. A step
# downwards is the opposite shift.
AXES = ((0, 1), (1, 0), (1, 1), (1, -1))
STEPS = np.array([8 * rows + columns for rows, columns in AXES], np.uint32)
CAN_STEP_UP = np.array([(0xFEFEFEFE, 0xFFFFFFFF, 0x7F7F7F7F)[1 + columns] for _, columns in AXES], np.uint32)
CAN_STEP_DOWN = np.array([(0x7F7F7F7F, 0xFFFFFFFF, 0xFEFEFEFE)[1 + columns] for _, columns in AXES], np.uint32)
KNIGHT_AXIS = 4

# The kinds of pawn moves, as rows and columns: those of White, then those of Black.
PAWN_MOVES = ((1, 0), (2, 0), (1, 1), (1, -1), (-1, 0), (-2, 0), (-1, -1), (-1, 1))
NO_PAWN_MOVE = 31


def pairs() -> list[tuple[int, int]]:
    """Returns the moves that a queen or a knight has on an empty board, in the order of their numbers."""
    found = []
    for start in range(64):
        for end in range(64):
            rows, columns = abs(start // 8 - end // 8), abs(start % 8 - end % 8)
            if rows * columns == 2 or start != end and (rows == 0 or columns == 0 or rows == columns):
                found.append((start, end))
    return found


PAIRS = pairs()
PROMOTING = [
    number
    for number, (start, end) in enumerate(PAIRS)
    if (start // 8, end // 8) in ((6, 7), (1, 0)) and abs(start % 8 - end % 8) <= 1
]
"""The numbers of the moves by which a pawn can promote."""
LESSER = (ROOK, BISHOP, KNIGHT)
"""The promotions that have numbers of their own."""
ACTIONS = PAIRS + [PAIRS[number] for number in PROMOTING for _ in LESSER]


def bit(square: int) -> int:
    return 1 << square


def geometry() -> tuple[npt.NDArray[np.uint32], ...]:
    """Returns for each pair the axis, the bit of its kind of pawn move, and the words of the squares between its ends."""
    axes, kinds, between = [], [], []
    for start, end in PAIRS:
        rows, columns = end // 8 - start // 8, end % 8 - start % 8
        distance = max(abs(rows), abs(columns))
        unit = (rows // distance, columns // distance)
        straight = rows * columns == 0 or abs(rows) == abs(columns)
        axes.append(next(a for a, (r, c) in enumerate(AXES) if unit in ((r, c), (-r, -c))) if straight else KNIGHT_AXIS)
        kinds.append(2 + PAWN_MOVES.index((rows, columns)) if (rows, columns) in PAWN_MOVES else NO_PAWN_MOVE)
        step = 8 * unit[0] + unit[1]
        inner = sum(bit(start + i * step) for i in range(1, distance)) if straight else 0
        between.append((inner & 0xFFFFFFFF, inner >> 32))
    low, high = np.array(between, np.uint32).T
    return np.array(axes, np.uint32), np.array(kinds, np.uint32), low, high


AXIS, PAWN_MOVE, BETWEEN_LOW, BETWEEN_HIGH = geometry()
FROM, TO = np.array(PAIRS, np.uint32).T


def table() -> npt.NDArray[np.uint32]:
    """Returns for each action words: the squares left and reached, the square that a double step passes, the squares
    of the rook that change if the king castles, the number of the pair, the piece that a pawn becomes."""
    castling = {(4, 6): (7, 5), (4, 2): (0, 3), (60, 62): (63, 61), (60, 58): (56, 59)}
    rows = []
    for action, (start, end) in enumerate(ACTIONS):
        passed = bit((start + end) // 2) if abs(start - end) == 16 else 0
        rook = sum(bit(square) for square in castling.get((start, end), ()))
        lesser = action - len(PAIRS)
        pair = action if lesser < 0 else PROMOTING[lesser // len(LESSER)]
        piece = QUEEN if lesser < 0 else LESSER[lesser % len(LESSER)]
        boards = [word for b in (bit(start), bit(end), passed, rook) for word in (b & 0xFFFFFFFF, b >> 32)]
        rows.append([*boards, pair, piece])
    return np.array(rows, np.uint32)


CHANGES = table()
WORDS = len(PAIRS) // 32


def starting_boards() -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Returns at the start the words of each kind of piece, those of White's pieces, and the legal moves."""
    kinds, white = [0] * 6, 0
    for square in range(64):
        piece = START[square // 8][square % 8]
        if piece != ".":
            kinds["pnbrqk".index(piece.lower())] |= bit(square)
            white |= bit(square) * piece.isupper()
    legal = [(file + 8, file + rank) for file in range(8) for rank in (16, 24)] + [(1, 16), (1, 18), (6, 21), (6, 23)]
    moves = sum(1 << PAIRS.index(pair) for pair in legal)
    words = [[b & 0xFFFFFFFF, b >> 32] for b in (*kinds, white)]
    legal_words = [moves >> 32 * i & 0xFFFFFFFF for i in range(WORDS)]
    return np.array(words[:6], np.uint32), np.array(words[6], np.uint32), np.array(legal_words, np.uint32)


START_KINDS, START_WHITE, START_LEGAL = starting_boards()


class Pieces(NamedTuple):
    """A chess position without its counters."""

    kinds: Board
    """The pieces of both sides by kind: words of shape (6,)."""
    white: Board
    """The pieces of White."""
    castle: Board
    """The corners of the rooks that may still castle."""
    passed: Board
    """The square that a pawn has just passed; in a game only if it can legally be captured there."""
    black: jax.Array
    """Whether the next chess move is Black's."""


class Game(NamedTuple):
    """A position and the history since the last capture or pawn move."""

    pieces: Pieces
    legal: jax.Array
    """One bit per pair: the legal moves, without the banned one."""
    check: jax.Array
    """Whether the side to move is in check."""
    banned: jax.Array
    """The number of the banned pair, or −1 if a ban is due."""
    halfmove: jax.Array
    history: History


class Moves(NamedTuple):
    """The result of move generation."""

    legal: jax.Array
    check: jax.Array
    passed: Board
    """The square of a legal capture en passant."""


def lanes(*boards: Board) -> Board:
    """Stacks boards along a new last axis."""
    return jnp.stack([b[0] for b in boards], -1), jnp.stack([b[1] for b in boards], -1)


def lane(boards: Board, index: int) -> Board:
    return boards[0][..., index], boards[1][..., index]


def union(boards: Board) -> Board:
    """Returns the union over the last axis."""
    result = lane(boards, 0)
    for index in range(1, boards[0].shape[-1]):
        result = either(result, lane(boards, index))
    return result


def inverted(one: Board) -> Board:
    return ~one[0], ~one[1]


def spread(one: Board) -> Board:
    """Adds a last axis of size 1."""
    return one[0][..., None], one[1][..., None]


def when(condition: jax.Array, one: Board) -> Board:
    """Returns the board if ``condition``, else an empty one."""
    return jnp.where(condition, one[0], WORD(0)), jnp.where(condition, one[1], WORD(0))


def rays(starts: Board, empty: Board) -> tuple[Board, Board]:
    """Returns the squares that pieces reach by sliding upwards and downwards, up to the first occupied square.
    The last axis of all boards is that of the axes."""
    steps = jnp.asarray(STEPS)
    up = down = (jnp.zeros_like(starts[0]), jnp.zeros_like(starts[1]))
    up_front = down_front = starts
    for _ in range(7):
        low, high = up_front[0] & jnp.asarray(CAN_STEP_UP), up_front[1] & jnp.asarray(CAN_STEP_UP)
        up_front = low << steps, high << steps | low >> (32 - steps)
        low, high = down_front[0] & jnp.asarray(CAN_STEP_DOWN), down_front[1] & jnp.asarray(CAN_STEP_DOWN)
        down_front = low >> steps | high << (32 - steps), high >> steps
        up, down = either(up, up_front), either(down, down_front)
        up_front, down_front = both(up_front, empty), both(down_front, empty)
    return up, down


def stepped(one: Board, rows: int, columns: int) -> Board:
    """Returns the squares a step away; ``columns`` is −1, 0 or 1."""
    mask = (NOT_A, WORD(0xFFFFFFFF), NOT_H)[1 + columns]
    return shifted((one[0] & mask, one[1] & mask), 8 * rows + columns)


def knight_steps(one: Board) -> Board:
    near = tuple((word << 1 & NOT_A) | (word >> 1 & NOT_H) for word in one)
    far = tuple((word << 2 & NOT_AB) | (word >> 2 & NOT_GH) for word in one)
    rows = [shifted((near[0], near[1]), by) for by in (16, -16)] + [shifted((far[0], far[1]), by) for by in (8, -8)]
    return either(either(rows[0], rows[1]), either(rows[2], rows[3]))


def king_steps(one: Board) -> Board:
    low, high = (word | (word << 1 & NOT_A) | (word >> 1 & NOT_H) for word in one)
    return without(either((low, high), either(shifted((low, high), 8), shifted((low, high), -8))), one)


def pawn_attacks(pawns: Board, black: jax.Array) -> Board:
    """Returns the squares that pawns of one colour attack."""
    upwards = either(stepped(pawns, 1, 1), stepped(pawns, 1, -1))
    return select(black, either(stepped(pawns, -1, 1), stepped(pawns, -1, -1)), upwards)


def bits(one: Board) -> jax.Array:
    """Returns one word per square, 0 or 1."""
    squares = jnp.arange(32, dtype=WORD)
    return jnp.concatenate([one[0] >> squares, one[1] >> squares]) & 1


def generate(pieces: Pieces) -> Moves:
    """Returns the legal moves of the side to move, and whether it is in check."""
    kinds, black = pieces.kinds, pieces.black
    occupied = union(kinds)
    empty = inverted(occupied)
    us = select(black, without(occupied, pieces.white), pieces.white)
    them = without(occupied, us)
    pawns, knights, _, _, _, king = (both(lane(kinds, kind), us) for kind in range(6))
    their_pawns, their_knights, their_king = (both(lane(kinds, kind), them) for kind in (PAWN, KNIGHT, KING))
    diagonal, straight = (either(lane(kinds, QUEEN), lane(kinds, kind)) for kind in (BISHOP, ROOK))
    sliders = lanes(straight, straight, diagonal, diagonal)
    our_sliders, their_sliders = both(sliders, spread(us)), both(sliders, spread(them))

    # Squares attacked while the king is off the board, so that it cannot step back along a ray.
    up, down = rays(their_sliders, spread(either(empty, king)))
    attacked = either(union(either(up, down)), either(knight_steps(their_knights), king_steps(their_king)))
    attacked = either(attacked, pawn_attacks(their_pawns, ~black))

    # From the king outwards: checking pieces, and own pieces in front of a slider.
    king_rays = rays(lanes(king, king, king, king), spread(empty))
    knight_checks = both(knight_steps(king), their_knights)
    pawn_checks = both(pawn_attacks(king, black), their_pawns)
    checkers, block, pinned = either(knight_checks, pawn_checks), either(knight_checks, pawn_checks), lanes(*[board(0)] * 4)
    for upwards, ray in enumerate(king_rays):
        checking = both(ray, their_sliders)
        checkers = either(checkers, union(checking))
        block = either(block, union(when(some(checking), ray)))
        shield = both(ray, spread(us))
        beyond = rays(shield, spread(empty))[upwards]
        pinned = either(pinned, when(some(both(beyond, their_sliders)), shield))
    checks = population(checkers)
    targets = select(checks == 0, inverted(us), when(checks == 1, without(block, us)))
    all_pinned = union(pinned)
    stuck = without(spread(all_pinned), pinned)

    # En passant removes two pawns from the board, so the king's safety is tested on the resulting board, once for each
    # diagonal axis.
    behind = select(black, shifted(pieces.passed, 8), shifted(pieces.passed, -8))
    takers = lanes(
        select(black, stepped(pieces.passed, 1, 1), stepped(pieces.passed, -1, -1)),
        select(black, stepped(pieces.passed, 1, -1), stepped(pieces.passed, -1, 1)),
    )
    takers = both(takers, spread(pawns))
    after = either(without(without(spread(occupied), takers), spread(behind)), spread(pieces.passed))
    kings = jnp.broadcast_to(king[0], (2, 4)), jnp.broadcast_to(king[1], (2, 4))
    open_up, open_down = rays(kings, spread(inverted(after)))
    exposed = some(union(both(either(open_up, open_down), their_sliders)))
    exposed = exposed | some(either(knight_checks, without(pawn_checks, behind)))
    can_pass = some(takers) & ~exposed
    passed = when(can_pass.any(), pieces.passed)

    home = select(black, board(bit(60)), board(bit(4)))
    east = [shifted(home, by) for by in (1, 2, 3)]
    west = [shifted(home, -by) for by in (1, 2, 3, 4)]
    walks = (
        (east[2], either(east[0], east[1]), either(east[0], east[1]), east[1]),
        (west[3], either(west[0], either(west[1], west[2])), either(west[0], west[1]), west[1]),
    )
    king_targets = without(without(king_steps(king), us), attacked)
    for corner, free, safe, target in walks:
        allowed = some(both(pieces.castle, corner)) & ~some(both(free, occupied))
        allowed = allowed & ~some(both(either(safe, home), attacked))
        king_targets = either(king_targets, when(allowed, target))

    pawn_targets = []
    for forward, third_rank in zip((1, -1), THIRD_RANKS, strict=True):
        own = when(black == (forward < 0), pawns)
        pushing, right, left = (without(own, lane(stuck, axis)) for axis in (1, 2, 3))
        single = both(stepped(pushing, forward, 0), empty)
        double = both(stepped(both(single, third_rank), forward, 0), empty)
        takes = [both(stepped(right, forward, forward), them), both(stepped(left, forward, -forward), them)]
        pawn_targets += [both(squares, targets) for squares in (single, double, *takes)]
        moves_now = black == (forward < 0)
        for axis in (0, 1):
            en_passant = when(can_pass[axis] & moves_now, pieces.passed)
            pawn_targets[axis - 2] = either(pawn_targets[axis - 2], en_passant)

    movers = [without(lane(our_sliders, axis), lane(stuck, axis)) for axis in range(4)]
    movers += [without(knights, all_pinned), king]
    sources = sum(bits(squares) << number for number, squares in enumerate(movers))
    goals = sum(bits(squares) << number for number, squares in enumerate([targets, king_targets, *pawn_targets]))
    sources, goals, occupied = barrier((sources, goals, occupied))

    source, goal = sources[FROM], goals[TO]
    clear = (occupied[0] & jnp.asarray(BETWEEN_LOW) | occupied[1] & jnp.asarray(BETWEEN_HIGH)) == 0
    by_piece = source >> jnp.asarray(AXIS) & goal & clear.astype(WORD)
    by_king = source >> 5 & goal >> 1
    legal = (by_piece | by_king | goal >> jnp.asarray(PAWN_MOVE)) & 1
    words = (legal.reshape(WORDS, 32) << jnp.arange(32, dtype=WORD)).sum(1, dtype=WORD)
    return Moves(words, checks > 0, passed)


def count(legal: jax.Array) -> jax.Array:
    return jax.lax.population_count(legal).sum(dtype=jnp.int32)


def is_insufficient(kinds: Board) -> jax.Array:
    """Returns whether there are only kings, one knight, or bishops on squares of one colour."""
    pawns, knights, bishops, rooks, queens, _ = (lane(kinds, kind) for kind in range(6))
    light, dark = some(both(bishops, LIGHT_SQUARES)), some(without(bishops, LIGHT_SQUARES))
    minor = jnp.where(some(knights), (population(knights) == 1) & ~light & ~dark, ~(light & dark))
    return minor & ~some(either(pawns, either(rooks, queens)))


def key(pieces: Pieces) -> Board:
    """Returns a hash of 64 bits; two positions of a game share it by chance once in 10¹⁹ pairs."""
    boards = [*(lane(pieces.kinds, kind) for kind in range(6)), pieces.white, pieces.castle, pieces.passed]
    words = [*(word for b in boards for word in b), pieces.black.astype(WORD)]
    return mix(words, 0x3C6EF372, 0xCC9E2D51, 0x1B873593), mix(words, 0xA54FF53A, 0x239B961B, 0xAB0E9789)


def moved(pieces: Pieces, change: jax.Array) -> tuple[Pieces, jax.Array]:
    """Plays a legal move, a row of ``CHANGES``. Returns the position and whether the move was a capture or a pawn's."""
    start, end, middle, rook = ((change[i], change[i + 1]) for i in (0, 2, 4, 6))
    kinds, white, castle, passed, black = pieces
    is_kind = some(both(kinds, spread(start)))
    pawn, king = is_kind[PAWN], is_kind[KING]
    en_passant = when(pawn & some(both(end, passed)), select(black, shifted(end, 8), shifted(end, -8)))
    occupied = union(kinds)
    progress = pawn | some(both(occupied, end))

    gone = either(either(start, end), en_passant)
    becomes = jnp.where(pawn & some(both(end, LAST_RANKS)), jnp.arange(6) == change[9].astype(jnp.int32), is_kind)
    kinds = either(without(kinds, spread(gone)), when(becomes, spread(end)))
    white = either(without(white, gone), when(~black, end))
    rook = when(king, rook)
    towers = when(jnp.arange(6) == ROOK, spread(rook))
    kinds = kinds[0] ^ towers[0], kinds[1] ^ towers[1]
    white_rook = when(~black, rook)
    white = white[0] ^ white_rook[0], white[1] ^ white_rook[1]
    corners = when(king, select(black, board(bit(56) | bit(63)), board(bit(0) | bit(7))))
    castle = without(without(castle, either(start, end)), corners)
    return Pieces(kinds, white, castle, when(pawn, middle), ~black), progress


class BanChess(Env):
    """Ban Chess."""

    id = "banchess"
    sides = ("white", "black")
    num_actions = len(ACTIONS)
    action_points = ACTIONS
    plane_names = (
        *(f"{side} {piece}" for side in sides for piece in ("pawns", "knights", "bishops", "rooks", "queens", "king")),
        "rooks that may castle",
        "en passant",
        "banned from",
        "banned to",
        "black's move",
        "to be banned",
        "moves without progress",
    )
    board_shape = (8, 8)

    def __init__(self, *, max_plies: int | None = None) -> None:
        super().__init__(max_plies)

    def _start(self) -> Game:
        kinds = jnp.asarray(START_KINDS[:, 0]), jnp.asarray(START_KINDS[:, 1])
        white = WORD(START_WHITE[0]), WORD(START_WHITE[1])
        corners = board(bit(0) | bit(7) | bit(56) | bit(63))
        pieces = Pieces(kinds, white, corners, board(0), jnp.bool_(False))
        # The start, and a position after each move until the draw.
        history = History.new(FIFTY_MOVES + 2, *key(pieces))
        return Game(pieces, jnp.asarray(START_LEGAL), jnp.bool_(False), jnp.int32(-1), jnp.int32(0), history)

    def _turn(self, game: Game) -> jax.Array:
        mover = game.pieces.black.astype(jnp.int32)
        return jnp.where(game.banned < 0, 1 - mover, mover)

    def _advance(self, game: Game, action: jax.Array) -> tuple[Game, Result]:
        change = jnp.asarray(CHANGES)[action]
        bans, pair = game.banned < 0, change[8]
        word = jnp.where(jnp.arange(WORDS, dtype=WORD) == pair >> 5, WORD(1) << (pair & 31), WORD(0))

        pieces, progress = barrier(moved(game.pieces, change))
        moves = generate(pieces)
        pieces = select(bans, game.pieces, pieces._replace(passed=moves.passed))
        legal = jnp.where(bans, game.legal & ~word, moves.legal)
        check = jnp.where(bans, game.check, moves.check)
        halfmove = jnp.where(bans, game.halfmove, jnp.where(progress, 0, game.halfmove + 1))
        banned = jnp.where(bans, pair.astype(jnp.int32), -1)
        history, times, full = game.history.cleared_if(~bans & progress, keep=1).visit(*key(pieces), ~bans)

        ways = count(legal)
        drawn = (halfmove >= FIFTY_MOVES) | is_insufficient(pieces.kinds) | (times >= 2)
        over = (ways == 0) | ~bans & drawn & (ways >= 2)
        mover = pieces.black.astype(jnp.int32)
        winner = jnp.where((ways == 0) & check, 1 - mover, -1)
        return Game(pieces, legal, check, banned, halfmove, history), Result(over=over, winner=winner, full=full)

    def _legal(self, game: Game, over: jax.Array) -> jax.Array:
        words = barrier(jnp.where(over, WORD(0), game.legal))
        pawns = barrier(when(game.banned >= 0, lane(game.pieces.kinds, PAWN)))
        legal = bit_planes(words, 32).reshape(len(PAIRS))
        promotes = legal[np.array(PROMOTING)] & (bits(pawns)[FROM[PROMOTING]] != 0)
        return jnp.concatenate([legal, jnp.repeat(promotes, len(LESSER))])

    def _planes(self, game: Game) -> jax.Array:
        pieces = game.pieces
        low, high = pieces.kinds
        white, black = both((low, high), spread(pieces.white)), without((low, high), spread(pieces.white))
        pair = jnp.maximum(game.banned, 0)
        ends = [when(game.banned >= 0, square(jnp.asarray(squares)[pair])) for squares in (FROM, TO)]
        boards = [pieces.castle, pieces.passed, *ends]
        rows = [
            jnp.concatenate([white[half], black[half], jnp.stack([b[half] for b in boards])]) for half in (0, 1)
        ]
        planes = jnp.concatenate([bit_planes(row, 32) for row in rows], axis=1).astype(jnp.float32)
        # A table, because compilers replace a division by a less exact multiplication.
        shares = jnp.asarray(np.arange(FIFTY_MOVES + 1, dtype=np.float32) / np.float32(FIFTY_MOVES))
        numbers = (pieces.black, game.banned < 0, shares[jnp.minimum(game.halfmove, FIFTY_MOVES)])
        rest = jnp.stack([jnp.asarray(number, jnp.float32) for number in numbers])
        return jnp.concatenate([planes, jnp.broadcast_to(rest[:, None], (3, 64))]).reshape(19, 8, 8)

    def _symmetries(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], list[bool]]:
        return np.arange(len(ACTIONS))[None], np.arange(19 * 64)[None], [False]


def square(number: jax.Array) -> Board:
    """Returns the board of one square."""
    word = WORD(1) << (number & 31)
    return jnp.where(number < 32, word, WORD(0)), jnp.where(number < 32, WORD(0), word)
