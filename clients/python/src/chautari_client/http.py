"""Requests: answered, refused with the reason, or tried again."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import Iterator
from typing import Any

import httpx

LAST = 8
"""The last try, counted from 0."""


class Refused(Exception):
    """The server said no. `code` and `text` say why; `body` is the whole answer."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        error = body.get("error")
        # What stands before a server says it in its own way.
        error = error if isinstance(error, dict) else {}
        self.status, self.body = status, body
        self.code: str = error.get("code", "unknown")
        self.text: str = error.get("text", f"status {status}")
        super().__init__(f"{status}: {self.text}")


def backoff(tries: int) -> float:
    """How many seconds to wait before trying again: longer each time, and never all clients at once."""
    return min(0.1 * 2**tries, 10) * random.uniform(0.5, 1)


def refusal(response: httpx.Response) -> Refused:
    try:
        body = response.json()
    except ValueError:
        body = {}
    return Refused(response.status_code, body if isinstance(body, dict) else {})


def is_passing(error: httpx.TransportError | Refused) -> bool:
    """Whether it is worth trying again: a line that was cut, a server that is busy, or something before it that
    waits for it to start."""
    return not isinstance(error, Refused) or error.status in (429, 502, 503, 504)


def again(response: httpx.Response, tries: int) -> float | None:
    """How long to wait before a request is sent again; `None` where it was answered. A refusal is raised."""
    if response.is_success:
        return None
    refused = refusal(response)
    if not is_passing(refused) or tries == LAST:
        raise refused
    wait = response.headers.get("Retry-After", "")
    return float(wait) if wait.isdigit() else 1


def said(response: httpx.Response) -> Any:
    """What an answer says: a value where it is JSON, bytes where it is a picture of pixels, else text; `None` where
    it says nothing."""
    if not response.content:
        return None
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip()
    if kind == "application/json" or kind.endswith("+json"):
        return response.json()
    if kind == "application/octet-stream" or (kind.startswith("image/") and kind != "image/svg+xml"):
        return response.content
    return response.text


def authorised(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def headers(token: str | None, key: str | None) -> dict[str, str]:
    """Whose request it is, and the key it can be repeated by."""
    return authorised(token) | ({"Idempotency-Key": key} if key else {})


def new_key() -> str:
    """A key for something new: however often it is asked for with this, it is made once."""
    return str(uuid.uuid4())


def ask(
    client: httpx.Client, method: str, path: str, *, body: Any = None, token: str | None = None, key: str | None = None
) -> Any:
    """One request, sent until there is an answer. A lost connection, 429, 502, 503 and 504 are tried again; it is
    for the caller to name its command, so that what was done already is not done again."""
    for tries in range(LAST + 1):
        try:
            response = client.request(method, path, json=body, headers=headers(token, key))
            wait = again(response, tries)
            if wait is None:
                return said(response)
        except httpx.TransportError:
            if tries == LAST:
                raise
            wait = backoff(tries)
        time.sleep(wait)
    raise AssertionError("the last try answers or raises")


class Events:
    """Server-sent events, line by line."""

    # The server shows every 15 s that it is there.
    TIMEOUT = httpx.Timeout(10, read=45)
    ACCEPT = {"Accept": "text/event-stream"}

    def __init__(self) -> None:
        self.name, self.data = "message", list[str]()

    def read(self, line: str) -> tuple[str, Any] | None:
        """An event's name and data, where this line ends one."""
        field, _, value = line.partition(":")
        if field == "event":
            self.name = value.strip()
        elif field == "data":
            self.data.append(value.strip())
        elif not line and self.data:
            told = self.name, json.loads("\n".join(self.data))
            self.name, self.data = "message", []
            return told
        return None


def events(client: httpx.Client, path: str, *, token: str) -> Iterator[tuple[str, Any]]:
    """Server-sent events as they come: name and data. Ends when the server closes the stream."""
    wanted = authorised(token) | Events.ACCEPT
    with client.stream("GET", path, headers=wanted, timeout=Events.TIMEOUT) as response:
        if not response.is_success:
            response.read()
            raise refusal(response)
        lines = Events()
        for line in response.iter_lines():
            told = lines.read(line)
            if told is not None:
                yield told
