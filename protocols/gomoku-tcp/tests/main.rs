//! Tests of the Gomoku protocol. One program, because linking many takes longer than running them.

mod draw;
mod fuzz_corpus;
mod nonsense;
mod transcripts;
