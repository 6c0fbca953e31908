from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.position import Position
from ...models.problem import Problem
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    game: str,
    *,
    position: str | Unset = UNSET,
    dialect: str | Unset = UNSET,
    moves: str | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["position"] = position

    params["dialect"] = dialect

    params["moves"] = moves


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/games/{game}/position".format(game=quote(str(game), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Position | Problem | None:
    if response.status_code == 200:
        response_200 = Position.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())



        return response_404

    if response.status_code == 422:
        response_422 = Problem.from_dict(response.json())



        return response_422

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Position | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    game: str,
    *,
    client: AuthenticatedClient | Client,
    position: str | Unset = UNSET,
    dialect: str | Unset = UNSET,
    moves: str | Unset = UNSET,

) -> Response[Position | Problem]:
    """ The same by URL, for simple clients

    Args:
        game (str):
        position (str | Unset):
        dialect (str | Unset):
        moves (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Position | Problem]
     """


    kwargs = _get_kwargs(
        game=game,
position=position,
dialect=dialect,
moves=moves,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    game: str,
    *,
    client: AuthenticatedClient | Client,
    position: str | Unset = UNSET,
    dialect: str | Unset = UNSET,
    moves: str | Unset = UNSET,

) -> Position | Problem | None:
    """ The same by URL, for simple clients

    Args:
        game (str):
        position (str | Unset):
        dialect (str | Unset):
        moves (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Position | Problem
     """


    return sync_detailed(
        game=game,
client=client,
position=position,
dialect=dialect,
moves=moves,

    ).parsed

async def asyncio_detailed(
    game: str,
    *,
    client: AuthenticatedClient | Client,
    position: str | Unset = UNSET,
    dialect: str | Unset = UNSET,
    moves: str | Unset = UNSET,

) -> Response[Position | Problem]:
    """ The same by URL, for simple clients

    Args:
        game (str):
        position (str | Unset):
        dialect (str | Unset):
        moves (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Position | Problem]
     """


    kwargs = _get_kwargs(
        game=game,
position=position,
dialect=dialect,
moves=moves,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    game: str,
    *,
    client: AuthenticatedClient | Client,
    position: str | Unset = UNSET,
    dialect: str | Unset = UNSET,
    moves: str | Unset = UNSET,

) -> Position | Problem | None:
    """ The same by URL, for simple clients

    Args:
        game (str):
        position (str | Unset):
        dialect (str | Unset):
        moves (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Position | Problem
     """


    return (await asyncio_detailed(
        game=game,
client=client,
position=position,
dialect=dialect,
moves=moves,

    )).parsed
