from typing import Literal

ActionType3Type = Literal['accept_draw']

ACTION_TYPE_3_TYPE_VALUES: set[ActionType3Type] = { 'accept_draw',  }

def check_action_type_3_type(value: str) -> ActionType3Type:
    if value in ACTION_TYPE_3_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_3_TYPE_VALUES!r}")
