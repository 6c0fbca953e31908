//! Every game of Chautari for JavaScript: JSON requests in, JSON responses out.
//!
//! [`Dispatcher::handle`] takes a request as JSON and returns the response as JSON. Positions, errors and matches look
//! as they do in the server's API, so that a program can use either. It is a plain function: only `abi` knows that it
//! runs as WebAssembly, and the tests run it natively.
//!
//! The field `ask` names the kind of request:
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! let mut dispatcher = chautari_wasm::Dispatcher::default();
//! let mut send = |request: &str| dispatcher.handle(request, &mut |_| ControlFlow::Continue(()));
//! let response = send(r#"{"ask": "open", "line": {"game": "baghchal"}}"#);
//! assert_eq!(response, r#"{"record":1}"#);
//! let response = send(r#"{"ask": "play", "record": 1, "move": "mA1B1"}"#);
//! assert!(response.starts_with(r#"{"status":422,"error":{"code":"#), "{response}");
//! ```

#[cfg(target_arch = "wasm32")]
pub mod abi;
mod dispatcher;
mod line;
#[cfg(feature = "engines")]
mod matches;
mod problem;
#[cfg(feature = "engines")]
mod rate;
#[cfg(feature = "engines")]
mod remote_tables;
mod response;
#[cfg(feature = "engines")]
mod review;
mod standing;
#[cfg(feature = "engines")]
mod think;

pub use dispatcher::Dispatcher;
pub use response::OnThought;
