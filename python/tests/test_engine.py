"""Engines and exact tables."""

import signal
import subprocess
import sys
import time

import chautari
import pytest
from conftest import random_state


def test_engine_finds_a_winning_capture() -> None:
    state = chautari.game("baghchal", captures=1).start()
    state.play("mB1")
    thought = chautari.Engine("baghchal:captures=1", depth=4).think(state)
    assert thought.best == "mA1C1(B1)" == thought.line[0]
    assert (thought.score.kind, thought.score.plies, thought.score.points) == ("win", 1, None)


@pytest.mark.parametrize("mind", ["knowing", "monte-carlo"])
def test_engine_thinks_in_every_game(name: str, mind: str) -> None:
    state = random_state(name, 9)
    thought = chautari.Engine(name, level=3, mind=mind, nodes=300, seed=7).think(state)
    assert thought.best in state.legal_moves()
    assert thought.nodes > 0 and thought.line[0] == thought.best


def test_lines_option_sets_the_number_of_lines() -> None:
    state = random_state("creeper", 6)
    thought = chautari.Engine("creeper", depth=3).think(state, lines=3, depth=3)
    assert len(thought.lines) == 3 and thought.lines[0].line == thought.line
    assert len({variation.line[0] for variation in thought.lines}) == 3


def test_position_read_from_text_is_searched_like_the_game() -> None:
    """Without repetition, a position read from text and the game that led there give the same result."""
    state = random_state("creeper", 11)
    thoughts = [chautari.Engine("creeper", nodes=2000).think(one) for one in (state, state.game.read(state.text()))]
    one, other = [(t.best, t.line, t.score.kind, t.score.points, t.depth, t.nodes) for t in thoughts]
    assert one == other and one[0] in state.legal_moves()


def test_invalid_engine_options_are_refused() -> None:
    with pytest.raises(chautari.Refusal, match="1 to 10"):
        chautari.Engine("baghchal", level=11)
    with pytest.raises(chautari.Refusal, match="monte-carlo"):
        chautari.Engine("baghchal", mind="brilliant")
    with pytest.raises(chautari.Refusal, match="plays `baghchal`"):
        chautari.Engine("baghchal").think(chautari.game("creeper").start())
    with pytest.raises(chautari.Refusal):
        chautari.Engine("baghchal", time=-1.0)


def test_ctrl_c_cancels_a_search() -> None:
    # A background job of a shell ignores SIGINT, so the handler is installed explicitly.
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += "import chautari; print('go', flush=True); e = chautari.Engine('creeper', time=600)\n"
    code += "e.think(chautari.game('creeper').start())"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"go\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in error


def test_tables_agree_with_finished_games_and_moves(small_tables: chautari.Tables) -> None:
    game = chautari.game("baghchal", captures=1)
    states = [random_state(game.id, 400, seed) for seed in range(40)]
    finished = [state for state in states if state.outcome is not None]
    for state in finished:
        value = small_tables.probe(state)
        assert value is not None and state.outcome is not None
        assert value.winner == state.outcome.winner
    assert small_tables.probe(game.start()) is None  # only the sliding phase is built
    trapped = game.read("TTGGG/GGGGG/GGXGG/GGGGT/TGGGG t c0")
    value = small_tables.probe(trapped)
    assert value is not None
    after = small_tables.moves(trapped)
    assert set(after) == set(trapped.legal_moves()) and None not in after.values()
    winners = {after_move.winner for after_move in after.values() if after_move is not None}
    # The value is that of the best move for the side to act.
    best = "tigers" if "tigers" in winners else None if None in winners else "goats"
    assert value.winner == best
    assert small_tables.probe_many([trapped, trapped.copy()]) == [value, value]


def test_missing_tables(tmp_path) -> None:  # type: ignore[no-untyped-def]
    tables = chautari.Tables(tmp_path)
    assert tables.probe(chautari.game("gomoku").start()) is None
    assert tables.probe_many([]) == []
    with pytest.raises(chautari.Refusal, match="no tables"):
        tables.solve(chautari.game("gomoku"))
    with pytest.raises(chautari.Refusal, match="one game at a time"):
        tables.probe_many([chautari.game("gomoku").start(), chautari.game("creeper").start()])
