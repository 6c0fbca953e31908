//! Tests of the Softserve protocol. One program, because linking many takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod contract;
mod fuzz_corpus;
mod game_state;
mod quotas;
mod test_server;
