from typing import Literal

Fit = Literal['covering', 'inside']

FIT_VALUES: set[Fit] = { 'covering', 'inside',  }

def check_fit(value: str) -> Fit:
    if value in FIT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FIT_VALUES!r}")
