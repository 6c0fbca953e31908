#!/usr/bin/env python3
"""Makes the pictures of this folder from what the binary prints, so that they are never out of date.

    cargo build --release && python3 docs/pictures/make.py
"""

import html
import os
import re
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
BINARY = HERE / "../../target/release/chautari"

# The command that draws each picture, as one would type it.
PICTURES = {
    "banchess": ["show", "banchess", "b:e2e4", "m:f2f3", "b:e7e6", "m:e7e5", "b:d2d4", "m:g2g4", "b:d8e7", "m:d8h4"],
    "creeper": ["show", "creeper", "a5b4", "b1c2", "e1d2"],
    "gomoku": ["show", "gomoku", "K10", "L10", "K11", "L11", "K9", "K12"],
    "baghchal": ["show", "baghchal", "--position", "TXXXX/GGGXX/GGTXT/GXXXX/GXGTG t c1 mB2 #g10", "mC3C1(C2)"],
}

# The one that moves: the first plies of the game on the first page.
DEMO = HERE / "../../games/baghchal/demo.txt"
PLIES = 40

CELL, LINE, PAD = 9.6, 20, 18
COLOURS = {"96": "#4fc3d9", "93": "#f2b84b", "91": "#ef6f6c"}
SPAN = re.compile(r"\x1b\[([0-9;]*)m")


def spans(line):
    """The runs of one style in a line with escape codes, each with its first column."""
    codes, column, at = set(), 0, 0
    for escape in [*SPAN.finditer(line), None]:
        text = line[at : escape.start() if escape else len(line)]
        if text:
            yield column, text, codes
            column += len(text)
        if escape:
            codes = set() if escape[1] in ("", "0") else codes | set(escape[1].split(";"))
            at = escape.end()


def attributes(codes):
    colour = next((COLOURS[c] for c in codes if c in COLOURS), "#d8dee9")
    return f'fill="{colour}"' + (' opacity="0.45"' if "2" in codes else "") + (' font-weight="bold"' if "1" in codes else "")


def picture(words):
    shown = subprocess.run([BINARY, *words], env={**os.environ, "CLICOLOR_FORCE": "1"}, capture_output=True, text=True, check=True)
    typed = " ".join(f"'{w}'" if re.search(r"[ ()]", w) else w for w in words)
    lines = [f"$ chautari {typed}", *shown.stdout.splitlines()]
    width = 2 * PAD + CELL * max(len(SPAN.sub("", line)) for line in lines)
    height = 2 * PAD + LINE * len(lines)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}"'
        ' font-family="ui-monospace, Menlo, Consolas, monospace" font-size="16" xml:space="preserve">',
        f'<rect width="100%" height="100%" rx="10" fill="#1d2430"/>',
    ]
    for number, line in enumerate(lines):
        y = PAD + LINE * number + 15
        for column, text, codes in spans(line):
            if text.strip():
                # Every glyph gets its own place: fonts disagree about the width of box-drawing characters.
                xs = " ".join(f"{PAD + CELL * (column + i):.1f}" for i in range(len(text)))
                out.append(f'<text x="{xs}" y="{y}" {attributes(codes)}>{html.escape(text)}</text>')
    return "\n".join([*out, "</svg>", ""])


for name, words in PICTURES.items():
    (HERE / f"{name}.svg").write_text(picture(words))
    print(f"docs/pictures/{name}.svg")

moves = DEMO.read_text().split()[:PLIES]
subprocess.run([BINARY, "show", "baghchal", *moves, "--size", "360", "--gif", HERE / "baghchal.gif"], check=True, stdout=subprocess.DEVNULL)
print("docs/pictures/baghchal.gif")
