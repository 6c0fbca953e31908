//! The universal game interface: an engine and its runner, in lines of text.
//!
//! `docs/protocols/ugi.md` is the contract. [`Session`] is the engine side as a sans-IO state machine; its
//! driver owns the pipes, the search thread and the clock. [`Client`] is the runner side: it runs an engine
//! in a child process and survives hangs, crashes and malformed output.

mod client;
mod command;
mod frame;
mod session;

pub use client::{Answer, Bounds, Client, Clocks, EngineError, Question};
pub use frame::{Frame, MOST_LINE, read_frame};
pub use session::{Reply, Session, Task};
