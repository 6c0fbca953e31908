from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.softserve_event import SoftserveEvent
from ...models.softserve_new_event import SoftserveNewEvent
from ...models.softserve_refusal import SoftserveRefusal
from typing import cast



def _get_kwargs(
    *,
    body: SoftserveNewEvent,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/event/create",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> SoftserveEvent | SoftserveRefusal | None:
    if response.status_code == 200:
        response_200 = SoftserveEvent.from_dict(response.json())



        return response_200

    if response.status_code == 403:
        response_403 = SoftserveRefusal.from_dict(response.json())



        return response_403

    if response.status_code == 404:
        response_404 = SoftserveRefusal.from_dict(response.json())



        return response_404

    if response.status_code == 422:
        response_422 = SoftserveRefusal.from_dict(response.json())



        return response_422

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[SoftserveEvent | SoftserveRefusal]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: SoftserveNewEvent,

) -> Response[SoftserveEvent | SoftserveRefusal]:
    """ Make an event

    Args:
        body (SoftserveNewEvent): An event to be made.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SoftserveEvent | SoftserveRefusal]
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
    body: SoftserveNewEvent,

) -> SoftserveEvent | SoftserveRefusal | None:
    """ Make an event

    Args:
        body (SoftserveNewEvent): An event to be made.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SoftserveEvent | SoftserveRefusal
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: SoftserveNewEvent,

) -> Response[SoftserveEvent | SoftserveRefusal]:
    """ Make an event

    Args:
        body (SoftserveNewEvent): An event to be made.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SoftserveEvent | SoftserveRefusal]
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
    body: SoftserveNewEvent,

) -> SoftserveEvent | SoftserveRefusal | None:
    """ Make an event

    Args:
        body (SoftserveNewEvent): An event to be made.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SoftserveEvent | SoftserveRefusal
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
