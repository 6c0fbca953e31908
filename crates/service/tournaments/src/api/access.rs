//! Access to a tournament: its host, and its players.

use std::sync::Arc;

use chautari_aggregate::{Command, Decision, Freshness, Versioned};
use chautari_http::cost::Act;
use chautari_http::{Problem, Token};
use chautari_matches::model::Player;
use chautari_people::{Caller, Participant};
use chautari_platform::TournamentId;

use super::tournament_id;
use crate::Tournaments;
use crate::model::{Phase, Refusal, Tournament, TournamentEvent};

/// The role of a caller in a tournament.
pub(super) enum Role {
    /// The holder of the tournament's token, or the person who created it.
    Host,
    /// A player.
    Player(u16),
}

/// Returns the caller's role in a tournament. Refuses everyone who has none.
pub(super) async fn role(caller: &Caller<Token, Act>, tournament: &Tournament) -> Result<Role, Problem> {
    if tournament.settings.hash.admits(&caller.identity) {
        caller.accept()?;
        return Ok(Role::Host);
    }
    let participant = caller.participant().await?;
    caller.accept()?;
    if let Participant::Person(person) = &participant
        && tournament.settings.host.as_ref() == Some(&person.id)
    {
        return Ok(Role::Host);
    }
    let player = tournament.player_of(&sitter(&participant));
    player.map(Role::Player).ok_or_else(|| Problem::forbidden("You do not play in this tournament."))
}

/// Returns a person or bot as a player.
pub(super) fn sitter(participant: &Participant) -> Player {
    match participant {
        Participant::Person(person) => Player::Person { id: person.id.clone(), name: person.name.clone() },
        Participant::Bot(bot) => Player::Bot { name: bot.name.clone() },
    }
}

/// Returns the id of a tournament if the caller is its host.
pub(super) async fn host_of(
    app: &Tournaments,
    caller: &Caller<Token, Act>,
    id: &str,
) -> Result<TournamentId, Problem> {
    let id = tournament_id(id)?;
    let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
    match role(caller, &tournament).await? {
        Role::Host => Ok(id),
        Role::Player(_) => Err(Problem::forbidden("Only the host of the tournament can do this.")),
    }
}

/// Returns the player that a caller names: any player for the host, only themselves for a player.
pub(super) fn named_by(tournament: &Tournament, role: &Role, name: Option<&str>) -> Result<u16, Refusal> {
    let named = name.map(|name| tournament.named_player(name)).transpose()?;
    match (role, named) {
        (Role::Host, Some(player)) => Ok(player),
        (Role::Host, None) => Err(Refusal::NoPlayerNamed),
        (Role::Player(own), None) => Ok(*own),
        (Role::Player(own), Some(player)) if *own == player => Ok(player),
        (Role::Player(_), Some(_)) => Err(Refusal::NotYourself),
    }
}

/// Appends the event that `decide` returns, if any. Returns the new state.
pub(super) async fn act(
    app: &Tournaments,
    id: &TournamentId,
    decide: impl Fn(&Tournament) -> Result<Option<TournamentEvent>, Refusal>,
) -> Result<Arc<Versioned<Tournament>>, Problem> {
    let decide = |now: &Versioned<Tournament>| -> Result<Decision<TournamentEvent>, Problem> {
        Ok(decide(now)?.map_or(Decision::NoChange, |event| Decision::Append(vec![event])))
    };
    Ok(app.tournaments().act(id, Command::default(), decide).await?.now)
}

/// Like [`act`], but refuses if the tournament has ended, also if nothing would change.
pub(super) async fn act_before_end(
    app: &Tournaments,
    id: &TournamentId,
    decide: impl Fn(&Tournament) -> Result<Option<TournamentEvent>, Refusal>,
) -> Result<Arc<Versioned<Tournament>>, Problem> {
    let decide = |now: &Tournament| if now.phase == Phase::Ended { Err(Refusal::Ended) } else { decide(now) };
    act(app, id, decide).await
}

/// Lets the host of a tournament change it, before it has ended.
pub(super) async fn act_as_host(
    app: &Tournaments,
    caller: &Caller<Token, Act>,
    id: &str,
    decide: impl Fn(&Tournament) -> Result<Option<TournamentEvent>, Refusal>,
) -> Result<Arc<Versioned<Tournament>>, Problem> {
    let id = host_of(app, caller, id).await?;
    act_before_end(app, &id, decide).await
}
