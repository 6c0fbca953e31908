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
    match: str,

) -> dict[str, Any]:
    

    

    

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/matches/{match}/live".format(match=quote(str(match), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | Problem | None:
    if response.status_code == 101:
        response_101 = cast(Any, None)
        return response_101

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())



        return response_404

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
    match: str,
    *,
    client: AuthenticatedClient | Client,

) -> Response[Any | Problem]:
    """ Watch a match, and play it

     The first frame is the client's: `{"type":"hello","from":VERSION,"token":"…"}`, where `from` is the
    last version it has seen, if any, and the token is needed only to play. The server sends the state,
    or the events since, and then events as they happen. See the page on the protocol.

    Args:
        match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem]
     """


    kwargs = _get_kwargs(
        match=match,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    match: str,
    *,
    client: AuthenticatedClient | Client,

) -> Any | Problem | None:
    """ Watch a match, and play it

     The first frame is the client's: `{"type":"hello","from":VERSION,"token":"…"}`, where `from` is the
    last version it has seen, if any, and the token is needed only to play. The server sends the state,
    or the events since, and then events as they happen. See the page on the protocol.

    Args:
        match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem
     """


    return sync_detailed(
        match=match,
client=client,

    ).parsed

async def asyncio_detailed(
    match: str,
    *,
    client: AuthenticatedClient | Client,

) -> Response[Any | Problem]:
    """ Watch a match, and play it

     The first frame is the client's: `{"type":"hello","from":VERSION,"token":"…"}`, where `from` is the
    last version it has seen, if any, and the token is needed only to play. The server sends the state,
    or the events since, and then events as they happen. See the page on the protocol.

    Args:
        match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem]
     """


    kwargs = _get_kwargs(
        match=match,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    match: str,
    *,
    client: AuthenticatedClient | Client,

) -> Any | Problem | None:
    """ Watch a match, and play it

     The first frame is the client's: `{"type":"hello","from":VERSION,"token":"…"}`, where `from` is the
    last version it has seen, if any, and the token is needed only to play. The server sends the state,
    or the events since, and then events as they happen. See the page on the protocol.

    Args:
        match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem
     """


    return (await asyncio_detailed(
        match=match,
client=client,

    )).parsed
