//! Games, bots and tournaments over HTTP and WebSocket.
//!
//! The server never names a game: it is given a list of [`AnyGame`](chautari_game::AnyGame)s and
//! serves whatever is in it. An [`App`] is everything a handler needs; a [`Server`] is an app behind
//! a socket. A wire protocol of its own is a `Router<App>` that is served beside the API.

mod api;
mod app;
mod asked;
mod bots;
mod client;
mod clock;
mod config;
mod engines;
mod explorer;
mod fixed;
mod form;
mod games;
mod gate;
mod invitations;
mod kept;
pub mod keyed;
mod line;
mod listen;
mod looks;
mod matches;
mod metrics;
mod names;
mod operate;
mod patience;
mod people;
mod pool;
mod problem;
mod process;
mod push;
mod puzzles;
mod quota;
mod rates;
mod retention;
mod reviews;
mod socket;
mod studies;
mod tables;
mod tls;
mod token;
mod told;
mod tournaments;
mod turns;

pub use api::openapi;
pub use app::{App, OpenError};
pub use asked::{Asked, Params, Upgrade};
pub use chautari_keeper::Shutdown;
pub use client::Client;
pub use config::{Bodies, Config, Connections, Thinkers};
pub use engines::{Engines, Overload, Question, Step, ThinkError, Thinking, Unthought};
pub use fixed::{Packed, fixed, takes};
pub use form::{Misread, Wrong, read_json, read_query, vet_size};
pub use listen::Server;
pub use metrics::Metrics;
pub use names::{InvitationId, MatchId, PersonId, SeasonId, StudyId, TournamentId};
pub use problem::{Kind, Problem};
pub use rates::{Action, Rate, Rates};
pub use retention::nameless_games;
pub use socket::{Hearing, PING, TooMuch, bounded, bounds};
pub use tls::{Certificate, CertificateError};
pub use token::{Bearer, Token, TokenHash};
