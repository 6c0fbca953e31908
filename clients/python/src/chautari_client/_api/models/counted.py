from typing import Literal

Counted = Literal['in-play', 'on-board']

COUNTED_VALUES: set[Counted] = { 'in-play', 'on-board',  }

def check_counted(value: str) -> Counted:
    if value in COUNTED_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {COUNTED_VALUES!r}")
