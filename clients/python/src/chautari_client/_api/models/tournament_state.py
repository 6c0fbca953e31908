from typing import Literal

TournamentState = Literal['ended', 'open', 'paused', 'running']

TOURNAMENT_STATE_VALUES: set[TournamentState] = { 'ended', 'open', 'paused', 'running',  }

def check_tournament_state(value: str) -> TournamentState:
    if value in TOURNAMENT_STATE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TOURNAMENT_STATE_VALUES!r}")
