//! Tests of Bagh Chal. One program, because linking many takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod agreement;
mod openings;
mod perfect;
mod puzzles;
mod reference;
mod search;
