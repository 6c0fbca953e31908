"""Answers of every kind, and lines that break: against a real server, through something that breaks them."""

import asyncio
import json
import os
import random
import threading
import time
import uuid

import pytest
from chautari_client import Chautari, Match, Refused, aio
from proxy import Proxy

URL = os.environ["CHAUTARI_URL"]
server = Chautari(URL)
HUMANS = {"goats": {"kind": "human"}, "tigers": {"kind": "human"}}
RANDOM = [{"kind": "random"}, {"kind": "random"}]


def name():
    return f"py-{uuid.uuid4().hex[:8]}"


def test_an_answer_is_what_it_is():
    """Nothing, text, or bytes."""
    bot = server.register_bot(name())
    assert server.ask("PUT", "/bots/me/invitations", body={"from": "none"}, token=bot.token) is None
    match = server.begin("baghchal", HUMANS, "goats")
    match.play("mC3")
    match.resign()
    lines = server.ask("GET", "/matches.ndjson?state=ended&game=baghchal").splitlines()
    assert match.id in [json.loads(line)["id"] for line in lines if line]
    assert server.ask("GET", "/games/baghchal/picture.svg").startswith("<svg")
    assert server.ask("GET", "/games/baghchal/picture.png")[1:4] == b"PNG"
    cup = server.begin_tournament("Cup", "baghchal:captures=1", RANDOM)
    while server.tournament(cup.tournament).state != "ended":
        time.sleep(0.05)
    assert server.ask("GET", f"/tournaments/{cup.tournament}/export.csv").startswith("rank,")
    assert isinstance(server.ask("GET", f"/tournaments/{cup.tournament}/export.pgn"), str)


def known(path, of, **wanted):
    return sum(all(one[key] == value for key, value in wanted.items()) for one in server.ask("GET", path)[of])


def without_end(bot):
    """Players of a tournament that goes on for as long as the bot does not come."""
    return [{"kind": "bot", "name": bot.name}, {"kind": "random"}]


def test_what_is_made_is_made_once_though_the_answer_was_cut_off():
    game, title = f"baghchal:captures={random.randint(2, 4)}", name()
    with Proxy(URL) as line:
        far = Chautari(line.url)
        line.spoil = 1
        bot = far.register_bot(name())
        assert line.spoil == 0, "the first answer was spoilt"
        server.ask("PUT", "/bots/me/invitations", body={"from": "open"}, token=bot.token)
        before = known(f"/matches?game={game}&limit=100", "matches")
        line.spoil = 1
        match = far.begin(game, HUMANS, "goats")
        assert known(f"/matches?game={game}&limit=100", "matches") == before + 1
        match.play("mC3")
        match.resign()
        line.spoil = 1
        far.begin_tournament(title, game, without_end(bot))
        assert known("/tournaments?limit=100", "tournaments", name=title) == 1


def test_with_await_it_is_made_once_too():
    async def make():
        with Proxy(URL) as line:
            async with aio.Chautari(line.url) as far:
                assert (await far.game("baghchal")).id == "baghchal"
                line.spoil = 1
                bot = await far.register_bot(name())
                title, line.spoil = name(), 1
                cup = await far.begin_tournament(title, "baghchal", without_end(bot))
                assert (await far.tournament(cup.tournament)).name == title
                assert line.spoil == 0 and known("/tournaments?limit=100", "tournaments", name=title) == 1
                told = await far.ask("PUT", "/bots/me/invitations", body={"from": "none"}, token=bot.token)
                assert told is None

    asyncio.run(asyncio.wait_for(make(), 60))


def test_a_match_is_found_again_and_nothing_is_missed():
    match = server.begin("baghchal", HUMANS, "goats")
    with Proxy(URL) as line:
        seen = []
        for state in Chautari(line.url).match(match.id):
            seen.append(state.version)
            if state.version == 1:
                line.cut()
                # While nobody listens.
                match.play("mC3")
                match.resign()
        assert seen == [1, 2, 3] and line.lines > 1


