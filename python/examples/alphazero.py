"""AlphaZero in one file: learns a small Bagh Chal on a processor in minutes.

    pip install torch && python examples/alphazero.py

A network looks at the planes of a position and at what is legal, and says how good each action is and who will win.
Search makes its answers better, games played by the search teach the network, and so on. Nothing in here knows a
rule: whose turn it is, what is legal and who has won comes from ``chautari.State``, so any of its games can be
learnt, Ban Chess with its turns that do not alternate included.
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

LONGEST = 150  # plies; a game that goes on is a draw
HURRY = 0.98  # what a win is worth a ply before it: who wins hurries, and who loses learns to hold out


class Network(Protocol):
    """What learns: anything that predicts and can be taught. It is shown a row of numbers a position."""

    def predict(self, shown: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits of all actions, and who will win from −1 to 1 for the side to act."""

    def learn(self, shown: np.ndarray, policy: np.ndarray, value: np.ndarray) -> float:
        """Takes a step towards these answers; how far off it was."""


def show(state: State) -> np.ndarray:
    """What a network is shown: the planes, and what is legal, so that it need not find out by itself how pieces
    move."""
    return np.concatenate([state.planes().ravel(), state.mask()], dtype=np.float32)


def shown_symmetries(game: chautari.Game) -> np.ndarray:
    """Where each number of the image comes from, a row a symmetry."""
    return np.concatenate([game.plane_symmetries, game.plane_symmetries.shape[1] + game.action_symmetries], axis=1)


# --- search -----------------------------------------------------------------------------------------------------


