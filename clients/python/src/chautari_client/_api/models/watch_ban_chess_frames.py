from typing import Literal

WatchBanChessFrames = Literal['json', 'plain']

WATCH_BAN_CHESS_FRAMES_VALUES: set[WatchBanChessFrames] = { 'json', 'plain',  }

def check_watch_ban_chess_frames(value: str) -> WatchBanChessFrames:
    if value in WATCH_BAN_CHESS_FRAMES_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {WATCH_BAN_CHESS_FRAMES_VALUES!r}")
