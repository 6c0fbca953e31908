//! A tournament is paused, resumed, or left by a player.

use axum::Json;
use axum::extract::{Path, State};
use chautari_keeper::{Command, Deed, Now};
use serde::Deserialize;
use utoipa::ToSchema;

use super::named;
use super::story::{Phase, Tournament, TournamentEvent};
use super::view::View;
use crate::problem;
use crate::{Action, App, Asked, Bearer, Client, Problem, Token, bots};

/// Pause a tournament: games go on, no more are begun
#[utoipa::path(
    post, operation_id = "pause_tournament", path = "/tournaments/{tournament}/pause", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    security(("token" = [])),
    responses(
        (status = OK, body = View, description = "The tournament as it stands"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "This is not the tournament's token"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It has ended"),
    ),
)]
pub(super) async fn pause(
    State(app): State<App>,
    Path(id): Path<String>,
    client: Client,
    Bearer(token): Bearer,
) -> Result<Json<View>, Problem> {
    steer(&app, &id, client, &token, |tournament| {
        is_steering(tournament, &token)?;
        Ok((tournament.phase == Phase::Running).then_some(TournamentEvent::Paused))
    })
    .await
}

/// Resume a tournament
#[utoipa::path(
    post, operation_id = "resume_tournament", path = "/tournaments/{tournament}/resume", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    security(("token" = [])),
    responses(
        (status = OK, body = View, description = "The tournament as it stands"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "This is not the tournament's token"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It has ended"),
    ),
)]
pub(super) async fn resume(
    State(app): State<App>,
    Path(id): Path<String>,
    client: Client,
    Bearer(token): Bearer,
) -> Result<Json<View>, Problem> {
    steer(&app, &id, client, &token, |tournament| {
        is_steering(tournament, &token)?;
        Ok((tournament.phase == Phase::Paused).then_some(TournamentEvent::Resumed))
    })
    .await
}

fn is_steering(tournament: &Tournament, token: &Token) -> Result<(), Problem> {
    if tournament.plan.hash.admits(token) {
        return Ok(());
    }
    Err(Problem::forbidden("This takes the token the tournament was begun with."))
}

/// Who leaves.
#[derive(Deserialize, ToSchema)]
#[schema(as = Withdraw)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// The player, as the tournament names it [default: the bot that asks].
    #[serde(default)]
    player: Option<String>,
}

/// Withdraw a player: its games are lost, and it is paired no more
///
/// By the token of the tournament, or by that of the bot that leaves.
#[utoipa::path(
    post, operation_id = "withdraw_player", path = "/tournaments/{tournament}/withdraw", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    request_body = Request,
    security(("token" = [])),
    responses(
        (status = OK, body = View, description = "The tournament as it stands"),
        (status = BAD_REQUEST, body = problem::Body, description = "It is not said who leaves"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "A bot can withdraw only itself"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such tournament, or no such player"),
        (status = CONFLICT, body = problem::Body, description = "It has ended"),
    ),
)]
pub(super) async fn withdraw(
    State(app): State<App>,
    Path(id): Path<String>,
    client: Client,
    Bearer(token): Bearer,
    Asked(request): Asked<Request>,
) -> Result<Json<View>, Problem> {
    steer(&app, &id, client, &token, |tournament| {
        let own = tournament.plan.players.iter().find(|entry| {
            entry.seat.hash.is_some_and(|hash| hash.admits(&token)) && entry.seat.sitter.bot().is_some()
        });
        let name = match (&request.player, own) {
            (Some(name), _) => name,
            (None, Some(entry)) => &entry.name,
            (None, None) => return Err(Problem::form("Say which `player` leaves.")),
        };
        let player = tournament
            .player(name)
            .ok_or_else(|| Problem::missing(format!("There is no player `{name}` in this tournament.")))?;
        let steers = tournament.plan.hash.admits(&token);
        if !steers && own.is_none_or(|entry| entry.name != *name) {
            return Err(Problem::forbidden("A bot can withdraw itself, and nobody else."));
        }
        Ok((!tournament.has_withdrawn(player)).then_some(TournamentEvent::Withdrawn { player }))
    })
    .await
}

/// Lets something happen to a tournament, unless it is so already.
async fn steer(
    app: &App,
    id: &str,
    client: Client,
    token: &Token,
    decide: impl Fn(&Tournament) -> Result<Option<TournamentEvent>, Problem>,
) -> Result<Json<View>, Problem> {
    app.admit(client, Action::Act)?;
    let id = named(id)?;
    let tournament = app.tournaments().keep(&id).await?;
    if !tournament.plan.hash.admits(token) {
        // A bot of this tournament, or nobody we know.
        let bot = bots::by_its_token(app, client, token).await?;
        if tournament.player(&bot.name).is_none() {
            return Err(Problem::forbidden("This bot does not play in this tournament."));
        }
    }
    app.vouch(token);
    let decide = |now: &Now<Tournament>| {
        if now.phase == Phase::Ended {
            return Err(Problem::conflict("The tournament has ended."));
        }
        Ok(decide(now)?.map_or(Deed::Nothing, |event| Deed::Do(vec![event])))
    };
    let done = app.tournaments().act(&id, Command::default(), decide).await?;
    Ok(Json(View::new(app, &done.now)))
}
