from typing import Literal

ActionType8Type = Literal['offer_pause']

ACTION_TYPE_8_TYPE_VALUES: set[ActionType8Type] = { 'offer_pause',  }

def check_action_type_8_type(value: str) -> ActionType8Type:
    if value in ACTION_TYPE_8_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_8_TYPE_VALUES!r}")
