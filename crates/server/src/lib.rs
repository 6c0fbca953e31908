//! The services of a server, composed: one state, one router, one OpenAPI document.
//!
//! An [`App`] is everything a route needs; each service and each protocol sees its part of it by
//! [`FromRef`](axum::extract::FromRef). A [`Server`] is an app behind a socket. No game is named here: a server is
//! given a list of [`AnyGame`](chautari_game::AnyGame)s and serves those.

mod app;
mod config;
mod health;
mod openapi;
mod retention;
mod server;
mod table_builder;

pub use app::{App, OpenError};
pub use config::Config;
pub use openapi::openapi;
pub use retention::anonymous_games;
pub use server::Server;
