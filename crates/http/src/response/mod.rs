//! Responses: errors, JSON, cached pages, metrics, and the middleware around every request.

pub(crate) mod json;
pub(crate) mod metrics;
pub(crate) mod middleware;
pub mod problem;
pub(crate) mod static_cache;