def test_with_await_it_is_found_again_too():
    async def watch():
        match = server.begin("baghchal", HUMANS, "goats")
        with Proxy(URL) as line:
            async with aio.Chautari(line.url) as far:
                seen = []
                async for state in await far.match(match.id):
                    seen.append(state.version)
                    if state.version == 1:
                        line.cut()
                        match.play("mC3")
                        match.resign()
                assert seen == [1, 2, 3]

    asyncio.run(asyncio.wait_for(watch(), 60))


def test_a_match_is_found_again_though_the_line_was_cut_in_the_handshake():
    def resign(match, line):
        line.slam = 2
        match.resign()

    async def watch(match, line):
        seen = []
        async with aio.Chautari(line.url) as far:
            async for state in await far.match(match.id):
                seen.append(state.version)
                if state.version == 1:
                    resign(match, line)
        return seen

    for how in ("sync", "async"):
        match, seen = server.begin("baghchal", HUMANS, "goats"), []
        with Proxy(URL) as line:
            if how == "async":
                seen = asyncio.run(asyncio.wait_for(watch(match, line), 60))
            else:
                for state in Chautari(line.url).match(match.id):
                    seen.append(state.version)
                    if state.version == 1:
                        resign(match, line)
            assert seen == [1, 2] and line.slam == 0


def test_a_match_that_is_not_there_is_not_waited_for():
    async def watch():
        async with aio.Chautari(URL) as far:
            async for _ in aio.Match(far, state):
                pass

    state = server.begin("baghchal", HUMANS, "goats").state
    state.id = "nothing-is-there"
    for watching in (lambda: list(Match(server, state)), lambda: asyncio.run(asyncio.wait_for(watch(), 60))):
        with pytest.raises(Refused) as refused:
            watching()
        assert refused.value.status == 404


def test_a_bot_comes_back_when_its_lines_are_cut():
    bot = server.register_bot(name())
    turns = []

    def choose(line, state):
        turns.append(state.version)
        # Not to the end: that a match is over is told once, to whoever listens.
        if len(turns) in (2, 4, 6):
            line.cut()
        return random.choice(state.offers).move

    async def play(url):
        async with aio.Chautari(url) as far:
            back = far.bot(bot.name, bot.token)
            await back.play(lambda state, side: choose(line, state), until=lambda ended: True)

    for how in ("sync", "async"):
        turns.clear()
        server.begin_tournament("Cup", "baghchal", [{"kind": "bot", "name": bot.name}, {"kind": "random"}])
        with Proxy(URL) as line:
            if how == "sync":
                far = Chautari(line.url).bot(bot.name, bot.token)
                far.play(lambda state, side: choose(line, state), until=lambda ended: True)
            else:
                asyncio.run(asyncio.wait_for(play(line.url), 60))
            assert line.lines > 3 and len(turns) > 6


def test_a_bot_is_offered_a_pause_and_plays_on_after_it():
    bot = server.register_bot(name())
    match = server.begin("baghchal", {"goats": {"kind": "human"}, "tigers": {"kind": "bot", "name": bot.name}}, "goats")
    play = threading.Thread(
        target=bot.play,
        args=(lambda state, side: random.choice(state.offers).move,),
        kwargs={"until": lambda ended: True},
        daemon=True,
    )
    play.start()
    match.act({"type": "offer_pause"})
    was_paused = False
    for state in match:
        if state.paused and not state.resume_offer:
            was_paused = True
            match.act({"type": "resume"})
        elif was_paused and not state.paused and not match.over:
            match.resign()
    play.join(timeout=60)
    assert was_paused and not play.is_alive()


def test_what_the_server_will_never_do_ends_a_bot():
    with pytest.raises(Refused) as refused:
        server.bot("nobody", "x" * 40).play(lambda state, side: "")
    assert refused.value.status == 401
