from typing import Literal

ActionType0Type = Literal['move']

ACTION_TYPE_0_TYPE_VALUES: set[ActionType0Type] = { 'move',  }

def check_action_type_0_type(value: str) -> ActionType0Type:
    if value in ACTION_TYPE_0_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_0_TYPE_VALUES!r}")
