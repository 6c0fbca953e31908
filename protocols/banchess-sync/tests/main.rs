//! Tests of the Ban Chess sync protocol. One program, because linking many takes longer than running them.

#[path = "../../../crates/server/tests/server/documented.rs"]
mod documented;
mod fuzz_corpus;
#[path = "../../../e2e/src/slow_client.rs"]
mod slow_client;
mod transcripts;
mod wire;
