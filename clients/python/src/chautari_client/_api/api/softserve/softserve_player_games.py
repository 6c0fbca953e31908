from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.softserve_credentials import SoftserveCredentials
from ...models.softserve_games import SoftserveGames
from ...models.softserve_refusal import SoftserveRefusal
from typing import cast



def _get_kwargs(
    *,
    body: SoftserveCredentials,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/player/games",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | SoftserveGames | SoftserveRefusal | None:
    if response.status_code == 200:
        response_200 = SoftserveGames.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = cast(Any, None)
        return response_400

    if response.status_code == 403:
        response_403 = SoftserveRefusal.from_dict(response.json())



        return response_403

    if response.status_code == 408:
        response_408 = cast(Any, None)
        return response_408

    if response.status_code == 413:
        response_413 = cast(Any, None)
        return response_413

    if response.status_code == 422:
        response_422 = SoftserveRefusal.from_dict(response.json())



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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any | SoftserveGames | SoftserveRefusal]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: SoftserveCredentials,

) -> Response[Any | SoftserveGames | SoftserveRefusal]:
    """ The games of a player

    Args:
        body (SoftserveCredentials): A player who asks.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | SoftserveGames | SoftserveRefusal]
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
    body: SoftserveCredentials,

) -> Any | SoftserveGames | SoftserveRefusal | None:
    """ The games of a player

    Args:
        body (SoftserveCredentials): A player who asks.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | SoftserveGames | SoftserveRefusal
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: SoftserveCredentials,

) -> Response[Any | SoftserveGames | SoftserveRefusal]:
    """ The games of a player

    Args:
        body (SoftserveCredentials): A player who asks.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | SoftserveGames | SoftserveRefusal]
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
    body: SoftserveCredentials,

) -> Any | SoftserveGames | SoftserveRefusal | None:
    """ The games of a player

    Args:
        body (SoftserveCredentials): A player who asks.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | SoftserveGames | SoftserveRefusal
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
