"""The same for programs that wait for many things at once: the same names, with `await` and `async for`.

    import asyncio, random
    from chautari_client.aio import Chautari

    async def main():
        async with Chautari("http://127.0.0.1:8080") as server:
            bot = await server.register_bot("my-bot")
            await bot.play(lambda state, side: random.choice(state.offers).move)

    asyncio.run(main())
"""

from __future__ import annotations

import asyncio
import inspect
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ._api import models
from .bot import Awaiting, Invited, answer_to, heard
from .http import LAST, Events, Refused, again, authorised, backoff, headers, is_passing, new_key, refusal, said
from .match import CUT, hello, live, refused, told, unless_passing

__all__ = ["Bot", "Chautari", "Match"]


class Chautari:
    """A server. What has no method of its own is there by `ask`. Close it by `async with`, or by `aclose`."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.client = httpx.AsyncClient(base_url=self.url, timeout=60)

    async def __aenter__(self) -> Chautari:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self.client.aclose()

    async def ask(
        self, method: str, path: str, *, body: Any = None, token: str | None = None, key: str | None = None
    ) -> Any:
        """Any request of the native API, sent until there is an answer; `path` is what stands behind `/api/v1`. What
        comes is as `chautari_client.Chautari.ask` tells."""
        for tries in range(LAST + 1):
            try:
                response = await self.client.request(method, f"/api/v1{path}", json=body, headers=headers(token, key))
                wait = again(response, tries)
                if wait is None:
                    return said(response)
            except httpx.TransportError:
                if tries == LAST:
                    raise
                wait = backoff(tries)
            await asyncio.sleep(wait)
        raise AssertionError("the last try answers or raises")

    async def _make(self, path: str, body: dict[str, Any]) -> Any:
        """Makes something, once, however often it must be asked for."""
        return await self.ask("POST", path, body=body, key=new_key())

    async def games(self) -> list[models.Game]:
        return [models.Game.from_dict(game) for game in await self.ask("GET", "/games")]

    async def game(self, name: str) -> models.Game:
        return models.Game.from_dict(await self.ask("GET", f"/games/{name}"))

    async def position(self, game: str, **question: Any) -> models.Position:
        """A position: its scene, its legal moves, how it ended. `position`, `moves`, `dialect`, `write`, `value`."""
        return models.Position.from_dict(await self.ask("POST", f"/games/{game}/position", body=question))

    async def begin(self, game: str, seats: dict[str, dict[str, Any]], side: str | None = None, **plan: Any) -> Match:
        """Begins a match; `side` is the one this program plays, if it plays a human seat."""
        begun = await self._make("/matches", {"game": game, "seats": seats, **plan})
        token = begun["seats"][side].get("token") if side else None
        return Match(self, models.Match.from_dict(begun["state"]), token)

    async def match(self, name: str, token: str | None = None) -> Match:
        """A match that has begun, to watch; with the token of a seat, to play."""
        return Match(self, models.Match.from_dict(await self.ask("GET", f"/matches/{name}")), token)

    async def register_bot(self, name: str) -> Bot:
        """Registers a bot. Its token is told once: keep it, and come back with `bot`."""
        made = await self._make("/bots", {"name": name})
        return Bot(self, made["bot"], made["token"])

    def bot(self, name: str, token: str) -> Bot:
        """A bot that was registered before."""
        return Bot(self, name, token)

    async def begin_tournament(
        self, name: str, game: str, players: list[dict[str, Any]], **plan: Any
    ) -> models.NewTournament:
        body = {"name": name, "game": game, "players": players, "format": "round_robin", **plan}
        return models.NewTournament.from_dict(await self._make("/tournaments", body))

    async def tournament(self, name: str) -> models.Tournament:
        return models.Tournament.from_dict(await self.ask("GET", f"/tournaments/{name}"))


class Match:
    """A match. `async for` gives its state now and after whatever happens, until it is over."""

    def __init__(self, server: Chautari, state: models.Match, token: str | None = None) -> None:
        self.server, self.state, self.token = server, state, token

    @property
    def id(self) -> str:
        return self.state.id

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    async def play(self, move: str) -> models.Match:
        """Plays a move, in the canonical notation: one of `state.offers`."""
        return await self.act({"type": "move", "move": move})

    async def resign(self) -> models.Match:
        return await self.act({"type": "resign"})

    async def act(self, action: dict[str, Any], command: str | None = None) -> models.Match:
        """Does something. Named once and sent until it is answered, so that it happens once."""
        body = {"command": command or str(uuid.uuid4()), "action": action}
        done = await self.server.ask("POST", f"/matches/{self.id}/actions", body=body, token=self.token)
        return self._take(models.Match.from_dict(done["state"]))

    def _take(self, state: models.Match) -> models.Match:
        if state.version >= self.state.version:
            self.state = state
        return state

    async def __aiter__(self) -> AsyncGenerator[models.Match, None]:
        last, tries = self.state, 0
        yield last
        # Whoever ends the match in the loop knows that before it is told here.
        while last.outcome is None:
            try:
                async with aclosing(self._connection(last.version)) as states:
                    async for state in states:
                        last, tries = state, 0
                        yield self._take(state)
                        if state.outcome is not None:
                            return
            except InvalidStatus as answer:
                unless_passing(answer)
            except CUT:
                pass
            await asyncio.sleep(backoff(tries))
            tries += 1

    async def _connection(self, seen: int) -> AsyncGenerator[models.Match, None]:
        """One connection: what was missed since a version, then what happens."""
        async with connect(live(self.server.url, self.id), open_timeout=10) as socket:
            await socket.send(hello(seen, self.token))
            try:
                async for text in socket:
                    state = told(text)
                    if state is not None:
                        yield state
            except ConnectionClosed as closed:
                raise refused(closed) or closed


class Bot:
    """A bot and its token. `Chautari.register_bot` makes one; with the token it can come back."""

    def __init__(self, server: Chautari, name: str, token: str) -> None:
        self.server, self.name, self.token = server, name, token

    async def awaiting(self) -> AsyncGenerator[Awaiting | Invited, None]:
        """What awaits the bot, for as long as you listen. A lost connection is made again, and begins with all
        that awaits it then, so that something may be told twice."""
        tries = 0
        while True:
            try:
                async with aclosing(self._events()) as events:
                    async for event, data in events:
                        tries = 0
                        awaiting = heard(self.name, event, data)
                        if awaiting is not None:
                            yield awaiting
            except (httpx.TransportError, Refused) as error:
                if not is_passing(error):
                    raise
            await asyncio.sleep(backoff(tries))
            tries += 1

    async def _events(self) -> AsyncGenerator[tuple[str, Any], None]:
        """The events of one connection."""
        path, wanted = "/api/v1/bots/me/stream", authorised(self.token) | Events.ACCEPT
        async with self.server.client.stream("GET", path, headers=wanted, timeout=Events.TIMEOUT) as response:
            if not response.is_success:
                await response.aread()
                raise refusal(response)
            lines = Events()
            async for line in response.aiter_lines():
                event = lines.read(line)
                if event is not None:
                    yield event

    async def act(self, answered: Awaiting, action: dict[str, Any]) -> None:
        """Does something in a match, once for each version it answers."""
        path, body = f"/matches/{answered.match}/actions", answered.command(action)
        await self.server.ask("POST", path, body=body, token=self.token)

    async def answer(self, invitation: models.Invitation, accept: bool) -> None:
        """Accepts an invitation, or declines it."""
        how = "accept" if accept else "decline"
        await self.server.ask("POST", f"/invitations/{invitation.id}/{how}", token=self.token)

    async def play(
        self,
        choose: Callable[[models.Match, str], str | Awaitable[str]],
        until: Callable[[models.Match], bool] = lambda ended: False,
        accept: Callable[[models.Invitation], bool] = lambda invitation: True,
    ) -> None:
        """Plays every match it has a seat in, by a function from a state and the side it plays to a move, which
        may be awaited. Draws are declined, and so are takebacks; whoever wants a pause gets one; invitations are
        accepted unless `accept` says no. Returns when `until` of an ended match is true."""
        # A server that was away for long is listened to anew, and begins with all that awaits the bot.
        while not await self._play_on(choose, until, accept):
            pass

    async def _play_on(
        self,
        choose: Callable[[models.Match, str], str | Awaitable[str]],
        until: Callable[[models.Match], bool],
        accept: Callable[[models.Invitation], bool],
    ) -> bool:
        """Plays until it is over, or the server is away for long: then it is not."""
        async with aclosing(self.awaiting()) as stream:
            async for awaiting in stream:
                try:
                    if isinstance(awaiting, Invited):
                        await self.answer(awaiting.invitation, accept(awaiting.invitation))
                    elif awaiting.event == "turn":
                        move = choose(awaiting.state, awaiting.side)
                        chosen = await move if inspect.isawaitable(move) else move
                        await self.act(awaiting, {"type": "move", "move": chosen})
                    elif awaiting.event == "offer":
                        await self.act(awaiting, answer_to(awaiting))
                    elif until(awaiting.state):
                        return True
                except (httpx.TransportError, Refused) as error:
                    # Things have moved on; what awaits the bot now comes by the stream.
                    if isinstance(error, Refused) and error.status == 409:
                        continue
                    if not is_passing(error):
                        raise
                    return False
        return False
