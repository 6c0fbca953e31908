"""What the bytes of a sample mean: the features of a position, seen by the side to move and by the other.

Plain Python, so that the tests can run it anywhere; train.py does the same on many samples at once.
"""

BOARD = 24
SAMPLE = 32

BANCHESS = {"features": 768, "hidden": 128, "buckets": 8}
CREEPER = {"features": 200, "hidden": 64, "buckets": 8}
GAMES = {"banchess": BANCHESS, "creeper": CREEPER}


def banchess(board):
    """The features of both perspectives and the bucket."""
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
    """The features of both perspectives and the bucket."""
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


def features(game, board):
    """The features of a position of either game."""
    return banchess(board) if game == "banchess" else creeper(board)
