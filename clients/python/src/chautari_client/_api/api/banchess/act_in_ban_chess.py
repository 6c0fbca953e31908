from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.ban_chess_action import BanChessAction
from ...models.ban_chess_played import BanChessPlayed
from ...models.ban_chess_refusal import BanChessRefusal
from typing import cast



def _get_kwargs(
    id: str,
    *,
    body: BanChessAction,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/game/{id}/action".format(id=quote(str(id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | BanChessPlayed | BanChessRefusal | None:
    if response.status_code == 200:
        response_200 = BanChessPlayed.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = BanChessRefusal.from_dict(response.json())



        return response_400

    if response.status_code == 403:
        response_403 = BanChessRefusal.from_dict(response.json())



        return response_403

    if response.status_code == 404:
        response_404 = BanChessRefusal.from_dict(response.json())



        return response_404

    if response.status_code == 408:
        response_408 = cast(Any, None)
        return response_408

    if response.status_code == 409:
        response_409 = BanChessRefusal.from_dict(response.json())



        return response_409

    if response.status_code == 413:
        response_413 = cast(Any, None)
        return response_413

    if response.status_code == 422:
        response_422 = BanChessRefusal.from_dict(response.json())



        return response_422

    if response.status_code == 429:
        response_429 = cast(Any, None)
        return response_429

    if response.status_code == 500:
        response_500 = cast(Any, None)
        return response_500

    if response.status_code == 503:
        response_503 = cast(Any, None)
        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any | BanChessPlayed | BanChessRefusal]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    body: BanChessAction,

) -> Response[Any | BanChessPlayed | BanChessRefusal]:
    """ Ban or move in this game

    Args:
        id (str):
        body (BanChessAction): An action in a game.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | BanChessPlayed | BanChessRefusal]
     """


    kwargs = _get_kwargs(
        id=id,
body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    body: BanChessAction,

) -> Any | BanChessPlayed | BanChessRefusal | None:
    """ Ban or move in this game

    Args:
        id (str):
        body (BanChessAction): An action in a game.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | BanChessPlayed | BanChessRefusal
     """


    return sync_detailed(
        id=id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    body: BanChessAction,

) -> Response[Any | BanChessPlayed | BanChessRefusal]:
    """ Ban or move in this game

    Args:
        id (str):
        body (BanChessAction): An action in a game.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | BanChessPlayed | BanChessRefusal]
     """


    kwargs = _get_kwargs(
        id=id,
body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    body: BanChessAction,

) -> Any | BanChessPlayed | BanChessRefusal | None:
    """ Ban or move in this game

    Args:
        id (str):
        body (BanChessAction): An action in a game.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | BanChessPlayed | BanChessRefusal
     """


    return (await asyncio_detailed(
        id=id,
client=client,
body=body,

    )).parsed
