//! Helpers shared by the tests of several crates: notes on skipped tests, a check of statuses against the API
//! document, a client that stalls, and a proxy with faults.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test")]

#[cfg(feature = "network")]
mod documented;
#[cfg(feature = "network")]
mod fault_proxy;
mod skipped;
#[cfg(feature = "network")]
mod slow_client;

#[cfg(feature = "network")]
pub use documented::assert_documented;
#[cfg(feature = "network")]
pub use fault_proxy::{Wire, host_and_port, start_proxy};
pub use skipped::{missing_tool, skipped};
#[cfg(feature = "network")]
pub use slow_client::send_stalled_body;
