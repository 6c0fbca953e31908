from typing import Literal

ActionType4Type = Literal['decline_draw']

ACTION_TYPE_4_TYPE_VALUES: set[ActionType4Type] = { 'decline_draw',  }

def check_action_type_4_type(value: str) -> ActionType4Type:
    if value in ACTION_TYPE_4_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_4_TYPE_VALUES!r}")
