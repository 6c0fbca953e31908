//! Tests of the ledger, on SQLite and on PostgreSQL. One program, because linking many takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod backup;
mod crash;
mod damage;
mod encrypted;
mod guarantees;
mod jobs;
mod model;
mod open;
mod outage;
mod shared;
mod stores;
