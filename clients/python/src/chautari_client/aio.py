"""Asynchronous client with the same names as ``chautari_client``, used with ``await`` and ``async for``.

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
import time
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from . import models
from .bot import (
    Awaiting,
    Invited,
    invitation_text,
    move_text,
    parse_event,
    response_to,
    result_text,
    store_token,
    stored_token,
    waiting_text,
)
from .http import (
    MAX_RETRIES,
    Events,
    Refused,
    authorization,
    backoff,
    decode_body,
    error_from,
    headers,
    is_transient,
    new_key,
    retry_delay,
    warn_of_retry,
)
from .match import (
    DISCONNECTED,
    close_error,
    hello_frame,
    live_url,
    raise_unless_transient,
    state_of,
)

__all__ = ["Bot", "Chautari", "Match"]


class Chautari:
    """A server. Endpoints without a method of their own are available through ``ask``. Use it with ``async with``, or
    call ``aclose``."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.client = httpx.AsyncClient(base_url=self.url, timeout=60)

    async def __aenter__(self) -> Chautari:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes all connections."""
        await self.client.aclose()

    async def ask(
        self, method: str, path: str, *, body: Any = None, token: str | None = None, key: str | None = None
    ) -> Any:
        """Sends a request to the native API, with retries; see ``chautari_client.Chautari.ask``."""
        for tries in range(MAX_RETRIES + 1):
            try:
                response = await self.client.request(method, f"/api/v1{path}", json=body, headers=headers(token, key))
                wait = retry_delay(response, tries)
                if wait is None:
                    return decode_body(response)
            except httpx.TransportError as error:
                if tries == MAX_RETRIES:
                    raise
                wait = backoff(tries)
                warn_of_retry(self.url, error, wait)
            await asyncio.sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    async def _create(self, path: str, body: dict[str, Any]) -> Any:
        """Creates something exactly once, however often the request must be repeated."""
        return await self.ask("POST", path, body=body, key=new_key())

    async def games(self) -> list[models.Game]:
        """Returns all games."""
        return [models.Game.from_dict(game) for game in await self.ask("GET", "/games")]

    async def game(self, name: str) -> models.Game:
        """Returns a game with its rules and lesson."""
        return models.Game.from_dict(await self.ask("GET", f"/games/{name}"))

    async def position(self, game: str, **request: Any) -> models.Position:
        """Returns a position with its scene, legal moves and outcome. Options: ``position``, ``moves``, ``dialect``,
        ``write``, ``value``."""
        return models.Position.from_dict(await self.ask("POST", f"/games/{game}/position", body=request))

    async def begin(
        self, game: str, seats: dict[str, dict[str, Any]], side: str | None = None, **options: Any
    ) -> Match:
        """Creates a match. ``side`` is the human seat that this program plays, if any."""
        created = await self._create("/matches", {"game": game, "seats": seats, **options})
        token = created["seats"][side].get("token") if side else None
        return Match(self, models.Match.from_dict(created["state"]), token)

    async def match(self, name: str, token: str | None = None) -> Match:
        """Opens an existing match to watch it or, with the token of a seat, to play."""
        return Match(self, models.Match.from_dict(await self.ask("GET", f"/matches/{name}")), token)

    async def register_bot(self, name: str) -> Bot:
        """Registers a bot. Store its ``token``: the server shows it only once, and ``bot`` needs it."""
        created = await self._create("/bots", {"name": name})
        return Bot(self, created["bot"], created["token"])

    async def open_bot(self, name: str, token_file: str | Path) -> Bot:
        """Returns the bot whose token is in a file. Registers it at the first call and stores its token there,
        readable only by its owner."""
        token = stored_token(token_file)
        if token is not None:
            return self.bot(name, token)
        bot = await self.register_bot(name)
        store_token(token_file, bot.token)
        return bot

    def bot(self, name: str, token: str) -> Bot:
        """Returns a bot registered earlier."""
        return Bot(self, name, token)

    async def begin_tournament(
        self, name: str, game: str, players: list[dict[str, Any]], **options: Any
    ) -> models.NewTournament:
        """Creates a tournament, a round robin unless ``format`` is given."""
        body = {"name": name, "game": game, "players": players, "format": "round_robin", **options}
        return models.NewTournament.from_dict(await self._create("/tournaments", body))

    async def tournament(self, name: str) -> models.Tournament:
        """Returns a tournament."""
        return models.Tournament.from_dict(await self.ask("GET", f"/tournaments/{name}"))


class Match:
    """A match. ``async for`` yields its state now and after every event until it is over."""

    def __init__(self, server: Chautari, state: models.Match, token: str | None = None) -> None:
        self.server, self.state, self.token = server, state, token

    @property
    def id(self) -> str:
        """The match id."""
        return self.state.id

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.state.outcome is not None

    async def play(self, move: str) -> models.Match:
        """Plays a move in the canonical notation, as in ``state.offers``."""
        return await self.act({"type": "move", "move": move})

    async def resign(self) -> models.Match:
        """Resigns."""
        return await self.act({"type": "resign"})

    async def act(self, action: dict[str, Any], command: str | None = None) -> models.Match:
        """Performs an action exactly once: it is retried under one command id until the server responds."""
        body = {"command": command or str(uuid.uuid4()), "action": action}
        done = await self.server.ask("POST", f"/matches/{self.id}/actions", body=body, token=self.token)
        return self._update(models.Match.from_dict(done["state"]))

    def _update(self, state: models.Match) -> models.Match:
        """Stores a state unless it is older than the current one."""
        if state.version >= self.state.version:
            self.state = state
        return state

    async def __aiter__(self) -> AsyncGenerator[models.Match, None]:
        last, tries = self.state, 0
        yield last
        # Check the last state yielded, not `self.over`: an action in the caller's loop may end the match, and its
        # last event must still be yielded.
        while last.outcome is None:
            try:
                async with aclosing(self._connection(last.version)) as states:
                    async for state in states:
                        last, tries = state, 0
                        yield self._update(state)
                        if state.outcome is not None:
                            return
            except InvalidStatus as rejected:
                raise_unless_transient(rejected)
            except DISCONNECTED:
                pass
            await asyncio.sleep(backoff(tries))
            tries += 1

    async def _connection(self, version: int) -> AsyncGenerator[models.Match, None]:
        """Yields the states after ``version`` from one connection."""
        async with connect(live_url(self.server.url, self.id), open_timeout=10) as socket:
            await socket.send(hello_frame(version, self.token))
            try:
                async for text in socket:
                    state = state_of(text)
                    if state is not None:
                        yield state
            except ConnectionClosed as closed:
                raise close_error(closed) or closed


class Bot:
    """A bot with its token, from ``Chautari.register_bot`` or ``Chautari.bot``."""

    def __init__(self, server: Chautari, name: str, token: str) -> None:
        self.server, self.name, self.token = server, name, token

    async def awaiting(self) -> AsyncGenerator[Awaiting | Invited, None]:
        """Yields turns, offers, results and invitations without end. Each reconnection starts with everything that
        is pending, so an event can be repeated."""
        tries = 0
        while True:
            try:
                async with aclosing(self._events()) as events:
                    async for event, data in events:
                        tries = 0
                        awaiting = parse_event(self.name, event, data)
                        if awaiting is not None:
                            yield awaiting
                why: object = "the connection ended"
            except (httpx.TransportError, Refused) as error:
                if not is_transient(error):
                    raise
                why = error
            wait = backoff(tries)
            warn_of_retry(self.server.url, why, wait)
            await asyncio.sleep(wait)
            tries += 1

    async def _events(self) -> AsyncGenerator[tuple[str, Any], None]:
        """Yields the events of one connection."""
        path, accept = "/api/v1/bots/me/stream", authorization(self.token) | Events.ACCEPT
        async with self.server.client.stream("GET", path, headers=accept, timeout=Events.TIMEOUT) as response:
            if not response.is_success:
                await response.aread()
                raise error_from(response)
            parser = Events()
            async for line in response.aiter_lines():
                event = parser.read(line)
                if event is not None:
                    yield event

    async def act(self, awaiting: Awaiting, action: dict[str, Any]) -> None:
        """Responds to an event with an action, at most once per version of the match."""
        path, body = f"/matches/{awaiting.match}/actions", awaiting.command(action)
        await self.server.ask("POST", path, body=body, token=self.token)

    async def answer(self, invitation: models.Invitation, accept: bool) -> None:
        """Accepts or declines an invitation."""
        response = "accept" if accept else "decline"
        await self.server.ask("POST", f"/invitations/{invitation.id}/{response}", token=self.token)

    async def play(
        self,
        choose: Callable[[models.Match, str], str | Awaitable[str]],
        until: Callable[[models.Match], bool] = lambda ended: False,
        accept: Callable[[models.Invitation], bool] = lambda invitation: True,
        report: Callable[[str], object] = print,
    ) -> None:
        """Plays all of the bot's matches. ``choose(state, side)`` returns the move, or an awaitable of it. Invitations
        are accepted if ``accept`` returns true. Draws and takebacks are declined, pauses accepted. Returns when
        ``until`` is true of a finished match. ``report`` gets a line about each invitation, move and result."""
        report(waiting_text(self.name, self.server.url))
        # After a long outage the stream is opened again and starts with everything that is pending.
        while not await self._play_on(choose, until, accept, report):
            pass

    async def _play_on(
        self,
        choose: Callable[[models.Match, str], str | Awaitable[str]],
        until: Callable[[models.Match], bool],
        accept: Callable[[models.Invitation], bool],
        report: Callable[[str], object],
    ) -> bool:
        """Plays until ``until`` is true. Returns false if the server was unavailable for long."""
        async with aclosing(self.awaiting()) as stream:
            async for awaiting in stream:
                try:
                    if isinstance(awaiting, Invited):
                        accepted = accept(awaiting.invitation)
                        await self.answer(awaiting.invitation, accepted)
                        report(invitation_text(awaiting.invitation, accepted))
                    elif awaiting.event == "turn":
                        began = time.monotonic()
                        move = choose(awaiting.state, awaiting.side)
                        chosen = await move if inspect.isawaitable(move) else move
                        seconds = time.monotonic() - began
                        await self.act(awaiting, {"type": "move", "move": chosen})
                        report(move_text(awaiting, chosen, seconds))
                    elif awaiting.event == "offer":
                        await self.act(awaiting, response_to(awaiting))
                    else:
                        report(result_text(awaiting))
                        if until(awaiting.state):
                            return True
                except (httpx.TransportError, Refused) as error:
                    # The match has changed in the meantime; the stream sends what is pending now.
                    if isinstance(error, Refused) and error.status == 409:
                        continue
                    if not is_transient(error):
                        raise
                    return False
        return False
