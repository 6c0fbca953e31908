from typing import Literal

ActionType7Type = Literal['decline_takeback']

ACTION_TYPE_7_TYPE_VALUES: set[ActionType7Type] = { 'decline_takeback',  }

def check_action_type_7_type(value: str) -> ActionType7Type:
    if value in ACTION_TYPE_7_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_7_TYPE_VALUES!r}")
