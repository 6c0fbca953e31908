//! OBX over HTTP: a Bagh Chal position in, the next one out.
//!
//! `docs/protocols/obx.md` is the contract. An [`Ask`] is what a client wants; [`Ask::consider`]
//! answers it, refuses it, or says what is to be thought about first. What asks and what thinks is
//! outside.

mod answer;
mod ask;
pub mod fuzz;
mod refusal;
#[cfg(feature = "serve")]
mod routes;

pub use answer::{Answer, Considered, GameResult, Pondering};
pub use ask::Ask;
pub use refusal::Refusal;
#[cfg(feature = "serve")]
pub use routes::routes;
