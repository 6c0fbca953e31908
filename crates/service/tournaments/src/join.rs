//! Somebody enters a tournament by its code, or comes back.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::{Command, Decision, Freshness, Versioned};
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Bearer, JsonBody, Problem};
use chautari_matches::model::{Player, Seat};
use chautari_people::{bots, people};
use serde::Deserialize;
use utoipa::ToSchema;

use super::settings::{Entry, EntryPolicy};
use super::state::{Phase, Tournament, TournamentEvent, by_code};
use super::view::{Summary, View};
use super::{entries, named};
use crate::Tournaments;

/// The tournament a code leads to
#[utoipa::path(
    get, operation_id = "find_tournament", path = "/tournaments/codes/{code}", tag = "tournaments",
    params(("code" = String, Path, description = "The code, in any case")),
    responses(
        (status = OK, body = Summary, description = "The tournament"),
        (status = NOT_FOUND, body = problem::Body, description = "No tournament that goes on has this code"),
    ),
)]
pub(super) async fn find(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Path(code): Path<String>,
) -> Result<Json<Summary>, Problem> {
    let code = written(&code);
    let found = if code.len() <= 16 { app.tournaments().ids(&by_code(&code)).await? } else { Vec::new() };
    let Some(id) = found.first() else {
        // Codes are short: whoever tries many is told to wait.
        app.http().admit(client, Action::InvalidToken)?;
        return Err(Problem::not_found("No running tournament has this code."));
    };
    Ok(Json(Summary::new(&*app.tournaments().load(id, Freshness::Resident).await?)))
}

/// A code as it is kept, however somebody typed it.
fn written(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase()
}

/// How somebody enters.
#[derive(Deserialize, ToSchema)]
#[schema(as = JoinTournament)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// The code of the tournament. Whoever comes back, or has a card of the host, needs none.
    #[serde(default)]
    code: Option<String>,
}

/// Enter a tournament, before it has started or later; or come back to it
///
/// By the key of a person or the token of a bot. Doing it twice does it once.
#[utoipa::path(
    post, operation_id = "join_tournament", path = "/tournaments/{tournament}/join", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    request_body = Request,
    security(("token" = [])),
    responses(
        (status = OK, body = View, description = "The tournament, with you in it"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "This is not its code, or nobody can enter"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It has ended, or it is too late"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "It is full"),
    ),
)]
pub(super) async fn join(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    JsonBody(request): JsonBody<Request>,
) -> Result<Json<View>, Problem> {
    let id = named(&id)?;
    let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
    let game = tournament.plan.game.clone();
    let (seat, rating) = if let Some(person) = people::holder(app.people(), &token).await? {
        app.http().vouch(&token);
        let sitter = Player::Person { id: person.id.clone(), name: person.name.clone() };
        (Seat::of(sitter), person.rating(&game))
    } else {
        let bot = bots::by_its_token(app.people(), client, &token).await?;
        (Seat::of(Player::Bot { name: bot.name.clone() }), bot.rating(&game))
    };
    app.http().admit(token.hash().client(), Action::Create)?;
    let shown = request.code.as_deref().map(written);
    let is_known = tournament.player_of(&seat.player).is_some();
    let is_right = shown.is_some() && shown == tournament.plan.code;
    if !is_known && !is_right && tournament.plan.entrance != EntryPolicy::Anybody {
        if shown.is_some() {
            app.http().admit(client, Action::InvalidToken)?;
        }
        return Err(Problem::forbidden(match tournament.plan.entrance {
            EntryPolicy::Closed => "Only players the host has entered can play here.",
            _ => "This is not the code of this tournament.",
        }));
    }
    drop(tournament);
    let decide = |now: &Versioned<Tournament>| {
        let Some(player) = now.player_of(&seat.player) else {
            entries::vet(now)?;
            let entry: Entry = entries::entry(&now.players, seat.clone(), rating);
            return Ok(Decision::Append(vec![TournamentEvent::Entered(entry)]));
        };
        if !now.has_withdrawn(player) {
            return Ok(Decision::NoChange);
        }
        if now.phase == Phase::Ended {
            return Err(Problem::conflict("The tournament has ended."));
        }
        entries::vet_return(now)?;
        Ok(Decision::Append(vec![TournamentEvent::Returned { player }]))
    };
    let done = app.tournaments().act(&id, Command::default(), decide).await?;
    Ok(Json(View::new(&app, &done.now)))
}
