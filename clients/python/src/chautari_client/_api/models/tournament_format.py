from typing import Literal

TournamentFormat = Literal['arena', 'double_round_robin', 'gauntlet', 'knockout', 'round_robin', 'swiss']

TOURNAMENT_FORMAT_VALUES: set[TournamentFormat] = { 'arena', 'double_round_robin', 'gauntlet', 'knockout', 'round_robin', 'swiss',  }

def check_tournament_format(value: str) -> TournamentFormat:
    if value in TOURNAMENT_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TOURNAMENT_FORMAT_VALUES!r}")
