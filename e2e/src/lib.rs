//! Black-box tests of the whole program: what they share. They know the program only by what it
//! prints and serves.

pub mod history;
mod program;

pub use program::{Server, program};
