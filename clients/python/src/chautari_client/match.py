"""A match that streams: played, watched, and found again when the line was cut."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.sync.client import connect

from ._api import models
from .http import Refused, backoff, is_passing

if TYPE_CHECKING:
    from .server import Chautari


def live(server: str, match: str) -> str:
    """Where a match streams."""
    return server.replace("http", "ws", 1) + f"/api/v1/matches/{match}/live"


def hello(seen: int, token: str | None) -> str:
    """The first frame: everything after a version is wanted."""
    return json.dumps({"type": "hello", "from": seen, "token": token})


def told(frame: str | bytes) -> models.Match | None:
    """The state a frame tells."""
    read = json.loads(frame)
    return models.Match.from_dict(read["state"]) if read["type"] in ("state", "event") else None


def refused(closed: ConnectionClosed) -> Refused | None:
    """Why the server hung up, where it was for what was said."""
    if closed.rcvd is None or closed.rcvd.code != 1008:
        return None
    return Refused(400, {"error": {"code": "form", "text": closed.rcvd.reason}})


CUT = (OSError, EOFError, ConnectionClosed, InvalidMessage)
"""A line that could not be made, or broke: in the middle of the handshake, too."""


def unless_passing(answer: InvalidStatus) -> None:
    """Raises what the server said in place of a line, unless that is worth trying again."""
    try:
        body = json.loads(answer.response.body or b"")
    except ValueError:
        body = {}
    refused = Refused(answer.response.status_code, body if isinstance(body, dict) else {})
    if not is_passing(refused):
        raise refused from answer


class Match:
    """A match. Iterating gives its state now and after whatever happens, until it is over."""

    def __init__(self, server: Chautari, state: models.Match, token: str | None = None) -> None:
        self.server, self.state, self.token = server, state, token

    @property
    def id(self) -> str:
        return self.state.id

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    def play(self, move: str) -> models.Match:
        """Plays a move, in the canonical notation: one of `state.offers`."""
        return self.act({"type": "move", "move": move})

    def resign(self) -> models.Match:
        return self.act({"type": "resign"})

    def act(self, action: dict[str, Any], command: str | None = None) -> models.Match:
        """Does something. Named once and sent until it is answered, so that it happens once."""
        body = {"command": command or str(uuid.uuid4()), "action": action}
        done = self.server.ask("POST", f"/matches/{self.id}/actions", body=body, token=self.token)
        return self._take(models.Match.from_dict(done["state"]))

    def _take(self, state: models.Match) -> models.Match:
        if state.version >= self.state.version:
            self.state = state
        return state

    def __iter__(self) -> Iterator[models.Match]:
        last, tries = self.state, 0
        yield last
        # Whoever ends the match in the loop knows that before it is told here.
        while last.outcome is None:
            try:
                for state in self._connection(last.version):
                    last, tries = state, 0
                    yield self._take(state)
                    if state.outcome is not None:
                        return
            except InvalidStatus as answer:
                unless_passing(answer)
            except CUT:
                pass
            time.sleep(backoff(tries))
            tries += 1

    def _connection(self, seen: int) -> Iterator[models.Match]:
        """One connection: what was missed since a version, then what happens."""
        with connect(live(self.server.url, self.id), open_timeout=10) as socket:
            socket.send(hello(seen, self.token))
            try:
                for text in socket:
                    state = told(text)
                    if state is not None:
                        yield state
            except ConnectionClosed as closed:
                raise refused(closed) or closed
