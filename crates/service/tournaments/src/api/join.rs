//! Joining a tournament by its code, and returning to it.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::Freshness;
use chautari_http::cost::Create;
use chautari_http::problem;
use chautari_http::{Action, Billed, JsonBody, Problem, RemoteClient};
use chautari_matches::model::{Player, Seat};
use chautari_people::{Caller, Participant};
use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{act, sitter};
use super::tournament_id;
use super::view::{TournamentSummary, TournamentView};
use crate::Tournaments;
use crate::model::{EntryPolicy, Refusal, Tournament, TournamentEvent, by_code, entry};

/// The longest join code that is looked up, in letters and digits.
const MAX_CODE: usize = 16;

/// Find a tournament by its join code
#[utoipa::path(
    get, operation_id = "find_tournament", path = "/tournaments/codes/{code}", tag = "tournaments",
    params(("code" = String, Path, description = "The code, in upper or lower case")),
    responses(
        (status = OK, body = TournamentSummary, description = "The tournament"),
        (status = NOT_FOUND, body = problem::Body, description = "No tournament that has not ended has this code"),
    ),
)]
pub(super) async fn find(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Path(code): Path<String>,
) -> Result<Json<TournamentSummary>, Problem> {
    let code = normalised(&code);
    let is_possible = code.len() <= MAX_CODE;
    let found = if is_possible { app.tournaments().ids(&by_code(&code)).await? } else { Vec::new() };
    let Some(id) = found.first() else {
        // Codes are short, so guessing is limited like guessing tokens.
        app.http().charge(Billed::address(client), Action::InvalidToken)?;
        return Err(Problem::not_found("No running tournament has this code."));
    };
    Ok(Json(TournamentSummary::new(&app, &*app.tournaments().load(id, Freshness::Resident).await?)))
}

/// Returns a code as it is stored: letters and digits only, in upper case.
fn normalised(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase()
}

/// The code of the tournament.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinTournament {
    /// The join code. Players who return, or who have a card of the host, need none.
    #[serde(default)]
    code: Option<String>,
}

/// Join a tournament, or return to it
///
/// With the key of a person or the token of a bot, before the start or later. Repeating it has no further effect.
#[utoipa::path(
    post, operation_id = "join_tournament", path = "/tournaments/{tournament}/join", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    request_body = JoinTournament,
    security(("token" = [])),
    responses(
        (status = OK, body = TournamentView, description = "The tournament, with the caller in it"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The code is wrong, or only the host enters players"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "The format takes no more players (`late`), or the tournament has ended"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The tournament is full"),
    ),
)]
pub(super) async fn join(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    caller: Caller<Participant, Create>,
    JsonBody(request): JsonBody<JoinTournament>,
) -> Result<Json<TournamentView>, Problem> {
    let id = tournament_id(&id)?;
    let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
    let seat = Seat::of(sitter(&caller.identity));
    let rating = caller.identity.rating(&tournament.settings.game);
    if let Err(refusal) = check_code(&tournament, &seat.player, request.code.as_deref()) {
        if request.code.is_some() {
            app.http().charge(Billed::address(caller.client), Action::InvalidToken)?;
        }
        return Err(refusal.into());
    }
    drop(tournament);
    let joined = |now: &Tournament| {
        if let Some(player) = now.player_of(&seat.player) {
            now.readmit(player)
        } else {
            now.check_entry(1)?;
            Ok(Some(TournamentEvent::Entered(entry(&now.players, seat.clone(), rating))))
        }
    };
    Ok(Json(TournamentView::new(&app, &*act(&app, &id, joined).await?)))
}

/// Checks the code of a player who has not entered yet.
fn check_code(tournament: &Tournament, sitter: &Player, code: Option<&str>) -> Result<(), Refusal> {
    let code = code.map(normalised);
    let has_entered = tournament.player_of(sitter).is_some();
    match tournament.settings.entrance {
        _ if has_entered || (code.is_some() && code == tournament.settings.code) => Ok(()),
        EntryPolicy::Anybody => Ok(()),
        EntryPolicy::Closed => Err(Refusal::Closed),
        EntryPolicy::Code => Err(Refusal::WrongCode),
    }
}
