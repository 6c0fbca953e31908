from typing import Literal

Phrase = Literal['back', 'bye', 'good_game', 'good_luck', 'good_move', 'have_fun', 'hello', 'one_moment', 'oops', 'play_again', 'sorry', 'thank_you', 'well_played']

PHRASE_VALUES: set[Phrase] = { 'back', 'bye', 'good_game', 'good_luck', 'good_move', 'have_fun', 'hello', 'one_moment', 'oops', 'play_again', 'sorry', 'thank_you', 'well_played',  }

def check_phrase(value: str) -> Phrase:
    if value in PHRASE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PHRASE_VALUES!r}")
