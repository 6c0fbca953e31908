//! Matches: begun, played, watched, kept.
//!
//! The ledger is the truth. Every accepted action is one durable append before anybody is told of it;
//! what is in memory ([`hall`]) is a replay. What may happen is decided by
//! [`chautari_arena::live::Match`]; here is only what it takes to let it happen once, and to tell.

mod act;
mod alarms;
mod create;
mod hall;
mod house;
mod live;
mod play;
mod seat;
mod show;
mod story;
mod view;

pub(crate) use act::{Command, Wish, unwritten};
pub(crate) use hall::{Hall, News};
pub(crate) use house::{Work, start, work};
pub(crate) use seat::{Seat, Sitter};
pub(crate) use story::{Begun, Story};
pub(crate) use view::{At, View};

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::names::MatchId;
use crate::{App, Problem};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create::create, show::list))
        .routes(routes!(show::show))
        .routes(routes!(show::record))
        .routes(routes!(play::act))
        .routes(routes!(live::live))
}

/// The match that somebody names in a URL.
fn named(text: &str) -> Result<MatchId, Problem> {
    MatchId::read(text).ok_or_else(|| hall::missing(text))
}
