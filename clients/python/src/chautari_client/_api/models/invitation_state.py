from typing import Literal

InvitationState = Literal['accepted', 'declined', 'open', 'withdrawn']

INVITATION_STATE_VALUES: set[InvitationState] = { 'accepted', 'declined', 'open', 'withdrawn',  }

def check_invitation_state(value: str) -> InvitationState:
    if value in INVITATION_STATE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {INVITATION_STATE_VALUES!r}")
