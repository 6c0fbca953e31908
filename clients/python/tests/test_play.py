"""Games, matches and bots against a real server at CHAUTARI_URL; scripts/clients starts one."""

import os
import random
import threading
import time
import uuid

import pytest
from chautari_client import Chautari, Refused

server = Chautari(os.environ["CHAUTARI_URL"])


def test_every_game_has_a_start_position():
    for game in server.games():
        position = server.position(game.id)
        assert position.offers and position.turn in game.sides


def test_refusal_has_status_and_code():
    with pytest.raises(Refused) as refused:
        server.position("baghchal", moves=["mA1B1"])
    assert (refused.value.status, refused.value.code) == (422, "not-yours")


def test_match_is_played_to_its_end_from_its_stream():
    match = server.begin("baghchal:captures=1", {"goats": {"kind": "human"}, "tigers": {"kind": "random"}}, "goats")
    versions = []
    for state in match:
        versions.append(state.version)
        # Acts only in its own turn, when the other side cannot end the match. After the last move `offers` is empty,
        # although the outcome arrives with the next event.
        if state.turn == "goats" and state.offers and state.version == match.state.version:
            match.resign() if len(state.moves) > 12 else match.play(random.choice(state.offers).move)
    assert match.state.outcome and versions == sorted(set(versions))
    watched = server.match(match.id)
    assert watched.over
    with pytest.raises(Refused) as refused:
        watched.play("mB1")
    assert refused.value.status == 401


def test_iteration_yields_the_final_state_after_own_action():
    match = server.begin("baghchal", {"goats": {"kind": "human"}, "tigers": {"kind": "human"}}, "goats")
    states = []
    for state in match:
        states.append(state)
        if not match.over:
            match.resign() if state.moves else match.play("mC3")
    assert [state.version for state in states] == [1, 2, 3]
    assert states[-1].outcome and states[-1].outcome == match.state.outcome


def test_bot_plays_a_tournament():
    bot = server.register_bot(f"py-{uuid.uuid4().hex[:8]}")
    players = [{"kind": "bot", "name": bot.name}, {"kind": "random"}]
    cup = server.begin_tournament("Cup", "baghchal:captures=1", players, games_per_pair=2)
    ended = []
    bot.play(
        lambda state, side: random.choice(state.offers).move,
        until=lambda state: ended.append(state) or len(ended) == 2,
    )
    for _ in range(100):
        if server.tournament(cup.tournament).state == "ended":
            break
        time.sleep(0.1)
    assert len(server.tournament(cup.tournament).standings) == 2


def test_bot_declines_and_accepts_invitations():
    bot = server.register_bot(f"py-{uuid.uuid4().hex[:8]}")
    other = server.register_bot(f"py-{uuid.uuid4().hex[:8]}")
    terms = {"game": "baghchal:captures=1", "rated": False, "side": "goats"}
    for _ in range(2):
        server.ask("POST", "/invitations", body={"to": {"bot": bot.name}, "terms": terms}, token=other.token)
    asked = []
    play = threading.Thread(
        target=bot.play,
        args=(lambda state, side: random.choice(state.offers).move,),
        kwargs={"until": lambda state: True, "accept": lambda invitation: asked.append(invitation) or len(asked) > 1},
    )
    play.start()
    other.play(lambda state, side: random.choice(state.offers).move, until=lambda state: True)
    play.join(timeout=60)
    assert not play.is_alive() and [invitation.game for invitation in asked] == ["baghchal:captures=1"] * 2
