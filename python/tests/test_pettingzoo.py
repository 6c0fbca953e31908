"""PettingZoo's conformance tests for all games and profiles."""

import functools

import chautari
import pytest

pettingzoo_test = pytest.importorskip("pettingzoo.test")


def test_api(name: str) -> None:
    pettingzoo_test.api_test(chautari.aec(name), num_cycles=150)


def test_seeds(name: str) -> None:
    pettingzoo_test.seed_test(functools.partial(chautari.aec, name), num_cycles=60)


def test_rendering(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {"svg": lambda text: text.startswith("<svg")}
    pettingzoo_test.render_test(functools.partial(chautari.aec, name), custom_tests=drawn)
    assert capsys.readouterr().out  # the mode `human` prints


def test_turns_need_not_alternate() -> None:
    env = chautari.aec("banchess")
    env.reset()
    order = []
    for agent in env.agent_iter(8):
        order.append(agent)
        observation, *_ = env.last()
        env.step(int(observation["action_mask"].argmax()))
    assert order == ["black", "white", "white", "black", "black", "white", "white", "black"]


def test_winner_gets_the_reward() -> None:
    env = chautari.aec("baghchal:captures=1")
    env.reset()
    env.step(env.board.action_id("mB1"))
    env.step(env.board.action_id("mA1C1(B1)"))
    assert env.rewards == {"goats": -1.0, "tigers": 1.0}
    assert all(env.terminations.values())


def test_max_plies_truncates() -> None:
    env = chautari.aec("creeper", max_plies=2)
    env.reset()
    for _ in range(2):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert all(env.truncations.values()) and not any(env.terminations.values())
