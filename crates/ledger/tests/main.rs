//! Tests of the ledger, on SQLite and on PostgreSQL. One program, because linking many takes longer than running them.

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
