from typing import Literal

ActionType6Type = Literal['accept_takeback']

ACTION_TYPE_6_TYPE_VALUES: set[ActionType6Type] = { 'accept_takeback',  }

def check_action_type_6_type(value: str) -> ActionType6Type:
    if value in ACTION_TYPE_6_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_6_TYPE_VALUES!r}")
