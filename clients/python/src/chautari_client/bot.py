"""Bots: an event stream of turns, offers and invitations, and a loop that responds to it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from . import models
from .http import Refused, backoff, events, is_transient, warn_of_retry

if TYPE_CHECKING:
    from .server import Chautari


@dataclass(frozen=True)
class Awaiting:
    """An event in one of the bot's matches: its ``turn``, an ``offer`` (of a draw, takeback, pause or resumption), or
    the match has ``ended``."""

    event: str
    match: str
    version: int
    side: str
    """The side that the bot plays."""
    state: models.Match

    def command(self, action: dict[str, Any]) -> dict[str, Any]:
        """Returns the request body for a response. The command id is derived from the version, so that repeating it
        has no effect."""
        return {"command": f"at-{self.version}", "version": self.version, "action": action}


@dataclass(frozen=True)
class Invited:
    """An invitation to the bot."""

    invitation: models.Invitation


def parse_event(name: str, event: str, data: Any) -> Awaiting | Invited | None:
    """Converts a stream event for the bot called ``name``; ``None`` if it needs no response."""
    if event == "invitation":
        # The stream also has the bot's own invitations, which are for others to accept.
        return None if data["from"].get("name") == name else Invited(models.Invitation.from_dict(data))
    if "state" in data:
        state = models.Match.from_dict(data["state"])
        return Awaiting(event, data["match"], data["version"], data["side"], state)
    return None


def response_to(offer: Awaiting) -> dict[str, Any]:
    """Returns the default response to an offer: declines draws and takebacks, accepts pauses and resumptions."""
    state = offer.state
    responses = (
        ("resume", state.resume_offer),
        ("decline_draw", state.draw_offer),
        ("decline_takeback", state.takeback_offer),
    )
    return {"type": next((kind for kind, by in responses if by not in (None, offer.side)), "accept_pause")}


def stored_token(file: str | Path) -> str | None:
    """Returns the token in a file, ``None`` if there is no such file."""
    path = Path(file)
    return path.read_text().strip() if path.exists() else None


def store_token(file: str | Path, token: str) -> None:
    """Writes a token to a new file that only its owner can read."""
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        stream.write(token + "\n")


def waiting_text(bot: str, server: str) -> str:
    """Describes what a bot waits for."""
    return f"{bot} is on {server}, waiting for matches and invitations."


def invitation_text(invitation: models.Invitation, accepted: bool) -> str:
    """Describes the response to an invitation."""
    sender = getattr(invitation.from_, "name", None) or "a player"
    return f"Invitation from {sender} to {invitation.game}: {'accepted' if accepted else 'declined'}"


def move_text(awaiting: Awaiting, move: str, seconds: float) -> str:
    """Describes a move of the bot."""
    number = len(awaiting.state.moves) + 1
    return f"{awaiting.match}: move {number}, {awaiting.side} plays {move} ({seconds:.2f} s)"


def result_text(ended: Awaiting) -> str:
    """Describes the result of a match from the bot's side."""
    outcome = ended.state.outcome
    if outcome is None:
        return f"{ended.match}: over"
    result = "drawn" if outcome.winner is None else "won" if outcome.winner == ended.side else "lost"
    return f"{ended.match}: {result} as {ended.side}: {outcome.reason}"


class Bot:
    """A bot with its token, from ``Chautari.register_bot`` or ``Chautari.bot``."""

    def __init__(self, server: Chautari, name: str, token: str) -> None:
        self.server, self.name, self.token = server, name, token

    def awaiting(self) -> Iterator[Awaiting | Invited]:
        """Yields turns, offers, results and invitations without end. Each reconnection starts with everything that
        is pending, so an event can be repeated."""
        tries = 0
        while True:
            try:
                for event, data in events(self.server.client, "/api/v1/bots/me/stream", token=self.token):
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
            time.sleep(wait)
            tries += 1

    def act(self, awaiting: Awaiting, action: dict[str, Any]) -> None:
        """Responds to an event with an action, at most once per version of the match."""
        body = awaiting.command(action)
        self.server.ask("POST", f"/matches/{awaiting.match}/actions", body=body, token=self.token)

    def answer(self, invitation: models.Invitation, accept: bool) -> None:
        """Accepts or declines an invitation."""
        response = "accept" if accept else "decline"
        self.server.ask("POST", f"/invitations/{invitation.id}/{response}", token=self.token)

    def play(
        self,
        choose: Callable[[models.Match, str], str],
        until: Callable[[models.Match], bool] = lambda ended: False,
        accept: Callable[[models.Invitation], bool] = lambda invitation: True,
        report: Callable[[str], object] = print,
    ) -> None:
        """Plays all of the bot's matches. ``choose(state, side)`` returns the move. Invitations are accepted if
        ``accept`` returns true. Draws and takebacks are declined, pauses accepted. Returns when ``until`` is true of
        a finished match. ``report`` gets a line about each invitation, move and result."""
        report(waiting_text(self.name, self.server.url))
        # After a long outage the stream is opened again and starts with everything that is pending.
        while not self._play_on(choose, until, accept, report):
            pass

    def _play_on(
        self,
        choose: Callable[[models.Match, str], str],
        until: Callable[[models.Match], bool],
        accept: Callable[[models.Invitation], bool],
        report: Callable[[str], object],
    ) -> bool:
        """Plays until ``until`` is true. Returns false if the server was unavailable for long."""
        for awaiting in self.awaiting():
            try:
                if isinstance(awaiting, Invited):
                    accepted = accept(awaiting.invitation)
                    self.answer(awaiting.invitation, accepted)
                    report(invitation_text(awaiting.invitation, accepted))
                elif awaiting.event == "turn":
                    began = time.monotonic()
                    move = choose(awaiting.state, awaiting.side)
                    seconds = time.monotonic() - began
                    self.act(awaiting, {"type": "move", "move": move})
                    report(move_text(awaiting, move, seconds))
                elif awaiting.event == "offer":
                    self.act(awaiting, response_to(awaiting))
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
