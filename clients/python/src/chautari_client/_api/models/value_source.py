from typing import Literal

ValueSource = Literal['exact', 'search']

VALUE_SOURCE_VALUES: set[ValueSource] = { 'exact', 'search',  }

def check_value_source(value: str) -> ValueSource:
    if value in VALUE_SOURCE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {VALUE_SOURCE_VALUES!r}")
