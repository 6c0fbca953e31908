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
        "url": "/api/v1/lobby",
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | Problem | None:
    if response.status_code == 101:
        response_101 = cast(Any, None)
        return response_101

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,

) -> Response[Any | Problem]:
    """ The lobby, live

     The first frame is the client's: `{"type":"hello","token":"…"}`, where the token is a person's key,
    if they have
    one. The server answers `{"type":"lobby","invitations":[…],"here":N,"matches":N}` and then, at most
    five times a
    second, `{"type":"changed","added":[…],"gone":[…],"here":N,"matches":N}`. Somebody with a name is
    also told
    `{"type":"you","name":"…","invitations":[…],"matches":[…]}`: what they offer and are offered, and
    their live games
    with whose turn it is; a key that opens nothing, or nothing any more, gets `"name":null`. What
    changes of that comes
    as `{"type":"yours","matches":[…],"ended":[…],"invitations":[…],"closed":[…]}`: games and
    invitations that are new or
    stand otherwise, and the names of those that are over. Invitations of whoever is connected stay in
    the lobby; they
    vanish when the last connection of theirs has been closed for five seconds. Who looks at another
    page says `"lobby":false` in the hello, or `{"type":"lobby","on":false}` later, and is
    only told what concerns them.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem]
     """


    kwargs = _get_kwargs(
        
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient | Client,

) -> Any | Problem | None:
    """ The lobby, live

     The first frame is the client's: `{"type":"hello","token":"…"}`, where the token is a person's key,
    if they have
    one. The server answers `{"type":"lobby","invitations":[…],"here":N,"matches":N}` and then, at most
    five times a
    second, `{"type":"changed","added":[…],"gone":[…],"here":N,"matches":N}`. Somebody with a name is
    also told
    `{"type":"you","name":"…","invitations":[…],"matches":[…]}`: what they offer and are offered, and
    their live games
    with whose turn it is; a key that opens nothing, or nothing any more, gets `"name":null`. What
    changes of that comes
    as `{"type":"yours","matches":[…],"ended":[…],"invitations":[…],"closed":[…]}`: games and
    invitations that are new or
    stand otherwise, and the names of those that are over. Invitations of whoever is connected stay in
    the lobby; they
    vanish when the last connection of theirs has been closed for five seconds. Who looks at another
    page says `"lobby":false` in the hello, or `{"type":"lobby","on":false}` later, and is
    only told what concerns them.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem
     """


    return sync_detailed(
        client=client,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,

) -> Response[Any | Problem]:
    """ The lobby, live

     The first frame is the client's: `{"type":"hello","token":"…"}`, where the token is a person's key,
    if they have
    one. The server answers `{"type":"lobby","invitations":[…],"here":N,"matches":N}` and then, at most
    five times a
    second, `{"type":"changed","added":[…],"gone":[…],"here":N,"matches":N}`. Somebody with a name is
    also told
    `{"type":"you","name":"…","invitations":[…],"matches":[…]}`: what they offer and are offered, and
    their live games
    with whose turn it is; a key that opens nothing, or nothing any more, gets `"name":null`. What
    changes of that comes
    as `{"type":"yours","matches":[…],"ended":[…],"invitations":[…],"closed":[…]}`: games and
    invitations that are new or
    stand otherwise, and the names of those that are over. Invitations of whoever is connected stay in
    the lobby; they
    vanish when the last connection of theirs has been closed for five seconds. Who looks at another
    page says `"lobby":false` in the hello, or `{"type":"lobby","on":false}` later, and is
    only told what concerns them.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem]
     """


    kwargs = _get_kwargs(
        
    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient | Client,

) -> Any | Problem | None:
    """ The lobby, live

     The first frame is the client's: `{"type":"hello","token":"…"}`, where the token is a person's key,
    if they have
    one. The server answers `{"type":"lobby","invitations":[…],"here":N,"matches":N}` and then, at most
    five times a
    second, `{"type":"changed","added":[…],"gone":[…],"here":N,"matches":N}`. Somebody with a name is
    also told
    `{"type":"you","name":"…","invitations":[…],"matches":[…]}`: what they offer and are offered, and
    their live games
    with whose turn it is; a key that opens nothing, or nothing any more, gets `"name":null`. What
    changes of that comes
    as `{"type":"yours","matches":[…],"ended":[…],"invitations":[…],"closed":[…]}`: games and
    invitations that are new or
    stand otherwise, and the names of those that are over. Invitations of whoever is connected stay in
    the lobby; they
    vanish when the last connection of theirs has been closed for five seconds. Who looks at another
    page says `"lobby":false` in the hello, or `{"type":"lobby","on":false}` later, and is
    only told what concerns them.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem
     """


    return (await asyncio_detailed(
        client=client,

    )).parsed
