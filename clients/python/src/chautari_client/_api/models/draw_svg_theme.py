from typing import Literal

DrawSvgTheme = Literal['dark', 'light']

DRAW_SVG_THEME_VALUES: set[DrawSvgTheme] = { 'dark', 'light',  }

def check_draw_svg_theme(value: str) -> DrawSvgTheme:
    if value in DRAW_SVG_THEME_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {DRAW_SVG_THEME_VALUES!r}")
