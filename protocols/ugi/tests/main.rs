//! Tests of UGI. One program, because linking many takes longer than running them.

mod client;
mod nonsense;
mod transcripts;
