//! Tests of Ban Chess. One program, because linking many takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod agreement;
mod cases;
mod endings;
mod facade;
mod few;
mod games;
mod puzzles;
mod readers;
mod reference;
mod search;
mod tables;
