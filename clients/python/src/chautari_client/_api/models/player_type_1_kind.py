from typing import Literal

PlayerType1Kind = Literal['engine']

PLAYER_TYPE_1_KIND_VALUES: set[PlayerType1Kind] = { 'engine',  }

def check_player_type_1_kind(value: str) -> PlayerType1Kind:
    if value in PLAYER_TYPE_1_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PLAYER_TYPE_1_KIND_VALUES!r}")
