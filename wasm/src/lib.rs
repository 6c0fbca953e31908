//! Every game of Chautari for JavaScript: text in, text out.
//!
//! [`Desk::answer`] takes a question as JSON and gives the answer as JSON; positions, problems and
//! matches look as they do in the server's API, so that a program can ask either. It is a plain
//! function: `abi` alone knows that it runs as WebAssembly, and the tests run it as it is.
//!
//! A question names what is asked, in `ask`:
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! let mut desk = chautari_wasm::Desk::default();
//! let mut ask = |question: &str| desk.answer(question, &mut |_| ControlFlow::Continue(()));
//! let answer = ask(r#"{"ask": "open", "line": {"game": "baghchal"}}"#);
//! assert_eq!(answer, r#"{"record":1}"#);
//! let answer = ask(r#"{"ask": "play", "record": 1, "move": "mA1B1"}"#);
//! assert!(answer.starts_with(r#"{"status":422,"error":{"code":"#), "{answer}");
//! ```

#[cfg(target_arch = "wasm32")]
pub mod abi;
mod desk;
#[cfg(feature = "engines")]
mod far;
#[cfg(feature = "engines")]
mod matches;
mod position;
mod problem;
#[cfg(feature = "engines")]
mod think;

pub use desk::{Desk, Hear};
