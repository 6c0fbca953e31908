"""A small client for bots on a Chautari server. It needs nothing but Python 3.9 or newer.

It prints what happens, keeps the bot's token in the file `tokens.json` beside it, and retries when the connection
is lost. The API is described at /docs on every server.
"""

import http.client
import json
import os
import time
import urllib.parse
import uuid
from pathlib import Path

TOKENS = Path(__file__).with_name("tokens.json")

# The server sends a sign of life every 15 seconds.
TIMEOUT = 45


class Refused(Exception):
    """The server refused a request. `code` is for programs, the text for people."""

    def __init__(self, status, body):
        error = body.get("error") if isinstance(body, dict) else None
        error = error if isinstance(error, dict) else {}
        self.status, self.code = status, error.get("code", "unknown")
        super().__init__(error.get("text", f"status {status}"))


class Client:
    """A bot on a server, registered at its first start and the same bot from then on."""

    def __init__(self, server, name, game):
        self.server, self.name, self.game = server.rstrip("/"), name, game
        self.address = urllib.parse.urlsplit(self.server)
        if self.address.scheme not in ("http", "https") or not self.address.hostname:
            raise SystemExit(f"{server} is not the address of a server, such as http://127.0.0.1:8080")
        self.token = self._stored_token() or self._register()

    def play(self, choose, match=None):
        """Plays all matches of the bot, or only until one is over. `choose(state, side)` returns the move."""
        print(f"{self.name} is on {self.server}, waiting for matches of {self.game}.", flush=True)
        for event, data in self._events():
            if event == "invitation":
                self._answer(data)
            elif event == "turn":
                self._move(data, choose)
            elif event == "offer":
                self._act(data, self._response(data))
            elif event == "ended":
                self._report(data)
                if data["match"] == match:
                    return

    def begin_match(self, level):
        """Begins a match against an engine of the server. Returns its id."""
        game = self._ask("GET", f"/games/{urllib.parse.quote(self.game)}")
        sides = game["sides"]
        seats = {
            sides[0]: {"kind": "bot", "name": self.name},
            sides[1]: {"kind": "engine", "level": level, "time_ms": 50},
        }
        body = {"game": self.game, "seats": seats}
        begun = self._ask("POST", "/matches", body, key=str(uuid.uuid4()))
        print(f"Against level {level}: {self.server}/match/{begun['match']}", flush=True)
        return begun["match"]

    def _move(self, data, choose):
        state = data["state"]
        for _ in range(3):
            began = time.monotonic()
            move = choose(state, data["side"])
            seconds = time.monotonic() - began
            try:
                self._act(data, {"type": "move", "move": move})
            except Refused as refused:
                print(f"{data['match']}: your move was refused: {move}: {refused}", flush=True)
            else:
                number = len(state["moves"]) + 1
                print(f"{data['match']}: move {number}, {data['side']} plays {move} ({seconds:.2f} s)", flush=True)
                return
        print(f"{data['match']}: resigning after three refused moves", flush=True)
        self._act(data, {"type": "resign"})

    def _act(self, data, action):
        """Sends an action. Its id follows from the version, so a repeated one has no effect."""
        body = {"command": f"at-{data['version']}", "version": data["version"], "action": action}
        try:
            self._ask("POST", f"/matches/{data['match']}/actions", body)
        except Refused as refused:
            # 409: the match has changed in the meantime, and the stream has newer events.
            if refused.status != 409:
                raise

    @staticmethod
    def _response(data):
        """Declines draws and takebacks, accepts pauses."""
        state, side = data["state"], data["side"]
        for kind, by in (
            ("resume", state["resume_offer"]),
            ("decline_draw", state["draw_offer"]),
            ("decline_takeback", state["takeback_offer"]),
        ):
            if by not in (None, side):
                return {"type": kind}
        return {"type": "accept_pause"}

    def _answer(self, invitation):
        if invitation["from"].get("name") == self.name:
            return
        sender = invitation["from"].get("name", "a player")
        accept = invitation["game"] == self.game
        answer, done = ("accept", "accepted") if accept else ("decline", "declined")
        print(f"Invitation from {sender} to {invitation['game']}: {done}", flush=True)
        try:
            self._ask("POST", f"/invitations/{invitation['id']}/{answer}", {})
        except Refused as refused:
            # 404 and 409: it was withdrawn or answered already.
            if refused.status not in (404, 409):
                print(f"The invitation from {sender}: {refused}", flush=True)

    @staticmethod
    def _report(data):
        outcome = data["state"]["outcome"]
        winner = outcome["winner"]
        result = "drawn" if winner is None else "won" if winner == data["side"] else "lost"
        print(f"{data['match']}: {result} as {data['side']}: {outcome.get('text', outcome['reason'])}", flush=True)

    def _events(self):
        """Yields the name and data of each event. A new connection begins with everything that is pending."""
        wait = 0.5
        while True:
            try:
                connection = self._connect()
                connection.request("GET", "/api/v1/bots/me/stream", headers=self._headers())
                response = connection.getresponse()
                if response.status == 401:
                    raise SystemExit(f"{self.server} does not know the token in {TOKENS}; delete it to register again.")
                if response.status != 200:
                    raise OSError(f"status {response.status}")
                name = None
                for line in response:
                    wait = 0.5
                    field, _, value = line.decode().strip().partition(": ")
                    if field == "event":
                        name = value
                    elif field == "data":
                        yield name, json.loads(value)
                why = "the connection ended"
            except (OSError, http.client.HTTPException) as error:
                why = str(error) or type(error).__name__
            wait = self._pause(why, wait)

    def _ask(self, method, path, body=None, key=None):
        """Sends a request until there is a response. Returns its body."""
        headers = self._headers()
        if key:
            headers["Idempotency-Key"] = key
        wait = 0.5
        while True:
            try:
                connection = self._connect()
                connection.request(method, "/api/v1" + path, None if body is None else json.dumps(body), headers)
                response = connection.getresponse()
                content = response.read()
            except (OSError, http.client.HTTPException) as error:
                wait = self._pause(str(error) or type(error).__name__, wait)
                continue
            if response.status in (429, 502, 503, 504):
                wait = self._pause(f"it is busy: status {response.status}", wait)
                continue
            try:
                decoded = json.loads(content) if content else None
            except ValueError:
                raise SystemExit(f"{self.server} is not a Chautari server.") from None
            if response.status >= 400:
                raise Refused(response.status, decoded)
            return decoded

    def _pause(self, why, wait):
        """Says why there is no answer, waits, and returns the next time to wait."""
        print(f"No answer from {self.server} ({why}); trying again in {wait:g} s.", flush=True)
        time.sleep(wait)
        return min(wait * 2, 10)

    def _connect(self):
        kind = http.client.HTTPSConnection if self.address.scheme == "https" else http.client.HTTPConnection
        return kind(self.address.hostname, self.address.port, timeout=TIMEOUT)

    def _headers(self):
        token = getattr(self, "token", None)
        return {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})

    def _account(self):
        return f"{self.name} at {self.server}"

    def _stored_token(self):
        return json.loads(TOKENS.read_text()).get(self._account()) if TOKENS.exists() else None

    def _register(self):
        try:
            token = self._ask("POST", "/bots", {"name": self.name}, key=str(uuid.uuid4()))["token"]
        except Refused as refused:
            raise SystemExit(f"{self.name} cannot be registered: {refused} Choose another NAME in bot.py.") from None
        tokens = json.loads(TOKENS.read_text()) if TOKENS.exists() else {}
        tokens[self._account()] = token
        # The token is a password: only the owner of the file can read it.
        with open(os.open(TOKENS, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(tokens, file, indent=2)
        print(f"Registered {self.name}; its token is in {TOKENS.name}.", flush=True)
        return token
