"""Response types and broken connections: against a real server, through a proxy that breaks connections."""

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


def test_response_type_follows_the_content_type():
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


def count(path, of, **wanted):
    """Counts the items of a list that have the given fields."""
    return sum(all(item[key] == value for key, value in wanted.items()) for item in server.ask("GET", path)[of])


def waiting_for(bot):
    """Players of a tournament that does not end while the bot is offproxy."""
    return [{"kind": "bot", "name": bot.name}, {"kind": "random"}]


def test_lost_response_creates_only_once():
    game, title = f"baghchal:captures={random.randint(2, 4)}", name()
    with Proxy(URL) as proxy:
        far = Chautari(proxy.url)
        proxy.spoil = 1
        bot = far.register_bot(name())
        assert proxy.spoil == 0, "the first response was cut off"
        server.ask("PUT", "/bots/me/invitations", body={"from": "open"}, token=bot.token)
        before = count(f"/matches?game={game}&limit=100", "matches")
        proxy.spoil = 1
        match = far.begin(game, HUMANS, "goats")
        assert count(f"/matches?game={game}&limit=100", "matches") == before + 1
        match.play("mC3")
        match.resign()
        proxy.spoil = 1
        far.begin_tournament(title, game, waiting_for(bot))
        assert count("/tournaments?limit=100", "tournaments", name=title) == 1


def test_async_lost_response_creates_only_once():
    async def make():
        with Proxy(URL) as proxy:
            async with aio.Chautari(proxy.url) as far:
                assert (await far.game("baghchal")).id == "baghchal"
                proxy.spoil = 1
                bot = await far.register_bot(name())
                title, proxy.spoil = name(), 1
                cup = await far.begin_tournament(title, "baghchal", waiting_for(bot))
                assert (await far.tournament(cup.tournament)).name == title
                assert proxy.spoil == 0 and count("/tournaments?limit=100", "tournaments", name=title) == 1
                assert await far.ask("PUT", "/bots/me/invitations", body={"from": "none"}, token=bot.token) is None

    asyncio.run(asyncio.wait_for(make(), 60))


def test_reconnection_misses_no_event():
    match = server.begin("baghchal", HUMANS, "goats")
    with Proxy(URL) as proxy:
        seen = []
        for state in Chautari(proxy.url).match(match.id):
            seen.append(state.version)
            if state.version == 1:
                proxy.cut()
                # Played while the iteration is disconnected.
                match.play("mC3")
                match.resign()
        assert seen == [1, 2, 3] and proxy.connections > 1


def test_async_reconnection_misses_no_event():
    async def watch():
        match = server.begin("baghchal", HUMANS, "goats")
        with Proxy(URL) as proxy:
            async with aio.Chautari(proxy.url) as far:
                seen = []
                async for state in await far.match(match.id):
                    seen.append(state.version)
                    if state.version == 1:
                        proxy.cut()
                        match.play("mC3")
                        match.resign()
                assert seen == [1, 2, 3]

    asyncio.run(asyncio.wait_for(watch(), 60))


def test_connection_cut_in_the_handshake_is_retried():
    def resign(match, proxy):
        proxy.slam = 2
        match.resign()

    async def watch(match, proxy):
        seen = []
        async with aio.Chautari(proxy.url) as far:
            async for state in await far.match(match.id):
                seen.append(state.version)
                if state.version == 1:
                    resign(match, proxy)
        return seen

    for how in ("sync", "async"):
        match, seen = server.begin("baghchal", HUMANS, "goats"), []
        with Proxy(URL) as proxy:
            if how == "async":
                seen = asyncio.run(asyncio.wait_for(watch(match, proxy), 60))
            else:
                for state in Chautari(proxy.url).match(match.id):
                    seen.append(state.version)
                    if state.version == 1:
                        resign(match, proxy)
            assert seen == [1, 2] and proxy.slam == 0


def test_missing_match_raises_instead_of_retrying():
    async def watch():
        async with aio.Chautari(URL) as far:
            async for _ in aio.Match(far, state):
                pass

    state = server.begin("baghchal", HUMANS, "goats").state
    state.id = "no-such-match"
    for watching in (lambda: list(Match(server, state)), lambda: asyncio.run(asyncio.wait_for(watch(), 60))):
        with pytest.raises(Refused) as refused:
            watching()
        assert refused.value.status == 404


def test_bot_reconnects_after_lost_connections():
    bot = server.register_bot(name())
    turns = []

    def choose(proxy, state):
        turns.append(state.version)
        # Not on later turns: the end of a match is sent only once, to connected streams.
        if len(turns) in (2, 4, 6):
            proxy.cut()
        return random.choice(state.offers).move

    async def play(url):
        async with aio.Chautari(url) as far:
            back = far.bot(bot.name, bot.token)
            await back.play(lambda state, side: choose(proxy, state), until=lambda ended: True)

    for how in ("sync", "async"):
        turns.clear()
        server.begin_tournament("Cup", "baghchal", [{"kind": "bot", "name": bot.name}, {"kind": "random"}])
        with Proxy(URL) as proxy:
            if how == "sync":
                far = Chautari(proxy.url).bot(bot.name, bot.token)
                far.play(lambda state, side: choose(proxy, state), until=lambda ended: True)
            else:
                asyncio.run(asyncio.wait_for(play(proxy.url), 60))
            assert proxy.connections > 3 and len(turns) > 6


def test_bot_accepts_a_pause_and_resumes():
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


def test_permanent_refusal_ends_a_bot():
    with pytest.raises(Refused) as refused:
        server.bot("nobody", "x" * 40).play(lambda state, side: "")
    assert refused.value.status == 401
