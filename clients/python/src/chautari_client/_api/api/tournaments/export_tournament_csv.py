from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.export_tournament_csv_table import check_export_tournament_csv_table
from ...models.export_tournament_csv_table import ExportTournamentCsvTable
from ...models.problem import Problem
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    tournament: str,
    *,
    table: ExportTournamentCsvTable | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    json_table: str | Unset = UNSET
    if not isinstance(table, Unset):
        json_table = table

    params["table"] = json_table


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/tournaments/{tournament}/export.csv".format(tournament=quote(str(tournament), safe=""),),
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
    tournament: str,
    *,
    client: AuthenticatedClient | Client,
    table: ExportTournamentCsvTable | Unset = UNSET,

) -> Response[Problem | str]:
    """ A table of a tournament as comma-separated values

    Args:
        tournament (str):
        table (ExportTournamentCsvTable | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | str]
     """


    kwargs = _get_kwargs(
        tournament=tournament,
table=table,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    tournament: str,
    *,
    client: AuthenticatedClient | Client,
    table: ExportTournamentCsvTable | Unset = UNSET,

) -> Problem | str | None:
    """ A table of a tournament as comma-separated values

    Args:
        tournament (str):
        table (ExportTournamentCsvTable | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | str
     """


    return sync_detailed(
        tournament=tournament,
client=client,
table=table,

    ).parsed

async def asyncio_detailed(
    tournament: str,
    *,
    client: AuthenticatedClient | Client,
    table: ExportTournamentCsvTable | Unset = UNSET,

) -> Response[Problem | str]:
    """ A table of a tournament as comma-separated values

    Args:
        tournament (str):
        table (ExportTournamentCsvTable | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | str]
     """


    kwargs = _get_kwargs(
        tournament=tournament,
table=table,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    tournament: str,
    *,
    client: AuthenticatedClient | Client,
    table: ExportTournamentCsvTable | Unset = UNSET,

) -> Problem | str | None:
    """ A table of a tournament as comma-separated values

    Args:
        tournament (str):
        table (ExportTournamentCsvTable | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | str
     """


    return (await asyncio_detailed(
        tournament=tournament,
client=client,
table=table,

    )).parsed
