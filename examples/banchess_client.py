#!/usr/bin/env python3
"""A client for Ban Chess synchronisation (docs/protocols/banchess-sync.md): plays a game to checkmate,
White over REST, Black over WebSocket, with a spectator. Usage: banchess_client.py [URL]
"""
import base64, json, os, socket, struct, sys, urllib.error, urllib.parse, urllib.request

URL = (sys.argv[1:] or ["http://127.0.0.1:8080"])[0].rstrip("/")
GAME = ["b:e2e4", "m:f2f3", "b:e7e6", "m:e7e5", "b:d2d4", "m:g2g4", "b:d8e7", "m:d8h4"]

def rest(path, body=None):
    """Sends a request and returns status and body."""
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(URL + path, data)) as response:
            text = response.read().decode()
            return response.status, text if path.endswith("/pgn") else json.loads(text)
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())

class WebSocket:
    """The part of RFC 6455 that a client needs for short text messages."""
    def __init__(self, path):
        at = urllib.parse.urlsplit(URL)
        self.socket = socket.create_connection((at.hostname, at.port), timeout=30)
        self.stream = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: {at.netloc}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                           f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        status = self.stream.readline().decode()
        assert " 101 " in status, status
        while self.stream.readline() not in (b"\r\n", b""):
            pass

    def send(self, text, kind=1):
        data, mask = text if isinstance(text, bytes) else text.encode(), os.urandom(4)
        assert len(data) < 126
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.socket.sendall(bytes([0x80 | kind, 0x80 | len(data)]) + mask + masked)

    def receive(self):
        while True:
            first, length = self.stream.read(2)
            if length == 126:
                (length,) = struct.unpack(">H", self.stream.read(2))
            data = self.stream.read(length)
            if first & 15 == 9:
                self.send(data, kind=10)
            elif first & 15 == 1:
                return data.decode()
            elif first & 15 == 8:
                raise EOFError("the server has closed the connection")

status, game = rest("/api/game", {})
assert status == 201, game
watch = f"/api/game/{game['id']}/ws"
black, spectator = WebSocket(f"{watch}?from=1"), WebSocket(watch)
black.send(json.dumps({"type": "hello", "token": game["black"]}))
assert json.loads(black.receive()) == {"type": "seated", "seat": "black"}
assert json.loads(spectator.receive())["ply"] == 1
messages = []
for ply, action in enumerate(GAME, 1):
    if ply % 4 in (2, 3):
        status, played = rest("/api/game/action", {"game": game["id"], "action": action, "token": game["white"], "ply": ply})
        assert status == 200 and played["success"], played
        # A retry after a lost response is not played twice.
        status, again = rest("/api/game/action", {"game": game["id"], "action": action, "token": game["white"], "ply": ply})
        assert status == 409 and again["lastAction"] == played["action"], again
    else:
        black.send("m:e2e5" if ply == 1 else "b:a1a8")
        assert json.loads(black.receive())["type"] == "error"
        black.send(action if ply == 1 else json.dumps({"type": "action", "data": action}))
    received = {black.receive(), spectator.receive()}
    assert len(received) == 1, received
    messages += received
    print(ply, *received)
late = WebSocket(f"{watch}?from=5")
assert [late.receive() for _ in GAME[4:]] == messages[4:]
assert rest(f"/api/game/{game['id']}/history") == (200, messages)
status, refused = rest("/api/game/action", {"game": game["id"], "action": "b:a2a3", "token": game["black"]})
assert (status, refused["error"]) == (422, "Game is over"), refused
print(rest(f"/api/game/{game['id']}/pgn")[1])
