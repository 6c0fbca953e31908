"""AlphaZero in one file: learns a small variant of Bagh Chal on a CPU in minutes.

    pip install torch && python examples/alphazero.py

The network maps the planes and legal actions of a position to a policy and a value. Monte Carlo tree search improves
both, and its self-play games train the network. This file contains no rules: turns, legal moves and results come from
``chautari.State``, so it learns any of the games, also Ban Chess, in which turns do not alternate.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Protocol

import chautari
import numpy as np
from chautari import State, holdfast

MAX_PLIES = 150  # longer games count as draws
DISCOUNT = 0.98  # per ply, so that quick wins and slow losses are preferred


class Network(Protocol):
    """A trainable network. Its input has one row per position."""

    def predict(self, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the logits of all actions, and values from −1 to 1 for the side to act."""

    def learn(self, inputs: np.ndarray, policy: np.ndarray, value: np.ndarray) -> float:
        """Takes one optimiser step towards the targets and returns the loss."""


def encode(state: State) -> np.ndarray:
    """Returns the network's input: the planes, and the legal actions, so that it need not learn how pieces move."""
    return np.concatenate([state.planes().ravel(), state.mask()], dtype=np.float32)


def input_symmetries(game: chautari.Game) -> np.ndarray:
    """Returns the symmetries of the input as source indices, one per row."""
    return np.concatenate([game.plane_symmetries, game.plane_symmetries.shape[1] + game.action_symmetries], axis=1)


# --- search -----------------------------------------------------------------------------------------------------


class Node:
    """A position in the search tree, with statistics of its moves."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.side = state.turn_index
        self.children: dict[int, Node] = {}
        self.actions = np.array([], int)

    def expand(self, logits: np.ndarray, value: float) -> None:
        """Stores the network's output for this position."""
        self.actions = np.array(self.state.legal_actions())
        self.logits = logits[self.actions]
        self.visits = np.zeros(len(self.actions))
        self.values = np.zeros(len(self.actions))  # sums for the side to act here
        self.count, self.total = 1, value
        self.noise = 0.0

    def policy(self, noise: np.ndarray | float = 0.0) -> np.ndarray:
        """Returns the improved policy: the network's logits plus the scaled mean values (Danihelka et al., 2022). Each
        move gets one extra visit with the mean value of the node; otherwise untried moves would look attractive in bad
        positions."""
        mean = (self.values + self.total / self.count) / (self.visits + 1)
        weights = self.logits + noise + (25 + self.visits.max()) * mean
        weights = np.exp(weights - weights.max())
        return weights / weights.sum()

    def choose(self) -> int:
        """Returns the move whose share of visits is furthest below its policy."""
        return int((self.policy(self.noise) - self.visits / self.count).argmax())

    def update(self, i: int, value: float) -> None:
        """Adds the value of one simulation of move ``i``, for the side to act here."""
        self.visits[i] += 1
        self.values[i] += value
        self.count += 1
        self.total += value

    def child(self, action: int) -> Node:
        """Returns the node after a move."""
        if action not in self.children:
            state = self.state.copy()
            state.play(action)
            self.children[action] = Node(state)
        return self.children[action]

    def best(self) -> int:
        """Returns the best action."""
        return int(self.actions[self.policy().argmax()])


def search(roots: list[Node], network: Network, simulations: int, explore: bool = False) -> None:
    """Searches many games together, so that the network evaluates leaves in batches."""
    evaluate([root for root in roots if not len(root.actions)], network)
    for root in roots:
        root.noise = np.random.gumbel(size=len(root.actions)) if explore else 0.0
    for _ in range(simulations):
        paths = [descend(root) for root in roots]
        values = evaluate([leaf for _, leaf in paths], network)
        for (path, leaf), value in zip(paths, values, strict=True):
            for node, i in reversed(path):
                value *= DISCOUNT
                node.update(i, value if node.side == leaf.side else -value)


def descend(root: Node) -> tuple[list[tuple[Node, int]], Node]:
    """Returns the path from the root to an unexpanded or terminal node, and that node."""
    node, path = root, []
    while len(node.actions):
        i = node.choose()
        path.append((node, i))
        node = node.child(int(node.actions[i]))
    return path, node


