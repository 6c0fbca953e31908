//! The server as its clients see it: real sockets, a real ledger.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod engines;
mod explorer;
mod fairness;
mod games;
mod ledger_outage;
mod limits;
mod lobby;
mod malformed_requests;
mod matches;
mod module;
mod multi_process;
mod notifications;
mod operation;
mod people;
mod puzzles;
mod request_cost;
mod reviews;
mod studies;
mod support;
mod test_clients;
mod tournaments;
mod tournaments_api;
mod wire;
