from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.problem import Problem
from ...models.puzzles import Puzzles
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    game: str,
    *,
    theme: str | Unset = UNSET,
    from_: int | Unset = UNSET,
    to: int | Unset = UNSET,
    after: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["theme"] = theme

    params["from"] = from_

    params["to"] = to

    params["after"] = after

    params["limit"] = limit


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/games/{game}/puzzles".format(game=quote(str(game), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | Puzzles | None:
    if response.status_code == 200:
        response_200 = Puzzles.from_dict(response.json())



        return response_200

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | Puzzles]:
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
    theme: str | Unset = UNSET,
    from_: int | Unset = UNSET,
    to: int | Unset = UNSET,
    after: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> Response[Problem | Puzzles]:
    """ Puzzles of a game

    Args:
        game (str):
        theme (str | Unset):
        from_ (int | Unset):
        to (int | Unset):
        after (int | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | Puzzles]
     """


    kwargs = _get_kwargs(
        game=game,
theme=theme,
from_=from_,
to=to,
after=after,
limit=limit,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    game: str,
    *,
    client: AuthenticatedClient | Client,
    theme: str | Unset = UNSET,
    from_: int | Unset = UNSET,
    to: int | Unset = UNSET,
    after: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> Problem | Puzzles | None:
    """ Puzzles of a game

    Args:
        game (str):
        theme (str | Unset):
        from_ (int | Unset):
        to (int | Unset):
        after (int | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | Puzzles
     """


    return sync_detailed(
        game=game,
client=client,
theme=theme,
from_=from_,
to=to,
after=after,
limit=limit,

    ).parsed

async def asyncio_detailed(
    game: str,
    *,
    client: AuthenticatedClient | Client,
    theme: str | Unset = UNSET,
    from_: int | Unset = UNSET,
    to: int | Unset = UNSET,
    after: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> Response[Problem | Puzzles]:
    """ Puzzles of a game

    Args:
        game (str):
        theme (str | Unset):
        from_ (int | Unset):
        to (int | Unset):
        after (int | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | Puzzles]
     """


    kwargs = _get_kwargs(
        game=game,
theme=theme,
from_=from_,
to=to,
after=after,
limit=limit,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    game: str,
    *,
    client: AuthenticatedClient | Client,
    theme: str | Unset = UNSET,
    from_: int | Unset = UNSET,
    to: int | Unset = UNSET,
    after: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> Problem | Puzzles | None:
    """ Puzzles of a game

    Args:
        game (str):
        theme (str | Unset):
        from_ (int | Unset):
        to (int | Unset):
        after (int | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | Puzzles
     """


    return (await asyncio_detailed(
        game=game,
client=client,
theme=theme,
from_=from_,
to=to,
after=after,
limit=limit,

    )).parsed
