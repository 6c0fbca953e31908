//! Tests of the OBX route. One program, because linking many takes longer than running them.

mod fuzz_corpus;
mod route;
mod transcripts;
