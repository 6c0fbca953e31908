//! Tests of the Softserve protocol. One program, because linking many takes longer than running them.

mod contract;
mod desk;
mod fuzz_corpus;
mod shares;
mod sheet;
#[path = "../../../e2e/src/slow_client.rs"]
mod slow_client;
