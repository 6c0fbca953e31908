//! Host actions: start, pause, resume, withdraw and readmit players, forfeit games.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::Freshness;
use chautari_game::Side;
use chautari_http::cost::Act;
use chautari_http::problem;
use chautari_http::{JsonBody, Problem, Token};
use chautari_matches::model::MatchCommand;
use chautari_people::Caller;
use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{Role, act_as_host, act_before_end, host_of, named_by, role};
use super::tournament_id;
use super::view::TournamentView;
use crate::Tournaments;
use crate::advance::finish;
use crate::model::{Attendance, Refusal, Tournament, TournamentEvent};

/// Whether to start without players who are missing.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StartTournament {
    /// Start even if players are missing [default: false].
    #[serde(default)]
    anyway: bool,
}

/// Start a tournament
///
/// For a tournament that waits for its host. If people who entered are not connected, the response is 409 `not-here`
/// with the number of players who are `present`; repeat the request with `anyway` to start without the others. They
/// can still come to their first game in time.
#[utoipa::path(
    post, operation_id = "start_tournament", path = "/tournaments/{tournament}/start", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    request_body = Option<StartTournament>,
    security(("token" = [])),
    responses(
        (status = OK, body = TournamentView, description = "The tournament"),
        (status = BAD_REQUEST, body = problem::Body),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The caller is not the host"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "Players are missing (`not-here`), too few have entered, or it has ended"),
    ),
)]
pub(super) async fn start(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
    JsonBody(request): JsonBody<StartTournament>,
) -> Result<Json<TournamentView>, Problem> {
    let started = |now: &Tournament| now.start(attendance(&app, now), request.anyway);
    let now = act_as_host(&app, &caller, &id, started).await?;
    Ok(Json(TournamentView::new(&app, &now)))
}

/// Counts the players who are here, among those who have not withdrawn.
fn attendance(app: &Tournaments, tournament: &Tournament) -> Attendance {
    let players: Vec<u16> = tournament.present().collect();
    let presence = app.people().presence();
    // Engines are always here, and bots that poll cannot be seen.
    let is_here = |player: &&u16| {
        let person = tournament.players[usize::from(**player)].seat.player.person();
        person.is_none_or(|id| presence.is_here(id))
    };
    Attendance { players: players.len(), present: players.iter().filter(is_here).count() }
}

/// Pause a tournament
///
/// Games in progress continue, but no new ones begin.
#[utoipa::path(
    post, operation_id = "pause_tournament", path = "/tournaments/{tournament}/pause", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    security(("token" = [])),
    responses(
        (status = OK, body = TournamentView, description = "The tournament"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The caller is not the host"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "The tournament has ended"),
    ),
)]
pub(super) async fn pause(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
) -> Result<Json<TournamentView>, Problem> {
    let now = act_as_host(&app, &caller, &id, Tournament::pause).await?;
    Ok(Json(TournamentView::new(&app, &now)))
}

/// Resume a tournament
///
/// After a pause. A round whose pairing was undone is paired again.
#[utoipa::path(
    post, operation_id = "resume_tournament", path = "/tournaments/{tournament}/resume", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    security(("token" = [])),
    responses(
        (status = OK, body = TournamentView, description = "The tournament"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The caller is not the host"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "The tournament has ended"),
    ),
)]
pub(super) async fn resume(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
) -> Result<Json<TournamentView>, Problem> {
    let now = act_as_host(&app, &caller, &id, Tournament::resume).await?;
    Ok(Json(TournamentView::new(&app, &now)))
}

/// The player that an action is about.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TournamentPlayerName {
    /// The name of the player in the tournament [default: the caller, if the caller is a player].
    #[serde(default)]
    #[schema(example = "Asha")]
    player: Option<String>,
}

