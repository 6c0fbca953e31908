from typing import Literal

DrawGifTheme = Literal['dark', 'light']

DRAW_GIF_THEME_VALUES: set[DrawGifTheme] = { 'dark', 'light',  }

def check_draw_gif_theme(value: str) -> DrawGifTheme:
    if value in DRAW_GIF_THEME_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {DRAW_GIF_THEME_VALUES!r}")
