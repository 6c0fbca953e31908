//! Shared parts of the black-box tests, which know the program only by what it prints and serves.

mod client;
pub mod history;
mod program;
mod store;

pub use chautari_game::Rng;
pub use chautari_testing::{missing_tool, skipped};
pub use client::{Answer, Client, Request};
pub use program::{Server, program};
pub use store::Store;
