"""The JAX environments against the Rust rules.

The main test plays as many plies per game as ``CHAUTARI_JAX_PLIES`` says (`scripts/python jax PLIES`).
"""

import functools
import os
from typing import Any

import chautari
import numpy as np
import pytest
from conftest import library

jax = library("jax", "chautari.jax")
import chautari.jax as environments  # noqa: E402
import jax.numpy as jnp  # noqa: E402

PLIES = int(os.environ.get("CHAUTARI_JAX_PLIES", "20000"))
NAMES = [*environments.names(), "baghchal:captures=2"]


class Compiled:
    """An environment with its functions compiled for one game."""

    def __init__(self, name: str, **options: Any) -> None:
        self.env = environments.make(name, **options)
        self.init, self.step, self.observe = (jax.jit(f) for f in (self.env.init, self.env.step, self.env.observe))
        self.step_auto_reset = jax.jit(self.env.step_auto_reset)

    def played(self, plies: int) -> environments.State:
        """Returns a game after the first legal action has been played `plies` times."""
        state = self.init()
        for _ in range(plies):
            state = self.step(state, first(state.legal_action_mask))
        return state


@functools.cache
def compiled(name: str) -> Compiled:
    return Compiled(name)


@pytest.fixture(params=NAMES)
def env(request: pytest.FixtureRequest) -> environments.Env:
    return environments.make(request.param)


@pytest.fixture(params=environments.names())
def single(request: pytest.FixtureRequest) -> Compiled:
    return compiled(request.param)


def start(env: environments.Env, games: int) -> environments.State:
    return jax.jit(jax.vmap(lambda _: env.init()))(jnp.arange(games))


def first(mask: jax.Array) -> int:
    return int(mask.argmax())


def reversals(env: environments.Env) -> np.ndarray:
    """Returns the action that takes back each action, or itself if there is none."""
    numbers = {points: number for number, points in reversed(list(enumerate(env.action_points)))}
    return np.array([numbers.get((end, begin), number) for number, (begin, end) in enumerate(env.action_points)])


