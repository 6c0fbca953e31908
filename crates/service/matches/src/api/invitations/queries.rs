//! Read endpoints of invitations.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::{Freshness, Versioned};
use chautari_http::problem;
use chautari_http::{Billed, Client, Cost, Problem};
use chautari_people::{Caller, Participant};

use super::invitation_id;
use crate::Matches;
use crate::model::{Invitation, Player, by_party, invitation_view};

/// Returns the player that a caller is.
pub(super) fn player_of(participant: &Participant) -> Player {
    match participant {
        Participant::Person(person) => Player::Person { id: person.id.clone(), name: person.name.clone() },
        Participant::Bot(bot) => Player::Bot { name: bot.name.clone() },
    }
}

/// List the invitations in the lobby
///
/// Use it to find a match that any player may accept. The oldest are first. To follow the lobby, open `GET /lobby`.
#[utoipa::path(
    get, operation_id = "list_invitations", path = "/invitations", tag = "invitations",
    responses((status = OK, body = Vec<chautari_wire::Invitation>, description = "The open invitations")),
)]
pub(super) async fn list(State(app): State<Matches>) -> Json<Vec<chautari_wire::Invitation>> {
    let open = app.invitations().context().open();
    Json(open.iter().map(|it| invitation_view(it, app.people().presence())).collect())
}

/// Get an invitation
///
/// Use it to see whether an invitation was answered, and which match came of it.
#[utoipa::path(
    get, operation_id = "get_invitation", path = "/invitations/{invitation}", tag = "invitations",
    params(("invitation" = String, Path, description = "The id of the invitation")),
    responses(
        (status = OK, body = chautari_wire::Invitation, description = "The invitation"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such invitation"),
    ),
)]
pub(super) async fn get(
    State(app): State<Matches>,
    Path(id): Path<String>,
) -> Result<Json<chautari_wire::Invitation>, Problem> {
    let invitation = app.invitations().load(&invitation_id(&id)?, Freshness::Current).await?;
    Ok(Json(invitation_view(&invitation, app.people().presence())))
}

/// List your open invitations
///
/// Use it to see which invitations wait for your answer, and which of your own are not answered yet. The oldest are
/// first.
#[utoipa::path(
    get, operation_id = "list_my_invitations", path = "/invitations/mine", tag = "invitations",
    security(("token" = [])),
    responses(
        (status = OK, body = Vec<chautari_wire::Invitation>, description = "Open invitations from and to you"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn list_mine(
    State(app): State<Matches>,
    caller: Caller<Participant>,
) -> Result<Json<Vec<chautari_wire::Invitation>>, Problem> {
    let me = player_of(&caller.identity);
    let open = open_invitations(&app, caller.client, caller.billed, &me).await?;
    Ok(Json(open.iter().map(|it| invitation_view(it, app.people().presence())).collect()))
}

/// Loads the open invitations from and to a player. A charged long read, because others decide how many there are, and
/// those that are not in memory have to be replayed.
pub(super) async fn open_invitations(
    app: &Matches,
    client: Client,
    billed: Billed,
    player: &Player,
) -> Result<Vec<Arc<Versioned<Invitation>>>, Problem> {
    let ids = app.invitations().ids(&by_party(player)).await?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    app.http().charge(billed, Cost::requests(ids.len()))?;
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
