"""Something between a client and a server that breaks lines."""

import socket
import threading
from urllib.parse import urlsplit


class Proxy:
    def __init__(self, url: str) -> None:
        server = urlsplit(url)
        self._server = server.hostname, server.port
        self._open: set[socket.socket] = set()
        self.spoil = 0
        """How many of the next answers lose their last byte, and the line with it."""
        self.slam = 0
        """How many of the next lines are closed when something was asked, before any answer."""
        self.lines = 0
        """How many lines were made so far."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> "Proxy":
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Breaks every line there is."""
        for end in list(self._open):
            self._break(end)

    def _break(self, end: socket.socket) -> None:
        self._open.discard(end)
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        end.close()

    def _listen(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            self.lines += 1
            if self.slam:
                self.slam -= 1
                near.recv(1 << 20)
                near.close()
                continue
            far = socket.create_connection(self._server)
            self._open |= {near, far}
            for source, sink, is_answer in ((near, far, False), (far, near, True)):
                threading.Thread(target=self._carry, args=(source, sink, is_answer), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket, is_answer: bool) -> None:
        try:
            while data := source.recv(1 << 20):
                if is_answer and self.spoil:
                    self.spoil -= 1
                    sink.sendall(data[:-1])
                    break
                sink.sendall(data)
        except OSError:
            pass
        self._break(source)
        self._break(sink)
