//! Tests of the program. One program, because linking many takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod architecture;
mod binary;
mod command_line;
mod docs;
mod fifth_game;
mod levels;
mod matches;
mod metrics;
mod new_bot;
mod openapi;
mod protocols;
mod puzzles;
mod released;
mod renderers;
mod rulebooks;
mod serve;
mod signatures;
mod solve;
#[cfg(feature = "serve")]
mod test_server;
mod tournaments;
mod traces;
mod ugi;
