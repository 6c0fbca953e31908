//! What a host does with a tournament: start, pause, resume, forfeit, repair; and who leaves it.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::{Command, Decision, Freshness, Versioned};
use chautari_compute::Client;
use chautari_game::Side;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Bearer, JsonBody, Problem, Token, body};
use chautari_matches::matches::{MatchCommand, Sitter};
use chautari_people::{bots, people};
use chautari_platform::TournamentId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::advance::finish;
use super::named;
use super::settings::Form;
use super::state::{Phase, Tournament, TournamentEvent};
use super::view::View;
use crate::Tournaments;

/// Who asks.
pub(super) enum HostCaller {
    /// Whoever has the token of the tournament, or began it by their own key.
    Host,
    /// One who plays in it.
    Player(u16),
}

/// Who a token speaks for in a tournament; everybody else is refused.
pub(super) async fn asker(
    app: &Tournaments,
    client: Client,
    tournament: &Tournament,
    token: &Token,
) -> Result<HostCaller, Problem> {
    if tournament.plan.hash.admits(token) {
        app.http().vouch(token);
        return Ok(HostCaller::Host);
    }
    let who = match people::holder(app.people(), token).await? {
        Some(person) => {
            app.http().vouch(token);
            if tournament.plan.host.as_ref() == Some(&person.id) {
                return Ok(HostCaller::Host);
            }
            Sitter::Person { id: person.id.clone(), name: person.name.clone() }
        }
        // A bot of this tournament, or nobody we know.
        None => Sitter::Bot { name: bots::by_its_token(app.people(), client, token).await?.name.clone() },
    };
    let player = tournament.player_of(&who);
    player.map(HostCaller::Player).ok_or_else(|| Problem::forbidden("You do not play in this tournament."))
}

/// The tournament, for its host alone.
pub(super) async fn for_host(
    app: &Tournaments,
    id: &str,
    client: Client,
    token: &Token,
) -> Result<TournamentId, Problem> {
    let id = named(id)?;
    let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
    let asker = asker(app, client, &tournament, token).await?;
    app.http().admit(token.hash().client(), Action::Act)?;
    match asker {
        HostCaller::Host => Ok(id),
        HostCaller::Player(_) => Err(Problem::forbidden("Only the host of the tournament can do this.")),
    }
}

/// Lets something happen to a tournament, unless it is so already.
async fn change(
    app: &Tournaments,
    id: &TournamentId,
    decide: impl Fn(&Tournament) -> Result<Option<TournamentEvent>, Problem>,
) -> Result<Json<View>, Problem> {
    let decide = |now: &Versioned<Tournament>| {
        if now.phase == Phase::Ended {
            return Err(Problem::conflict("The tournament has ended."));
        }
        Ok(decide(now)?.map_or(Decision::NoChange, |event| Decision::Append(vec![event])))
    };
    let done = app.tournaments().act(id, Command::default(), decide).await?;
    Ok(Json(View::new(app, &done.now)))
}

/// Start a tournament that waits
#[utoipa::path(
    post, operation_id = "start_tournament", path = "/tournaments/{tournament}/start", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    security(("token" = [])),
    responses(
        (status = OK, body = View, description = "The tournament as it stands"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "This is for the host alone"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It has ended, or there are not two players"),
    ),
)]
pub(super) async fn start(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
) -> Result<Json<View>, Problem> {
    let id = for_host(&app, &id, client, &token).await?;
    change(&app, &id, |tournament| {
        if tournament.phase != Phase::Open {
            return Ok(None);
        }
        let present = tournament.present().count();
        if present < 2 && tournament.plan.format != Form::Arena {
            return Err(Problem::conflict("It takes two players to start."));
        }
        Ok(Some(TournamentEvent::Started { rounds: tournament.plan.rounds_for(present) }))
    })
    .await
}

