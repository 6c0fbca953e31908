//! Matches: begun, played, watched, kept.
//!
//! The ledger is the truth: a [`story::MatchState`] is a match replayed, kept by [`chautari_keeper`]. What may happen
//! is decided by [`chautari_arena::live::Match`]; here is what it takes to ask and to tell.

mod actions;
mod chat;
mod command;
mod create;
mod insights;
mod jobs;
mod join;
mod labels;
mod my_matches;
mod notify;
mod on_account_deleted;
mod opponents;
mod queries;
mod rating;
mod report;
mod seat;
mod state;
mod store;
mod timers;
mod view;
mod websocket;

use axum::extract::FromRef;
use chautari_http::Http;
use chautari_http::Problem;
use chautari_platform::MatchId;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use actions::side_of;
pub use command::{Command, MatchCommand};
pub use jobs::start;
pub use labels::{State as Standing, by_person, by_state, is_wanted};
pub use my_matches::Yours;
pub use on_account_deleted::on_account_deleted;
pub use queries::look;
pub use rating::worth;
pub use seat::{Seat, Sitter};
pub use state::{Audience, ENDED_GAMES, MatchCreated, MatchState, PLAYED};
pub use store::{BotNotice, MatchStore};
pub use timers::is_leisurely;
pub use view::{Recorded, View};

use crate::Matches;

/// The routes of this module.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Matches: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(create::create, queries::list))
        .routes(routes!(queries::lines))
        .routes(routes!(queries::show))
        .routes(routes!(queries::record))
        .routes(routes!(queries::picture))
        .routes(routes!(actions::act))
        .routes(routes!(join::sit))
        .routes(routes!(chat::say))
        .routes(routes!(websocket::live))
        .routes(routes!(my_matches::list))
        .routes(routes!(opponents::opponents))
        .routes(routes!(opponents::opponents_of_bot))
        .routes(routes!(insights::insights))
        .routes(routes!(report::report))
}

/// The match that somebody names in a URL.
fn named(text: &str) -> Result<MatchId, Problem> {
    MatchId::read(text).ok_or_else(|| store::missing(text))
}
