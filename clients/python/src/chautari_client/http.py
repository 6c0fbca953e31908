"""HTTP requests with retries, error responses as exceptions, and server-sent events."""

from __future__ import annotations

import json
import logging
import random
import time
import uuid
from collections.abc import Iterator
from typing import Any

import httpx

MAX_RETRIES = 8

# Warnings go to standard error unless the program configures `logging`.
logger = logging.getLogger("chautari_client")


class Refused(Exception):
    """An error response. ``code`` and ``text`` give the reason; ``body`` is the whole JSON body."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        error = body.get("error")
        # A gateway in front of the server has its own error format.
        error = error if isinstance(error, dict) else {}
        self.status, self.body = status, body
        self.code: str = error.get("code", "unknown")
        self.text: str = error.get("text", f"status {status}")
        super().__init__(f"{status}: {self.text}")


def backoff(tries: int) -> float:
    """Returns the seconds to wait before the next attempt: exponential, with jitter."""
    return min(0.1 * 2.0**tries, 10) * random.uniform(0.5, 1)


def warn_of_retry(server: object, why: object, wait: float) -> None:
    """Logs that the server cannot be reached, and when the next attempt is."""
    reason = str(why) or type(why).__name__
    logger.warning("No answer from %s (%s); trying again in %.1f s.", str(server).rstrip("/"), reason, wait)


def error_from(response: httpx.Response) -> Refused:
    """Converts an error response to an exception."""
    try:
        body = response.json()
    except ValueError:
        body = {}
    return Refused(response.status_code, body if isinstance(body, dict) else {})


def is_transient(error: httpx.TransportError | Refused) -> bool:
    """Whether a retry can succeed: the connection broke, the server is busy, or a gateway cannot reach it."""
    return not isinstance(error, Refused) or error.status in (429, 502, 503, 504)


def retry_delay(response: httpx.Response, tries: int) -> float | None:
    """Returns the seconds to wait before a retry, or ``None`` if the response is a success. Raises ``Refused`` if a
    retry cannot help."""
    if response.is_success:
        return None
    error = error_from(response)
    if not is_transient(error) or tries == MAX_RETRIES:
        raise error
    wait = response.headers.get("Retry-After", "")
    return float(wait) if wait.isdigit() else 1


def decode_body(response: httpx.Response) -> Any:
    """Decodes a response body: JSON to a value, raster images to bytes, other text to a string, an empty body to
    ``None``."""
    if not response.content:
        return None
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip()
    if kind == "application/json" or kind.endswith("+json"):
        return response.json()
    if kind == "application/octet-stream" or (kind.startswith("image/") and kind != "image/svg+xml"):
        return response.content
    return response.text


def authorization(token: str | None) -> dict[str, str]:
    """Returns the header for a bearer token."""
    return {"Authorization": f"Bearer {token}"} if token else {}


def headers(token: str | None, key: str | None) -> dict[str, str]:
    """Returns the headers for a token and an idempotency key."""
    return authorization(token) | ({"Idempotency-Key": key} if key else {})


def new_key() -> str:
    """Returns a fresh idempotency key."""
    return str(uuid.uuid4())


def ask(
    client: httpx.Client, method: str, path: str, *, body: Any = None, token: str | None = None, key: str | None = None
) -> Any:
    """Sends a request and returns the decoded body. Retries on broken connections and on 429, 502, 503 and 504, so
    the request must be idempotent or have a key."""
    for tries in range(MAX_RETRIES + 1):
        try:
            response = client.request(method, path, json=body, headers=headers(token, key))
            wait = retry_delay(response, tries)
            if wait is None:
                return decode_body(response)
        except httpx.TransportError as error:
            if tries == MAX_RETRIES:
                raise
            wait = backoff(tries)
            warn_of_retry(client.base_url, error, wait)
        time.sleep(wait)
    raise AssertionError("the last attempt returns or raises")


class Events:
    """Parser for server-sent events."""

    # The server sends a keep-alive every 15 s.
    TIMEOUT = httpx.Timeout(10, read=45)
    ACCEPT = {"Accept": "text/event-stream"}

    def __init__(self) -> None:
        self.name, self.data = "message", list[str]()

    def read(self, line: str) -> tuple[str, Any] | None:
        """Reads a line. Returns the name and data of the event that it completes, else ``None``."""
        field, _, value = line.partition(":")
        if field == "event":
            self.name = value.strip()
        elif field == "data":
            self.data.append(value.strip())
        elif not line and self.data:
            event = self.name, json.loads("\n".join(self.data))
            self.name, self.data = "message", []
            return event
        return None


def events(client: httpx.Client, path: str, *, token: str) -> Iterator[tuple[str, Any]]:
    """Yields the name and data of each server-sent event until the server closes the stream."""
    accept = authorization(token) | Events.ACCEPT
    with client.stream("GET", path, headers=accept, timeout=Events.TIMEOUT) as response:
        if not response.is_success:
            response.read()
            raise error_from(response)
        parser = Events()
        for line in response.iter_lines():
            event = parser.read(line)
            if event is not None:
                yield event
