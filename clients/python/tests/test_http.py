"""What stands before a server answers in its own way."""

import asyncio

import httpx
import pytest
from chautari_client import Chautari, Refused, aio

URL = "http://server.test"
BODIES = [{"error": "Bad Gateway"}, {"error": None}, {"error": ["Bad Gateway"]}, ["Bad Gateway"], None]


def gateway(status):
    """Says everything it can say, and then lets the server answer."""
    says = iter(BODIES)

    def answer(request):
        try:
            return httpx.Response(status, json=next(says), headers={"Retry-After": "0"})
        except StopIteration:
            return httpx.Response(200, json=[])

    return httpx.MockTransport(answer)


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
def test_what_a_gateway_says_is_passing(ask):
    assert ask(gateway(502)) == []


@pytest.mark.parametrize("ask", [sync, async_])
def test_a_gateway_that_refuses_is_a_refusal(ask):
    with pytest.raises(Refused) as refused:
        ask(gateway(403))
    assert (refused.value.status, refused.value.code, refused.value.text) == (403, "unknown", "status 403")
