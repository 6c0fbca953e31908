//! Games, bots and tournaments over HTTP and WebSocket.
