from typing import Literal

TournamentCriterion = Literal['buchholz', 'points', 'sonneborn_berger', 'survived', 'wins']

TOURNAMENT_CRITERION_VALUES: set[TournamentCriterion] = { 'buchholz', 'points', 'sonneborn_berger', 'survived', 'wins',  }

def check_tournament_criterion(value: str) -> TournamentCriterion:
    if value in TOURNAMENT_CRITERION_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TOURNAMENT_CRITERION_VALUES!r}")
