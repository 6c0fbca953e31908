from typing import Literal

PlayerType3Kind = Literal['bot']

PLAYER_TYPE_3_KIND_VALUES: set[PlayerType3Kind] = { 'bot',  }

def check_player_type_3_kind(value: str) -> PlayerType3Kind:
    if value in PLAYER_TYPE_3_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PLAYER_TYPE_3_KIND_VALUES!r}")
