//! Tests of Gomoku. One program, because linking many takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod against_reference;
mod diagrams;
mod notation;
mod play;
mod puzzles;
mod reference;
mod scene;
mod search;
mod vectors;
