from typing import Literal

ListMatchesState = Literal['ended', 'live']

LIST_MATCHES_STATE_VALUES: set[ListMatchesState] = { 'ended', 'live',  }

def check_list_matches_state(value: str) -> ListMatchesState:
    if value in LIST_MATCHES_STATE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_MATCHES_STATE_VALUES!r}")
