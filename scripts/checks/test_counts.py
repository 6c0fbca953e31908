"""Tests of counts.py: python3 scripts/checks/test_counts.py"""

from counts import Counts, count

CASES = {
    "     Summary [  12.345s] 1000 tests run: 998 passed (2 slow, 1 flaky), 1 failed, 1 timed out, 3 skipped\n": Counts(998, 2, 1, 3),
    "     Summary [   0.005s] 1 test run: 1 passed, 0 skipped\n": Counts(1),
    "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.00s\n": Counts(12, 0, 0, 1),
    " Test Files  12 passed (12)\n      Tests  1 failed | 104 passed | 2 skipped (107)\n": Counts(104, 1, 0, 2),
    "ℹ tests 14\nℹ pass 12\nℹ fail 1\nℹ skipped 1\n": Counts(12, 1, 0, 1),
    "# pass 3\n# fail 0\n": Counts(3),
    "12 passed, 1 skipped in 3.21s\n": Counts(12, 0, 0, 1),
    "===== 1 failed, 5 passed in 63.00s (0:01:03) =====\n": Counts(5, 1),
    "  1 flaky\n    desk by day\n  3 skipped\n  155 passed (5.0m)\n": Counts(156, 0, 1, 3),
    "Compiling 12 passed\n": Counts(),
}
for text, expected in CASES.items():
    assert count(text) == expected, (text, count(text), expected)
assert count("".join(CASES)).passed == sum(case.passed for case in CASES.values())
print(f"{len(CASES)} passed in 0.0s")
