//! Ban Chess kept in step over REST and WebSocket.
