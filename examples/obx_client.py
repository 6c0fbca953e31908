#!/usr/bin/env python3
"""A client for OBX over HTTP (docs/protocols/obx.md): random goats against the server's tigers.
It knows no rules: it tries points until one is accepted. Usage: obx_client.py [URL] [SEED]
"""
import http.client, json, random, sys, time, urllib.parse

URL = urllib.parse.urlsplit((sys.argv[1:] or ["http://127.0.0.1:8080"])[0])
RNG = random.Random((sys.argv[2:] or [None])[0])
POINTS = [column + row for column in "ABCDE" for row in "12345"]

def send(method, fields, form):
    """Sends a request in one of the three supported forms; returns status, body and Retry-After."""
    connection = http.client.HTTPConnection(URL.hostname, URL.port, timeout=60)
    path, body = URL.path.rstrip("/") + "/obx", None
    if form == "query":
        path += "?" + urllib.parse.urlencode(fields)
    else:
        body = json.dumps(fields)
    connection.request(method, path, body)
    response = connection.getresponse()
    return response.status, json.loads(response.read() or "null"), response.headers.get("Retry-After")

def ask(**fields):
    while True:
        method, form = RNG.choice([("GET", "body"), ("GET", "query"), ("POST", "body")])
        status, answer, wait = send(method, fields, form)
        if status not in (429, 503):
            return status, answer
        time.sleep(float(wait or 1))

def place(obx):
    """Places a goat on a random legal point; later lets the server move."""
    for at in RNG.sample(POINTS, len(POINTS)):
        status, answer = ask(obx=obx, move="m" + at)
        if status == 200:
            return answer
        if status != 422:
            sys.exit(f"{status}: {answer}")
        if answer["detail"][0]["code"] not in ("occupied",):
            break
    # All goats are placed, so the server moves for them too.
    return ask(obx=obx, level=1, time_ms=50)[1]

answer = {"obx": "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #"}
for ply in range(400):
    obx = answer["obx"]
    if ply % 2 == 0:
        answer = place(obx)
    else:
        status, answer = ask(obx=obx, level=5, time_ms=50)
        if status != 200:
            sys.exit(f"{status}: {answer}")
    print(answer["obx"])
    if "result" in answer:
        print("winner:", answer["result"]["winner"], "by", answer["result"]["reason"])
        break
else:
    print("no winner within 400 plies")
