"""OpenSpiel's simulations and algorithms on the registered games."""

import random

import chautari
import numpy as np
import pytest
from chautari import spiel

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import mcts, minimax  # noqa: E402

REGISTERED = spiel.register()


@pytest.mark.parametrize("game", REGISTERED)
def test_random_simulation(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), 1, False, False)


@pytest.mark.parametrize("game", REGISTERED)
def test_both_interfaces_agree(game: str) -> None:
    """The classes with and without OpenSpiel behave alike in a random game."""
    registered, own = pyspiel.load_game(game), chautari.load_game(game)
    assert registered.num_distinct_actions() == own.num_distinct_actions()
    assert (registered.num_players(), registered.max_utility()) == (own.num_players(), own.max_utility())
    a, b, rng = registered.new_initial_state(), own.new_initial_state(), random.Random(1)
    for _ in range(60):
        assert a.current_player() == b.current_player()
        assert a.is_terminal() == b.is_terminal()
        assert a.returns() == b.returns()
        if a.is_terminal():
            break
        assert a.legal_actions() == b.legal_actions()
        assert list(a.legal_actions_mask()) == b.legal_actions_mask()
        action = rng.choice(b.legal_actions())
        assert a.action_to_string(a.current_player(), action) == b.action_to_string(action)
        assert b.string_to_action(b.action_to_string(action)) == action
        a.apply_action(action)
        before = b.clone()
        b.apply_action(action)
        assert before.child(action).observation_string() == b.observation_string()
        assert own.game.read(b.information_state_string(), "moves") == b.state
    assert a.history() == b.history()


def test_information_state_has_all_moves() -> None:
    """Two move orders lead to equal observations but different information states."""
    one, other = (chautari.load_game("gomoku").new_initial_state() for _ in range(2))
    for action in (0, 100, 40):
        one.apply_action(action)
    for action in (40, 100, 0):
        other.apply_action(action)
    assert one.observation_string() == other.observation_string()
    assert one.information_state_string(0) == one.information_state_string(1) != other.information_state_string(0)


def test_observations_are_the_planes() -> None:
    game = pyspiel.load_game("chautari_creeper")
    observer = game.make_py_observer()
    state = game.new_initial_state()
    observer.set_from(state, 0)
    planes = chautari.game("creeper").start().planes()
    assert np.array_equal(observer.dict["observation"], planes)
    assert chautari.load_game("creeper").new_initial_state().observation_tensor(0) == list(planes.ravel())


def test_rules_are_parameters() -> None:
    registered = pyspiel.load_game("chautari_baghchal(captures=1)")
    assert registered.get_parameters() == {"captures": 1}
    state = registered.new_initial_state()
    for own in (chautari.load_game(str(registered)), chautari.load_game("baghchal", {"captures": 1})):
        assert str(own) == str(registered) == "chautari_baghchal(captures=1)"
    for move in ("mB1", "mA1C1(B1)"):
        state.apply_action(state.string_to_action(move))
    assert state.is_terminal() and state.returns() == [-1.0, 1.0]
    assert str(chautari.load_game("creeper")) == str(pyspiel.load_game("chautari_creeper"))
    with pytest.raises(chautari.Refusal, match="captures"):
        chautari.load_game("baghchal(captures=21)")


@pytest.mark.parametrize("game", REGISTERED)
def test_openspiel_mcts_plays_every_game(game: str) -> None:
    spiel_game, rng = pyspiel.load_game(game), np.random.RandomState(3)
    bot = mcts.MCTSBot(spiel_game, 1.4, 5, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = spiel_game.new_initial_state()
    for _ in range(2):
        state.apply_action(bot.step(state))
    assert len(state.history()) == 2


def test_openspiel_mcts_finds_a_proven_win() -> None:
    """The solver of MCTS proves and plays the winning capture."""
    spiel_game = pyspiel.load_game("chautari_baghchal(captures=1)")
    state, rng = spiel_game.new_initial_state(), np.random.RandomState(3)
    state.apply_action(state.string_to_action("mB1"))
    bot = mcts.MCTSBot(spiel_game, 1.4, 100, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
    assert state.action_to_string(bot.step(state)) == "mA1C1(B1)"


def test_openspiel_minimax_agrees_with_the_engine() -> None:
    spiel_game, rng = pyspiel.load_game("chautari_baghchal(captures=1)"), random.Random(4)
    engine, proven = chautari.Engine("baghchal:captures=1"), []
    for plies in [2, 3, 5, 6, 9, 10, 14, 15] * 2:
        state = spiel_game.new_initial_state()
        while not state.is_terminal() and len(state.history()) < plies:
            state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        me = state.current_player()
        value, _ = minimax.alpha_beta_search(spiel_game, state.clone(), lambda _: 0.0, 2, me)
        score = engine.think(state.state, depth=4).score
        near = score.kind in ("win", "loss") and score.plies is not None and score.plies <= 2
        assert value == ({"win": 1.0, "loss": -1.0}[score.kind] if near else 0.0), state
        proven.append(value)
    assert {0.0, 1.0} <= set(proven)


def test_openspiel_minimax_searches_the_adapter() -> None:
    """The adapter's states can be cloned and searched."""
    state = pyspiel.load_game("chautari_baghchal").new_initial_state()
    state.apply_action(state.string_to_action("mB1"))

    def captures(at: object) -> float:
        planes = at.state.planes()  # type: ignore[attr-defined]
        return float(planes[3, 0, 0])

    value, action = minimax.expectiminimax(state, 2, captures, state.current_player())
    assert value == pytest.approx(0.2)
    assert state.action_to_string(state.current_player(), action) == "mA1C1(B1)"
