//! The universal game interface: one engine and whoever asks it, in lines of text.
//!
//! `docs/protocols/ugi.md` is the contract. [`Dialogue`] is the engine's half as a pure machine:
//! lines go in, replies come out, and whoever runs it owns the pipes, the thinking thread and the
//! clock. [`Client`] is the asker's half: a program in a process of its own that cannot hurt us by
//! hanging, crashing or talking nonsense.

mod client;
mod command;
mod frame;
mod session;

pub use client::{Answer, Bounds, Client, Clocks, Question, Trouble};
pub use frame::{Frame, MOST_LINE, read_frame};
pub use session::{Dialogue, Reply, Task};
