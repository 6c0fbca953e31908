"""Runs the steps of ./check: two at a time, each with a log; prints a line per step and a table at the end."""

import dataclasses
import os
import re
import subprocess
import sys
import threading
import time
from collections import deque
from pathlib import Path

from counts import Counts, count

# Logs, and the record of what passed.
FOLDER = Path("target/check")
# Compilers use all cores, but linking, npm and long single crates leave one idle.
AT_ONCE = 2
# A running step prints a progress line after this time, and then as often: on a terminal in place, in a log rarely.
PROGRESS_S = 10
PROGRESS_LOG_S = 60
TAIL_LINES = 60


@dataclasses.dataclass
class Step:
    """Commands that run one after another; the step fails with the first that fails."""

    name: str
    commands: list
    # Steps that must have passed before.
    needs: list = dataclasses.field(default_factory=list)
    # Those of `needs` that may also be skipped.
    optional: list = dataclasses.field(default_factory=list)
    env: dict = dataclasses.field(default_factory=dict)
    # Files whose change makes the step run again, as git pathspecs; empty means always.
    inputs: list = dataclasses.field(default_factory=list)
    # Runs with no other step beside it, because it measures time or has timeouts.
    alone: bool = False
    # Whether its first command finds or installs tools; without them the step may be skipped.
    has_tools: bool = False
    # A JUnit report that names tests that passed at the second try.
    flaky: str = ""

    # Set by the runner.
    state: str = "waiting"  # running, passed, failed, skipped, unchanged, blocked
    why: str = ""
    seconds: float = 0
    counts: Counts = dataclasses.field(default_factory=Counts)

    @property
    def log(self):
        return FOLDER / (re.sub(r"\W+", "-", self.name) + ".log")


def may_skip():
    return os.environ.get("CHAUTARI_MAY_SKIP") == "1"


class Runner:
    def __init__(self, steps, notes, passed=None):
        self.steps = steps
        self.notes = notes
        self.passed = passed
        self.changed = threading.Condition()
        self.began = time.monotonic()
        self.is_terminal = sys.stdout.isatty()
        self.last_progress = {}
        self.processes = set()

    def run(self):
        """Runs all steps; returns whether none failed."""
        FOLDER.mkdir(parents=True, exist_ok=True)
        threads = []
        try:
            with self.changed:
                while any(step.state in ("waiting", "running") for step in self.steps):
                    while step := self.next_step():
                        step.state = "running"
                        thread = threading.Thread(target=self.run_step, args=(step,), daemon=True)
                        threads.append(thread)
                        thread.start()
                    self.changed.wait(1)
                    self.print_progress()
        except KeyboardInterrupt:
            for process in list(self.processes):
                process.terminate()
            raise
        for thread in threads:
            thread.join()
        return not any(step.state in ("failed", "blocked") for step in self.steps)

    def next_step(self):
        """Takes the first step that can start; marks those that never can."""
        running = [step for step in self.steps if step.state == "running"]
        if len(running) >= AT_ONCE or any(step.alone for step in running):
            return None
        states = {step.name: step.state for step in self.steps}
        for step in self.steps:
            if step.state != "waiting":
                continue
            accepted = {need: {"passed", "unchanged"} | ({"skipped"} if need in step.optional else set()) for need in step.needs}
            obstacle = next((need for need in step.needs
                             if states.get(need, "passed") not in accepted[need] | {"waiting", "running"}), None)
            if obstacle:
                step.state, step.why = ("skipped", "no " + obstacle) if states[obstacle] == "skipped" else ("blocked", f"{obstacle} failed")
                self.print_step(step)
                return self.next_step()
            if any(states.get(need, "passed") in ("waiting", "running") for need in step.needs):
                continue
            if self.passed and (when := self.passed.when(step)):
                step.state, step.why = "unchanged", f"unchanged since it passed at {when}"
                self.print_step(step)
                return self.next_step()
            if step.alone and running:
                # Otherwise later steps could delay it again and again.
                return None
            return step
        return None

    def run_step(self, step):
        began = time.monotonic()
        failed = None
        env = os.environ | step.env
        with open(step.log, "wb") as log:
            for command in step.commands:
                log.write(f"$ {' '.join(command)}\n".encode())
                log.flush()
                process = subprocess.Popen(command, env=env, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
                self.processes.add(process)
                code = process.wait()
                self.processes.discard(process)
                if code != 0:
                    failed = command
                    break
        with self.changed:
            step.seconds = time.monotonic() - began
            text = step.log.read_text(errors="replace")
            step.counts = count(text)
            for line in re.findall(r"^skipped: (.*)", text, re.M):
                self.notes.add(line)
            if failed is None:
                step.state = "passed"
                if self.passed:
                    self.passed.add(step)
            elif step.has_tools and failed == step.commands[0] and may_skip():
                step.state, step.why = "skipped", "its tools are missing"
            else:
                step.state, step.why = "failed", f"`{' '.join(failed)}` failed"
            self.print_step(step)
            if step.state == "failed":
                self.print_tail(step)
            self.changed.notify_all()

    def print_step(self, step):
        self.clear_line()
        mark = {"passed": "ok", "failed": "FAILED"}.get(step.state, step.state)
        details = ", ".join(part for part in [step.counts.describe(), step.why] if part)
        print(f"{mark:>9}  {clock(step.seconds):>6}  {step.name}{'  (' + details + ')' if details else ''}", flush=True)

    def print_tail(self, step):
        print(f"\n--- the end of {step.log}")
        with open(step.log, errors="replace") as log:
            print("".join(deque(log, TAIL_LINES)).rstrip())
        print("---\n", flush=True)

    def print_progress(self):
        now = time.monotonic()
        lines = []
        for step in self.steps:
            if step.state != "running":
                continue
            began = self.last_progress.setdefault(step.name, [now, now])
            elapsed = now - began[0]
            if elapsed < PROGRESS_S:
                continue
            if self.is_terminal:
                lines.append(f"{step.name} {clock(elapsed)}: {last_line(step.log)}")
            elif elapsed - (began[1] - began[0]) >= PROGRESS_LOG_S or began[1] == began[0]:
                began[1] = now
                print(f"{'...':>9}  {clock(elapsed):>6}  {step.name}: {last_line(step.log)}", flush=True)
        if lines:
            width = os.get_terminal_size().columns if sys.stdout.isatty() else 160
            print("\r\x1b[2K" + " | ".join(line[: width // len(lines) - 4] for line in lines), end="", flush=True)

    def clear_line(self):
        if self.is_terminal:
            print("\r\x1b[2K", end="")

    def print_table(self):
        """Prints step, tests, time, and the reason of what did not run."""
        width = max(len(step.name) for step in self.steps)
        print(f"\n{'step':<{width}}  {'tests':>6}  {'time':>6}  result")
        for step in self.steps:
            tests = step.counts.passed + step.counts.failed
            result = "passed" if step.state == "passed" else f"{step.state}: {step.why}"
            print(f"{step.name:<{width}}  {tests or '':>6}  {clock(step.seconds) if step.seconds else '':>6}  {result}")
        total = sum(step.counts.passed + step.counts.failed for step in self.steps)
        print(f"{'all':<{width}}  {total:>6}  {clock(time.monotonic() - self.began):>6}")


def clock(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def last_line(log):
    """The last line of a log, without colours."""
    try:
        with open(log, "rb") as file:
            file.seek(max(0, os.path.getsize(log) - 2000))
            lines = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", file.read().decode(errors="replace")).split("\n")
    except OSError:
        return ""
    return next((line.strip() for line in reversed(lines) if line.strip()), "")[:160]
