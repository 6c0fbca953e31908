//! OBX over HTTP: a Bagh Chal position in, the next one out.
//!
//! `docs/protocols/obx.md` is the contract. [`ObxRequest::evaluate`] answers a request, refuses it, or returns the
//! position to search first. It does no I/O; HTTP and the engine are in `routes`.

pub mod fuzz;
mod refusal;
mod request;
mod response;
#[cfg(feature = "serve")]
mod routes;

pub use refusal::Refusal;
pub use request::ObxRequest;
pub use response::{Evaluated, GameResult, ObxResponse, PendingSearch};
#[cfg(feature = "serve")]
pub use routes::routes;
