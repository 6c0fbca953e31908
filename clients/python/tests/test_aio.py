"""The asynchronous client against a real server."""

import asyncio
import os
import random
import uuid
from contextlib import aclosing

import pytest
from chautari_client import Invited, Refused
from chautari_client.aio import Chautari

URL = os.environ["CHAUTARI_URL"]


def test_requests_run_concurrently():
    async def ask():
        async with Chautari(URL) as server:
            games = await server.games()
            positions = await asyncio.gather(*(server.position(game.id) for game in games))
            assert all(p.offers and p.turn in game.sides for p, game in zip(positions, games, strict=True))
            with pytest.raises(Refused) as refused:
                await server.position("baghchal", moves=["mA1B1"])
            assert (refused.value.status, refused.value.code) == (422, "not-yours")

    asyncio.run(ask())


def test_matches_stream_concurrently():
    """Two matches are played, each with a watcher, all in one thread."""

    async def play(server):
        seats = {"goats": {"kind": "human"}, "tigers": {"kind": "random"}}
        match = await server.begin("baghchal:captures=1", seats, "goats")
        watcher = asyncio.create_task(watch(await server.match(match.id)))
        async for state in match:
            if state.turn == "goats" and state.offers and state.version == match.state.version:
                enough = len(state.moves) > 12
                await (match.resign() if enough else match.play(random.choice(state.offers).move))
        assert match.over
        seen = await watcher
        assert seen == sorted(set(seen)) and seen[-1] == match.state.version

    async def watch(match):
        seen = [state.version async for state in match]
        assert match.over
        with pytest.raises(Refused) as refused:
            await match.play("mB1")
        assert refused.value.status == 401
        return seen

    async def both():
        async with Chautari(URL) as server:
            await asyncio.gather(play(server), play(server))

    asyncio.run(asyncio.wait_for(both(), 60))


def test_iteration_yields_the_final_state_after_own_action():
    async def play():
        async with Chautari(URL) as server:
            match = await server.begin("baghchal", {"goats": {"kind": "human"}, "tigers": {"kind": "human"}}, "goats")
            states = []
            async for state in match:
                states.append(state)
                if not match.over:
                    await (match.resign() if state.moves else match.play("mC3"))
            assert [state.version for state in states] == [1, 2, 3]
            assert states[-1].outcome and states[-1].outcome == match.state.outcome

    asyncio.run(asyncio.wait_for(play(), 60))


def test_invited_bot_plays_the_inviter():
    async def meet():
        async with Chautari(URL) as server:
            host, guest = [await server.register_bot(f"py-{uuid.uuid4().hex[:8]}") for _ in range(2)]
            terms = {"game": "baghchal:captures=1", "rated": False, "side": "goats"}
            body = {"to": {"bot": guest.name}, "terms": terms}
            await server.ask("POST", "/invitations", body=body, token=host.token)
            async with aclosing(guest.awaiting()) as stream:
                first = await anext(stream)
            assert isinstance(first, Invited) and first.invitation.game == terms["game"]

            async def choose(state, side):  # may await
                await asyncio.sleep(0)
                return random.choice(state.offers).move

            back = server.bot(guest.name, guest.token)
            await asyncio.gather(
                back.play(choose, until=lambda ended: True),
                host.play(lambda state, side: random.choice(state.offers).move, until=lambda ended: True),
            )

    asyncio.run(asyncio.wait_for(meet(), 60))
