"""Trains a network on samples and writes it with integer weights.

    python3 train.py banchess --out network.nnue --curve curve.svg samples...

Needs PyTorch; with a GPU it takes a minute or two.
"""

import argparse
import struct
import time
import zlib

import numpy
import torch

from features import (
    ARM, AXES, BESIDES, GAMES, LENGTH, MIRRORED_OCTAGONS, MIRRORED_PINS, NAMES, NOTHING, OCTAGONS, PAIRS, PATTERNS,
    PINS, SIZE, exchanged,
)

SCALE = 400  # an output of 1.0, in hundredths
MOST_COLUMN = 1.98  # 32 such columns fit into 16 bits; features with more are small and cancel out
MOST_OUTPUT = 127 / 64


def bits(data, count):
    """Return the first bits of each row of bytes."""
    shifts = torch.arange(8, device=data.device, dtype=torch.uint8)
    return ((data[:, :, None] >> shifts) & 1).reshape(len(data), -1)[:, :count]


class Banchess:
    """Pieces on squares as index lists; 768 stands for an empty entry."""

    def __init__(self, data):
        self.own, self.other, self.bucket = [], [], []
        for part in data.split(1 << 20):
            occupied = bits(part[:, :8], 64).long()
            index = occupied.cumsum(1) - 1
            byte = part[:, 8:24].long().gather(1, (index.clamp(min=0) // 2))
            nibble = torch.where(index % 2 == 1, byte >> 4, byte & 15)
            piece, owner = nibble & 7, nibble >> 3
            square = torch.arange(64, device=part.device).expand_as(piece)
            present = occupied.bool()
            for viewer, into in ((0, self.own), (1, self.other)):
                king = (present & (piece == 5) & (owner == viewer)).int().argmax(1)
                flip = 56 * viewer ^ torch.where(king % 8 > 3, 7, 0)
                feature = ((owner ^ viewer) * 6 + piece) * 64 + (square ^ flip[:, None])
                feature = torch.where(present, feature, 768)
                into.append(feature.sort(1).values[:, :32].short())
            men = occupied.sum(1)
            self.bucket.append((-(-(men - 2) // 4)).clamp(1, 8) - 1)
        self.own, self.other, self.bucket = (torch.cat(x) for x in (self.own, self.other, self.bucket))

    def batch(self, chosen, training):
        def dense(lists):
            rows = torch.zeros(len(chosen), 769, device=lists.device)
            rows.scatter_(1, lists[chosen].long(), 1.0)
            return rows[:, :768]

        return dense(self.own), dense(self.other), self.bucket[chosen]


class Creeper:
    """Pins and octagons as bits, chain costs one-hot; a random one of four symmetries in training."""

    def __init__(self, data):
        self.bits = bits(data[:, :24], 172)
        powers = 1 << torch.arange(5, device=data.device)
        self.costs = [(self.bits[:, 162 + 5 * side : 167 + 5 * side].long() * powers).sum(1) for side in (0, 1)]
        pins = self.bits[:, :90].sum(1).long()
        self.bucket = ((pins + 1) // 2).clamp(1, 8) - 1
        images = [lambda r, c, last: (r, c), lambda r, c, last: (c, r)]
        images += [lambda r, c, last: (last - r, last - c), lambda r, c, last: (last - c, last - r)]

        def order(image):
            pins = [PINS.index(image(r, c, 6)) for r, c in PINS]
            octagons = [OCTAGONS.index(image(r, c, 5)) for r, c in OCTAGONS]
            parts = [pins, [45 + i for i in pins], [90 + i for i in octagons], [126 + i for i in octagons]]
            return torch.tensor(sum(parts, []), device=data.device)

        self.symmetries = [order(image) for image in images]
        mirrored = [[45 + i for i in MIRRORED_PINS], MIRRORED_PINS]
        mirrored += [[126 + i for i in MIRRORED_OCTAGONS], [90 + i for i in MIRRORED_OCTAGONS]]
        self.mirrored = torch.tensor(sum(mirrored, []), device=data.device)

    def batch(self, chosen, training):
        own = self.bits[chosen, :162].float()
        if training:
            own = own[:, self.symmetries[int(torch.randint(4, (1,)))]]
        costs = [torch.nn.functional.one_hot(costs[chosen], 19).float() for costs in self.costs]
        other = torch.cat([own[:, self.mirrored], costs[1], costs[0]], 1)
        return torch.cat([own, costs[0], costs[1]], 1), other, self.bucket[chosen]


class Gomoku:
    """The count of each pattern; patterns that are not features are counted in a dropped column."""

    def __init__(self, data):
        self.data = data
        device = data.device
        names = torch.tensor(NAMES, device=device)
        others = torch.tensor([NAMES[exchanged(pattern)] for pattern in range(len(NAMES))], device=device)
        nothing = PATTERNS + 2 * PAIRS
        self.names = [torch.where(n == NOTHING, nothing, n) for n in (names, others)]
        pairs = data[:, 94:96].long().clamp(max=PAIRS - 1)
        self.pairs = [
            torch.stack([PATTERNS + pairs[:, viewer], PATTERNS + PAIRS + pairs[:, 1 - viewer]], 1) for viewer in (0, 1)
        ]

    def batch(self, chosen, training):
        stones = bits(self.data[chosen, :91], 2 * SIZE * SIZE).long()
        stones = stones[:, 0::2] + 2 * stones[:, 1::2]
        padded = torch.full((len(chosen), SIZE + 2 * ARM, SIZE + 2 * ARM), 3, device=stones.device)
        padded[:, ARM:-ARM, ARM:-ARM] = stones.reshape(-1, SIZE, SIZE)
        seen = []
        for rows, columns in AXES:
            pattern = 0
            for place in range(LENGTH):
                row, column = ARM + (place - ARM) * rows, ARM + (place - ARM) * columns
                pattern = pattern + (padded[:, row : row + SIZE, column : column + SIZE] << 2 * place)
            seen.append(pattern.reshape(len(chosen), -1))
        seen = torch.cat(seen, 1)

        def counts(names, pairs):
            lists = torch.cat([names[seen], pairs[chosen]], 1)
            rows = torch.zeros(len(chosen), PATTERNS + 2 * PAIRS + 1, device=lists.device)
            rows.scatter_add_(1, lists, torch.ones_like(lists, dtype=rows.dtype))
            return rows[:, :-1]

        own, other = (counts(names, pairs) for names, pairs in zip(self.names, self.pairs))
        return own, other, ((stones > 0).sum(1) // 16).clamp(max=3)


class Model(torch.nn.Module):
    """One hidden layer for each perspective, one output per bucket, and the hand-crafted evaluation."""

    def __init__(self, features, hidden, buckets, handcrafted_weight, spread):
        super().__init__()
        self.columns = torch.nn.Parameter(torch.randn(features, hidden) * spread)
        self.bias = torch.nn.Parameter(torch.full((hidden,), 0.1))
        self.weights = torch.nn.Parameter(torch.randn(buckets, 2, hidden) * 0.05)
        self.output_bias = torch.nn.Parameter(torch.zeros(buckets))
        self.handcrafted_weight = torch.nn.Parameter(torch.tensor(handcrafted_weight), requires_grad=handcrafted_weight != 0)

    def forward(self, own, other, bucket, handcrafted):
        hidden = torch.stack([(x @ self.columns + self.bias).clamp(0, 1) ** 2 for x in (own, other)], 1)
        out = (hidden * self.weights[bucket]).sum((1, 2)) + self.output_bias[bucket]
        return out * SCALE + self.handcrafted_weight * handcrafted

    def clip(self):
        with torch.no_grad():
            self.columns.clamp_(-MOST_COLUMN, MOST_COLUMN)
            self.weights.clamp_(-MOST_OUTPUT, MOST_OUTPUT)

    def integers(self):
        """Return the contents of the file, in the order of crates/nnue/src/file.rs."""
        columns, bias = (self.columns * 255).round().short(), (self.bias * 255).round().short()
        weights = (self.weights * 64).round().clamp(-127, 127).short()
        output_bias = (self.output_bias * 255 * 64).round().int()
        return columns, bias, weights, output_bias, int((self.handcrafted_weight * 256).round())

    def write(self, path):
        columns, bias, weights, output_bias, handcrafted_weight = self.integers()
        data = b"CHNNUE01"
        data += struct.pack("<5i", *columns.shape, len(weights), SCALE, handcrafted_weight)
        data += bias.cpu().numpy().astype("<i2").tobytes() + columns.cpu().numpy().astype("<i2").tobytes()
        for row, own_bias in zip(weights, output_bias):
            data += row.cpu().numpy().astype("<i2").tobytes() + struct.pack("<i", int(own_bias))
        data += struct.pack("<I", zlib.crc32(data))
        with open(path, "wb") as file:
            file.write(data)

    def quantised(self, own, other, bucket, handcrafted):
        """The integers of the forward pass, as crates/nnue/src/lib.rs computes them."""
        columns, bias, weights, output_bias, handcrafted_weight = self.integers()
        total = 0
        for x, row in ((own, weights[bucket, 0]), (other, weights[bucket, 1])):
            # Double precision adds 16-bit numbers exactly.
            hidden = (x.double() @ columns.double() + bias).clamp(0, 255).long()
            total = total + (hidden * hidden * row.long()).sum(1)
        value = (total.div(255, rounding_mode="floor") + output_bias[bucket]) * SCALE
        value = value.div(255 * 64, rounding_mode="floor")
        return value + (handcrafted.long() * handcrafted_weight).div(256, rounding_mode="floor")


def fit_scale(score, result):
    """Return how many hundredths correspond to odds of e to one."""
    best = (9.0, 0.0)
    for scale in range(40, 1000, 10):
        loss = torch.nn.functional.binary_cross_entropy(torch.sigmoid(score / scale), result)
        best = min(best, (float(loss), float(scale)))
    return best[1]


def draw(curve, path):
    """Return the training and validation losses as a small SVG."""
    low, high = min(min(row) for row in curve), max(max(row) for row in curve[1:] or curve)
    width, height = 640, 320

    def line(index, colour):
        points = " ".join(
            f"{40 + i * (width - 60) / max(len(curve) - 1, 1):.1f},"
            f"{20 + (high - min(row[index], high)) / (high - low + 1e-9) * (height - 60):.1f}"
            for i, row in enumerate(curve)
        )
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'

    text = (
        f'<text x="40" y="{height - 12}">{len(curve)} epochs; loss {high:.5f} to {low:.5f}; '
        f'<tspan fill="#b5522b">training</tspan>, <tspan fill="#2b6cb0">validation</tspan></text>'
    )
    with open(path, "w") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
            f'font-size="13"><rect width="{width}" height="{height}" fill="#fff"/>'
            f'{line(0, "#b5522b")}{line(1, "#2b6cb0")}{text}</svg>\n'
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("samples", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--curve")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--search", type=float, default=0.7, help="how much of the target is the search's value; the rest is the result")
    parser.add_argument("--handcrafted", type=float, default=1.0, help="initial weight of the hand-crafted evaluation; 0 leaves it out")
    parser.add_argument("--spread", type=float, default=0.1, help="how large columns are at first: small where many add up")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision("high")
    shape = GAMES[options.game]
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = numpy.concatenate([numpy.fromfile(path, numpy.uint8).reshape(-1, shape["board"] + BESIDES) for path in options.samples])
    data = torch.from_numpy(data).to(device)
    data = data[torch.randperm(len(data), device=device)]
    score, handcrafted = (
        torch.from_numpy(data[:, at : at + 2].contiguous().cpu().numpy().view("<i2")[:, 0].astype("f4")).to(device)
        for at in (shape["board"], shape["board"] + 2)
    )
    result = data[:, shape["board"] + 4].float() / 2
    positions = {"banchess": Banchess, "creeper": Creeper, "gomoku": Gomoku}[options.game](data)
    scale = fit_scale(score, result)
    target = options.search * torch.sigmoid(score / scale) + (1 - options.search) * result
    count = len(data)
    held = min(count // 20, 100_000)
    print(f"{count} positions, {float((result == 1).float().mean()):.2f} won by the side to move, "
          f"{float((result == 0.5).float().mean()):.2f} drawn; scale {scale:.0f}; on {device}", flush=True)

    def loss_of(value, chosen):
        return ((torch.sigmoid(value / scale) - target[chosen]) ** 2).mean()

    validation = torch.arange(held, device=device)
    by_hand = float(loss_of(handcrafted[validation], validation))
    model = Model(shape["features"], shape["hidden"], shape["buckets"], options.handcrafted, options.spread).to(device)
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=1e-6)
    steps = (count - held) // options.batch or 1
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, total_steps=steps * options.epochs + 1)
    curve = []
    for epoch in range(options.epochs):
        started, total = time.time(), 0.0
        order = held + torch.randperm(count - held, device=device)
        for step in range(steps):
            chosen = order[step * options.batch : (step + 1) * options.batch]
            value = model(*positions.batch(chosen, True), handcrafted[chosen])
            loss = loss_of(value, chosen)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            model.clip()
            total += loss.detach()
        with torch.no_grad():
            parts = validation.split(options.batch)
            losses = [loss_of(model(*positions.batch(part, False), handcrafted[part]), part) * len(part) for part in parts]
        curve.append((float(total) / steps, float(sum(losses)) / held))
        print(f"epoch {epoch + 1}: training {curve[-1][0]:.5f}, validation {curve[-1][1]:.5f}, "
              f"by hand {by_hand:.5f}, {time.time() - started:.1f} s", flush=True)
    with torch.no_grad():
        quantised = [loss_of(model.quantised(*positions.batch(part, False), handcrafted[part]), part) * len(part) for part in parts]
    print(f"in integers: validation {float(sum(quantised)) / held:.5f}; weight of the hand-crafted evaluation {model.handcrafted_weight.item():.3f}")
    model.write(options.out)
    if options.curve:
        draw(curve, options.curve)


if __name__ == "__main__":
    main()
