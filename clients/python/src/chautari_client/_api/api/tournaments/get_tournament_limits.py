from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.get_tournament_limits_format import check_get_tournament_limits_format
from ...models.get_tournament_limits_format import GetTournamentLimitsFormat
from ...models.problem import Problem
from ...models.tournament_limits import TournamentLimits
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    format_: GetTournamentLimitsFormat | Unset = UNSET,
    players: int | Unset = UNSET,
    house: int | Unset = UNSET,
    rounds: int | Unset = UNSET,
    games_per_pair: int | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    json_format_: str | Unset = UNSET
    if not isinstance(format_, Unset):
        json_format_ = format_

    params["format"] = json_format_

    params["players"] = players

    params["house"] = house

    params["rounds"] = rounds

    params["games_per_pair"] = games_per_pair


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/tournaments/limits",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | TournamentLimits | None:
    if response.status_code == 200:
        response_200 = TournamentLimits.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | TournamentLimits]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    format_: GetTournamentLimitsFormat | Unset = UNSET,
    players: int | Unset = UNSET,
    house: int | Unset = UNSET,
    rounds: int | Unset = UNSET,
    games_per_pair: int | Unset = UNSET,

) -> Response[Problem | TournamentLimits]:
    """ How large a tournament may be, and how large one would be

    Args:
        format_ (GetTournamentLimitsFormat | Unset): Who meets whom.
        players (int | Unset):
        house (int | Unset):
        rounds (int | Unset):
        games_per_pair (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TournamentLimits]
     """


    kwargs = _get_kwargs(
        format_=format_,
players=players,
house=house,
rounds=rounds,
games_per_pair=games_per_pair,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient | Client,
    format_: GetTournamentLimitsFormat | Unset = UNSET,
    players: int | Unset = UNSET,
    house: int | Unset = UNSET,
    rounds: int | Unset = UNSET,
    games_per_pair: int | Unset = UNSET,

) -> Problem | TournamentLimits | None:
    """ How large a tournament may be, and how large one would be

    Args:
        format_ (GetTournamentLimitsFormat | Unset): Who meets whom.
        players (int | Unset):
        house (int | Unset):
        rounds (int | Unset):
        games_per_pair (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TournamentLimits
     """


    return sync_detailed(
        client=client,
format_=format_,
players=players,
house=house,
rounds=rounds,
games_per_pair=games_per_pair,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    format_: GetTournamentLimitsFormat | Unset = UNSET,
    players: int | Unset = UNSET,
    house: int | Unset = UNSET,
    rounds: int | Unset = UNSET,
    games_per_pair: int | Unset = UNSET,

) -> Response[Problem | TournamentLimits]:
    """ How large a tournament may be, and how large one would be

    Args:
        format_ (GetTournamentLimitsFormat | Unset): Who meets whom.
        players (int | Unset):
        house (int | Unset):
        rounds (int | Unset):
        games_per_pair (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TournamentLimits]
     """


    kwargs = _get_kwargs(
        format_=format_,
players=players,
house=house,
rounds=rounds,
games_per_pair=games_per_pair,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    format_: GetTournamentLimitsFormat | Unset = UNSET,
    players: int | Unset = UNSET,
    house: int | Unset = UNSET,
    rounds: int | Unset = UNSET,
    games_per_pair: int | Unset = UNSET,

) -> Problem | TournamentLimits | None:
    """ How large a tournament may be, and how large one would be

    Args:
        format_ (GetTournamentLimitsFormat | Unset): Who meets whom.
        players (int | Unset):
        house (int | Unset):
        rounds (int | Unset):
        games_per_pair (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TournamentLimits
     """


    return (await asyncio_detailed(
        client=client,
format_=format_,
players=players,
house=house,
rounds=rounds,
games_per_pair=games_per_pair,

    )).parsed
