#!/usr/bin/env python3
"""A bot on the native API (docs/protocols/api.md): registers, listens for what awaits it, plays at random.
It challenges an engine, and stays for other matches and tournaments until that one is over.
Usage: api_bot.py [URL] [NAME] [GAME]
"""
import http.client, json, random, sys, time, urllib.parse

URL = urllib.parse.urlsplit((sys.argv[1:] or ["http://127.0.0.1:8080"])[0])
NAME = (sys.argv[2:] or [f"random-{random.randrange(10**6)}"])[0]
GAME = (sys.argv[3:] or ["baghchal"])[0]

def ask(method, path, body=None, token=None):
    """One request; repeated, with the same body and so the same command, until there is an answer."""
    while True:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            line = http.client.HTTPConnection(URL.hostname, URL.port, timeout=60)
            line.request(method, "/api/v1" + path, json.dumps(body) if body else None, headers)
            answer = line.getresponse()
            wait = answer.headers.get("Retry-After")
            if answer.status not in (429, 503):
                return answer.status, json.loads(answer.read())
            time.sleep(float(wait or 1))
        except OSError:
            time.sleep(0.5)

def listen(token):
    """What awaits the bot: the name of each event, and its data. Comes back when the line is cut."""
    while True:
        try:
            line = http.client.HTTPConnection(URL.hostname, URL.port, timeout=60)
            line.request("GET", "/api/v1/bots/me/stream", headers={"Authorization": f"Bearer {token}"})
            name = None
            for text in line.getresponse():
                field, _, value = text.decode().strip().partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    yield name, json.loads(value)
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(0.5)

status, bot = ask("POST", "/bots", {"name": NAME})
if status != 201:
    sys.exit(bot["error"]["text"])
token = bot["token"]
status, game = ask("GET", f"/games/{GAME}")
if status != 200:
    sys.exit(game["error"]["text"])
mine, other = random.sample(game["sides"], 2)
seats = {mine: {"kind": "bot", "name": NAME}, other: {"kind": "engine", "level": 1, "time_ms": 20}}
status, begun = ask("POST", "/matches", {"game": GAME, "seats": seats})
if status != 201:
    sys.exit(begun["error"]["text"])
print(f"{NAME} plays {mine} in match {begun['match']}")
for event, told in listen(token):
    if event == "turn":
        move = random.choice(told["state"]["offers"])["move"]
        # Named after what it answers: said twice, it is done once.
        action = {"command": f"at-{told['version']}", "action": {"type": "move", "move": move}}
        ask("POST", f"/matches/{told['match']}/actions", action, token)
    elif event == "ended" and told["match"] == begun["match"]:
        outcome = told["state"]["outcome"]
        print("winner:", outcome["winner"] or "nobody", "by", outcome["reason"])
        break
