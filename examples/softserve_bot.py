#!/usr/bin/env python3
"""A bot for Softserve (docs/protocols/softserve.md): plays random legal actions.
Usage: softserve_bot.py URL NAME EVENT [--token T] [--game GAME] [--plies N] [--idle SECONDS]
"""
import argparse, json, random, sys, time, urllib.error, urllib.parse, urllib.request

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("url")
parser.add_argument("name")
parser.add_argument("event")
parser.add_argument("--token", help="token of an existing player; without it, the player is created")
parser.add_argument("--game", help="the game; the default is that of the event, or Creeper")
parser.add_argument("--plies", type=int, help="stop after this many actions")
parser.add_argument("--idle", type=float, default=10, help="stop after this long without an action")
options = parser.parse_args()

def send(path, **body):
    """Sends a request until there is a response; returns status and body."""
    while True:
        data = json.dumps(body).encode() if body else None
        request = urllib.request.Request(options.url.rstrip("/") + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, json.loads(response.read() or "null")
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                return error.code, json.loads(error.read())
            time.sleep(float(error.headers.get("Retry-After") or 1))

def must(path, **body):
    status, answer = send(path, **body)
    if status != 200:
        sys.exit(f"{path}: {status} {answer}")
    return answer

token = options.token or must("/player/create", name=options.name, email="")["token"]
print("token:", token, flush=True)
me = {"player": options.name, "token": token}
kind = {"game": options.game} if options.game else {}
prefix = "/" + options.game if options.game else ""
plies, last_action = 0, time.monotonic()
while options.plies is None or plies < options.plies:
    status, turn = send("/aivai/play-state", event=options.event, **me, **kind)
    if status == 204:
        if time.monotonic() - last_action > options.idle:
            break
        time.sleep(0.05)
        continue
    if status != 200:
        sys.exit(f"play-state: {status} {turn}")
    state = urllib.parse.quote(turn["state"], safe="")
    action = random.choice(must(f"{prefix}/state/{state}/actions")["actions"])
    status, result = send("/aivai/submit-action", action=action, action_id=turn["action_id"], **me)
    if status not in (200, 401):
        sys.exit(f"submit-action: {status} {result}")
    plies, last_action = plies + 1, time.monotonic()
    if status == 200 and result["winner"] != "none":
        print("game", turn["game_id"], "after", len(turn["history"]), "plies:", result["winner"], flush=True)
print("plies:", plies)
