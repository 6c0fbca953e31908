//! HTTP and WebSocket handlers of matches and invitations.

mod invitations;
mod matches;
mod problem;

use axum::extract::FromRef;
use chautari_http::Http;
use chautari_people::People;
use utoipa_axum::router::OpenApiRouter;

pub(crate) use invitations::{LobbyFeed, create_accepted_match, withdraw_all_before, withdraw_if};
pub use matches::{MatchRecord, load_for_client};

use crate::Matches;

/// The routes of this service.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Matches: FromRef<S>,
    People: FromRef<S>,
    Http: FromRef<S>,
{
    matches::routes().merge(invitations::routes())
}
