from typing import Literal

Look = Literal['lines', 'octagons', 'squares']

LOOK_VALUES: set[Look] = { 'lines', 'octagons', 'squares',  }

def check_look(value: str) -> Look:
    if value in LOOK_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LOOK_VALUES!r}")
