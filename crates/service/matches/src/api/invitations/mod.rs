//! Handlers of invitations: the lobby, challenges, matchmaking, and the inbox of a person or bot.
//!
//! An invitation to no one in particular is in the lobby while its author is online; a challenge waits for the invited
//! player. Accepting an invitation is one append that decides who plays. The id of the match is derived from the
//! invitation, so that creating the match twice creates it once.

mod bot_event_stream;
mod create;
mod delete_account;
mod inbox;
mod lobby_feed;
mod lobby_websocket;
mod matchmaking;
mod queries;
mod respond;
mod withdraw;

use axum::extract::FromRef;
use chautari_http::{Http, Problem};
use chautari_people::People;
use chautari_platform::InvitationId;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use lobby_feed::LobbyFeed;
pub(crate) use respond::create_accepted_match;
pub(crate) use withdraw::{withdraw_all_before, withdraw_if};

use crate::Matches;

/// The routes of invitations.
pub(super) fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Matches: FromRef<S>,
    People: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(create::create, queries::list))
        .routes(routes!(matchmaking::play_now))
        .routes(routes!(queries::list_mine))
        .routes(routes!(queries::get, respond::withdraw))
        .routes(routes!(respond::accept))
        .routes(routes!(respond::decline))
        .routes(routes!(respond::counter))
        .routes(routes!(lobby_websocket::watch))
        .routes(routes!(bot_event_stream::stream))
        .routes(routes!(delete_account::delete))
}

/// Parses the invitation id of a path.
fn invitation_id(text: &str) -> Result<InvitationId, Problem> {
    InvitationId::read(text).ok_or_else(|| Problem::not_found(format!("There is no invitation `{text}`.")))
}
