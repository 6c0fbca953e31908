//! Invitations looked at.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::{Freshness, Versioned};
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Bearer, Problem, Token};
use chautari_people::people::Presence;
use chautari_people::{bots, people};
use chautari_platform::{InvitationId, MatchId};
use serde::Serialize;
use utoipa::ToSchema;

use super::invitation::{Invitation, State as Standing, Terms, by_party};
use crate::Matches;
use crate::matches::Sitter;

/// An invitation.
#[derive(Serialize, ToSchema)]
#[schema(as = Invitation)]
pub struct Shown {
    /// Its name.
    #[schema(value_type = String)]
    id: InvitationId,
    /// Whose terms these are.
    from: Sitter,
    /// Who is to answer; `null` in the lobby, where whoever comes may.
    #[schema(required)]
    to: Option<Sitter>,
    #[serde(flatten)]
    terms: Terms,
    /// How it stands.
    state: Standing,
    /// The match, once they play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    r#match: Option<MatchId>,
    /// When it was made, in milliseconds since 1970.
    made_ms: u64,
}

impl Shown {
    /// As it stands, by the names its parties have now.
    pub(crate) fn new(presence: &Presence, invitation: &Invitation) -> Shown {
        let is_accepted = invitation.standing == Standing::Accepted;
        Shown {
            id: invitation.id.clone(),
            from: invitation.from.as_called(presence),
            to: invitation.to.as_ref().map(|to| to.as_called(presence)),
            terms: invitation.terms.clone(),
            state: invitation.standing,
            r#match: is_accepted.then(|| invitation.match_id()),
            made_ms: invitation.made_ms,
        }
    }
}

/// The invitation that somebody names in a URL.
pub(super) fn named(text: &str) -> Result<InvitationId, Problem> {
    InvitationId::read(text).ok_or_else(|| Problem::not_found(format!("There is no invitation `{text}`.")))
}

/// The person or bot who asks.
pub(super) async fn party(app: &Matches, client: Client, token: &Token) -> Result<Sitter, Problem> {
    if let Some(person) = people::holder(app.people(), token).await? {
        app.http().vouch(token);
        return Ok(Sitter::Person { id: person.id.clone(), name: person.name.clone() });
    }
    let bot = bots::by_its_token(app.people(), client, token).await?;
    Ok(Sitter::Bot { name: bot.name.clone() })
}

/// Whether two are the same person or bot, whatever they are called.
pub(super) fn is_same(one: &Sitter, other: &Sitter) -> bool {
    match (one, other) {
        (Sitter::Person { id: one, .. }, Sitter::Person { id: other, .. }) => one == other,
        (Sitter::Bot { name: one }, Sitter::Bot { name: other }) => one == other,
        _ => false,
    }
}

/// What is offered in the lobby, the first first
#[utoipa::path(
    get, operation_id = "list_invitations", path = "/invitations", tag = "invitations",
    responses((status = OK, body = Vec<Shown>, description = "Those that whoever comes may accept")),
)]
pub(super) async fn list(State(app): State<Matches>) -> Json<Vec<Shown>> {
    Json(
        app.invitations().context().open().iter().map(|it| Shown::new(app.people().presence(), it)).collect(),
    )
}

/// One invitation
#[utoipa::path(
    get, operation_id = "get_invitation", path = "/invitations/{invitation}", tag = "invitations",
    params(("invitation" = String, Path, description = "The invitation")),
    responses((status = OK, body = Shown, description = "The invitation"), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn show(State(app): State<Matches>, Path(id): Path<String>) -> Result<Json<Shown>, Problem> {
    Ok(Json(Shown::new(
        app.people().presence(),
        &*app.invitations().load(&named(&id)?, Freshness::Current).await?,
    )))
}

/// What you offer and what you are offered, the first first
#[utoipa::path(
    get, operation_id = "list_my_invitations", path = "/invitations/mine", tag = "invitations",
    security(("token" = [])),
    responses(
        (status = OK, body = Vec<Shown>, description = "Those that wait for an answer of yours or to you"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn mine(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
) -> Result<Json<Vec<Shown>>, Problem> {
    let me = party(&app, client, &token).await?;
    Ok(Json(of(&app, client, &me).await?.iter().map(|it| Shown::new(app.people().presence(), it)).collect()))
}

/// What somebody offers and is offered: others decide how much that is, and what nobody has come to for a while is
/// replayed, so it is read on the threads for long work.
pub(super) async fn of(
    app: &Matches,
    client: Client,
    me: &Sitter,
) -> Result<Vec<Arc<Versioned<Invitation>>>, Problem> {
    let ids = app.invitations().ids(&by_party(me)).await?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    app.http().admit_beside(client, ids.len())?;
    let invitations = app.invitations().clone();
    let read = async {
        let mut open = Vec::new();
        for id in ids {
            tokio::task::yield_now().await;
            let invitation = invitations.load(&id, Freshness::Current).await?;
            if invitation.is_open() {
                open.push(invitation);
            }
        }
        Ok::<_, Problem>(open)
    };
    app.platform().read(client, read).await
}
