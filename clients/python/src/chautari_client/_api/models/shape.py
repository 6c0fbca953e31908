from typing import Literal

Shape = Literal['base', 'crossing', 'dark', 'light', 'octagon', 'pin', 'star']

SHAPE_VALUES: set[Shape] = { 'base', 'crossing', 'dark', 'light', 'octagon', 'pin', 'star',  }

def check_shape(value: str) -> Shape:
    if value in SHAPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SHAPE_VALUES!r}")
