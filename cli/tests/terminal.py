"""Plays a game in a pseudo-terminal and prints its output: python3 terminal.py PROGRAM."""

import os
import pty
import select
import sys
import time

TIMEOUT = 60  # seconds; generous for a busy machine
START = b"19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b 0 0"

child, terminal = pty.fork()
if child == 0:
    os.environ.update(TERM="xterm", CHAUTARI_TABLES="none")
    os.execv(sys.argv[1], [sys.argv[1], "play", "gomoku"])

shown, seen = b"", 0


def wait_for(text):
    """Reads until the terminal shows `text` after the previous match."""
    global shown, seen
    deadline = time.monotonic() + TIMEOUT
    while (found := shown.find(text, seen)) < 0:
        ready, _, _ = select.select([terminal], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            sys.exit(f"{text!r} was not shown: {shown!r}")
        shown += os.read(terminal, 4096)
    seen = found + len(text)


wait_for(b"Black> ")
os.write(terminal, b"position\r")
wait_for(START)
wait_for(b"Black> ")
# Arrow up recalls the last line; delete its last letter and type it again.
os.write(terminal, b"\x1b[A\x7fn\r")
wait_for(START)
wait_for(b"Black> ")
os.write(terminal, b"quit\r")
try:
    while part := os.read(terminal, 4096):
        shown += part
except OSError:
    pass  # the terminal closes when the program ends
sys.stdout.buffer.write(shown)
sys.stdout.flush()
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status))
