//! Tests of all games. One program, because linking many takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod chosen;
mod conformance;
mod demos;
mod examples;
mod fuzz_corpus;
mod learned_files;
mod lessons;
mod lines;
mod spec;
mod words;
