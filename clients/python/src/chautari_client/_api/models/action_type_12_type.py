from typing import Literal

ActionType12Type = Literal['rematch']

ACTION_TYPE_12_TYPE_VALUES: set[ActionType12Type] = { 'rematch',  }

def check_action_type_12_type(value: str) -> ActionType12Type:
    if value in ACTION_TYPE_12_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_12_TYPE_VALUES!r}")
