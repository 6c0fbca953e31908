//! Gomoku as JSON over TCP and WebSocket.
