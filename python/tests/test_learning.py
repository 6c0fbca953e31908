"""The AlphaZero example with a small NumPy network."""

import random
import sys
from collections import deque
from itertools import islice
from pathlib import Path

import chautari
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
import alphazero  # noqa: E402


class Small:
    """A network with one hidden layer, trained with Adam, in place of the example's PyTorch network."""

    def __init__(self, game: chautari.Game, hidden: int = 64) -> None:
        rng = np.random.default_rng(0)
        inputs, outputs = alphazero.input_symmetries(game).shape[1], game.action_count + 1
        shapes = [(inputs, hidden), (hidden,), (hidden, outputs), (outputs,)]
        self.weights = [rng.normal(0, 0.5 / shape[0] ** 0.5, shape).astype(np.float32) for shape in shapes]
        self.first = [np.zeros_like(w) for w in self.weights]
        self.second = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def forward(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        one, two, three, four = self.weights
        hidden = np.maximum(x @ one + two, 0)
        out = hidden @ three + four
        return x, hidden, out[:, :-1], np.tanh(out[:, -1])

    def predict(self, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        _, _, logits, value = self.forward(inputs)
        return logits, value

    def learn(self, inputs: np.ndarray, policy: np.ndarray, value: np.ndarray) -> float:
        x, hidden, logits, guess = self.forward(inputs)
        odds = np.exp(logits - logits.max(1, keepdims=True))
        odds /= odds.sum(1, keepdims=True)
        loss = -(policy * np.log(odds + 1e-9)).sum(1).mean() + ((guess - value) ** 2).mean()
        off = np.concatenate([odds - policy, (2 * (guess - value) * (1 - guess**2))[:, None]], 1) / len(x)
        back = (off @ self.weights[2].T) * (hidden > 0)
        self.steps += 1
        for i, slope in enumerate([x.T @ back, back.sum(0), hidden.T @ off, off.sum(0)]):
            self.first[i] += 0.1 * (slope - self.first[i])
            self.second[i] += 0.01 * (slope**2 - self.second[i])
            mean, spread = self.first[i] / (1 - 0.9**self.steps), self.second[i] / (1 - 0.99**self.steps)
            self.weights[i] -= 3e-3 * mean / (np.sqrt(spread) + 1e-8)
        return float(loss)


def wins_at_once(game: chautari.Game, count: int) -> list[tuple[chautari.State, set[int]]]:
    """Returns positions from random play that have immediate wins, with the winning actions."""
    found: list[tuple[chautari.State, set[int]]] = []
    while len(found) < count:
        state = game.start()
        while not state.is_over:
            wins = set()
            for action in state.legal_actions():
                after = state.copy()
                after.play(action)
                if after.returns[state.turn_index] == 1:
                    wins.add(action)
            if wins:
                found.append((state.copy(), wins))
            state.play(random.choice(state.legal_actions()))
    return found[:count]


def test_short_training_improves_the_network() -> None:
    """After a few games of self-play the network finds more immediate wins without search."""
    random.seed(0)
    np.random.seed(0)
    game = chautari.game("baghchal", captures=1)
    network, memory = Small(game), deque[alphazero.Example](maxlen=20_000)
    positions = wins_at_once(game, 300)

    def found() -> float:
        logits, _ = network.predict(np.stack([alphazero.encode(state) for state, _ in positions]))
        masks = np.stack([state.mask() for state, _ in positions])
        best = np.where(masks, logits, -np.inf).argmax(1)
        return float(np.mean([action in wins for action, (_, wins) in zip(best, positions, strict=True)]))

    before, losses = found(), []
    examples = alphazero.self_play(game, network, games=32, simulations=24)
    for _ in range(4):
        memory.extend(islice(examples, 75))
        losses.append(alphazero.train(game, network, memory, steps=60, batch=128))
    after = found()
    assert losses[-1] < losses[0]
    assert after > before + 0.2, f"found {before:.0%} of the wins before and {after:.0%} after"


def test_search_finds_a_capture_with_an_untrained_network() -> None:
    """64 simulations find a winning capture that an untrained network does not."""
    np.random.seed(1)
    game = chautari.game("baghchal", captures=1)
    state = game.start()
    state.play("mB1")
    root = alphazero.Node(state)
    alphazero.search([root], Small(game), 64)
    assert state.action_text(root.best()) == "mA1C1(B1)"


class WhiteWins:
    """A network that always predicts a win for White."""

    def __init__(self, game: chautari.Game) -> None:
        self.actions = game.action_count

    def predict(self, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        black_moves, ban_due = inputs[:, 16 * 64] == 1, inputs[:, 17 * 64] == 1
        return np.zeros((len(inputs), self.actions), np.float32), np.where(black_moves == ban_due, 1.0, -1.0)

    def learn(self, inputs: np.ndarray, policy: np.ndarray, value: np.ndarray) -> float:
        raise NotImplementedError


def test_values_are_negated_by_side_not_by_ply() -> None:
    """In Ban Chess one side acts twice in a row; values must not be negated between these plies."""
    game = chautari.game("banchess")
    state = game.start()
    for sign in (-1, 1):  # black bans, white moves
        root = alphazero.Node(state.copy())
        alphazero.search([root], WhiteWins(game), 60)
        tried = root.visits > 0
        assert tried.any()
        assert (sign * root.values[tried] >= root.visits[tried] * alphazero.DISCOUNT**6).all()
        state.play(state.legal_actions()[0])
