from typing import Literal

PlayerType4Kind = Literal['person']

PLAYER_TYPE_4_KIND_VALUES: set[PlayerType4Kind] = { 'person',  }

def check_player_type_4_kind(value: str) -> PlayerType4Kind:
    if value in PLAYER_TYPE_4_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PLAYER_TYPE_4_KIND_VALUES!r}")