/// Pause a tournament: games go on, no more are begun
#[utoipa::path(
    post, operation_id = "pause_tournament", path = "/tournaments/{tournament}/pause", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    security(("token" = [])),
    responses(
        (status = OK, body = View, description = "The tournament as it stands"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "This is for the host alone"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It has ended"),
    ),
)]
pub(super) async fn pause(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
) -> Result<Json<View>, Problem> {
    let id = for_host(&app, &id, client, &token).await?;
    change(
        &app,
        &id,
        |tournament| Ok((tournament.phase == Phase::Running).then_some(TournamentEvent::Paused)),
    )
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
        (status = FORBIDDEN, body = problem::Body, description = "This is for the host alone"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It has ended"),
    ),
)]
pub(super) async fn resume(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
) -> Result<Json<View>, Problem> {
    let id = for_host(&app, &id, client, &token).await?;
    change(
        &app,
        &id,
        |tournament| Ok((tournament.phase == Phase::Paused).then_some(TournamentEvent::Resumed)),
    )
    .await
}

/// Who leaves, or loses.
#[derive(Deserialize, ToSchema)]
#[schema(as = Withdraw)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// The player, as the tournament names it [default: whoever asks].
    #[serde(default)]
    player: Option<String>,
}

/// The player somebody speaks of.
fn meant(tournament: &Tournament, asker: &HostCaller, name: Option<&str>) -> Result<u16, Problem> {
    let named = name.map(|name| {
        tournament
            .player(name)
            .ok_or_else(|| Problem::not_found(format!("There is no player `{name}` in this tournament.")))
    });
    match (asker, named.transpose()?) {
        (HostCaller::Host, Some(player)) => Ok(player),
        (HostCaller::Host, None) => Err(Problem::bad_request("Say which `player` is meant.")),
        (HostCaller::Player(own), None) => Ok(*own),
        (HostCaller::Player(own), Some(player)) if *own == player => Ok(player),
        (HostCaller::Player(_), Some(_)) => Err(Problem::forbidden("A player can only withdraw themselves.")),
    }
}

/// Withdraw a player: its games are lost, and it is paired no more
///
/// By the host, or by whoever leaves. They can come back by entering again.
#[utoipa::path(
    post, operation_id = "withdraw_player", path = "/tournaments/{tournament}/withdraw", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    request_body = Request,
    security(("token" = [])),
    responses(
        (status = OK, body = View, description = "The tournament as it stands"),
        (status = BAD_REQUEST, body = problem::Body, description = "It is not said who leaves"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "A player can withdraw only themselves"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such tournament, or no such player"),
        (status = CONFLICT, body = problem::Body, description = "It has ended"),
    ),
)]
pub(super) async fn withdraw(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    JsonBody(request): JsonBody<Request>,
) -> Result<Json<View>, Problem> {
    let id = named(&id)?;
    let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
    let asker = asker(&app, client, &tournament, &token).await?;
    drop(tournament);
    app.http().admit(token.hash().client(), Action::Act)?;
    change(&app, &id, |tournament| {
        let player = meant(tournament, &asker, request.player.as_deref())?;
        let leaves = TournamentEvent::Withdrawn { player, absent: false };
        Ok((!tournament.has_withdrawn(player)).then_some(leaves))
    })
    .await
}

/// Let a player lose the games they play just now
///
/// They stay in the tournament.
#[utoipa::path(
    post, operation_id = "forfeit_player", path = "/tournaments/{tournament}/forfeit", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    request_body = Request,
    security(("token" = [])),
    responses(
        (status = OK, body = View, description = "The tournament as it stands"),
        (status = BAD_REQUEST, body = problem::Body, description = "It is not said who loses"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "This is for the host alone"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such tournament, or no such player"),
        (status = CONFLICT, body = problem::Body, description = "They do not play just now"),
    ),
)]
pub(super) async fn forfeit(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    JsonBody(request): JsonBody<Request>,
) -> Result<Json<View>, Problem> {
    let id = for_host(&app, &id, client, &token).await?;
    let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
    let player = meant(&tournament, &HostCaller::Host, request.player.as_deref())?;
    let mut has_game = false;
    for (slot, sides) in tournament.due() {
        let Some(side) = Side::ALL.into_iter().find(|side| sides[side.index()] == player) else { continue };
        let game = tournament.match_id(slot);
        if app.matches().store().find(&game).await?.is_some() {
            finish(
                &app,
                &game,
                "forfeited",
                MatchCommand::Forfeit(side, "the host of the tournament decided so"),
            )
            .await?;
            has_game = true;
        }
    }
    if !has_game {
        return Err(Problem::conflict("This player has no game just now."));
    }
    Ok(Json(View::new(&app, &*app.tournaments().load(&id, Freshness::Resident).await?)))
}

