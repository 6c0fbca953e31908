from typing import Literal

ActionType1Type = Literal['resign']

ACTION_TYPE_1_TYPE_VALUES: set[ActionType1Type] = { 'resign',  }

def check_action_type_1_type(value: str) -> ActionType1Type:
    if value in ACTION_TYPE_1_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACTION_TYPE_1_TYPE_VALUES!r}")
