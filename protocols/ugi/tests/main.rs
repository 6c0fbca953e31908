//! Tests of UGI. One program, because linking many takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod client;
mod nonsense;
mod transcripts;
