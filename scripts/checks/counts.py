"""Counts tests in the output of the test programs that ./check runs."""

import dataclasses
import re


@dataclasses.dataclass
class Counts:
    """Tests by result. Flaky tests passed at a later try; they are among `passed`."""

    passed: int = 0
    failed: int = 0
    flaky: int = 0
    skipped: int = 0

    def __add__(self, other):
        return Counts(*(one + two for one, two in zip(dataclasses.astuple(self), dataclasses.astuple(other))))

    def describe(self):
        names = ("passed", "failed", "flaky", "skipped")
        return ", ".join(f"{getattr(self, name)} {name}" for name in names if getattr(self, name))


COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")

# Lines that summarise a run. Every test program prints one of these kinds, perhaps several times.
SUMMARIES = [
    # nextest: Summary [  12.3s] 1000 tests run: 999 passed (2 slow, 1 flaky), 1 failed, 3 skipped
    re.compile(r"^\s*Summary \[.*?tests? run: .*$", re.M),
    # cargo test: test result: ok. 12 passed; 0 failed; 1 ignored; …
    re.compile(r"^test result: .*$", re.M),
    # vitest: Tests  1 failed | 104 passed (105); the line above it counts files.
    re.compile(r"^\s*Tests\s+.*\d+ (?:passed|failed).*$", re.M),
    # node: # pass 12 or ℹ pass 12
    re.compile(r"^[#ℹ] (?:pass|fail|skipped) \d+$", re.M),
    # pytest: 12 passed, 1 skipped in 3.21s, or between signs of equality
    re.compile(r"^=*\s*\d+ (?:passed|failed|error|errors|skipped)\b.*\bin \d[\d.:]*\s?s.*$", re.M),
    # Playwright: 159 passed (5.0m), with 1 flaky, 2 failed, 3 skipped on lines of their own
    re.compile(r"^ {2}\d+ (?:passed|flaky|failed|skipped)(?: \([\d.]+m?s?\))?$", re.M),
]

WORDS = {"passed": "passed", "pass": "passed", "failed": "failed", "fail": "failed", "error": "failed", "errors": "failed",
         "timed out": "failed", "flaky": "flaky", "skipped": "skipped", "ignored": "skipped"}
NUMBER_FIRST = re.compile(r"(\d+) (timed out|[a-z]+)")
WORD_FIRST = re.compile(r"^[#ℹ] (pass|fail|skipped) (\d+)$")


def count(text):
    """Sums up all summaries in a log."""
    text = COLOURS.sub("", text)
    total = Counts()
    for kind, pattern in enumerate(SUMMARIES):
        for line in pattern.findall(text):
            pairs = [(number, word) for word, number in WORD_FIRST.findall(line)] or NUMBER_FIRST.findall(line)
            for number, word in pairs:
                if name := WORDS.get(word):
                    setattr(total, name, getattr(total, name) + int(number))
            # Playwright lists flaky tests beside those that passed, nextest among them.
            if kind == len(SUMMARIES) - 1 and line.split()[1] == "flaky":
                total.passed += int(line.split()[0])
    return total
