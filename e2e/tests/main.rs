//! End-to-end tests: real servers, real sockets, real kills. One program, because linking many takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod attack;
mod bot;
mod class_tournament;
mod faults;
mod games;
mod proxy;
mod softserve;
mod start;
mod tournament;
