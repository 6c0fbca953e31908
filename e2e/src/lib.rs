//! Shared parts of the black-box tests, which know the program only by what it prints and serves.

mod client;
pub mod history;
mod program;
mod rng;
mod skipped;
mod store;

pub use client::{Answer, Client, Request};
pub use program::{Server, program};
pub use rng::Rng;
pub use skipped::skipped;
pub use store::Store;
