from typing import Literal

ActionType9Type = Literal['accept_pause']

ACTION_TYPE_9_TYPE_VALUES: set[ActionType9Type] = { 'accept_pause',  }

def check_action_type_9_type(value: str) -> ActionType9Type:
    if value in ACTION_TYPE_9_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_9_TYPE_VALUES!r}")
