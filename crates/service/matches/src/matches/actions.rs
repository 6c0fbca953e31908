//! A player acts.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::Freshness;
use chautari_arena::live::Action;
use chautari_compute::Client;
use chautari_game::Side;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Bearer, JsonBody, Problem, Token};
use chautari_ledger::CommandId;
use chautari_people::people;
use chautari_platform::MatchId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::command::{ActionResult, Command, MatchCommand};
use super::jobs::begin_rematch;
use super::named;
use super::seat::speaks_for;
use super::state::MatchState;
use crate::Matches;

/// The longest name a client may give to a command.
const LONGEST_NAME: usize = 100;

/// An action of a player.
#[derive(Deserialize, ToSchema)]
#[schema(as = Act)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// A name of your choice for this action, such as a UUID. Sent again, it is answered as it was
    /// the first time and not carried out again.
    pub(super) command: String,
    /// The version you have seen. If another position stands on the board since, nothing happens and
    /// the answer is 409.
    #[serde(default)]
    pub(super) version: Option<u64>,
    /// What to do.
    pub(super) action: Action,
}

/// Play a move, resign, offer, accept, decline
#[utoipa::path(
    post, operation_id = "act", path = "/matches/{match}/actions", tag = "matches",
    params(("match" = String, Path, description = "The match")),
    request_body = Request,
    security(("token" = [])),
    responses(
        (status = OK, body = ActionResult, description = "It is done, and on disk"),
        (status = BAD_REQUEST, body = problem::Body, description = "The move could not be read"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The token opens no seat of this match"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
        (status = CONFLICT, body = problem::Body,
         description = "Too early or too late; `version` and `state` say where the match stands"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules say no"),
    ),
)]
pub(super) async fn act(
    State(app): State<Matches>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    JsonBody(request): JsonBody<Request>,
) -> Result<Json<ActionResult>, Problem> {
    carry_out(&app, &named(&id)?, client, &token, &request).await.map(Json)
}

pub(super) async fn carry_out(
    app: &Matches,
    id: &MatchId,
    client: Client,
    token: &Token,
    request: &Request,
) -> Result<ActionResult, Problem> {
    let hall = app.store();
    let story = hall.load(id, Freshness::Resident).await?;
    let side = side_of(app, client, &story, token).await?;
    drop(story);
    // By the token, which is good: players behind one router do not share a rate.
    app.http().admit_from(client, token.hash().client(), chautari_http::Action::Act)?;
    if !(1..=LONGEST_NAME).contains(&request.command.len()) {
        return Err(Problem::bad_request(format!("`command` must have 1 to {LONGEST_NAME} bytes.")));
    }
    // Each side has its own names: the other side's must not answer for ours.
    let name = CommandId::new(format!("{}:{}", side.index() + 1, request.command));
    let command =
        Command { name, seen: request.version, wish: MatchCommand::Act(side, &request.action), job: None };
    let acted = hall.carry_out(id, command).await?;
    if request.action == Action::Rematch
        && let Err(problem) = begin_rematch_if_agreed(app, id).await
    {
        // There is a job for it as well.
        tracing::warn!(%id, problem = problem.text(), "a rematch is put off");
    }
    Ok(acted)
}

/// The side that a token speaks for: that of a seat, of a bot, or any key of a person who sits there.
pub async fn side_of(
    app: &Matches,
    client: Client,
    story: &MatchState,
    token: &Token,
) -> Result<Side, Problem> {
    let turn = story.played.turn();
    let mut side = speaks_for(app, &story.begun.seats, token, turn).await?;
    if side.is_none()
        && story.people().next().is_some()
        && let Some(person) = people::holder(app.people(), token).await?
    {
        let sits = |side: &Side| story.begun.seats[side.index()].sitter.person() == Some(&person.id);
        side = turn.into_iter().chain(Side::ALL).find(sits);
    }
    let side = side.ok_or_else(|| app.http().wrong_token(client))?;
    app.http().vouch(token);
    Ok(side)
}

/// Begins the rematch before the answer, so that whoever reads of it finds it.
async fn begin_rematch_if_agreed(app: &Matches, id: &MatchId) -> Result<(), Problem> {
    let agreed = app.store().load(id, Freshness::Current).await?.played.rematch_agreed();
    if agreed { begin_rematch(app, id).await } else { Ok(()) }
}
