"""The command line of ./check, and what it prints at the end."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import steps
from counts import Counts
from record import Record
from runner import Runner, may_skip

# A test that needs a second try is a fault that has not been found yet; more than this share of all fails the run.
FLAKY_BUDGET = 0.005
# Known causes of flaky tests, as `part of the name: cause`.
CAUSES = Path(".config/flaky.txt")
FLAKY = "flaky, passed at the second try: "


def main(words):
    os.chdir(Path(__file__).resolve().parents[2])
    games = sorted(path.parent.name for path in Path("games").glob("*/Cargo.toml"))
    record = None
    match words:
        case [] | ["all"]:
            missing = [tool for tool in ("c++", "npm") if not any(os.access(f"{folder}/{tool}", os.X_OK) for folder in os.get_exec_path())]
            if missing:
                sys.exit(f"Missing: {', '.join(missing)}. Install them, then run ./check again.")
            record = Record(is_ignored=bool(words))
            chosen = steps.all_steps(record.changes)
        case ["quick"]:
            chosen = steps.quick_steps()
        case ["--list"]:
            for step in steps.all_steps(lambda _: None):
                print(f"{step.name}\n    runs      {'; '.join(' '.join(command) for command in step.commands)}"
                      f"\n    after     {', '.join(step.needs) or '-'}\n    inputs    {' '.join(step.inputs)}")
            return
        case [game] if game in games:
            chosen = steps.game_steps(game)
        case _:
            sys.exit(f"./check, ./check all, ./check quick, ./check --list, or ./check GAME with one of: {' '.join(games)}")

    with tempfile.TemporaryDirectory() as folder:
        # Tests append what they skip to this file, because test programs hide the output of passed tests.
        list_of_skipped = Path(folder) / "skipped"
        list_of_skipped.touch()
        os.environ["CHAUTARI_SKIPPED"] = str(list_of_skipped)
        notes = set()
        runner = Runner(chosen, notes, record)
        is_good = runner.run()
        notes.update(list_of_skipped.read_text().splitlines())
    for step in chosen:
        if step.flaky and step.state in ("passed", "failed"):
            notes.update(FLAKY + name for name in flaky_tests(step.flaky))
    if words in ([], ["all"]):
        notes.update(ignored_tests())
    elif words == ["quick"]:
        notes.add("the server, its protocols, the page and the packages: ./check")
    else:
        notes.add(f"everything except {words[0]}: ./check")

    runner.print_table()
    flaky = sorted(note.removeprefix(FLAKY) for note in notes if note.startswith(FLAKY))
    print_list("skipped", sorted(note for note in notes if note and not note.startswith(FLAKY)))
    print_list("flaky", [f"{name}: {cause(name)}" for name in flaky])
    total = sum((step.counts for step in chosen), Counts())
    if len(flaky) > FLAKY_BUDGET * (total.passed + total.failed):
        print(f"\nToo many flaky tests: {len(flaky)}, at most {FLAKY_BUDGET:.1%} of {total.passed + total.failed}.")
        is_good = False
    failed = total.failed + sum(step.state == "failed" and not step.counts.failed for step in chosen)
    print(f"\n{total.passed} passed, {failed if is_good else max(failed, 1)} failed")
    sys.exit(0 if is_good else 1)


def print_list(heading, lines):
    print(f"\n{heading}:")
    for line in lines or ["nothing"]:
        print(f"  {line}")


def flaky_tests(report):
    import xml.etree.ElementTree as tree

    try:
        root = tree.parse(report)
    except (OSError, tree.ParseError):
        return []
    return [f"{test.get('classname')} {test.get('name')}" for test in root.iter("testcase") if test.find("flakyFailure") is not None]


def cause(name):
    lines = CAUSES.read_text().splitlines() if CAUSES.exists() else []
    for line in lines:
        part, separator, text = line.partition(": ")
        if separator and not line.startswith("#") and part in name:
            return text
    return "cause unknown"


def ignored_tests():
    """Tests that run by hand only, with their reasons."""
    text = subprocess.run(["git", "grep", "-h", "-A4", '#\\[ignore = "', "--", "*.rs"], capture_output=True, text=True).stdout
    return [f"only by hand: {name}: {why}" for why, name in re.findall(r'#\[ignore = "(.*)"\](?:\n.*?)*?fn (\w+)', text)]


main(sys.argv[1:])
