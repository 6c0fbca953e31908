from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.ban_chess_refusal import BanChessRefusal
from ...models.get_ban_chess_pgn_dialect import check_get_ban_chess_pgn_dialect
from ...models.get_ban_chess_pgn_dialect import GetBanChessPgnDialect
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    id: str,
    *,
    dialect: GetBanChessPgnDialect | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    json_dialect: str | Unset = UNSET
    if not isinstance(dialect, Unset):
        json_dialect = dialect

    params["dialect"] = json_dialect


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/game/{id}/pgn".format(id=quote(str(id), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | BanChessRefusal | str | None:
    if response.status_code == 200:
        response_200 = response.text
        return response_200

    if response.status_code == 400:
        response_400 = cast(Any, None)
        return response_400

    if response.status_code == 404:
        response_404 = BanChessRefusal.from_dict(response.json())



        return response_404

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any | BanChessRefusal | str]:
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
    dialect: GetBanChessPgnDialect | Unset = UNSET,

) -> Response[Any | BanChessRefusal | str]:
    """ A game in PGN

    Args:
        id (str):
        dialect (GetBanChessPgnDialect | Unset): How a game is written in PGN.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | BanChessRefusal | str]
     """


    kwargs = _get_kwargs(
        id=id,
dialect=dialect,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    dialect: GetBanChessPgnDialect | Unset = UNSET,

) -> Any | BanChessRefusal | str | None:
    """ A game in PGN

    Args:
        id (str):
        dialect (GetBanChessPgnDialect | Unset): How a game is written in PGN.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | BanChessRefusal | str
     """


    return sync_detailed(
        id=id,
client=client,
dialect=dialect,

    ).parsed

async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    dialect: GetBanChessPgnDialect | Unset = UNSET,

) -> Response[Any | BanChessRefusal | str]:
    """ A game in PGN

    Args:
        id (str):
        dialect (GetBanChessPgnDialect | Unset): How a game is written in PGN.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | BanChessRefusal | str]
     """


    kwargs = _get_kwargs(
        id=id,
dialect=dialect,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    dialect: GetBanChessPgnDialect | Unset = UNSET,

) -> Any | BanChessRefusal | str | None:
    """ A game in PGN

    Args:
        id (str):
        dialect (GetBanChessPgnDialect | Unset): How a game is written in PGN.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | BanChessRefusal | str
     """


    return (await asyncio_detailed(
        id=id,
client=client,
dialect=dialect,

    )).parsed
