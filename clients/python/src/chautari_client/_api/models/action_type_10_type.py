from typing import Literal

ActionType10Type = Literal['decline_pause']

ACTION_TYPE_10_TYPE_VALUES: set[ActionType10Type] = { 'decline_pause',  }

def check_action_type_10_type(value: str) -> ActionType10Type:
    if value in ACTION_TYPE_10_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_10_TYPE_VALUES!r}")
