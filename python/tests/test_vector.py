"""Batches of games."""

import multiprocessing

import chautari
import numpy as np
import pytest


def test_vector_matches_single_games(name: str) -> None:
    """Each game of a vector is replayed on a `State`, past its first end."""
    n, plies = 3, 300
    games = chautari.vec(name, n=n, seed=5, max_plies=120)
    states = [chautari.game(name).start() for _ in range(n)]
    ends = 0
    for _ in range(plies):
        actions = games.sample()
        observation, mask, reward, done = games.step(actions)
        assert observation is not None
        for i, (state, action) in enumerate(zip(states, actions, strict=True)):
            state.play(int(action))
            over, cut = state.is_over, len(state.moves) >= 120 and not state.is_over
            assert tuple(reward[i]) == state.returns
            assert (done[i], games.truncated[i]) == (over or cut, cut)
            if done[i]:
                ends += 1
                states[i] = state.game.start()
            assert games.turn[i] == states[i].turn_index
            assert np.array_equal(mask[i], states[i].mask())
            assert np.array_equal(observation[i], states[i].planes())
            assert games.state(i).text() == states[i].text()
    assert ends >= n


def test_illegal_action_plays_nothing() -> None:
    games = chautari.vec("baghchal", n=200)
    actions = games.sample()
    actions[150] = 0  # occupied by a tiger
    with pytest.raises(chautari.Refusal, match="game 150"):
        games.step(actions)
    assert all(not games.state(i).moves for i in (0, 149, 150))
    with pytest.raises(ValueError, match="3 actions for 200"):
        games.step([1, 2, 3])
    games.mask[:] = True  # legality is not read from the exposed mask
    with pytest.raises(chautari.Refusal):
        games.step(actions)


def test_arrays_are_reused(name: str) -> None:
    games = chautari.vec(name, n=65, planes=False, threads=2)
    assert games.observation is None
    _, first, _, _ = games.step(games.sample())
    _, second, _, _ = games.step(games.sample())
    assert first is second and first.shape == (65, games.game.action_count)


def test_seed_determines_sample(name: str) -> None:
    def walk(seed: int) -> list[str]:
        games = chautari.vec(name, n=130, planes=False, seed=seed)
        for _ in range(5):
            games.step(games.sample())
        return [games.state(i).text() for i in range(130)]

    assert walk(1) == walk(1) != walk(2)


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(chautari.Refusal, match="from 1"):
        chautari.vec("gomoku", n=0)
    with pytest.raises(chautari.Refusal, match="from 1"):
        chautari.vec("gomoku", n=10**12)
    with pytest.raises(IndexError):
        chautari.vec("gomoku", n=1).state(1)


def test_dlpack() -> None:
    games = chautari.vec("creeper", n=8)
    arrays = (games.observation, games.mask, games.reward, games.done, games.truncated, games.turn)
    shared = [np.from_dlpack(array) for array in arrays if array is not None]
    assert len(shared) == 6
    for _ in range(5):
        games.step(games.sample())
    for array, original in zip(shared, arrays, strict=True):
        assert original is not None and array.dtype == original.dtype and np.array_equal(array, original)
        assert np.shares_memory(array, original)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="the platform has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_process_gets_its_own_threads(small_tables: chautari.Tables) -> None:
    """A fork does not inherit threads; waiting for them would deadlock."""
    states = [chautari.game("baghchal", captures=1).start()] * 2
    games, others = (chautari.vec("baghchal", n=130, threads=2) for _ in range(2))

    def work() -> None:
        games.step(games.sample())
        small_tables.probe_many(states)

    def fork() -> None:
        nonlocal others
        work()
        del others

    work()
    forked = multiprocessing.get_context("fork").Process(target=fork, daemon=True)
    forked.start()
    forked.join(60)
    if forked.is_alive():
        forked.kill()
        forked.join()
    assert forked.exitcode == 0
    work()
