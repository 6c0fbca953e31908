from typing import Literal

ListMyMatchesState = Literal['ended', 'live']

LIST_MY_MATCHES_STATE_VALUES: set[ListMyMatchesState] = { 'ended', 'live',  }

def check_list_my_matches_state(value: str) -> ListMyMatchesState:
    if value in LIST_MY_MATCHES_STATE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_MY_MATCHES_STATE_VALUES!r}")
