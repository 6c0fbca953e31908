from typing import Literal

PlayerType2Kind = Literal['random']

PLAYER_TYPE_2_KIND_VALUES: set[PlayerType2Kind] = { 'random',  }

def check_player_type_2_kind(value: str) -> PlayerType2Kind:
    if value in PLAYER_TYPE_2_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PLAYER_TYPE_2_KIND_VALUES!r}")