def biased(env: environments.Env, mask: np.ndarray, before: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Returns actions that lead to rare cases. Most take the side's own last move back, which repeats positions; stones
    of Gomoku are placed near the centre, where they meet. Returns −1 for a random action."""
    games = np.arange(len(mask))
    if env.id == "gomoku":
        centre = np.zeros((19, 19), bool)
        centre[5:13, 5:13] = True
        actions = (rng.random(mask.shape) * mask * centre.ravel()).argmax(1)
    else:
        actions = reversals(env)[before[-4 if env.id == "banchess" else -2]]
    return np.where(mask[games, actions] & (rng.random(len(mask)) < 0.8), actions, -1)


def test_games_follow_the_rust_rules(env: environments.Env) -> None:
    """Masks, planes, rewards, ends and turns are equal, in random play and in play that seeks rare cases."""
    n = 256 if PLIES >= 10**6 else 64
    games, rng = chautari.vec(env.id, n=n, seed=PLIES), np.random.default_rng(PLIES)
    before = [np.zeros(n, int)] * 4
    state, step, planes = start(env, n), jax.jit(jax.vmap(env.step_auto_reset)), jax.jit(jax.vmap(env.observe))
    observation, mask = games.reset()
    ends = draws = 0
    for ply in range(PLIES // n + 1):
        assert np.array_equal(state.legal_action_mask, mask), ply
        assert np.array_equal(planes(state), observation), ply
        assert np.array_equal(state.current_player, games.turn), ply
        actions = games.sample()
        preferred = np.where(np.arange(n) % 2 == 0, biased(env, mask, before, rng), -1)
        actions = np.where(preferred >= 0, preferred, actions)
        before = [*before[1:], actions]
        state = step(state, jnp.asarray(actions, jnp.int32))
        _, _, reward, done = games.step(actions)
        assert np.array_equal(state.rewards, reward), ply
        assert np.array_equal(state.terminated, done), ply
        assert not np.any(state.truncated), ply
        ends += int(done.sum())
        draws += int((done & (reward[:, 0] == 0)).sum())
    print(f"{env.id}: {ends} games ended, {draws} of them drawn")
    assert ends


def test_properties_match_the_game(env: environments.Env) -> None:
    game = chautari.game(env.id)
    assert (env.id, env.sides, env.num_actions) == (game.id, game.sides, game.action_count)
    assert env.observation_shape == game.observation_shape and list(env.plane_names) == game.plane_names
    assert np.array_equal(env.action_symmetries, game.action_symmetries)
    assert np.array_equal(env.plane_symmetries, game.plane_symmetries)
    assert env.side_symmetries == game.side_symmetries


def test_illegal_action_loses(single: Compiled) -> None:
    for plies in (0, 1):
        state = single.played(plies)
        outside, illegal = [-1, single.env.num_actions], first(~state.legal_action_mask)
        for action in outside if state.legal_action_mask[illegal] else [*outside, illegal]:
            after = single.step(state, action)
            mover = int(state.current_player)
            assert after.terminated and not after.truncated and not after.legal_action_mask.any()
            assert (after.rewards[mover], after.rewards[1 - mover]) == (-1, 1)


def test_step_after_the_end_changes_nothing(single: Compiled) -> None:
    state = single.init()
    ended = single.step(state, -1)
    again = single.step(ended, 0)
    assert again.terminated and not again.rewards.any() and not again.legal_action_mask.any()
    assert np.array_equal(single.observe(again), single.observe(ended))
    assert again._plies == ended._plies


def test_max_plies_truncates_and_resets() -> None:
    short = Compiled("baghchal", max_plies=2)
    state = short.played(1)
    action = first(state.legal_action_mask)
    cut, reset = short.step(state, action), short.step_auto_reset(state, action)
    assert cut.truncated and not cut.terminated and not cut.rewards.any() and not cut.legal_action_mask.any()
    assert reset.truncated and np.array_equal(reset.legal_action_mask, short.init().legal_action_mask)
    assert reset._plies == 0


def test_full_history_truncates() -> None:
    env = environments.make("baghchal", history=3)

    def step(state: environments.State, key: jax.Array) -> tuple[environments.State, None]:
        return jax.vmap(env.step)(state, environments.sample(key, state.legal_action_mask)), None

    state, _ = jax.jit(lambda keys: jax.lax.scan(step, start(env, 64), keys))(jax.random.split(jax.random.key(0), 120))
    assert state.truncated.any() and not (state.truncated & state.terminated).any()


def test_longest_creeper_chain() -> None:
    """Enumerates the chains without shortcuts, of which no two octagons touch except neighbours in the chain."""
    from chautari.jax import creeper

    (start, end), blocked = creeper.BASES[0], creeper.BASES[1]

    def around(cell: tuple[int, int]) -> list[tuple[int, int]]:
        row, column = cell
        near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        return [cell for cell in near if cell in creeper.OCTAGONS]

    def longest(chain: list[tuple[int, int]]) -> int:
        if chain[-1] == end:
            return len(chain)
        nexts = [cell for cell in around(chain[-1]) if cell not in chain and cell not in blocked]
        free = [cell for cell in nexts if not set(around(cell)) & set(chain[:-1])]
        return max((longest([*chain, cell]) for cell in free), default=0)

    assert longest([start]) == creeper.LONGEST_CHAIN


def test_sample_is_uniform() -> None:
    mask = jnp.zeros((60_000, 7), bool).at[:, jnp.array([1, 4, 6])].set(True)
    counts = np.bincount(environments.sample(jax.random.key(3), mask), minlength=7)
    assert counts[[0, 2, 3, 5]].sum() == 0
    assert abs(counts[[1, 4, 6]] - 20_000).max() < 600


def test_unknown_games_are_refused() -> None:
    with pytest.raises(ValueError, match="baghchal"):
        environments.make("bagchal")
    with pytest.raises(ValueError, match="captures"):
        environments.make("baghchal:captures=21")
