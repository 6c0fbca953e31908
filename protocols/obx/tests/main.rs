//! Tests of the OBX route. One program, because linking many takes longer than running them.

#[path = "../../../crates/server/tests/server/documented.rs"]
mod documented;
mod fuzz_corpus;
mod route;
#[path = "../../../e2e/src/slow_client.rs"]
mod slow_client;
mod transcripts;
