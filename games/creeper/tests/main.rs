//! Tests of Creeper. One program, because linking many takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod agreement;
mod puzzles;
mod reference;
mod search;
mod shown;
mod spec;
mod strength;
mod vectors;
