//! Tests of the Ban Chess sync protocol. One program, because linking many takes longer than running them.

mod fuzz_corpus;
mod transcripts;
mod wire;
