"""The `State` interface."""

import copy
import pickle

import chautari
import numpy as np
import pytest
from conftest import GAMES, random_state


def test_readme_example() -> None:
    game = chautari.game("baghchal")
    state = game.start()
    assert len(state.legal_moves()) == 21
    state.play("mB1")
    assert state.turn == "tigers"
    assert state.outcome is None
    assert state.text("obx").startswith("TGXXT/")
    assert state.svg().startswith("<svg")
    assert state._repr_svg_() == state.svg()  # used by notebooks


def test_all_games_exist() -> None:
    assert {"baghchal", "baghchal-compulsory", "banchess", "creeper", "gomoku"} <= set(GAMES)
    assert chautari.game("baghchal", captures=3).rules == {"captures": 3}


def test_refusal_has_code_text_and_points() -> None:
    state = chautari.game("baghchal").start()
    state.play("mB1")
    with pytest.raises(chautari.Refusal) as refused:
        state.play("mA1B1")
    assert refused.value.code == "occupied"
    assert refused.value.points == (1,)
    assert refused.value.text.endswith(".")
    assert state.moves == ["mB1"]
    with pytest.raises(chautari.Unreadable) as unreadable:
        state.play("mB9")
    assert (unreadable.value.offset, unreadable.value.found) == (0, "mB9")
    again = pickle.loads(pickle.dumps(unreadable.value))
    assert (again.offset, again.code) == (0, "syntax")


def test_refusal_names_the_missing_thing() -> None:
    with pytest.raises(chautari.Refusal, match="baghchal"):
        chautari.game("bagchal")
    with pytest.raises(chautari.Refusal, match="captures"):
        chautari.game("baghchal", captures=21)
    with pytest.raises(chautari.Refusal, match="216"):
        chautari.game("baghchal").start().play(217)
    with pytest.raises(chautari.Refusal):
        chautari.game("baghchal").start().play(-1)
    with pytest.raises(chautari.Refusal, match="obx"):
        chautari.game("baghchal").start().text("fen")
    with pytest.raises(chautari.Refusal, match="pixels"):
        chautari.game("baghchal").start().rgb(1_000_000)


def test_refusal_lists_all_reasons() -> None:
    with pytest.raises(chautari.Refusal) as refused:
        chautari.game("creeper").read("x" * 86)
    assert len(refused.value.reasons) > 1


def test_moves_and_actions_agree(name: str) -> None:
    state = random_state(name, 30)
    by_text = sorted(state.action_id(move) for move in state.legal_moves())
    assert by_text == state.legal_actions() == list(np.flatnonzero(state.mask()))
    for action in state.legal_actions():
        one, other = state.copy(), state.copy()
        one.play(action)
        other.play(state.action_text(action))
        assert one == other
    assert state.planes().shape == state.game.observation_shape == (
        len(state.game.plane_names), *state.planes().shape[1:]
    )  # fmt: skip


def test_symmetries_preserve_the_rules(name: str) -> None:
    """Playing the images of actions leads to the images of planes and masks."""
    state = random_state(name, 12)
    game = state.game
    actions = chautari.spiel.SpielState(chautari.load_game(name), state).history()
    seen = set()
    for s, exchanges in enumerate(game.side_symmetries):
        # The symmetries are source indices; mapping an action needs the inverse.
        into = np.argsort(game.action_symmetries[s])
        # In Creeper, exchanging the sides also exchanges who moves first.
        image = game.read(game.start().text()[:-1] + "o") if exchanges and name == "creeper" else game.start()
        for action in actions:
            image.play(int(into[action]))
        assert np.array_equal(image.planes().ravel(), state.planes().ravel()[game.plane_symmetries[s]])
        assert np.array_equal(image.mask(), state.mask()[game.action_symmetries[s]])
        seen.add(image.planes().tobytes())
    assert np.array_equal(game.action_symmetries[0], np.arange(game.action_count))
    assert len(seen) >= (1 if name == "banchess" else 8)


def test_undo_and_copies(name: str) -> None:
    state = random_state(name, 20)
    before = copy.deepcopy(state)
    assert before == state
    last = state.undo()
    assert last is not None and before != state
    state.play(last)
    assert before == state
    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(state.game)) == state.game


def test_texts_round_trip(name: str) -> None:
    state = random_state(name, 25)
    assert state.game.read(state.text()).text() == state.text()
    assert state.game.read(state.text("moves"), "moves") == state
    assert state.ansi() == str(state) and "\x1b" not in state.ansi()
    assert "\x1b" in state.ansi(colours=True)


def test_pictures(name: str) -> None:
    state = random_state(name, 10)
    assert state.png(64).startswith(b"\x89PNG")
    pixels = state.rgb(96)
    assert pixels.shape[1:] == (96, 3) and pixels.dtype == np.uint8 and pixels.std() > 5


def test_perft_matches_published_counts() -> None:
    assert chautari.game("baghchal").start().perft(3) == 5052
    assert chautari.game("banchess").start().perft(2) == 380


def test_outcomes() -> None:
    state = chautari.game("baghchal", captures=1).start()
    state.play("mB1")
    state.play("mA1C1(B1)")
    assert state.is_over and state.returns == (-1.0, 1.0)
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.code) == ("tigers", "captures")
    assert state.legal_moves() == [] and not state.mask().any()
    with pytest.raises(chautari.Refusal) as refused:
        state.play("mA2")
    assert refused.value.code == "game-over"


def test_ban_is_a_ply() -> None:
    state = chautari.game("banchess").start()
    assert (state.turn, state.action) == ("black", "ban")
    state.play(322)
    assert (state.turn, state.action, state.moves) == ("white", "move", ["b:e2e4"])
