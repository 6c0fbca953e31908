"""AlphaZero in one file: learns a small Bagh Chal on a processor in minutes.

    pip install torch && python examples/alphazero.py --game baghchal:captures=2 --minutes 10

A network looks at the planes of a position and says how good each action is and who will win. Search makes its
answers better, games played by the search teach the network, and so on. Nothing in here knows a rule: whose turn
it is, what is legal and who has won comes from ``chautari.State``, so any of its games can be learnt, Ban Chess
with its turns that do not alternate included.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import deque
from typing import Protocol

import chautari
import numpy as np
from chautari import State

LONGEST = 150  # plies; a game that goes on is a draw


class Network(Protocol):
    """What learns: anything that predicts and can be taught."""

    def predict(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits of all actions, and who will win from −1 to 1 for the side to act, a row a position."""

    def learn(self, planes: np.ndarray, policy: np.ndarray, value: np.ndarray) -> float:
        """Takes a step towards these answers; how far off it was."""


# --- search -----------------------------------------------------------------------------------------------------


class Node:
    """A position in the tree, with what is known of each move from it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.side = state.turn_index
        self.children: dict[int, Node] = {}
        self.actions = np.array([], int)

    def expand(self, logits: np.ndarray) -> None:
        self.actions = np.array(self.state.legal_actions())
        weights = np.exp(logits[self.actions] - logits[self.actions].max())
        self.priors = weights / weights.sum()
        self.visits = np.zeros(len(self.actions))
        self.points = np.zeros(len(self.actions))  # for the side to act here

    def choose(self) -> int:
        """The move most worth a look: good so far, or promising and little tried."""
        known = self.visits > 0
        mean = np.divide(self.points, self.visits, out=np.zeros_like(self.points), where=known)
        curiosity = 1.5 * self.priors * np.sqrt(self.visits.sum() + 1) / (1 + self.visits)
        return int(np.argmax(mean + curiosity))


def search(states: list[State], network: Network, simulations: int, noise: float = 0.0) -> list[Node]:
    """Looks ahead in many games at a time, so that the network is asked about many positions at a time."""
    roots = [Node(state) for state in states]
    ask(roots, network)
    for root in roots:
        if noise:
            dirichlet = np.random.dirichlet([0.5] * len(root.actions))
            root.priors = (1 - noise) * root.priors + noise * dirichlet
    for _ in range(simulations):
        paths = [descend(root) for root in roots]
        values = ask([leaf for _, leaf in paths], network)
        for (path, leaf), value in zip(paths, values, strict=True):
            for node, i in path:
                node.visits[i] += 1
                node.points[i] += value if node.side == leaf.side else -value
    return roots


def descend(root: Node) -> tuple[list[tuple[Node, int]], Node]:
    """From the root to a position that was not looked at, or to an end."""
    node, path = root, []
    while len(node.actions):
        i = node.choose()
        path.append((node, i))
        action = int(node.actions[i])
        if action not in node.children:
            state = node.state.copy()
            state.play(action)
            node.children[action] = Node(state)
        node = node.children[action]
    return path, node


def ask(leaves: list[Node], network: Network) -> list[float]:
    """What each leaf is worth to the side to act there; those that are not over can then be looked into."""
    values = [leaf.state.returns[leaf.side] for leaf in leaves]
    unknown = [i for i, leaf in enumerate(leaves) if not leaf.state.is_over]
    if unknown:
        logits, guesses = network.predict(np.stack([leaves[i].state.planes() for i in unknown]))
        for i, row, guess in zip(unknown, logits, guesses, strict=True):
            leaves[i].expand(row)
            values[i] = float(guess)
    return values


# --- learning ---------------------------------------------------------------------------------------------------

Example = tuple[np.ndarray, np.ndarray, float]


def self_play(game: chautari.Game, network: Network, games: int, simulations: int) -> list[Example]:
    """Plays against itself; what was seen, what the search preferred, and who won."""
    states, lines, examples = [game.start() for _ in range(games)], [[] for _ in range(games)], []
    playing = list(range(games))
    while playing:
        roots = search([states[i] for i in playing], network, simulations, noise=0.25)
        for i, root in zip(playing, roots, strict=True):
            policy = np.zeros(game.action_count, np.float32)
            policy[root.actions] = root.visits / root.visits.sum()
            lines[i].append((root.state.planes(), policy, root.side))
            early = len(lines[i]) <= 16
            action = np.random.choice(len(policy), p=policy / policy.sum()) if early else policy.argmax()
            states[i] = root.children[int(action)].state
        playing = [i for i in playing if not states[i].is_over and len(lines[i]) < LONGEST]
    for state, line in zip(states, lines, strict=True):
        examples += [(planes, policy, state.returns[side]) for planes, policy, side in line]
    return examples


def teach(game: chautari.Game, network: Network, memory: deque[Example], steps: int, batch: int = 256) -> float:
    """Learns from what was played, each time under another symmetry of the board."""
    loss = 0.0
    for _ in range(steps):
        chosen = random.sample(memory, min(batch, len(memory)))
        s = random.randrange(len(game.side_symmetries))
        planes = np.stack([planes.ravel()[game.plane_symmetries[s]] for planes, _, _ in chosen])
        policy = np.stack([policy[game.action_symmetries[s]] for _, policy, _ in chosen])
        value = np.array([value for _, _, value in chosen], np.float32)
        loss += network.learn(planes.reshape(-1, *game.observation_shape), policy, value) / steps
    return loss


# --- measuring --------------------------------------------------------------------------------------------------


def against_random(game: chautari.Game, network: Network, games: int, simulations: int) -> float:
    """The share of the points against random play, half of the games on either side."""
    states, points = [game.start() for _ in range(games)], 0.0
    playing = list(range(games))
    while playing:
        ours = [i for i in playing if states[i].turn_index == i % 2]
        for i, root in zip(ours, search([states[i] for i in ours], network, simulations), strict=True):
            best = root.visits if simulations else root.priors
            states[i].play(int(root.actions[best.argmax()]))
        for i in set(playing) - set(ours):
            states[i].play(random.choice(states[i].legal_actions()))
        playing = [i for i in playing if not states[i].is_over and len(states[i].moves) < LONGEST]
    for i, state in enumerate(states):
        points += (1 + state.returns[i % 2]) / 2
    return points / games


def holds(game: chautari.Game, network: Network, tables: chautari.Tables, simulations: int, count: int) -> float:
    """How often it holds the exact value of a position, of those in which a move can lose it."""
    asked, held = 0, 0
    while asked < count:
        state = game.start()
        for _ in range(random.randrange(60)):
            if state.is_over:
                break
            state.play(random.choice(state.legal_actions()))
        values = {} if state.is_over else tables.moves(state)
        worth = None if state.is_over else tables.probe(state)
        keeps = [m for m, value in values.items() if value and worth and value.winner == worth.winner]
        if not 0 < len(keeps) < len(values):
            continue
        [root] = search([state], network, simulations)
        best = root.visits if simulations else root.priors
        asked += 1
        held += state.action_text(int(root.actions[best.argmax()])) in keeps
    return held / count


# --- the network ------------------------------------------------------------------------------------------------


def torch_network(game: chautari.Game, channels: int = 48, blocks: int = 3, rate: float = 2e-3) -> Network:
    """A small residual network in PyTorch."""
    import torch
    from torch import nn
    from torch.nn import functional as f

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.one, self.two = (nn.Conv2d(channels, channels, 3, padding=1, bias=False) for _ in range(2))
            self.norms = nn.ModuleList(nn.BatchNorm2d(channels) for _ in range(2))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            y = f.relu(self.norms[0](self.one(x)))
            return f.relu(x + self.norms[1](self.two(y)))

    class Torch(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            planes, rows, columns = game.observation_shape
            stem = [nn.Conv2d(planes, channels, 3, padding=1), nn.ReLU()]
            self.body = nn.Sequential(*stem, *(Block() for _ in range(blocks)))
            cells = rows * columns
            self.policy = nn.Sequential(
                nn.Conv2d(channels, 16, 1), nn.ReLU(), nn.Flatten(), nn.Linear(16 * cells, game.action_count)
            )
            self.value = nn.Sequential(
                nn.Conv2d(channels, 8, 1), nn.ReLU(), nn.Flatten(), nn.Linear(8 * cells, 64), nn.ReLU(),
                nn.Linear(64, 1), nn.Tanh(),
            )  # fmt: skip
            self.optimizer = torch.optim.AdamW(self.parameters(), rate, weight_decay=1e-4)

        def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            x = self.body(x)
            return self.policy(x), self.value(x)[:, 0]

        @torch.inference_mode()
        def predict(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            self.eval()
            policy, value = self(torch.from_numpy(planes))
            return policy.numpy(), value.numpy()

        def learn(self, planes: np.ndarray, policy: np.ndarray, value: np.ndarray) -> float:
            self.train()
            logits, guess = self(torch.from_numpy(planes))
            loss = f.cross_entropy(logits, torch.from_numpy(policy)) + f.mse_loss(guess, torch.from_numpy(value))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            return loss.item()

    return Torch()


def main() -> None:
    """Learns until it beats random play or the time is over, and says how far it has come."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--game", default="baghchal:captures=2", help="what to learn")
    asked.add_argument("--minutes", type=float, default=10, help="how long to learn at most")
    asked.add_argument("--until", type=float, default=0.95, help="share of the points against random play to stop at")
    asked.add_argument("--games", type=int, default=96, help="games of self-play between lessons")
    asked.add_argument("--simulations", type=int, default=32, help="positions looked at before a move")
    asked.add_argument("--tables", help="a folder for exact tables; solved there if need be")
    asked.add_argument("--seed", type=int, default=0)
    told = asked.parse_args()
    random.seed(told.seed)
    np.random.seed(told.seed)
    import torch

    torch.manual_seed(told.seed)
    game = chautari.game(told.game)
    network, memory = torch_network(game), deque[Example](maxlen=60_000)
    began, score = time.monotonic(), 0.0
    while score < told.until and time.monotonic() - began < told.minutes * 60:
        examples = self_play(game, network, told.games, told.simulations)
        memory.extend(examples)
        loss = teach(game, network, memory, steps=max(20, len(examples) // 64))
        score = against_random(game, network, 200, 0)
        minutes = (time.monotonic() - began) / 60
        print(f"{minutes:5.1f} min  loss {loss:.3f}  without search {score:.0%} against random", flush=True)
    score = against_random(game, network, 200, told.simulations)
    print(f"with search {score:.1%} of the points in 200 games against random")
    if told.game.startswith("baghchal"):
        with tempfile.TemporaryDirectory() as folder:
            tables = chautari.Tables(told.tables or folder)
            tables.solve(game)
            for simulations in (0, told.simulations):
                share = holds(game, network, tables, simulations, 500)
                print(f"holds the exact value in {share:.1%} of 500 positions, {simulations} simulations a move")


if __name__ == "__main__":
    main()
