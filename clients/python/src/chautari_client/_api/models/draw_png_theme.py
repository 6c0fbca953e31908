from typing import Literal

DrawPngTheme = Literal['dark', 'light']

DRAW_PNG_THEME_VALUES: set[DrawPngTheme] = { 'dark', 'light',  }

def check_draw_png_theme(value: str) -> DrawPngTheme:
    if value in DRAW_PNG_THEME_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {DRAW_PNG_THEME_VALUES!r}")
