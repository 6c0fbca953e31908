//! Responses: errors, JSON, cached pages and metrics.

pub(crate) mod json;
pub(crate) mod metrics;
pub mod problem;
pub(crate) mod process_metrics;
pub(crate) mod static_cache;
