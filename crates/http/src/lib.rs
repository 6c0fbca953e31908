//! The HTTP kit: connections, request extractors, limits and responses.
//!
//! It knows no rules and no storage. [`Http`] is the state that its extractors need; a router whose state gives one by
//! [`FromRef`](axum::extract::FromRef) can use all of them. [`Problem`] is the error response; it translates the errors
//! of the compute pools and the refusals of games. The ledger and the aggregates translate theirs, with their feature
//! `http`.
//!
//! The modules form layers: `config`, `token` and `shutdown` need no other; `response`, `limits` and `connection` serve
//! the state; `request`, `websocket`, `middleware` and `listener` use it.

mod config;
mod connection;
mod limits;
mod listener;
mod middleware;
mod origin;
mod request;
mod response;
mod shutdown;
mod state;
mod token;
pub mod websocket;

pub use chautari_compute::Client;
pub use config::{Bodies, Certificate, Config, Connections};
pub use connection::deadline;
pub use connection::tls::CertificateError;
pub use limits::charge::{Billed, Cost};
pub use limits::rate_limit::{Action, Rate, Rates};
pub use listener::{bind, middleware_stack, serve};
pub use request::bearer::Bearer;
pub use request::body;
pub use request::charge::{ChargedClient, RouteCost, cost};
pub use request::client::RemoteClient;
pub use request::decode::{ParseError, ParseErrorKind, read_json, read_query, vet_size};
pub use request::extract::{JsonBody, QueryParams, WsUpgrade};
pub use request::idempotency;
pub use request::origin::{RequestOrigin, origin_of};
pub use request::title::is_title;
pub use response::json::LargeJson;
pub use response::metrics::Metrics;
pub use response::problem::{self, Kind, Problem};
pub use response::static_cache::{GzipCache, accepts_encoding, cache_layer};
pub use shutdown::Shutdown;
pub use state::Http;
pub use token::{Token, TokenHash};
pub use websocket::{Heartbeat, PING, RateExceeded, bounded, bounds};
