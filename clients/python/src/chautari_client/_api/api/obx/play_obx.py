from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.obx_answer import ObxAnswer
from ...models.obx_refusal import ObxRefusal
from ...models.obx_request import ObxRequest
from typing import cast



def _get_kwargs(
    *,
    body: ObxRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/obx",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ObxAnswer | ObxRefusal | None:
    if response.status_code == 200:
        response_200 = ObxAnswer.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = ObxRefusal.from_dict(response.json())



        return response_400

    if response.status_code == 422:
        response_422 = ObxRefusal.from_dict(response.json())



        return response_422

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ObxAnswer | ObxRefusal]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ObxRequest,

) -> Response[ObxAnswer | ObxRefusal]:
    """ Answer a Bagh Chal position with the next one

     The engine's move, or the one asked for.

    Args:
        body (ObxRequest): A request: where the game stands, and what is wanted.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ObxAnswer | ObxRefusal]
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
    body: ObxRequest,

) -> ObxAnswer | ObxRefusal | None:
    """ Answer a Bagh Chal position with the next one

     The engine's move, or the one asked for.

    Args:
        body (ObxRequest): A request: where the game stands, and what is wanted.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ObxAnswer | ObxRefusal
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ObxRequest,

) -> Response[ObxAnswer | ObxRefusal]:
    """ Answer a Bagh Chal position with the next one

     The engine's move, or the one asked for.

    Args:
        body (ObxRequest): A request: where the game stands, and what is wanted.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ObxAnswer | ObxRefusal]
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
    body: ObxRequest,

) -> ObxAnswer | ObxRefusal | None:
    """ Answer a Bagh Chal position with the next one

     The engine's move, or the one asked for.

    Args:
        body (ObxRequest): A request: where the game stands, and what is wanted.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ObxAnswer | ObxRefusal
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
