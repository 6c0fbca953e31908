from typing import Literal

Welcome = Literal['ask', 'none', 'open']

WELCOME_VALUES: set[Welcome] = { 'ask', 'none', 'open',  }

def check_welcome(value: str) -> Welcome:
    if value in WELCOME_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {WELCOME_VALUES!r}")
