//! Gomoku as JSON over TCP and WebSocket.
//!
//! `docs/protocols/gomoku-tcp.md` is the contract. [`Frames`] cuts what arrives into messages and
//! [`Dialogue`] is the server's half of the talk; neither knows a socket, a thread or a clock.

#[cfg(feature = "serve")]
mod connection;
mod dialogue;
mod frame;
pub mod fuzz;
#[cfg(feature = "serve")]
mod limits;
#[cfg(feature = "serve")]
mod listener;
mod request;
#[cfg(feature = "serve")]
mod socket;
mod state;

pub use dialogue::{Dialogue, MOST_WAITING, Reply, Task};
pub use frame::{Frame, Frames, MOST_MESSAGE};
#[cfg(feature = "serve")]
pub use limits::Limits;
#[cfg(feature = "serve")]
pub use listener::listen;
#[cfg(feature = "serve")]
pub use socket::routes;
pub use state::Words;