class Node:
    """A position in the tree, with what is known of each move from it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.side = state.turn_index
        self.children: dict[int, Node] = {}
        self.actions = np.array([], int)

    def expand(self, logits: np.ndarray, value: float) -> None:
        self.actions = np.array(self.state.legal_actions())
        self.logits = logits[self.actions]
        self.visits = np.zeros(len(self.actions))
        self.points = np.zeros(len(self.actions))  # for the side to act here
        self.looks, self.total = 1, value
        self.noise = 0.0

    def policy(self, noise: np.ndarray | float = 0.0) -> np.ndarray:
        """How good each move is, by the network and by all looks together. Few looks are too few to count, so it is
        what they found that counts (Danihelka and others, 2022). Every move has one look more than it had, with the
        mean of all: what was not tried must not tempt whoever stands badly."""
        mean = (self.points + self.total / self.looks) / (self.visits + 1)
        weights = self.logits + noise + (25 + self.visits.max()) * mean
        weights = np.exp(weights - weights.max())
        return weights / weights.sum()

    def choose(self) -> int:
        """The move most behind what it deserves of the looks."""
        return int((self.policy(self.noise) - self.visits / self.looks).argmax())

    def look(self, i: int, value: float) -> None:
        """Notes what a look at a move was worth to the side to act here."""
        self.visits[i] += 1
        self.points[i] += value
        self.looks += 1
        self.total += value

    def after(self, action: int) -> Node:
        """The position after a move."""
        if action not in self.children:
            state = self.state.copy()
            state.play(action)
            self.children[action] = Node(state)
        return self.children[action]

    def best(self) -> int:
        """The best action."""
        return int(self.actions[self.policy().argmax()])


def search(roots: list[Node], network: Network, simulations: int, curious: bool = False) -> None:
    """Looks ahead in many games at a time, so that the network is asked about many positions at a time."""
    ask([root for root in roots if not len(root.actions)], network)
    for root in roots:
        root.noise = np.random.gumbel(size=len(root.actions)) if curious else 0.0
    for _ in range(simulations):
        paths = [descend(root) for root in roots]
        values = ask([leaf for _, leaf in paths], network)
        for (path, leaf), value in zip(paths, values, strict=True):
            for node, i in reversed(path):
                value *= HURRY
                node.look(i, value if node.side == leaf.side else -value)


def descend(root: Node) -> tuple[list[tuple[Node, int]], Node]:
    """From the root to a position that was not looked at, or to an end."""
    node, path = root, []
    while len(node.actions):
        i = node.choose()
        path.append((node, i))
        node = node.after(int(node.actions[i]))
    return path, node


def ask(leaves: list[Node], network: Network) -> list[float]:
    """What each leaf is worth to the side to act there; those that are not over can then be looked into."""
    values = [leaf.state.returns[leaf.side] for leaf in leaves]
    unknown = [i for i, leaf in enumerate(leaves) if not leaf.state.is_over]
    if unknown:
        logits, guesses = network.predict(np.stack([show(leaves[i].state) for i in unknown]))
        for i, row, guess in zip(unknown, logits, guesses, strict=True):
            values[i] = float(guess)
            leaves[i].expand(row, values[i])
    return values


# --- learning ---------------------------------------------------------------------------------------------------

Example = tuple[np.ndarray, np.ndarray, float]


def self_play(game: chautari.Game, network: Network, games: int, simulations: int) -> Iterator[Example]:
    """Plays many games against itself for ever: what was seen in those that end, what the search preferred, who won.

    In two games of three one side errs: it plays at random. Where the other wins by force it would never see what
    winning takes. Most moves are played after a short look, so that there are more games; what is learnt is what
    was preferred after a long one."""
    trees, lines = [Node(game.start()) for _ in range(games)], [[] for _ in range(games)]
    while True:
        erring = {i for i in range(games) if i % 3 == trees[i].side}
        thorough = {i for i in range(games) if i not in erring and random.random() < 0.25}
        search([trees[i] for i in thorough], network, simulations, curious=True)
        search([trees[i] for i in range(games) if i not in erring | thorough], network, simulations // 4, curious=True)
        for i, root in enumerate(trees):
            plies = len(root.state.moves)
            if i in erring:
                action = random.choice(root.state.legal_actions())
            else:
                shares = root.policy()
                action = int(np.random.choice(root.actions, p=shares)) if plies < 16 else root.best()
            if i in thorough:
                policy = np.zeros(game.action_count, np.float32)
                policy[root.actions] = shares
                lines[i].append((show(root.state), policy, root.side, plies))
            trees[i] = root.after(action)
            if trees[i].state.is_over or plies + 1 == LONGEST:
                for shown, policy, side, ply in lines[i]:
                    yield shown, policy, trees[i].state.returns[side] * HURRY ** (plies + 1 - ply)
                trees[i], lines[i] = Node(game.start()), []


def teach(game: chautari.Game, network: Network, memory: deque[Example], steps: int, batch: int = 256) -> float:
    """Learns from what was played, each time under another symmetry of the board."""
    images, actions, loss = shown_symmetries(game), game.action_symmetries, 0.0
    for _ in range(steps):
        shown, policy, value = map(np.stack, zip(*random.sample(memory, min(batch, len(memory))), strict=True))
        s = random.randrange(len(actions))
        loss += network.learn(shown[:, images[s]], policy[:, actions[s]], value.astype(np.float32)) / steps
    return loss


# --- measuring --------------------------------------------------------------------------------------------------


def agent(network: Network, simulations: int) -> Callable[[State], int]:
    """It as something that answers a position with an action."""

    def act(state: State) -> int:
        root = Node(state)
        search([root], network, simulations)
        return root.best()

    return act


def against_random(game: chautari.Game, network: Network, games: int, simulations: int) -> tuple[float, float]:
    """The share of the points against random play as either side, half of the games each."""
    states, points = [game.start() for _ in range(games)], [0.0, 0.0]
    playing = list(range(games))
    while playing:
        ours = [i for i in playing if states[i].turn_index == i % 2]
        roots = [Node(states[i]) for i in ours]
        search(roots, network, simulations)
        for root in roots:
            root.state.play(root.best())
        for i in set(playing) - set(ours):
            states[i].play(random.choice(states[i].legal_actions()))
        playing = [i for i in playing if not states[i].is_over and len(states[i].moves) < LONGEST]
    for i, state in enumerate(states):
        points[i % 2] += (1 + state.returns[i % 2]) / games
    return points[0], points[1]


def holds(game: chautari.Game, network: Network, tables: chautari.Tables, simulations: int, count: int) -> float:
    """How often it holds the exact value of a position, of those in which a move can lose it."""
    asked, held, act = 0, 0, agent(network, simulations)
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
        asked += 1
        held += state.action_text(act(state)) in keeps
    return held / count


# --- the network ------------------------------------------------------------------------------------------------


def torch_network(game: chautari.Game, width: int = 256, rate: float = 1e-3) -> Any:
    """A small dense network in PyTorch: on a board of 25 points a processor asks it ten times as fast as a
    convolution, and the symmetries of the board are in what it is taught."""
    import torch
    from torch import nn
    from torch.nn import functional as f

    class Torch(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.stem = nn.Linear(shown_symmetries(game).shape[1], width)
            self.body = nn.ModuleList(nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width)) for _ in range(2))
            self.policy = nn.Linear(width, game.action_count)
            self.value = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())
            self.optimizer = torch.optim.AdamW(self.parameters(), rate, weight_decay=1e-4)

        def forward(self, shown: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            x = f.relu(self.stem(shown))
            for block in self.body:
                x = x + f.relu(block(x))
            return self.policy(x), self.value(x)[:, 0]

        @torch.inference_mode()
        def predict(self, shown: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            policy, value = self(torch.from_numpy(shown))
            return policy.numpy(), value.numpy()

        def learn(self, shown: np.ndarray, policy: np.ndarray, value: np.ndarray) -> float:
            logits, guess = self(torch.from_numpy(shown))
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
    asked.add_argument("--minutes", type=float, default=10, help="how long to learn at most, of processor time")
    asked.add_argument("--until", type=float, default=0.96, help="share of the points against random play to stop at")
    asked.add_argument("--games", type=int, default=256, help="games of self-play side by side")
    asked.add_argument("--simulations", type=int, default=32, help="positions looked at before a move")
    asked.add_argument("--weights", help="a file the network is kept in, and goes on from if it is there")
    asked.add_argument("--tables", help="a folder for exact tables; solved there if need be")
    asked.add_argument("--seed", type=int, default=0)
    told = asked.parse_args()
    random.seed(told.seed)
    np.random.seed(told.seed)
    import torch

    torch.manual_seed(told.seed)
    torch.set_num_threads(1)  # the network is small: threads would wait for each other
    game = chautari.game(told.game)

    def measured(games: int) -> tuple[float, str]:
        shares = against_random(game, network, games, told.simulations)
        sides = ", ".join(f"{share:.1%} as {side}" for side, share in zip(game.sides, shares, strict=True))
        return sum(shares) / 2, f"{sum(shares) / 2:.1%} of the points against random: {sides}"

    network, memory = torch_network(game), deque[Example](maxlen=30_000)
    if told.weights and os.path.exists(told.weights):
        network.load_state_dict(torch.load(told.weights, weights_only=True))
    played, score = self_play(game, network, told.games, told.simulations), 0.0
    while score < told.until and time.process_time() < told.minutes * 60:
        for _ in range(10):
            memory.extend(islice(played, 500))
            loss = teach(game, network, memory, steps=40)
        score, words = measured(200)
        print(f"{time.process_time() / 60:5.1f} min  loss {loss:.3f}  {words}", flush=True)
        if told.weights:
            torch.save(network.state_dict(), told.weights)
    print(f"{measured(400)[1]}, in 400 games")
    if told.game.startswith("baghchal"):
        for simulations in (0, told.simulations):
            # Its positions are of the game that five captures win, whatever was learnt.
            print(f"{simulations} simulations a move: {holdfast.score(agent(network, simulations))}")
        with tempfile.TemporaryDirectory() as folder:
            tables = chautari.Tables(told.tables or folder)
            tables.solve(game)
            for simulations in (0, told.simulations):
                share = holds(game, network, tables, simulations, 500)
                print(f"{simulations} simulations a move: {share:.1%} of 500 positions of its own game held")


if __name__ == "__main__":
    main()
