from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.ban_chess_beginning import BanChessBeginning
from ...models.ban_chess_refusal import BanChessRefusal
from ...models.new_ban_chess import NewBanChess
from typing import cast



def _get_kwargs(
    *,
    body: BanChessBeginning,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/game",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> BanChessRefusal | NewBanChess | None:
    if response.status_code == 201:
        response_201 = NewBanChess.from_dict(response.json())



        return response_201

    if response.status_code == 400:
        response_400 = BanChessRefusal.from_dict(response.json())



        return response_400

    if response.status_code == 422:
        response_422 = BanChessRefusal.from_dict(response.json())



        return response_422

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[BanChessRefusal | NewBanChess]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: BanChessBeginning,

) -> Response[BanChessRefusal | NewBanChess]:
    """ Begin a game of Ban Chess

    Args:
        body (BanChessBeginning): A game to be begun.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BanChessRefusal | NewBanChess]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient | Client,
    body: BanChessBeginning,

) -> BanChessRefusal | NewBanChess | None:
    """ Begin a game of Ban Chess

    Args:
        body (BanChessBeginning): A game to be begun.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BanChessRefusal | NewBanChess
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: BanChessBeginning,

) -> Response[BanChessRefusal | NewBanChess]:
    """ Begin a game of Ban Chess

    Args:
        body (BanChessBeginning): A game to be begun.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BanChessRefusal | NewBanChess]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: BanChessBeginning,

) -> BanChessRefusal | NewBanChess | None:
    """ Begin a game of Ban Chess

    Args:
        body (BanChessBeginning): A game to be begun.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BanChessRefusal | NewBanChess
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
