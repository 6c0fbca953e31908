#!/usr/bin/env python3
"""A bot for Softserve (docs/protocols/softserve.md): plays any action the server says is legal.
Usage: softserve_bot.py URL NAME EVENT [--token T] [--game GAME] [--plies N] [--idle SECONDS]
"""
import argparse, json, random, sys, time, urllib.error, urllib.parse, urllib.request

options = argparse.ArgumentParser(description=__doc__)
options.add_argument("url")
options.add_argument("name")
options.add_argument("event")
options.add_argument("--token", help="who we were before; without one, a player of this name is made")
options.add_argument("--game", help="what to play; Creeper unless the event says otherwise")
options.add_argument("--plies", type=int, help="stop after this many actions")
options.add_argument("--idle", type=float, default=10, help="stop when there was nothing to do for this long")
asked = options.parse_args()

def send(path, **body):
    """A request until it is answered; its status and what came back."""
    while True:
        data = json.dumps(body).encode() if body else None
        request = urllib.request.Request(asked.url.rstrip("/") + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                return error.code, json.loads(error.read())
            time.sleep(float(error.headers.get("Retry-After") or 1))

def must(path, **body):
    status, answer = send(path, **body)
    if status != 200:
        sys.exit(f"{path}: {status} {answer}")
    return answer

token = asked.token or must("/player/create", name=asked.name, email="")["token"]
print("token:", token, flush=True)
me = {"player": asked.name, "token": token}
kind = {"game": asked.game} if asked.game else {}
prefix = "/" + asked.game if asked.game else ""
plies, busy = 0, time.monotonic()
while asked.plies is None or plies < asked.plies:
    status, turn = send("/aivai/play-state", event=asked.event, **me, **kind)
    if status == 204:
        if time.monotonic() - busy > asked.idle:
            break
        time.sleep(0.05)
        continue
    if status != 200:
        sys.exit(f"play-state: {status} {turn}")
    state = urllib.parse.quote(turn["state"], safe="")
    action = random.choice(must(f"{prefix}/state/{state}/actions")["actions"])
    status, told = send("/aivai/submit-action", action=action, action_id=turn["action_id"], **me)
    if status not in (200, 401):
        sys.exit(f"submit-action: {status} {told}")
    plies, busy = plies + 1, time.monotonic()
    if status == 200 and told["winner"] != "none":
        print("game", turn["game_id"], "after", len(turn["history"]), "plies:", told["winner"], flush=True)
print("plies:", plies)
