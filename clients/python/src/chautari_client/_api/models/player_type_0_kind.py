from typing import Literal

PlayerType0Kind = Literal['human']

PLAYER_TYPE_0_KIND_VALUES: set[PlayerType0Kind] = { 'human',  }

def check_player_type_0_kind(value: str) -> PlayerType0Kind:
    if value in PLAYER_TYPE_0_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PLAYER_TYPE_0_KIND_VALUES!r}")
