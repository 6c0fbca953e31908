"""The entry point: requests to a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from . import http, models
from .bot import Bot, store_token, stored_token
from .match import Match


class Chautari:
    """A server. Endpoints without a method of their own are available through ``ask``."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.client = httpx.Client(base_url=self.url, timeout=60)

    def ask(self, method: str, path: str, *, body: Any = None, token: str | None = None, key: str | None = None) -> Any:
        """Sends a request to the native API, with retries; ``path`` is relative to ``/api/v1``. Returns JSON as a
        value, other text (CSV, PGN, NDJSON, SVG) as a string, raster images as bytes, and ``None`` for an empty body.
        A request that creates something needs an idempotency ``key`` (16 to 100 random characters), because it may be
        sent more than once."""
        return http.ask(self.client, method, f"/api/v1{path}", body=body, token=token, key=key)

    def _create(self, path: str, body: dict[str, Any]) -> Any:
        """Creates something exactly once, however often the request must be repeated."""
        return self.ask("POST", path, body=body, key=http.new_key())

    def games(self) -> list[models.Game]:
        """Returns all games."""
        return [models.Game.from_dict(game) for game in self.ask("GET", "/games")]

    def game(self, name: str) -> models.Game:
        """Returns a game with its rules and lesson."""
        return models.Game.from_dict(self.ask("GET", f"/games/{name}"))

    def position(self, game: str, **request: Any) -> models.Position:
        """Returns a position with its scene, legal moves and outcome. Options: ``position``, ``moves``, ``dialect``,
        ``write``, ``value``."""
        return models.Position.from_dict(self.ask("POST", f"/games/{game}/position", body=request))

    def begin(self, game: str, seats: dict[str, dict[str, Any]], side: str | None = None, **options: Any) -> Match:
        """Creates a match. ``side`` is the human seat that this program plays, if any."""
        created = self._create("/matches", {"game": game, "seats": seats, **options})
        token = created["seats"][side].get("token") if side else None
        return Match(self, models.Match.from_dict(created["state"]), token)

    def match(self, name: str, token: str | None = None) -> Match:
        """Opens an existing match to watch it or, with the token of a seat, to play."""
        return Match(self, models.Match.from_dict(self.ask("GET", f"/matches/{name}")), token)

    def register_bot(self, name: str) -> Bot:
        """Registers a bot. Store its ``token``: the server shows it only once, and ``bot`` needs it."""
        created = self._create("/bots", {"name": name})
        return Bot(self, created["bot"], created["token"])

    def open_bot(self, name: str, token_file: str | Path) -> Bot:
        """Returns the bot whose token is in a file. Registers it at the first call and stores its token there,
        readable only by its owner."""
        token = stored_token(token_file)
        if token is not None:
            return self.bot(name, token)
        bot = self.register_bot(name)
        store_token(token_file, bot.token)
        return bot

    def bot(self, name: str, token: str) -> Bot:
        """Returns a bot registered earlier."""
        return Bot(self, name, token)

    def begin_tournament(
        self, name: str, game: str, players: list[dict[str, Any]], **options: Any
    ) -> models.NewTournament:
        """Creates a tournament, a round robin unless ``format`` is given."""
        body = {"name": name, "game": game, "players": players, "format": "round_robin", **options}
        return models.NewTournament.from_dict(self._create("/tournaments", body))

    def tournament(self, name: str) -> models.Tournament:
        """Returns a tournament."""
        return models.Tournament.from_dict(self.ask("GET", f"/tournaments/{name}"))
