//! Matches: begun, played, watched, kept.
//!
//! The ledger is the truth: a [`story::Story`] is a match replayed, kept by [`chautari_keeper`]. What may happen
//! is decided by [`chautari_arena::live::Match`]; here is what it takes to ask and to tell.

mod act;
mod alarms;
mod create;
mod farewell;
mod hall;
mod house;
mod insights;
mod labels;
mod live;
mod notify;
mod opponents;
mod play;
mod rated;
mod report;
mod seat;
mod show;
mod sit;
mod story;
mod view;
mod words;
mod yours;

pub(crate) use act::{Command, Wish};
pub(crate) use alarms::is_leisurely;
pub(crate) use hall::{Hall, News};
pub(crate) use house::start;
pub(crate) use labels::{State as Standing, by_person, by_state, is_wanted};
pub(crate) use play::side_of;
pub(crate) use rated::worth;
pub(crate) use seat::{Seat, Sitter};
pub(crate) use show::look;
pub(crate) use story::{Audience, Begun, ENDED_GAMES, PLAYED, Story};
pub(crate) use view::{Recorded, View};
pub(crate) use yours::Yours;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::names::MatchId;
use crate::{App, Problem};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create::create, show::list))
        .routes(routes!(show::lines))
        .routes(routes!(show::show))
        .routes(routes!(show::record))
        .routes(routes!(show::picture))
        .routes(routes!(play::act))
        .routes(routes!(sit::sit))
        .routes(routes!(words::say))
        .routes(routes!(live::live))
        .routes(routes!(yours::list))
        .routes(routes!(opponents::opponents))
        .routes(routes!(opponents::opponents_of_bot))
        .routes(routes!(insights::insights))
        .routes(routes!(report::report))
}

/// The match that somebody names in a URL.
fn named(text: &str) -> Result<MatchId, Problem> {
    MatchId::read(text).ok_or_else(|| hall::missing(text))
}
