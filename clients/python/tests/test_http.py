"""Error responses of gateways in front of a server. Needs no server."""

import asyncio

import httpx
import pytest
from chautari_client import Chautari, Refused, aio

URL = "http://server.test"
BODIES = [{"error": "Bad Gateway"}, {"error": None}, {"error": ["Bad Gateway"]}, ["Bad Gateway"], None]


def gateway(status):
    """Responds with every kind of gateway error, then with an empty list as the server would."""
    bodies = iter(BODIES)

    def respond(request):
        try:
            return httpx.Response(status, json=next(bodies), headers={"Retry-After": "0"})
        except StopIteration:
            return httpx.Response(200, json=[])

    return httpx.MockTransport(respond)


def sync(transport):
    server = Chautari(URL)
    server.client = httpx.Client(base_url=URL, transport=transport)
    return server.ask("GET", "/games")


def async_(transport):
    async def ask():
        async with aio.Chautari(URL) as server:
            server.client = httpx.AsyncClient(base_url=URL, transport=transport)
            return await server.ask("GET", "/games")

    return asyncio.run(ask())


@pytest.mark.parametrize("ask", [sync, async_])
def test_gateway_errors_are_retried(ask):
    assert ask(gateway(502)) == []


@pytest.mark.parametrize("ask", [sync, async_])
def test_gateway_refusal_raises_refused(ask):
    with pytest.raises(Refused) as refused:
        ask(gateway(403))
    assert (refused.value.status, refused.value.code, refused.value.text) == (403, "unknown", "status 403")
