//! The server as its clients see it: real sockets, a real ledger.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod costs;
mod cups;
mod documented;
mod engines;
mod explorer;
mod games;
mod hostile;
mod limits;
#[path = "../../../ledger/tests/line/mod.rs"]
mod line;
mod lobby;
mod matches;
mod module;
mod news;
mod operation;
mod people;
mod players;
mod puzzles;
mod reviews;
mod several;
mod shares;
mod silent;
#[path = "../../../../e2e/src/skipped.rs"]
mod skipped;
mod studies;
mod support;
mod tournaments;
mod wire;
