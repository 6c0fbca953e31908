"""A bot: whatever awaits it is answered, wherever it plays."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx

from ._api import models
from .http import Refused, backoff, events, is_passing

if TYPE_CHECKING:
    from .server import Chautari


@dataclass(frozen=True)
class Awaiting:
    """Something that awaits a bot: its `turn`, an `offer` to be answered (a draw, a takeback, a pause, or to play on
    after one), or that a match has `ended`."""

    event: str
    match: str
    version: int
    side: str
    state: models.Match

    def command(self, action: dict[str, Any]) -> dict[str, Any]:
        """An action that answers this, once."""
        return {"command": f"at-{self.version}", "version": self.version, "action": action}


@dataclass(frozen=True)
class Invited:
    """Somebody would like to play the bot."""

    invitation: models.Invitation


def heard(name: str, event: str, told: Any) -> Awaiting | Invited | None:
    """What an event of the stream means to the bot of that name."""
    if event == "invitation":
        # Its own are told, too, and are for the others to answer.
        return None if told["from"].get("name") == name else Invited(models.Invitation.from_dict(told))
    if "state" in told:
        state = models.Match.from_dict(told["state"])
        return Awaiting(event, told["match"], told["version"], told["side"], state)
    return None


def answer_to(offer: Awaiting) -> dict[str, Any]:
    """How a bot answers what it is offered: no to draws and takebacks, yes to a pause and to playing on after one."""
    state = offer.state
    answers = (
        ("resume", state.resume_offer),
        ("decline_draw", state.draw_offer),
        ("decline_takeback", state.takeback_offer),
    )
    return {"type": next((answer for answer, by in answers if by not in (None, offer.side)), "accept_pause")}


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
                    awaiting = heard(self.name, event, told)
                    if awaiting is not None:
                        yield awaiting
            except (httpx.TransportError, Refused) as error:
                if not is_passing(error):
                    raise
            time.sleep(backoff(tries))
            tries += 1

    def act(self, told: Awaiting, action: dict[str, Any]) -> None:
        """Does something in a match, once for each version it answers."""
        self.server.ask("POST", f"/matches/{told.match}/actions", body=told.command(action), token=self.token)

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
        are declined, and so are takebacks; whoever wants a pause gets one; invitations are accepted unless `accept`
        says no. Returns when `until` of an ended match is true."""
        # A server that was away for long is listened to anew, and begins with all that awaits the bot.
        while not self._play_on(choose, until, accept):
            pass

    def _play_on(
        self,
        choose: Callable[[models.Match, str], str],
        until: Callable[[models.Match], bool],
        accept: Callable[[models.Invitation], bool],
    ) -> bool:
        """Plays until it is over, or the server is away for long: then it is not."""
        for told in self.awaiting():
            try:
                if isinstance(told, Invited):
                    self.answer(told.invitation, accept(told.invitation))
                elif told.event == "turn":
                    self.act(told, {"type": "move", "move": choose(told.state, told.side)})
                elif told.event == "offer":
                    self.act(told, answer_to(told))
                elif until(told.state):
                    return True
            except (httpx.TransportError, Refused) as error:
                # Things have moved on; what awaits the bot now comes by the stream.
                if isinstance(error, Refused) and error.status == 409:
                    continue
                if not is_passing(error):
                    raise
                return False
        return False
