from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.ban_chess_refusal import BanChessRefusal
from ...models.watch_ban_chess_frames import check_watch_ban_chess_frames
from ...models.watch_ban_chess_frames import WatchBanChessFrames
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    id: str,
    *,
    token: str | Unset = UNSET,
    from_: int | Unset = UNSET,
    frames: WatchBanChessFrames | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["token"] = token

    params["from"] = from_

    json_frames: str | Unset = UNSET
    if not isinstance(frames, Unset):
        json_frames = frames

    params["frames"] = json_frames


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/game/{id}/ws".format(id=quote(str(id), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | BanChessRefusal | None:
    if response.status_code == 101:
        response_101 = cast(Any, None)
        return response_101

    if response.status_code == 400:
        response_400 = cast(Any, None)
        return response_400

    if response.status_code == 403:
        response_403 = BanChessRefusal.from_dict(response.json())



        return response_403

    if response.status_code == 404:
        response_404 = BanChessRefusal.from_dict(response.json())



        return response_404

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any | BanChessRefusal]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    token: str | Unset = UNSET,
    from_: int | Unset = UNSET,
    frames: WatchBanChessFrames | Unset = UNSET,

) -> Response[Any | BanChessRefusal]:
    """ Watch a game, and play it

     A WebSocket: a text frame is one action in BCN, both ways. See the page on the protocol.

    Args:
        id (str):
        token (str | Unset):
        from_ (int | Unset):
        frames (WatchBanChessFrames | Unset): How a client talks, and is talked to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | BanChessRefusal]
     """


    kwargs = _get_kwargs(
        id=id,
token=token,
from_=from_,
frames=frames,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    token: str | Unset = UNSET,
    from_: int | Unset = UNSET,
    frames: WatchBanChessFrames | Unset = UNSET,

) -> Any | BanChessRefusal | None:
    """ Watch a game, and play it

     A WebSocket: a text frame is one action in BCN, both ways. See the page on the protocol.

    Args:
        id (str):
        token (str | Unset):
        from_ (int | Unset):
        frames (WatchBanChessFrames | Unset): How a client talks, and is talked to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | BanChessRefusal
     """


    return sync_detailed(
        id=id,
client=client,
token=token,
from_=from_,
frames=frames,

    ).parsed

async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    token: str | Unset = UNSET,
    from_: int | Unset = UNSET,
    frames: WatchBanChessFrames | Unset = UNSET,

) -> Response[Any | BanChessRefusal]:
    """ Watch a game, and play it

     A WebSocket: a text frame is one action in BCN, both ways. See the page on the protocol.

    Args:
        id (str):
        token (str | Unset):
        from_ (int | Unset):
        frames (WatchBanChessFrames | Unset): How a client talks, and is talked to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | BanChessRefusal]
     """


    kwargs = _get_kwargs(
        id=id,
token=token,
from_=from_,
frames=frames,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    token: str | Unset = UNSET,
    from_: int | Unset = UNSET,
    frames: WatchBanChessFrames | Unset = UNSET,

) -> Any | BanChessRefusal | None:
    """ Watch a game, and play it

     A WebSocket: a text frame is one action in BCN, both ways. See the page on the protocol.

    Args:
        id (str):
        token (str | Unset):
        from_ (int | Unset):
        frames (WatchBanChessFrames | Unset): How a client talks, and is talked to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | BanChessRefusal
     """


    return (await asyncio_detailed(
        id=id,
client=client,
token=token,
from_=from_,
frames=frames,

    )).parsed
