"""The programs in the README run unchanged except for the server's address."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from chautari_client import Chautari

URL = os.environ["CHAUTARI_URL"]
README = Path(__file__).parents[1] / "README.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
server = Chautari(URL)


def start(program, folder):
    assert program.count("http://127.0.0.1:8080") == 1
    script = folder / "bot.py"
    # The bot stores its token in the current folder.
    script.write_text(program.replace("http://127.0.0.1:8080", URL))
    return subprocess.Popen([sys.executable, "-u", script], stdout=subprocess.PIPE, text=True, cwd=folder)


def wait_for_the_end(cup, running):
    for _ in range(600):
        if server.tournament(cup).state == "ended":
            return
        assert running.poll() is None, "the bot stopped early"
        time.sleep(0.1)
    raise AssertionError(f"the tournament does not end: {server.tournament(cup)}")


def test_readme_has_two_programs():
    assert len(PROGRAMS) == 2


def test_first_program_plays_its_tournament(tmp_path):
    with start(PROGRAMS[0], tmp_path) as running:
        try:
            cup = running.stdout.readline().strip().rpartition("/tournament/")[2]
            wait_for_the_end(cup, running)
            assert running.stdout.readline().startswith(f"my-bot is on {URL}, waiting for matches")
            assert ": move 1, " in running.stdout.readline()
        finally:
            running.kill()
    assert [row.wins + row.draws + row.losses for row in server.tournament(cup).standings] == [2, 2]


def test_second_program_plays_a_tournament(tmp_path):
    with start(PROGRAMS[1], tmp_path) as running:
        try:
            for _ in range(600):
                if any(bot["name"] == "my-other-bot" for bot in server.ask("GET", "/bots")["bots"]):
                    break
                time.sleep(0.1)
            players = [{"kind": "bot", "name": "my-other-bot"}, {"kind": "random"}]
            wait_for_the_end(server.begin_tournament("Cup", "baghchal", players).tournament, running)
        finally:
            running.kill()
