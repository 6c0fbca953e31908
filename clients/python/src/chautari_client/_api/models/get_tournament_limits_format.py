from typing import Literal

GetTournamentLimitsFormat = Literal['arena', 'double_round_robin', 'gauntlet', 'knockout', 'round_robin', 'swiss']

GET_TOURNAMENT_LIMITS_FORMAT_VALUES: set[GetTournamentLimitsFormat] = { 'arena', 'double_round_robin', 'gauntlet', 'knockout', 'round_robin', 'swiss',  }

def check_get_tournament_limits_format(value: str) -> GetTournamentLimitsFormat:
    if value in GET_TOURNAMENT_LIMITS_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {GET_TOURNAMENT_LIMITS_FORMAT_VALUES!r}")
