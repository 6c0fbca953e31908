from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.cards import Cards
from ...models.enter_roster import EnterRoster
from ...models.problem import Problem
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    tournament: str,
    *,
    body: EnterRoster,
    idempotency_key: None | str | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key



    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/tournaments/{tournament}/roster".format(tournament=quote(str(tournament), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Cards | Problem | None:
    if response.status_code == 201:
        response_201 = Cards.from_dict(response.json())



        return response_201

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Cards | Problem]:
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
    body: EnterRoster,
    idempotency_key: None | str | Unset = UNSET,

) -> Response[Cards | Problem]:
    """ Enter people and make cards for them

     Each name becomes a person with a key of their own, to be handed out as a link or a QR code.

    Args:
        tournament (str):
        idempotency_key (None | str | Unset):
        body (EnterRoster): Whom the host enters.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Cards | Problem]
     """


    kwargs = _get_kwargs(
        tournament=tournament,
body=body,
idempotency_key=idempotency_key,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    tournament: str,
    *,
    client: AuthenticatedClient,
    body: EnterRoster,
    idempotency_key: None | str | Unset = UNSET,

) -> Cards | Problem | None:
    """ Enter people and make cards for them

     Each name becomes a person with a key of their own, to be handed out as a link or a QR code.

    Args:
        tournament (str):
        idempotency_key (None | str | Unset):
        body (EnterRoster): Whom the host enters.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Cards | Problem
     """


    return sync_detailed(
        tournament=tournament,
client=client,
body=body,
idempotency_key=idempotency_key,

    ).parsed

async def asyncio_detailed(
    tournament: str,
    *,
    client: AuthenticatedClient,
    body: EnterRoster,
    idempotency_key: None | str | Unset = UNSET,

) -> Response[Cards | Problem]:
    """ Enter people and make cards for them

     Each name becomes a person with a key of their own, to be handed out as a link or a QR code.

    Args:
        tournament (str):
        idempotency_key (None | str | Unset):
        body (EnterRoster): Whom the host enters.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Cards | Problem]
     """


    kwargs = _get_kwargs(
        tournament=tournament,
body=body,
idempotency_key=idempotency_key,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    tournament: str,
    *,
    client: AuthenticatedClient,
    body: EnterRoster,
    idempotency_key: None | str | Unset = UNSET,

) -> Cards | Problem | None:
    """ Enter people and make cards for them

     Each name becomes a person with a key of their own, to be handed out as a link or a QR code.

    Args:
        tournament (str):
        idempotency_key (None | str | Unset):
        body (EnterRoster): Whom the host enters.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Cards | Problem
     """


    return (await asyncio_detailed(
        tournament=tournament,
client=client,
body=body,
idempotency_key=idempotency_key,

    )).parsed