/// Who meets whom in place of what was paired.
#[derive(Deserialize, ToSchema)]
#[schema(as = RepairRound)]
#[serde(deny_unknown_fields)]
pub(super) struct Repair {
    /// Who meets, by the names the tournament has for them; the first takes the first side.
    #[schema(value_type = Vec<Vec<String>>)]
    meetings: Vec<[String; 2]>,
    /// Who gets the points without a game [default: nobody].
    #[serde(default)]
    free: Vec<String>,
}

/// Pair boards of the current round anew
///
/// The games these players have begun in this round are called off and count for nobody. Whoever played somebody
/// who is named must be named, too. What stands as it is said here stays as it is.
#[utoipa::path(
    post, operation_id = "repair_round", path = "/tournaments/{tournament}/repair", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    request_body = Repair,
    security(("token" = [])),
    responses(
        (status = OK, body = View, description = "The tournament as it stands"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "This is for the host alone"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such tournament, or no such player"),
        (status = CONFLICT, body = problem::Body, description = "Nothing is paired, or a game at these boards has been played"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "Somebody is named twice, is missing, or has left"),
    ),
)]
pub(super) async fn repair(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    JsonBody(request): JsonBody<Repair, { body::MEDIUM }>,
) -> Result<Json<View>, Problem> {
    let id = for_host(&app, &id, client, &token).await?;
    change(&app, &id, |tournament| replaced(tournament, &request)).await
}

/// What the host wants, where it can be; nothing where it is so already, as when the request is repeated.
fn replaced(tournament: &Tournament, request: &Repair) -> Result<Option<TournamentEvent>, Problem> {
    let refused = |text: String| Err(Problem::unprocessable("pairing", text));
    if matches!(tournament.plan.format, Form::Arena | Form::Knockout) {
        return refused("In an arena or a knockout, the results decide who meets whom.".to_owned());
    }
    let number = tournament.rounds.len().wrapping_sub(1);
    let Some(round) = tournament.rounds.last() else {
        return Err(Problem::conflict("Nothing has been paired yet."));
    };
    let host = |name: &String| meant(tournament, &HostCaller::Host, Some(name));
    let mut meetings = Vec::new();
    for [one, two] in &request.meetings {
        meetings.push([host(one)?, host(two)?]);
    }
    let free = request.free.iter().map(host).collect::<Result<Vec<_>, _>>()?;
    let mut named: Vec<u16> = meetings.iter().flatten().chain(&free).copied().collect();
    named.sort_unstable();
    if named.windows(2).any(|pair| pair[0] == pair[1]) {
        return refused("Nobody can play at two boards at once.".to_owned());
    }
    if let Some(gone) = named.iter().find(|player| tournament.has_withdrawn(**player)) {
        return refused(format!("`{}` has left.", tournament.name(*gone)));
    }
    let mut boards = Vec::new();
    for (board, meeting) in round.meetings.iter().enumerate() {
        if round.void.contains(&board) || !meeting.iter().any(|player| named.contains(player)) {
            continue;
        }
        if let Some(left) =
            meeting.iter().find(|player| !named.contains(player) && !tournament.has_withdrawn(**player))
        {
            return refused(format!("Say whom `{}` meets, or list them in `free`.", tournament.name(*left)));
        }
        if tournament.games.iter().any(|game| game.slot.round == number && game.slot.board == board) {
            let [one, two] = meeting.map(|player| tournament.name(player));
            return Err(Problem::conflict(format!("`{one}` and `{two}` have played already.")));
        }
        boards.push(board);
    }
    let stands = |meeting: &[u16; 2]| {
        let mut standing = round.meetings.iter().enumerate().filter(|(board, _)| !round.void.contains(board));
        standing.any(|(_, other)| other == meeting)
    };
    if meetings.iter().all(stands) && free.iter().all(|player| round.free.contains(player)) {
        return Ok(None);
    }
    // Who is free already gets the points once.
    let free = free.into_iter().filter(|player| !round.free.contains(player)).collect();
    Ok(Some(TournamentEvent::Replaced { boards, meetings, free }))
}
