from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.export_matches_state import check_export_matches_state
from ...models.export_matches_state import ExportMatchesState
from ...models.problem import Problem
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    state: ExportMatchesState | Unset = UNSET,
    game: str | Unset = UNSET,
    player: str | Unset = UNSET,
    person: str | Unset = UNSET,
    tournament: str | Unset = UNSET,
    since: int | Unset = UNSET,
    before: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    json_state: str | Unset = UNSET
    if not isinstance(state, Unset):
        json_state = state

    params["state"] = json_state

    params["game"] = game

    params["player"] = player

    params["person"] = person

    params["tournament"] = tournament

    params["since"] = since

    params["before"] = before

    params["limit"] = limit


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/matches.ndjson",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | str | None:
    if response.status_code == 200:
        response_200 = response.text
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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    state: ExportMatchesState | Unset = UNSET,
    game: str | Unset = UNSET,
    player: str | Unset = UNSET,
    person: str | Unset = UNSET,
    tournament: str | Unset = UNSET,
    since: int | Unset = UNSET,
    before: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> Response[Problem | str]:
    """ Matches with their moves, one JSON object a line, all of them

     As many as there are, the latest first, streamed; `before` and `limit` mean nothing here. Each line
    is a match
    as lists show it, with its `moves`, how many of them were the `opening`, its `start` and its
    `clock`: a
    `MatchRecord`.

    Args:
        state (ExportMatchesState | Unset): Whether a match goes on.
        game (str | Unset):
        player (str | Unset):
        person (str | Unset):
        tournament (str | Unset):
        since (int | Unset):
        before (int | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | str]
     """


    kwargs = _get_kwargs(
        state=state,
game=game,
player=player,
person=person,
tournament=tournament,
since=since,
before=before,
limit=limit,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient | Client,
    state: ExportMatchesState | Unset = UNSET,
    game: str | Unset = UNSET,
    player: str | Unset = UNSET,
    person: str | Unset = UNSET,
    tournament: str | Unset = UNSET,
    since: int | Unset = UNSET,
    before: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> Problem | str | None:
    """ Matches with their moves, one JSON object a line, all of them

     As many as there are, the latest first, streamed; `before` and `limit` mean nothing here. Each line
    is a match
    as lists show it, with its `moves`, how many of them were the `opening`, its `start` and its
    `clock`: a
    `MatchRecord`.

    Args:
        state (ExportMatchesState | Unset): Whether a match goes on.
        game (str | Unset):
        player (str | Unset):
        person (str | Unset):
        tournament (str | Unset):
        since (int | Unset):
        before (int | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | str
     """


    return sync_detailed(
        client=client,
state=state,
game=game,
player=player,
person=person,
tournament=tournament,
since=since,
before=before,
limit=limit,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    state: ExportMatchesState | Unset = UNSET,
    game: str | Unset = UNSET,
    player: str | Unset = UNSET,
    person: str | Unset = UNSET,
    tournament: str | Unset = UNSET,
    since: int | Unset = UNSET,
    before: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> Response[Problem | str]:
    """ Matches with their moves, one JSON object a line, all of them

     As many as there are, the latest first, streamed; `before` and `limit` mean nothing here. Each line
    is a match
    as lists show it, with its `moves`, how many of them were the `opening`, its `start` and its
    `clock`: a
    `MatchRecord`.

    Args:
        state (ExportMatchesState | Unset): Whether a match goes on.
        game (str | Unset):
        player (str | Unset):
        person (str | Unset):
        tournament (str | Unset):
        since (int | Unset):
        before (int | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | str]
     """


    kwargs = _get_kwargs(
        state=state,
game=game,
player=player,
person=person,
tournament=tournament,
since=since,
before=before,
limit=limit,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    state: ExportMatchesState | Unset = UNSET,
    game: str | Unset = UNSET,
    player: str | Unset = UNSET,
    person: str | Unset = UNSET,
    tournament: str | Unset = UNSET,
    since: int | Unset = UNSET,
    before: int | Unset = UNSET,
    limit: int | Unset = UNSET,

) -> Problem | str | None:
    """ Matches with their moves, one JSON object a line, all of them

     As many as there are, the latest first, streamed; `before` and `limit` mean nothing here. Each line
    is a match
    as lists show it, with its `moves`, how many of them were the `opening`, its `start` and its
    `clock`: a
    `MatchRecord`.

    Args:
        state (ExportMatchesState | Unset): Whether a match goes on.
        game (str | Unset):
        player (str | Unset):
        person (str | Unset):
        tournament (str | Unset):
        since (int | Unset):
        before (int | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | str
     """


    return (await asyncio_detailed(
        client=client,
state=state,
game=game,
player=player,
person=person,
tournament=tournament,
since=since,
before=before,
limit=limit,

    )).parsed
