"""A TCP proxy that breaks connections on request."""

import socket
import threading
from urllib.parse import urlsplit


class Proxy:
    def __init__(self, url: str) -> None:
        server = urlsplit(url)
        self._server = server.hostname, server.port
        self._open: set[socket.socket] = set()
        self.spoil = 0
        """The number of coming responses that lose their last byte and then the connection."""
        self.slam = 0
        """The number of coming connections that are closed after the request, before a response."""
        self.connections = 0
        """The number of connections accepted so far."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> "Proxy":
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Breaks all open connections."""
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
            self.connections += 1
            if self.slam:
                self.slam -= 1
                near.recv(1 << 20)
                near.close()
                continue
            far = socket.create_connection(self._server)
            self._open |= {near, far}
            for source, sink, is_response in ((near, far, False), (far, near, True)):
                threading.Thread(target=self._forward, args=(source, sink, is_response), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket, is_response: bool) -> None:
        try:
            while data := source.recv(1 << 20):
                if is_response and self.spoil:
                    self.spoil -= 1
                    sink.sendall(data[:-1])
                    break
                sink.sendall(data)
        except OSError:
            pass
        self._break(source)
        self._break(sink)
