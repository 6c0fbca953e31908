#!/usr/bin/env python3
"""A bot for the native API (docs/protocols/api.md): registers, reads its event stream, plays random moves.
It begins a match against an engine, and plays in other matches and tournaments until that one is over. Its token is
kept in NAME.token, so that the next start is the same bot. Usage: api_bot.py [URL] [NAME] [GAME]

`chautari new-bot python NAME` writes a longer one to build on.
"""
import http.client, json, os, random, sys, time, urllib.parse, uuid

URL = urllib.parse.urlsplit((sys.argv[1:] or ["http://127.0.0.1:8080"])[0])
NAME = (sys.argv[2:] or [f"random-{random.randrange(10**6)}"])[0]
GAME = (sys.argv[3:] or ["baghchal"])[0]

def ask(method, path, body=None, token=None):
    """Sends a request until there is a response. Retries have the same body, and so the same command id."""
    # The key makes a repeated creation return the same bot or match.
    headers = {"Authorization": f"Bearer {token}"} if token else {"Idempotency-Key": uuid.uuid4().hex}
    while True:
        try:
            connection = http.client.HTTPConnection(URL.hostname, URL.port, timeout=60)
            connection.request(method, "/api/v1" + path, json.dumps(body) if body else None, headers)
            response = connection.getresponse()
            wait = response.headers.get("Retry-After")
            if response.status not in (429, 503):
                return response.status, json.loads(response.read())
            time.sleep(float(wait or 1))
        except OSError as error:
            print(f"No answer from {URL.geturl()} ({error}); trying again", flush=True)
            time.sleep(0.5)

def listen(token):
    """Yields the name and data of each event. Reconnects when the connection breaks."""
    while True:
        try:
            connection = http.client.HTTPConnection(URL.hostname, URL.port, timeout=60)
            connection.request("GET", "/api/v1/bots/me/stream", headers={"Authorization": f"Bearer {token}"})
            name = None
            for text in connection.getresponse():
                field, _, value = text.decode().strip().partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    yield name, json.loads(value)
        except (OSError, http.client.HTTPException) as error:
            print(f"No answer from {URL.geturl()} ({error}); trying again", flush=True)
        time.sleep(0.5)

def open_bot():
    """Returns the stored token, or registers the bot and stores its token."""
    if os.path.exists(NAME + ".token"):
        return open(NAME + ".token").read().strip()
    status, bot = ask("POST", "/bots", {"name": NAME})
    if status != 201:
        sys.exit(bot["error"]["text"])
    with open(os.open(NAME + ".token", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(bot["token"])
    return bot["token"]

token = open_bot()
status, game = ask("GET", f"/games/{GAME}")
if status != 200:
    sys.exit(game["error"]["text"])
mine, other = random.sample(game["sides"], 2)
seats = {mine: {"kind": "bot", "name": NAME}, other: {"kind": "engine", "level": 1, "time_ms": 20}}
status, begun = ask("POST", "/matches", {"game": GAME, "seats": seats})
if status != 201:
    sys.exit(begun["error"]["text"])
print(f"{NAME} plays {mine} in match {begun['match']}", flush=True)
for event, data in listen(token):
    if event == "turn":
        move = random.choice(data["state"]["offers"])["move"]
        # The command id is derived from the version, so a retry has no effect.
        action = {"command": f"at-{data['version']}", "action": {"type": "move", "move": move}}
        status, answer = ask("POST", f"/matches/{data['match']}/actions", action, token)
        print(f"{data['match']}: {move}" if status == 200 else f"{move} was refused: {answer['error']['text']}", flush=True)
    elif event == "invitation" and data["from"].get("name") != NAME:
        print(f"Invitation from {data['from'].get('name', 'a player')}: accepted", flush=True)
        ask("POST", f"/invitations/{data['id']}/accept", {}, token)
    elif event == "ended" and data["match"] == begun["match"]:
        outcome = data["state"]["outcome"]
        print("winner:", outcome["winner"] or "nobody", "by", outcome["reason"])
        break
