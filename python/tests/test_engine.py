"""Opponents and exact tables."""

import signal
import subprocess
import sys
import time

import chautari
import pytest
from conftest import played


def test_it_takes_what_is_there() -> None:
    state = chautari.game("baghchal", captures=1).start()
    state.play("mB1")
    thought = chautari.Engine("baghchal:captures=1", depth=4).think(state)
    assert thought.best == "mA1C1(B1)" == thought.line[0]
    assert (thought.score.kind, thought.score.plies, thought.score.points) == ("win", 1, None)


@pytest.mark.parametrize("mind", ["knowing", "monte-carlo"])
def test_every_game_has_opponents(name: str, mind: str) -> None:
    state = played(name, 9)
    thought = chautari.Engine(name, level=3, mind=mind, nodes=300, seed=7).think(state)
    assert thought.best in state.legal_moves()
    assert thought.nodes > 0 and thought.line[0] == thought.best


def test_as_many_lines_as_asked_for() -> None:
    state = played("creeper", 6)
    thought = chautari.Engine("creeper", depth=3).think(state, lines=3, depth=3)
    assert len(thought.lines) == 3 and thought.lines[0].line == thought.line
    assert len({variation.line[0] for variation in thought.lines}) == 3


def test_a_text_is_thought_about_as_the_game_is() -> None:
    """A position given as text and a game played there are alike to think about, where nothing came up twice."""
    state = played("creeper", 11)
    thoughts = [chautari.Engine("creeper", nodes=2000).think(one) for one in (state, state.game.read(state.text()))]
    one, other = [(t.best, t.line, t.score.kind, t.score.points, t.depth, t.nodes) for t in thoughts]
    assert one == other and one[0] in state.legal_moves()


def test_questions_that_make_no_sense() -> None:
    with pytest.raises(chautari.Refusal, match="1 to 10"):
        chautari.Engine("baghchal", level=11)
    with pytest.raises(chautari.Refusal, match="monte-carlo"):
        chautari.Engine("baghchal", mind="brilliant")
    with pytest.raises(chautari.Refusal, match="plays `baghchal`"):
        chautari.Engine("baghchal").think(chautari.game("creeper").start())
    with pytest.raises(chautari.Refusal):
        chautari.Engine("baghchal", time=-1.0)


def test_control_c_ends_thinking() -> None:
    # Whoever runs in the background of a shell has been told to ignore it.
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += "import chautari; print('go', flush=True); e = chautari.Engine('creeper', time=600)\n"
    code += "e.think(chautari.game('creeper').start())"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asked:
        assert asked.stdout is not None and asked.stdout.readline() == b"go\n"
        time.sleep(0.5)
        asked.send_signal(signal.SIGINT)
        _, error = asked.communicate(timeout=60)
    assert b"KeyboardInterrupt" in error


def test_tables_tell_the_truth(small_tables: chautari.Tables) -> None:
    game = chautari.game("baghchal", captures=1)
    # The tigers have no empty point but one, and a goat stands before it.
    states = [played(game.id, 400, seed) for seed in range(40)]
    finished = [state for state in states if state.outcome is not None]
    for state in finished:
        value = small_tables.probe(state)
        assert value is not None and state.outcome is not None
        assert value.winner == state.outcome.winner
    assert small_tables.probe(game.start()) is None  # only the last phase is solved
    trapped = game.read("TTGGG/GGGGG/GGXGG/GGGGT/TGGGG t c0")
    value = small_tables.probe(trapped)
    assert value is not None
    after = small_tables.moves(trapped)
    assert set(after) == set(trapped.legal_moves()) and None not in after.values()
    winners = {told.winner for told in after.values() if told is not None}
    # The side to act gets the best there is for it.
    best = "tigers" if "tigers" in winners else None if None in winners else "goats"
    assert value.winner == best
    assert small_tables.probe_many([trapped, trapped.copy()]) == [value, value]


def test_tables_that_are_not_there(tmp_path) -> None:  # type: ignore[no-untyped-def]
    tables = chautari.Tables(tmp_path)
    assert tables.probe(chautari.game("gomoku").start()) is None
    assert tables.probe_many([]) == []
    with pytest.raises(chautari.Refusal, match="no tables"):
        tables.solve(chautari.game("gomoku"))
    with pytest.raises(chautari.Refusal, match="one at a time"):
        tables.probe_many([chautari.game("gomoku").start(), chautari.game("creeper").start()])
