from typing import Literal

ActionType2Type = Literal['offer_draw']

ACTION_TYPE_2_TYPE_VALUES: set[ActionType2Type] = { 'offer_draw',  }

def check_action_type_2_type(value: str) -> ActionType2Type:
    if value in ACTION_TYPE_2_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_2_TYPE_VALUES!r}")
