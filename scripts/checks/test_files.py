"""Checks that cargo builds every test file: with `autotests = false`, only those that tests/main.rs names are built."""

import re
import sys
from pathlib import Path

root = Path(__file__).resolve().parents[2]
left = []
for main in sorted(root.glob("**/tests/main.rs")):
    if any(part in ("target", "node_modules") for part in main.parts):
        continue
    manifest = (main.parent.parent / "Cargo.toml").read_text()
    if "autotests = false" not in manifest:
        continue
    named = set(re.findall(r"^\s*(?:pub )?mod (\w+);", main.read_text(), re.M))
    left += [path.relative_to(root) for path in sorted(main.parent.glob("*.rs")) if path.stem not in named | {"main"}]
for path in left:
    print(f"{path} is not built: name it in main.rs beside it.")
sys.exit(bool(left))
