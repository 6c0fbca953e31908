from typing import Literal

PlayerType5Kind = Literal['open']

PLAYER_TYPE_5_KIND_VALUES: set[PlayerType5Kind] = { 'open',  }

def check_player_type_5_kind(value: str) -> PlayerType5Kind:
    if value in PLAYER_TYPE_5_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PLAYER_TYPE_5_KIND_VALUES!r}")
