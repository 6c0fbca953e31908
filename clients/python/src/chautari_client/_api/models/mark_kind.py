from typing import Literal

MarkKind = Literal['banned', 'captured', 'check', 'forbidden', 'last-move', 'lost', 'must', 'winning']

MARK_KIND_VALUES: set[MarkKind] = { 'banned', 'captured', 'check', 'forbidden', 'last-move', 'lost', 'must', 'winning',  }

def check_mark_kind(value: str) -> MarkKind:
    if value in MARK_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MARK_KIND_VALUES!r}")
