from typing import Literal

TournamentEntrance = Literal['anybody', 'closed', 'code']

TOURNAMENT_ENTRANCE_VALUES: set[TournamentEntrance] = { 'anybody', 'closed', 'code',  }

def check_tournament_entrance(value: str) -> TournamentEntrance:
    if value in TOURNAMENT_ENTRANCE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TOURNAMENT_ENTRANCE_VALUES!r}")
