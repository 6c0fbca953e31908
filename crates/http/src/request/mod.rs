//! Reading requests: bodies, queries, tokens, idempotency keys, and the client a request comes from.

pub(crate) mod bearer;
pub mod body;
pub(crate) mod charge;
pub(crate) mod client;
pub(crate) mod decode;
pub(crate) mod extract;
pub mod idempotency;
pub(crate) mod origin;
pub(crate) mod title;
