from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.softserve_refusal import SoftserveRefusal
from typing import cast



def _get_kwargs(
    game: str,
    state: str,

) -> dict[str, Any]:
    

    

    

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/{game}/state/{state}/picture.svg".format(game=quote(str(game), safe=""),state=quote(str(state), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | SoftserveRefusal | str | None:
    if response.status_code == 200:
        response_200 = cast(str, response.content)
        return response_200

    if response.status_code == 400:
        response_400 = cast(Any, None)
        return response_400

    if response.status_code == 404:
        response_404 = SoftserveRefusal.from_dict(response.json())



        return response_404

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any | SoftserveRefusal | str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    game: str,
    state: str,
    *,
    client: AuthenticatedClient | Client,

) -> Response[Any | SoftserveRefusal | str]:
    """ A state drawn

    Args:
        game (str):
        state (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | SoftserveRefusal | str]
     """


    kwargs = _get_kwargs(
        game=game,
state=state,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    game: str,
    state: str,
    *,
    client: AuthenticatedClient | Client,

) -> Any | SoftserveRefusal | str | None:
    """ A state drawn

    Args:
        game (str):
        state (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | SoftserveRefusal | str
     """


    return sync_detailed(
        game=game,
state=state,
client=client,

    ).parsed

async def asyncio_detailed(
    game: str,
    state: str,
    *,
    client: AuthenticatedClient | Client,

) -> Response[Any | SoftserveRefusal | str]:
    """ A state drawn

    Args:
        game (str):
        state (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | SoftserveRefusal | str]
     """


    kwargs = _get_kwargs(
        game=game,
state=state,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    game: str,
    state: str,
    *,
    client: AuthenticatedClient | Client,

) -> Any | SoftserveRefusal | str | None:
    """ A state drawn

    Args:
        game (str):
        state (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | SoftserveRefusal | str
     """


    return (await asyncio_detailed(
        game=game,
state=state,
client=client,

    )).parsed
