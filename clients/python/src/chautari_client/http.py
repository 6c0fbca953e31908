"""Requests: answered, refused with the reason, or tried again."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from typing import Any

import httpx


class Refused(Exception):
    """The server said no. `code` and `text` say why; `body` is the whole answer."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        error = body.get("error", {})
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


def ask(client: httpx.Client, method: str, path: str, *, body: Any = None, token: str | None = None) -> Any:
    """One request, sent until there is an answer. A lost connection, 429 and 503 are tried again; it is for
    the caller to name its command, so that what was done already is not done again."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    for tries in range(9):
        wait = backoff(tries)
        try:
            response = client.request(method, path, json=body, headers=headers)
            if response.is_success:
                return response.json()
            if response.status_code not in (429, 503) or tries == 8:
                raise refusal(response)
            wait = float(response.headers.get("Retry-After", 1))
        except httpx.TransportError:
            if tries == 8:
                raise
        time.sleep(wait)
    raise AssertionError("the last try answers or raises")


def events(client: httpx.Client, path: str, *, token: str) -> Iterator[tuple[str, Any]]:
    """Server-sent events as they come: name and data. Ends when the server closes the stream."""
    headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
    # The server shows every 15 s that it is there.
    with client.stream("GET", path, headers=headers, timeout=httpx.Timeout(10, read=45)) as response:
        if not response.is_success:
            response.read()
            raise refusal(response)
        name, data = "message", []
        for line in response.iter_lines():
            field, _, value = line.partition(":")
            if field == "event":
                name = value.strip()
            elif field == "data":
                data.append(value.strip())
            elif not line and data:
                yield name, json.loads("\n".join(data))
                name, data = "message", []
