from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.obx_answer import ObxAnswer
from ...models.obx_refusal import ObxRefusal
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    obx: str | Unset = UNSET,
    move: str | Unset = UNSET,
    rules: str | Unset = UNSET,
    level: int | Unset = UNSET,
    time_ms: int | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["obx"] = obx

    params["move"] = move

    params["rules"] = rules

    params["level"] = level

    params["time_ms"] = time_ms


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/obx",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | ObxAnswer | ObxRefusal | None:
    if response.status_code == 200:
        response_200 = ObxAnswer.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = ObxRefusal.from_dict(response.json())



        return response_400

    if response.status_code == 408:
        response_408 = cast(Any, None)
        return response_408

    if response.status_code == 413:
        response_413 = cast(Any, None)
        return response_413

    if response.status_code == 422:
        response_422 = ObxRefusal.from_dict(response.json())



        return response_422

    if response.status_code == 429:
        response_429 = cast(Any, None)
        return response_429

    if response.status_code == 500:
        response_500 = cast(Any, None)
        return response_500

    if response.status_code == 503:
        response_503 = cast(Any, None)
        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any | ObxAnswer | ObxRefusal]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    obx: str | Unset = UNSET,
    move: str | Unset = UNSET,
    rules: str | Unset = UNSET,
    level: int | Unset = UNSET,
    time_ms: int | Unset = UNSET,

) -> Response[Any | ObxAnswer | ObxRefusal]:
    """ Answer a Bagh Chal position with the next one

     The engine's move, or the one asked for. Where a client can send a body with GET, `POST /obx` shows
    its form.

    Args:
        obx (str | Unset):
        move (str | Unset):
        rules (str | Unset):
        level (int | Unset):
        time_ms (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ObxAnswer | ObxRefusal]
     """


    kwargs = _get_kwargs(
        obx=obx,
move=move,
rules=rules,
level=level,
time_ms=time_ms,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient | Client,
    obx: str | Unset = UNSET,
    move: str | Unset = UNSET,
    rules: str | Unset = UNSET,
    level: int | Unset = UNSET,
    time_ms: int | Unset = UNSET,

) -> Any | ObxAnswer | ObxRefusal | None:
    """ Answer a Bagh Chal position with the next one

     The engine's move, or the one asked for. Where a client can send a body with GET, `POST /obx` shows
    its form.

    Args:
        obx (str | Unset):
        move (str | Unset):
        rules (str | Unset):
        level (int | Unset):
        time_ms (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ObxAnswer | ObxRefusal
     """


    return sync_detailed(
        client=client,
obx=obx,
move=move,
rules=rules,
level=level,
time_ms=time_ms,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    obx: str | Unset = UNSET,
    move: str | Unset = UNSET,
    rules: str | Unset = UNSET,
    level: int | Unset = UNSET,
    time_ms: int | Unset = UNSET,

) -> Response[Any | ObxAnswer | ObxRefusal]:
    """ Answer a Bagh Chal position with the next one

     The engine's move, or the one asked for. Where a client can send a body with GET, `POST /obx` shows
    its form.

    Args:
        obx (str | Unset):
        move (str | Unset):
        rules (str | Unset):
        level (int | Unset):
        time_ms (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ObxAnswer | ObxRefusal]
     """


    kwargs = _get_kwargs(
        obx=obx,
move=move,
rules=rules,
level=level,
time_ms=time_ms,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    obx: str | Unset = UNSET,
    move: str | Unset = UNSET,
    rules: str | Unset = UNSET,
    level: int | Unset = UNSET,
    time_ms: int | Unset = UNSET,

) -> Any | ObxAnswer | ObxRefusal | None:
    """ Answer a Bagh Chal position with the next one

     The engine's move, or the one asked for. Where a client can send a body with GET, `POST /obx` shows
    its form.

    Args:
        obx (str | Unset):
        move (str | Unset):
        rules (str | Unset):
        level (int | Unset):
        time_ms (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ObxAnswer | ObxRefusal
     """


    return (await asyncio_detailed(
        client=client,
obx=obx,
move=move,
rules=rules,
level=level,
time_ms=time_ms,

    )).parsed