/// Withdraw a player
///
/// By the host, or by the player. The player loses the game in progress and is not paired again. Players can return
/// by joining again, or the host readmits them.
#[utoipa::path(
    post, operation_id = "withdraw_player", path = "/tournaments/{tournament}/withdraw", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    request_body = TournamentPlayerName,
    security(("token" = [])),
    responses(
        (status = OK, body = TournamentView, description = "The tournament"),
        (status = BAD_REQUEST, body = problem::Body, description = "The host named no player"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "A player can withdraw only themselves"),
        (status = NOT_FOUND, body = problem::Body, description = "The tournament or the player does not exist"),
        (status = CONFLICT, body = problem::Body, description = "The tournament has ended"),
    ),
)]
pub(super) async fn withdraw(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
    JsonBody(request): JsonBody<TournamentPlayerName>,
) -> Result<Json<TournamentView>, Problem> {
    let id = tournament_id(&id)?;
    let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
    let role = role(&caller, &tournament).await?;
    drop(tournament);
    let withdrawn = |now: &Tournament| -> Result<Option<TournamentEvent>, Refusal> {
        now.withdraw(named_by(now, &role, request.player.as_deref())?)
    };
    Ok(Json(TournamentView::new(&app, &*act_before_end(&app, &id, withdrawn).await?)))
}

/// Let a player back in
///
/// For a player who left, or who was withdrawn because they did not show up. They are paired again from the next
/// round.
#[utoipa::path(
    post, operation_id = "readmit_player", path = "/tournaments/{tournament}/readmit", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    request_body = TournamentPlayerName,
    security(("token" = [])),
    responses(
        (status = OK, body = TournamentView, description = "The tournament"),
        (status = BAD_REQUEST, body = problem::Body, description = "No player is named"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The caller is not the host"),
        (status = NOT_FOUND, body = problem::Body, description = "The tournament or the player does not exist"),
        (status = CONFLICT, body = problem::Body, description = "The format takes no more players (`late`), or the tournament has ended"),
    ),
)]
pub(super) async fn readmit(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
    JsonBody(request): JsonBody<TournamentPlayerName>,
) -> Result<Json<TournamentView>, Problem> {
    let readmitted = |now: &Tournament| -> Result<Option<TournamentEvent>, Refusal> {
        now.readmit(named_by(now, &Role::Host, request.player.as_deref())?)
    };
    let now = act_as_host(&app, &caller, &id, readmitted).await?;
    Ok(Json(TournamentView::new(&app, &now)))
}

/// Forfeit a player's game
///
/// The player loses the game in progress and stays in the tournament.
#[utoipa::path(
    post, operation_id = "forfeit_player", path = "/tournaments/{tournament}/forfeit", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    request_body = TournamentPlayerName,
    security(("token" = [])),
    responses(
        (status = OK, body = TournamentView, description = "The tournament"),
        (status = BAD_REQUEST, body = problem::Body, description = "No player is named"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The caller is not the host"),
        (status = NOT_FOUND, body = problem::Body, description = "The tournament or the player does not exist"),
        (status = CONFLICT, body = problem::Body, description = "The player has no game in progress"),
    ),
)]
pub(super) async fn forfeit(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
    JsonBody(request): JsonBody<TournamentPlayerName>,
) -> Result<Json<TournamentView>, Problem> {
    let id = host_of(&app, &caller, &id).await?;
    let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
    let player = named_by(&tournament, &Role::Host, request.player.as_deref())?;
    let mut has_game = false;
    for (slot, sides) in tournament.due() {
        let Some(side) = Side::ALL.into_iter().find(|side| sides[side.index()] == player) else { continue };
        let game = tournament.match_id(slot);
        if app.matches().store().find(&game).await?.is_some() {
            let lost = MatchCommand::Forfeit(side, "the host of the tournament decided so");
            finish(&app, &game, "forfeited", lost).await?;
            has_game = true;
        }
    }
    if !has_game {
        return Err(Refusal::NoGame.into());
    }
    Ok(Json(TournamentView::new(&app, &*app.tournaments().load(&id, Freshness::Resident).await?)))
}
