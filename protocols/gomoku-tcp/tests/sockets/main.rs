//! The contract over real sockets.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod disconnects;
mod sessions;
mod test_server;
