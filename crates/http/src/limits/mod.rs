//! Limits per client: request rates, memory for bodies, known tokens.

pub(crate) mod body_budget;
pub(crate) mod charge;
pub(crate) mod known_tokens;
pub(crate) mod rate_limit;