def evaluate(leaves: list[Node], network: Network) -> list[float]:
    """Returns the value of each leaf for its side to act, and expands those that are not terminal."""
    values = [leaf.state.returns[leaf.side] for leaf in leaves]
    unknown = [i for i, leaf in enumerate(leaves) if not leaf.state.is_over]
    if unknown:
        logits, guesses = network.predict(np.stack([encode(leaves[i].state) for i in unknown]))
        for i, row, guess in zip(unknown, logits, guesses, strict=True):
            values[i] = float(guess)
            leaves[i].expand(row, values[i])
    return values


# --- learning ---------------------------------------------------------------------------------------------------

Example = tuple[np.ndarray, np.ndarray, float]


def self_play(game: chautari.Game, network: Network, games: int, simulations: int) -> Iterator[Example]:
    """Plays many games without end and yields training examples from finished ones: input, policy of the search, result.

    In two of three games one side plays at random: if one side wins by force, pure self-play would never show how the
    other side can win. Most moves use a short search, which gives more games; only moves after a full search become
    examples."""
    trees, lines = [Node(game.start()) for _ in range(games)], [[] for _ in range(games)]
    while True:
        random_side = {i for i in range(games) if i % 3 == trees[i].side}
        full = {i for i in range(games) if i not in random_side and random.random() < 0.25}
        search([trees[i] for i in full], network, simulations, explore=True)
        search([trees[i] for i in range(games) if i not in random_side | full], network, simulations // 4, explore=True)
        for i, root in enumerate(trees):
            plies = len(root.state.moves)
            if i in random_side:
                action = random.choice(root.state.legal_actions())
            else:
                policy = root.policy()
                action = int(np.random.choice(root.actions, p=policy)) if plies < 16 else root.best()
            if i in full:
                target = np.zeros(game.action_count, np.float32)
                target[root.actions] = policy
                lines[i].append((encode(root.state), target, root.side, plies))
            trees[i] = root.child(action)
            if trees[i].state.is_over or plies + 1 == MAX_PLIES:
                for inputs, target, side, ply in lines[i]:
                    yield inputs, target, trees[i].state.returns[side] * DISCOUNT ** (plies + 1 - ply)
                trees[i], lines[i] = Node(game.start()), []


def train(game: chautari.Game, network: Network, memory: deque[Example], steps: int, batch: int = 256) -> float:
    """Trains on random batches, each under a random symmetry of the board, and returns the mean loss."""
    images, actions, loss = input_symmetries(game), game.action_symmetries, 0.0
    for _ in range(steps):
        inputs, policy, value = map(np.stack, zip(*random.sample(memory, min(batch, len(memory))), strict=True))
        s = random.randrange(len(actions))
        loss += network.learn(inputs[:, images[s]], policy[:, actions[s]], value.astype(np.float32)) / steps
    return loss


# --- evaluation ------------------------------------------------------------------------------------------------


def agent(network: Network, simulations: int) -> Callable[[State], int]:
    """Returns a function that picks an action for a state."""

    def act(state: State) -> int:
        root = Node(state)
        search([root], network, simulations)
        return root.best()

    return act


def against_random(game: chautari.Game, network: Network, games: int, simulations: int) -> tuple[float, float]:
    """Returns the scores against random play as each side, with half of the games each."""
    states, scores = [game.start() for _ in range(games)], [0.0, 0.0]
    playing = list(range(games))
    while playing:
        own = [i for i in playing if states[i].turn_index == i % 2]
        roots = [Node(states[i]) for i in own]
        search(roots, network, simulations)
        for root in roots:
            root.state.play(root.best())
        for i in set(playing) - set(own):
            states[i].play(random.choice(states[i].legal_actions()))
        playing = [i for i in playing if not states[i].is_over and len(states[i].moves) < MAX_PLIES]
    for i, state in enumerate(states):
        scores[i % 2] += (1 + state.returns[i % 2]) / games
    return scores[0], scores[1]


def held_share(game: chautari.Game, network: Network, tables: chautari.Tables, simulations: int, count: int) -> float:
    """Returns how often the network preserves the exact value, in positions where a move can give it away."""
    tried, held, act = 0, 0, agent(network, simulations)
    while tried < count:
        state = game.start()
        for _ in range(random.randrange(60)):
            if state.is_over:
                break
            state.play(random.choice(state.legal_actions()))
        values = {} if state.is_over else tables.moves(state)
        exact = None if state.is_over else tables.probe(state)
        holds = [m for m, value in values.items() if value and exact and value.winner == exact.winner]
        if not 0 < len(holds) < len(values):
            continue
        tried += 1
        held += state.action_text(act(state)) in holds
    return held / count


# --- the network ------------------------------------------------------------------------------------------------


def torch_network(game: chautari.Game, width: int = 256, rate: float = 1e-3) -> Any:
    """Returns a small dense network in PyTorch. On 25 points it is ten times as fast on a CPU as a convolution, and it
    learns the symmetries of the board from the training examples."""
    import torch
    from torch import nn
    from torch.nn import functional as f

    class Torch(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.stem = nn.Linear(input_symmetries(game).shape[1], width)
            self.body = nn.ModuleList(nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width)) for _ in range(2))
            self.policy = nn.Linear(width, game.action_count)
            self.value = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())
            self.optimizer = torch.optim.AdamW(self.parameters(), rate, weight_decay=1e-4)

        def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            x = f.relu(self.stem(inputs))
            for block in self.body:
                x = x + f.relu(block(x))
            return self.policy(x), self.value(x)[:, 0]

        @torch.inference_mode()
        def predict(self, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            policy, value = self(torch.from_numpy(inputs))
            return policy.numpy(), value.numpy()

        def learn(self, inputs: np.ndarray, policy: np.ndarray, value: np.ndarray) -> float:
            logits, guess = self(torch.from_numpy(inputs))
            loss = f.cross_entropy(logits, torch.from_numpy(policy)) + f.mse_loss(guess, torch.from_numpy(value))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            return loss.item()

    return Torch()


def main() -> None:
    """Trains until the target score or the time limit, then evaluates the network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", default="baghchal:captures=2", help="the game to learn")
    parser.add_argument("--minutes", type=float, default=10, help="time limit, in processor time")
    parser.add_argument("--until", type=float, default=0.96, help="score against random play to stop at")
    parser.add_argument("--games", type=int, default=256, help="concurrent games of self-play")
    parser.add_argument("--simulations", type=int, default=32, help="simulations per move")
    parser.add_argument("--weights", help="file to save the network in, and to resume from if it exists")
    parser.add_argument("--tables", help="folder of exact tables; missing ones are built")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    random.seed(options.seed)
    np.random.seed(options.seed)
    import torch

    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # more threads do not pay off for a small network
    game = chautari.game(options.game)

    def measured(games: int) -> tuple[float, str]:
        shares = against_random(game, network, games, options.simulations)
        sides = ", ".join(f"{share:.1%} as {side}" for side, share in zip(game.sides, shares, strict=True))
        return sum(shares) / 2, f"{sum(shares) / 2:.1%} of the points against random: {sides}"

    network, memory = torch_network(game), deque[Example](maxlen=30_000)
    if options.weights and os.path.exists(options.weights):
        network.load_state_dict(torch.load(options.weights, weights_only=True))
    examples, score = self_play(game, network, options.games, options.simulations), 0.0
    while score < options.until and time.process_time() < options.minutes * 60:
        for _ in range(10):
            memory.extend(islice(examples, 500))
            loss = train(game, network, memory, steps=40)
        score, words = measured(200)
        print(f"{time.process_time() / 60:5.1f} min  loss {loss:.3f}  {words}", flush=True)
        if options.weights:
            torch.save(network.state_dict(), options.weights)
    print(f"{measured(400)[1]}, in 400 games")
    if options.game.startswith("baghchal"):
        for simulations in (0, options.simulations):
            # The positions are of the standard game (five captures), whichever variant was learnt.
            print(f"{simulations} simulations a move: {holdfast.score(agent(network, simulations))}")
        with tempfile.TemporaryDirectory() as folder:
            tables = chautari.Tables(options.tables or folder)
            tables.solve(game)
            for simulations in (0, options.simulations):
                share = held_share(game, network, tables, simulations, 500)
                print(f"{simulations} simulations a move: {share:.1%} of 500 positions of its own game held")


if __name__ == "__main__":
    main()
