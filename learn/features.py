"""Decoding samples: the features of a position, from the perspective of the side to move and of the other.

Plain Python, so that the tests can run it anywhere; train.py does the same for batches.
"""

BESIDES = 8  # bytes of a sample after the board


def banchess(board):
    """Return the features of both perspectives and the bucket."""
    occupied = int.from_bytes(board[:8], "little")
    men = []
    for square in range(64):
        if occupied >> square & 1:
            nibble = board[8 + len(men) // 2] >> 4 * (len(men) % 2)
            men.append((square, nibble & 7, nibble >> 3 & 1))
    sides = []
    for viewer in (0, 1):
        flip = 56 * viewer
        king = next(square for square, piece, owner in men if piece == 5 and owner == viewer)
        flip ^= 7 if king % 8 > 3 else 0
        sides.append([((owner ^ viewer) * 6 + piece) * 64 + (square ^ flip) for square, piece, owner in men])
    return sides, min(max(-(-(len(men) - 2) // 4), 1), 8) - 1


PINS = [(row, column) for row in range(7) for column in range(7) if (row, column) not in ((0, 0), (0, 6), (6, 0), (6, 6))]
OCTAGONS = [(row, column) for row in range(6) for column in range(6)]
MIRRORED_PINS = [PINS.index((row, 6 - column)) for row, column in PINS]
MIRRORED_OCTAGONS = [OCTAGONS.index((row, 5 - column)) for row, column in OCTAGONS]


def creeper(board):
    """Return the features of both perspectives and the bucket."""
    bits = int.from_bytes(board, "little")
    pins = [[i for i in range(45) if bits >> side * 45 + i & 1] for side in (0, 1)]
    octagons = [[i for i in range(36) if bits >> 90 + side * 36 + i & 1] for side in (0, 1)]
    costs = [bits >> 162 + 5 * side & 31 for side in (0, 1)]
    sides = []
    for viewer in (0, 1):
        features = []
        for owner in (0, 1):
            seen = owner ^ viewer
            features += [seen * 45 + (MIRRORED_PINS[i] if viewer else i) for i in pins[owner]]
            features += [90 + seen * 36 + (MIRRORED_OCTAGONS[i] if viewer else i) for i in octagons[owner]]
        features += [162 + costs[viewer], 181 + costs[1 - viewer]]
        sides.append(features)
    count = len(pins[0]) + len(pins[1])
    return sides, min(max((count + 1) // 2, 1), 8) - 1


SIZE, ARM, PAIRS = 19, 3, 5
LENGTH = 2 * ARM + 1
AXES = ((0, 1), (1, 0), (1, 1), (1, -1))
NOTHING = 65535


def patterns():
    """Return the name of every pattern of seven cells for the side with the first bits, and the number of names."""

    def cells(pattern):
        return [pattern >> 2 * place & 3 for place in range(LENGTH)]

    def is_possible(row):
        walls = [cell == 3 for cell in row]
        before, after = walls[:ARM], walls[ARM + 1 :]
        return (1 in row or 2 in row) and not walls[ARM] and before == sorted(before)[::-1] and after == sorted(after)

    names, count = [NOTHING] * 4**LENGTH, 0
    for pattern in range(4**LENGTH):
        row = cells(pattern)
        same = min(pattern, sum(cell << 2 * place for place, cell in enumerate(row[::-1])))
        if same < pattern:
            names[pattern] = names[same]
        elif is_possible(row):
            names[pattern], count = count, count + 1
    return names, count


NAMES, PATTERNS = patterns()


def exchanged(pattern):
    """Return a pattern with the colours exchanged."""
    return (pattern & 0x5555) << 1 | pattern >> 1 & 0x5555


def gomoku(board):
    """Return the features of both perspectives, each as often as it occurs, and the bucket."""
    bits = int.from_bytes(board[:91], "little")
    stones = [bits >> 2 * cell & 3 for cell in range(SIZE * SIZE)]
    seen = []
    for cell in range(SIZE * SIZE):
        for rows, columns in AXES:
            pattern = 0
            for place in range(LENGTH):
                row = cell // SIZE + (place - ARM) * rows
                column = cell % SIZE + (place - ARM) * columns
                on_board = 0 <= row < SIZE and 0 <= column < SIZE
                pattern |= (stones[row * SIZE + column] if on_board else 3) << 2 * place
            if NAMES[pattern] != NOTHING:
                seen.append(pattern)
    pairs = [min(count, PAIRS - 1) for count in board[94:96]]
    sides = [[NAMES[pattern] for pattern in seen], [NAMES[exchanged(pattern)] for pattern in seen]]
    for viewer in (0, 1):
        sides[viewer] += [PATTERNS + pairs[viewer], PATTERNS + PAIRS + pairs[1 - viewer]]
    return sides, min(sum(stone > 0 for stone in stones) // 16, 3)


GAMES = {
    "banchess": {"of": banchess, "board": 24, "features": 768, "hidden": 128, "buckets": 8},
    "creeper": {"of": creeper, "board": 24, "features": 200, "hidden": 64, "buckets": 8},
    "gomoku": {"of": gomoku, "board": 96, "features": PATTERNS + 2 * PAIRS, "hidden": 32, "buckets": 4},
}
