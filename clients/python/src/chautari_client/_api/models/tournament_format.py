from typing import Literal

TournamentFormat = Literal['double_round_robin', 'gauntlet', 'round_robin', 'swiss']

TOURNAMENT_FORMAT_VALUES: set[TournamentFormat] = { 'double_round_robin', 'gauntlet', 'round_robin', 'swiss',  }

def check_tournament_format(value: str) -> TournamentFormat:
    if value in TOURNAMENT_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TOURNAMENT_FORMAT_VALUES!r}")
