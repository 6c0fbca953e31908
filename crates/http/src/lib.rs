//! The HTTP kit: connections, request extractors, limits and responses.
//!
//! It knows no game and stores nothing. [`Http`] is the state that its extractors need; a router whose state gives
//! one by [`FromRef`](axum::extract::FromRef) can use all of them. [`Problem`] is the only place where an HTTP status
//! is chosen, so it also translates the errors of the ledger, the aggregates and the compute pools.

mod config;
mod connection;
mod limits;
mod request;
mod response;
mod state;

pub use chautari_aggregate::Shutdown;
pub use chautari_compute::Client;
pub use config::{Bodies, Config, Connections};
pub use connection::deadline;
pub use connection::listener::{middleware_stack, serve};
pub use connection::tls::{Certificate, CertificateError};
pub use limits::charge::{Billed, ChargedClient, Cost, RouteCost, cost};
pub use limits::rate_limit::{Action, Rate, Rates};
pub use limits::websocket::{self, Heartbeat, PING, RateExceeded, bounded, bounds};
pub use request::client::RemoteClient;
pub use request::decode::{ParseError, ParseErrorKind, read_json, read_query, vet_size};
pub use request::extract::{JsonBody, QueryParams, WsUpgrade};
pub use request::idempotency;
pub use request::token::{Bearer, Token, TokenHash};
pub use response::json::LargeJson;
pub use response::metrics::Metrics;
pub use response::problem::{self, Kind, Problem};
pub use response::static_cache::{GzipCache, accepts_encoding, cache_layer};
pub use state::Http;
