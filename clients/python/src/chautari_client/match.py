"""A live match over WebSocket, with automatic reconnection."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.sync.client import connect

from . import models
from .http import Refused, backoff, is_transient

if TYPE_CHECKING:
    from .server import Chautari


def live_url(server: str, match: str) -> str:
    """Returns the WebSocket address of a match."""
    return server.replace("http", "ws", 1) + f"/api/v1/matches/{match}/live"


def hello_frame(version: int, token: str | None) -> str:
    """Returns the first frame, which requests all events after ``version``."""
    return json.dumps({"type": "hello", "from": version, "token": token})


def state_of(frame: str | bytes) -> models.Match | None:
    """Returns the state in a frame; ``None`` for other frames."""
    read = json.loads(frame)
    return models.Match.from_dict(read["state"]) if read["type"] in ("state", "event") else None


def close_error(closed: ConnectionClosed) -> Refused | None:
    """Returns the error if the server closed the connection because of an invalid frame."""
    if closed.rcvd is None or closed.rcvd.code != 1008:
        return None
    return Refused(400, {"error": {"code": "form", "text": closed.rcvd.reason}})


DISCONNECTED = (OSError, EOFError, ConnectionClosed, InvalidMessage)
"""Exceptions of a connection that failed or broke, also during the handshake."""


def raise_unless_transient(rejected: InvalidStatus) -> None:
    """Raises ``Refused`` if the server rejected the handshake and a retry cannot help."""
    try:
        body = json.loads(rejected.response.body or b"")
    except ValueError:
        body = {}
    error = Refused(rejected.response.status_code, body if isinstance(body, dict) else {})
    if not is_transient(error):
        raise error from rejected


class Match:
    """A match. Iterating yields its state now and after every event until it is over."""

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

    def play(self, move: str) -> models.Match:
        """Plays a move in the canonical notation, as in ``state.offers``."""
        return self.act({"type": "move", "move": move})

    def resign(self) -> models.Match:
        """Resigns."""
        return self.act({"type": "resign"})

    def act(self, action: dict[str, Any], command: str | None = None) -> models.Match:
        """Performs an action exactly once: it is retried under one command id until the server responds."""
        body = {"command": command or str(uuid.uuid4()), "action": action}
        done = self.server.ask("POST", f"/matches/{self.id}/actions", body=body, token=self.token)
        return self._update(models.Match.from_dict(done["state"]))

    def _update(self, state: models.Match) -> models.Match:
        """Stores a state unless it is older than the current one."""
        if state.version >= self.state.version:
            self.state = state
        return state

    def __iter__(self) -> Iterator[models.Match]:
        last, tries = self.state, 0
        yield last
        # Check the last state yielded, not `self.over`: an action in the caller's loop may end the match, and its
        # last event must still be yielded.
        while last.outcome is None:
            try:
                for state in self._connection(last.version):
                    last, tries = state, 0
                    yield self._update(state)
                    if state.outcome is not None:
                        return
            except InvalidStatus as rejected:
                raise_unless_transient(rejected)
            except DISCONNECTED:
                pass
            time.sleep(backoff(tries))
            tries += 1

    def _connection(self, version: int) -> Iterator[models.Match]:
        """Yields the states after ``version`` from one connection."""
        with connect(live_url(self.server.url, self.id), open_timeout=10) as socket:
            socket.send(hello_frame(version, self.token))
            try:
                for text in socket:
                    state = state_of(text)
                    if state is not None:
                        yield state
            except ConnectionClosed as closed:
                raise close_error(closed) or closed
