from typing import Literal

ActionType5Type = Literal['offer_takeback']

ACTION_TYPE_5_TYPE_VALUES: set[ActionType5Type] = { 'offer_takeback',  }

def check_action_type_5_type(value: str) -> ActionType5Type:
    if value in ACTION_TYPE_5_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_5_TYPE_VALUES!r}")
