//! The bounds of every WebSocket.

use axum::extract::ws::WebSocketUpgrade;

/// A WebSocket on which neither a frame nor a message may be longer than this. What is read is small; the usual
/// buffer would be most of what an idle connection costs.
pub fn bounded<F>(upgrade: WebSocketUpgrade<F>, longest: usize) -> WebSocketUpgrade<F> {
    upgrade.max_message_size(longest).max_frame_size(longest).read_buffer_size(longest.max(1024))
}
