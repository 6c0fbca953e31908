from typing import Literal

ExportMatchesState = Literal['ended', 'live']

EXPORT_MATCHES_STATE_VALUES: set[ExportMatchesState] = { 'ended', 'live',  }

def check_export_matches_state(value: str) -> ExportMatchesState:
    if value in EXPORT_MATCHES_STATE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {EXPORT_MATCHES_STATE_VALUES!r}")
