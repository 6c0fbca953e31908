//! Limits per client: request rates, WebSocket frames, known tokens.

pub(crate) mod charge;
pub(crate) mod known_tokens;
pub(crate) mod rate_limit;
pub mod websocket;
