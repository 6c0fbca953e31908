//! Connections: TLS, limits and deadlines.

pub mod deadline;
pub(crate) mod file_limit;
pub(crate) mod limiter;
pub(crate) mod timed_body;
pub(crate) mod tls;
