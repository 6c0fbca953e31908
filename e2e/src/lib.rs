//! Black-box tests of the whole program: what they share. They know the program only by what it
//! prints and serves.

mod client;
mod dice;
pub mod history;
mod program;
mod skipped;
mod store;

pub use client::{Answer, Client, Request};
pub use dice::Dice;
pub use program::{Server, program};
pub use skipped::skipped;
pub use store::Store;
