from typing import Literal

ListTournamentsState = Literal['ended', 'live']

LIST_TOURNAMENTS_STATE_VALUES: set[ListTournamentsState] = { 'ended', 'live',  }

def check_list_tournaments_state(value: str) -> ListTournamentsState:
    if value in LIST_TOURNAMENTS_STATE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_TOURNAMENTS_STATE_VALUES!r}")
