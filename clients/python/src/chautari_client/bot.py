"""A bot: whatever awaits it is answered, wherever it plays."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx

from ._api import models
from .http import Refused, backoff, events

if TYPE_CHECKING:
    from .server import Chautari


@dataclass(frozen=True)
class Awaiting:
    """Something that awaits a bot: its `turn`, an `offer` to be answered, or that a match has `ended`."""

    event: str
    match: str
    version: int
    side: str
    state: models.Match


@dataclass(frozen=True)
class Invited:
    """Somebody would like to play the bot."""

    invitation: models.Invitation


class Bot:
    """A bot and its token. `Chautari.register_bot` makes one; with the token it can come back."""

    def __init__(self, server: Chautari, name: str, token: str) -> None:
        self.server, self.name, self.token = server, name, token

    def awaiting(self) -> Iterator[Awaiting | Invited]:
        """What awaits the bot, for as long as you listen. A lost connection is made again, and begins with all
        that awaits it then, so that something may be told twice."""
        tries = 0
        while True:
            try:
                for event, told in events(self.server.client, "/api/v1/bots/me/stream", token=self.token):
                    tries = 0
                    if event == "invitation":
                        # Its own are told, too, and are for the others to answer.
                        if told["from"].get("name") != self.name:
                            yield Invited(models.Invitation.from_dict(told))
                    elif "state" in told:
                        state = models.Match.from_dict(told["state"])
                        yield Awaiting(event, told["match"], told["version"], told["side"], state)
            except httpx.TransportError:
                pass
            time.sleep(backoff(tries))
            tries += 1

    def act(self, told: Awaiting, action: dict[str, Any]) -> None:
        """Does something in a match, once for each version it answers."""
        body = {"command": f"at-{told.version}", "version": told.version, "action": action}
        self.server.ask("POST", f"/matches/{told.match}/actions", body=body, token=self.token)

    def answer(self, invitation: models.Invitation, accept: bool) -> None:
        """Accepts an invitation, or declines it."""
        how = "accept" if accept else "decline"
        self.server.ask("POST", f"/invitations/{invitation.id}/{how}", token=self.token)

    def play(
        self,
        choose: Callable[[models.Match, str], str],
        until: Callable[[models.Match], bool] = lambda ended: False,
        accept: Callable[[models.Invitation], bool] = lambda invitation: True,
    ) -> None:
        """Plays every match it has a seat in, by a function from a state and the side it plays to a move. Draws
        are declined, and so are takebacks; invitations are accepted unless `accept` says no. Returns when `until`
        of an ended match is true."""
        for told in self.awaiting():
            try:
                if isinstance(told, Invited):
                    self.answer(told.invitation, accept(told.invitation))
                elif told.event == "turn":
                    self.act(told, {"type": "move", "move": choose(told.state, told.side)})
                elif told.event == "offer":
                    kind = "decline_draw" if told.state.draw_offer else "decline_takeback"
                    self.act(told, {"type": kind})
                elif until(told.state):
                    return
            except Refused as refused:
                # Things have moved on; what awaits the bot now comes by the stream.
                if refused.status != 409:
                    raise
