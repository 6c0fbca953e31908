from typing import Literal

Tone = Literal['dark', 'light', 'one', 'two']

TONE_VALUES: set[Tone] = { 'dark', 'light', 'one', 'two',  }

def check_tone(value: str) -> Tone:
    if value in TONE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TONE_VALUES!r}")
