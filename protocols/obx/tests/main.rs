//! Tests of the OBX route. One program, because linking many takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod fuzz_corpus;
mod route;
mod transcripts;
