"""Remembers which files each step passed with, so that a step whose inputs have not changed need not run again."""

import fnmatch
import hashlib
import json
import os
import subprocess
import threading
import time

from runner import FOLDER

PATH = FOLDER / "passed.json"
# Programs whose version changes the result of every step.
VERSIONS = [["rustc", "--version"], ["node", "--version"], ["python3", "--version"]]


def files_now():
    """The hashes of all files that git does not ignore."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], capture_output=True, text=True, check=True).stdout
    paths = [path for path in sorted(set(listed.split("\0"))) if os.path.isfile(path) and "\n" not in path]
    hashes = subprocess.run(["git", "hash-object", "--stdin-paths"], input="\n".join(paths) + "\n", capture_output=True, text=True,
                            check=True).stdout.split()
    return dict(zip(paths, hashes))


def matches(path, inputs):
    return any(one == "." or path == one or path.startswith(one.rstrip("/") + "/") or fnmatch.fnmatch(path, one) for one in inputs)


class Record:
    def __init__(self, is_ignored=False):
        self.files = files_now()
        self.lock = threading.Lock()
        self.tools = [os.environ.get("CHAUTARI_MAY_SKIP", "")]
        for command in VERSIONS:
            try:
                self.tools.append(subprocess.run(command, capture_output=True, text=True).stdout.strip())
            except OSError:
                self.tools.append("")
        try:
            self.known = json.loads(PATH.read_text())
        except (OSError, ValueError):
            self.known = {}
        self.is_ignored = is_ignored

    def digest(self, step):
        text = [*self.tools, repr(step.inputs)]
        text += [f"{path} {digest}" for path, digest in self.files.items()
                 if matches(path, step.inputs) or path.startswith("scripts/checks/")]
        return hashlib.sha256("\n".join(text).encode()).hexdigest()

    def when(self, step):
        """When a step passed with the present inputs; None if it has not."""
        entry = self.known.get(step.name)
        if self.is_ignored or not step.inputs or not entry or entry["digest"] != self.digest(step):
            return None
        return entry["when"]

    def changes(self, name):
        """The files that have changed since a step passed, to choose tests by; None if it never has."""
        entry = self.known.get(name)
        if self.is_ignored or not entry or "files" not in entry or entry["tools"] != self.tools:
            return None
        before = entry["files"]
        return sorted(path for path in self.files.keys() | before.keys() if self.files.get(path) != before.get(path))

    def add(self, step):
        with self.lock:
            entry = {"digest": self.digest(step), "when": time.strftime("%Y-%m-%d %H:%M"), "tools": self.tools}
            if step.inputs == ["."]:
                entry["files"] = self.files
            self.known[step.name] = entry
            temporary = PATH.with_suffix(".new")
            temporary.write_text(json.dumps(self.known))
            temporary.replace(PATH)
