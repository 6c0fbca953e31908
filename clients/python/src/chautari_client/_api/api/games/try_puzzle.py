from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.problem import Problem
from ...models.puzzle_tried import PuzzleTried
from ...models.puzzle_try import PuzzleTry
from typing import cast



def _get_kwargs(
    game: str,
    puzzle: int,
    *,
    body: PuzzleTry,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/games/{game}/puzzles/{puzzle}/tries".format(game=quote(str(game), safe=""),puzzle=quote(str(puzzle), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | PuzzleTried | None:
    if response.status_code == 200:
        response_200 = PuzzleTried.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())



        return response_401

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())



        return response_404

    if response.status_code == 408:
        response_408 = Problem.from_dict(response.json())



        return response_408

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | PuzzleTried]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    game: str,
    puzzle: int,
    *,
    client: AuthenticatedClient,
    body: PuzzleTry,

) -> Response[Problem | PuzzleTried]:
    """ Try a puzzle

     The solver and the puzzle meet as two players do, by Glicko-2: who solves a puzzle at the first try
    has won.

    Args:
        game (str):
        puzzle (int):
        body (PuzzleTry): What was tried.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | PuzzleTried]
     """


    kwargs = _get_kwargs(
        game=game,
puzzle=puzzle,
body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    game: str,
    puzzle: int,
    *,
    client: AuthenticatedClient,
    body: PuzzleTry,

) -> Problem | PuzzleTried | None:
    """ Try a puzzle

     The solver and the puzzle meet as two players do, by Glicko-2: who solves a puzzle at the first try
    has won.

    Args:
        game (str):
        puzzle (int):
        body (PuzzleTry): What was tried.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | PuzzleTried
     """


    return sync_detailed(
        game=game,
puzzle=puzzle,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    game: str,
    puzzle: int,
    *,
    client: AuthenticatedClient,
    body: PuzzleTry,

) -> Response[Problem | PuzzleTried]:
    """ Try a puzzle

     The solver and the puzzle meet as two players do, by Glicko-2: who solves a puzzle at the first try
    has won.

    Args:
        game (str):
        puzzle (int):
        body (PuzzleTry): What was tried.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | PuzzleTried]
     """


    kwargs = _get_kwargs(
        game=game,
puzzle=puzzle,
body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    game: str,
    puzzle: int,
    *,
    client: AuthenticatedClient,
    body: PuzzleTry,

) -> Problem | PuzzleTried | None:
    """ Try a puzzle

     The solver and the puzzle meet as two players do, by Glicko-2: who solves a puzzle at the first try
    has won.

    Args:
        game (str):
        puzzle (int):
        body (PuzzleTry): What was tried.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | PuzzleTried
     """


    return (await asyncio_detailed(
        game=game,
puzzle=puzzle,
client=client,
body=body,

    )).parsed
