from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.problem import Problem
from ...models.repair_round import RepairRound
from ...models.tournament import Tournament
from typing import cast



def _get_kwargs(
    tournament: str,
    *,
    body: RepairRound,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/tournaments/{tournament}/repair".format(tournament=quote(str(tournament), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | Tournament | None:
    if response.status_code == 200:
        response_200 = Tournament.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())



        return response_401

    if response.status_code == 403:
        response_403 = Problem.from_dict(response.json())



        return response_403

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())



        return response_404

    if response.status_code == 408:
        response_408 = Problem.from_dict(response.json())



        return response_408

    if response.status_code == 409:
        response_409 = Problem.from_dict(response.json())



        return response_409

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())



        return response_413

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | Tournament]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    tournament: str,
    *,
    client: AuthenticatedClient,
    body: RepairRound,

) -> Response[Problem | Tournament]:
    """ Pair boards of the current round anew

     The games these players have begun in this round are called off and count for nobody. Whoever played
    somebody
    who is named must be named, too. What stands as it is said here stays as it is.

    Args:
        tournament (str):
        body (RepairRound): Who meets whom in place of what was paired.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | Tournament]
     """


    kwargs = _get_kwargs(
        tournament=tournament,
body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    tournament: str,
    *,
    client: AuthenticatedClient,
    body: RepairRound,

) -> Problem | Tournament | None:
    """ Pair boards of the current round anew

     The games these players have begun in this round are called off and count for nobody. Whoever played
    somebody
    who is named must be named, too. What stands as it is said here stays as it is.

    Args:
        tournament (str):
        body (RepairRound): Who meets whom in place of what was paired.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | Tournament
     """


    return sync_detailed(
        tournament=tournament,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    tournament: str,
    *,
    client: AuthenticatedClient,
    body: RepairRound,

) -> Response[Problem | Tournament]:
    """ Pair boards of the current round anew

     The games these players have begun in this round are called off and count for nobody. Whoever played
    somebody
    who is named must be named, too. What stands as it is said here stays as it is.

    Args:
        tournament (str):
        body (RepairRound): Who meets whom in place of what was paired.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | Tournament]
     """


    kwargs = _get_kwargs(
        tournament=tournament,
body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    tournament: str,
    *,
    client: AuthenticatedClient,
    body: RepairRound,

) -> Problem | Tournament | None:
    """ Pair boards of the current round anew

     The games these players have begun in this round are called off and count for nobody. Whoever played
    somebody
    who is named must be named, too. What stands as it is said here stays as it is.

    Args:
        tournament (str):
        body (RepairRound): Who meets whom in place of what was paired.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | Tournament
     """


    return (await asyncio_detailed(
        tournament=tournament,
client=client,
body=body,

    )).parsed
