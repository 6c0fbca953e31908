"""The integer forward pass of a network in plain Python; Rust has to give the same results to the last bit.

`learn banchess show --net F | python3 forward.py banchess F` compares the two.
"""

import struct
import sys
import zlib

from features import GAMES


class Network:
    """A network in the format of crates/nnue/src/file.rs."""

    def __init__(self, data, shape):
        assert data[:8] == b"CHNNUE01", "not a network file"
        assert zlib.crc32(data[:-4]) == struct.unpack("<I", data[-4:])[0], "checksum mismatch"
        counts = struct.unpack_from("<5i", data, 8)
        assert counts[:3] == (shape["features"], shape["hidden"], shape["buckets"]), "another shape"
        self.scale, self.handcrafted_weight = counts[3:]
        hidden, at = shape["hidden"], 28

        def row(count):
            nonlocal at
            values = struct.unpack_from(f"<{count}h", data, at)
            at += 2 * count
            return values

        self.bias = row(hidden)
        self.columns = [row(hidden) for _ in range(shape["features"])]
        self.outputs = []
        for _ in range(shape["buckets"]):
            weights = [row(hidden), row(hidden)]
            self.outputs.append((weights, struct.unpack_from("<i", data, at)[0]))
            at += 4

    def evaluate(self, sides, bucket, handcrafted):
        """Return the evaluation for the side to move, in hundredths. `//` rounds down, like Rust's div_euclid here."""
        weights, bias = self.outputs[bucket]
        total = 0
        for present, row in zip(sides, weights):
            sums = [sum(column) for column in zip(self.bias, *(self.columns[i] for i in present))]
            total += sum(min(max(x, 0), 255) ** 2 * w for x, w in zip(sums, row))
        value = (total // 255 + bias) * self.scale // (255 * 64)
        return value + handcrafted * self.handcrafted_weight // 256


def main():
    game, path = sys.argv[1:]
    with open(path, "rb") as file:
        network = Network(file.read(), GAMES[game])
    compared = 0
    for line in sys.stdin:
        board, handcrafted, evaluated = line.split()
        sides, bucket = GAMES[game]["of"](bytes.fromhex(board))
        expected = network.evaluate(sides, bucket, int(handcrafted))
        if expected != int(evaluated):
            sys.exit(f"{board}: Rust says {evaluated}, Python {expected}")
        compared += 1
    print(f"{compared} positions are identical")


if __name__ == "__main__":
    main()
