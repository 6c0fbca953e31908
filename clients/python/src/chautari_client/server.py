"""The server, as a program sees it."""

from __future__ import annotations

from typing import Any

import httpx

from . import http
from ._api import models
from .bot import Bot
from .match import Match


class Chautari:
    """A server. What has no method of its own is there by `ask`, and typed in `chautari_client._api`."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.client = httpx.Client(base_url=self.url, timeout=60)

    def ask(self, method: str, path: str, *, body: Any = None, token: str | None = None, key: str | None = None) -> Any:
        """Any request of the native API; `path` is what stands behind `/api/v1`. JSON comes as a value, other text
        (CSV, PGN, NDJSON, SVG) as a string, pixels as bytes, and nothing as `None`. What makes something is safe to
        repeat, and is repeated, by a `key`: 16 to 100 characters, chosen at random."""
        return http.ask(self.client, method, f"/api/v1{path}", body=body, token=token, key=key)

    def _make(self, path: str, body: dict[str, Any]) -> Any:
        """Makes something, once, however often it must be asked for."""
        return self.ask("POST", path, body=body, key=http.new_key())

    def games(self) -> list[models.Game]:
        return [models.Game.from_dict(game) for game in self.ask("GET", "/games")]

    def game(self, name: str) -> models.Game:
        return models.Game.from_dict(self.ask("GET", f"/games/{name}"))

    def position(self, game: str, **question: Any) -> models.Position:
        """A position: its scene, its legal moves, how it ended. `position`, `moves`, `dialect`, `write`, `value`."""
        return models.Position.from_dict(self.ask("POST", f"/games/{game}/position", body=question))

    def begin(self, game: str, seats: dict[str, dict[str, Any]], side: str | None = None, **plan: Any) -> Match:
        """Begins a match; `side` is the one this program plays, if it plays a human seat."""
        begun = self._make("/matches", {"game": game, "seats": seats, **plan})
        token = begun["seats"][side].get("token") if side else None
        return Match(self, models.Match.from_dict(begun["state"]), token)

    def match(self, name: str, token: str | None = None) -> Match:
        """A match that has begun, to watch; with the token of a seat, to play."""
        return Match(self, models.Match.from_dict(self.ask("GET", f"/matches/{name}")), token)

    def register_bot(self, name: str) -> Bot:
        """Registers a bot. Its token is told once: keep it, and come back with `bot`."""
        made = self._make("/bots", {"name": name})
        return Bot(self, made["bot"], made["token"])

    def bot(self, name: str, token: str) -> Bot:
        """A bot that was registered before."""
        return Bot(self, name, token)

    def begin_tournament(self, name: str, game: str, players: list[dict[str, Any]], **plan: Any) -> models.NewTournament:
        body = {"name": name, "game": game, "players": players, "format": "round_robin", **plan}
        return models.NewTournament.from_dict(self._make("/tournaments", body))

    def tournament(self, name: str) -> models.Tournament:
        return models.Tournament.from_dict(self.ask("GET", f"/tournaments/{name}"))
