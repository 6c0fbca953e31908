//! Gomoku as JSON over TCP and WebSocket.
//!
//! `docs/protocols/gomoku-tcp.md` is the contract. [`Frames`] splits a byte stream into messages, and
//! [`Session`] is the server's state machine. Both are sans-IO: they use no sockets, threads or clock.

#[cfg(feature = "serve")]
mod connection;
mod frame;
pub mod fuzz;
#[cfg(feature = "serve")]
mod limits;
#[cfg(feature = "serve")]
mod listener;
mod request;
mod session;
#[cfg(feature = "serve")]
mod socket;
mod state;

pub use frame::{Frame, Frames, MOST_MESSAGE};
#[cfg(feature = "serve")]
pub use limits::Limits;
#[cfg(feature = "serve")]
pub use listener::listen;
pub use session::{MOST_WAITING, Reply, Session, Task};
#[cfg(feature = "serve")]
pub use socket::routes;
pub use state::ClientKind;
