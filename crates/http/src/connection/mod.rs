//! Connections: accepting, TLS, limits and deadlines.

pub mod deadline;
pub(crate) mod limiter;
pub(crate) mod listener;
pub(crate) mod process_metrics;
pub(crate) mod tls;
