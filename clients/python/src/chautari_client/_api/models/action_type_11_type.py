from typing import Literal

ActionType11Type = Literal['resume']

ACTION_TYPE_11_TYPE_VALUES: set[ActionType11Type] = { 'resume',  }

def check_action_type_11_type(value: str) -> ActionType11Type:
    if value in ACTION_TYPE_11_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_11_TYPE_VALUES!r}")
