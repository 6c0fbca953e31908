from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.problem import Problem
from typing import cast



def _get_kwargs(
    
) -> dict[str, Any]:
    

    

    

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/bots/me/stream",
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | str | None:
    if response.status_code == 200:
        response_200 = response.text
        return response_200

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())



        return response_401

    if response.status_code == 429:
        response_429 = Problem.from_dict(response.json())



        return response_429

    if response.status_code == 500:
        response_500 = Problem.from_dict(response.json())



        return response_500

    if response.status_code == 503:
        response_503 = Problem.from_dict(response.json())



        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,

) -> Response[Problem | str]:
    """ What awaits the bot that asks, as Server-Sent Events

     `turn` says that it is the bot's turn in a match, `offer` that it is offered a draw or asked for a
    takeback, for a pause, or to play on after one, `ended` that a match of its is over; each with
    `{match, version, side, state}`. What is offered in the bot's turn stands in the state. `invitation`
    is one
    that the bot is to accept or decline. All that awaits it is told when it connects, so that nothing
    is lost by
    being away.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | str]
     """


    kwargs = _get_kwargs(
        
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,

) -> Problem | str | None:
    """ What awaits the bot that asks, as Server-Sent Events

     `turn` says that it is the bot's turn in a match, `offer` that it is offered a draw or asked for a
    takeback, for a pause, or to play on after one, `ended` that a match of its is over; each with
    `{match, version, side, state}`. What is offered in the bot's turn stands in the state. `invitation`
    is one
    that the bot is to accept or decline. All that awaits it is told when it connects, so that nothing
    is lost by
    being away.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | str
     """


    return sync_detailed(
        client=client,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,

) -> Response[Problem | str]:
    """ What awaits the bot that asks, as Server-Sent Events

     `turn` says that it is the bot's turn in a match, `offer` that it is offered a draw or asked for a
    takeback, for a pause, or to play on after one, `ended` that a match of its is over; each with
    `{match, version, side, state}`. What is offered in the bot's turn stands in the state. `invitation`
    is one
    that the bot is to accept or decline. All that awaits it is told when it connects, so that nothing
    is lost by
    being away.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | str]
     """


    kwargs = _get_kwargs(
        
    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,

) -> Problem | str | None:
    """ What awaits the bot that asks, as Server-Sent Events

     `turn` says that it is the bot's turn in a match, `offer` that it is offered a draw or asked for a
    takeback, for a pause, or to play on after one, `ended` that a match of its is over; each with
    `{match, version, side, state}`. What is offered in the bot's turn stands in the state. `invitation`
    is one
    that the bot is to accept or decline. All that awaits it is told when it connects, so that nothing
    is lost by
    being away.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | str
     """


    return (await asyncio_detailed(
        client=client,

    )).parsed
