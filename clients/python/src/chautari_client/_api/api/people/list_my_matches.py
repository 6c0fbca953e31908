from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.list_my_matches_state import check_list_my_matches_state
from ...models.list_my_matches_state import ListMyMatchesState
from ...models.problem import Problem
from ...models.your_matches import YourMatches
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    state: ListMyMatchesState | Unset = UNSET,
    before: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    json_state: str | Unset = UNSET
    if not isinstance(state, Unset):
        json_state = state

    params["state"] = json_state

    params["before"] = before

    params["limit"] = limit


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/people/me/matches",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | YourMatches | None:
    if response.status_code == 200:
        response_200 = YourMatches.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | YourMatches]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    state: ListMyMatchesState | Unset = UNSET,
    before: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> Response[Problem | YourMatches]:
    """ Your games, with whose turn it is

    Args:
        state (ListMyMatchesState | Unset): Whether a match goes on.
        before (int | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | YourMatches]
     """


    kwargs = _get_kwargs(
        state=state,
before=before,
limit=limit,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    state: ListMyMatchesState | Unset = UNSET,
    before: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> Problem | YourMatches | None:
    """ Your games, with whose turn it is

    Args:
        state (ListMyMatchesState | Unset): Whether a match goes on.
        before (int | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | YourMatches
     """


    return sync_detailed(
        client=client,
state=state,
before=before,
limit=limit,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    state: ListMyMatchesState | Unset = UNSET,
    before: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> Response[Problem | YourMatches]:
    """ Your games, with whose turn it is

    Args:
        state (ListMyMatchesState | Unset): Whether a match goes on.
        before (int | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | YourMatches]
     """


    kwargs = _get_kwargs(
        state=state,
before=before,
limit=limit,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    state: ListMyMatchesState | Unset = UNSET,
    before: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> Problem | YourMatches | None:
    """ Your games, with whose turn it is

    Args:
        state (ListMyMatchesState | Unset): Whether a match goes on.
        before (int | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | YourMatches
     """


    return (await asyncio_detailed(
        client=client,
state=state,
before=before,
limit=limit,

    )).parsed
