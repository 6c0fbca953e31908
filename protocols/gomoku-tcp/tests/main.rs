//! Tests of the Gomoku protocol. One program, because linking many takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod draw;
mod fuzz_corpus;
mod nonsense;
mod transcripts;
