from typing import Literal

ScoreKind = Literal['draw', 'guess', 'loss', 'win']

SCORE_KIND_VALUES: set[ScoreKind] = { 'draw', 'guess', 'loss', 'win',  }

def check_score_kind(value: str) -> ScoreKind:
    if value in SCORE_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SCORE_KIND_VALUES!r}")
