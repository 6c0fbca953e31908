//! What a tournament does next.

use std::time::Duration;

use chautari_aggregate::{self as keeper, Decision, Freshness, JobOutcome, Versioned};
use chautari_arena::Entrant;
use chautari_arena::live::{Player as Party, Verdict};
use chautari_game::Side;
use chautari_http::Problem;
use chautari_http::problem::Kind;
use chautari_ledger::Job;
use chautari_matches::model::{Command, MatchCommand, MatchState};
use chautari_people::{bots, people};
use chautari_platform::wall_clock;
use chautari_platform::{MatchId, TournamentId};

use super::settings::Form;
use super::state::{Clock, Game, Phase, REPAIRED, Round, Slot, Tournament, TournamentEvent};
use super::{entries, limits};
use crate::Tournaments;

/// A tournament that nobody starts is over after so long.
const MOST_WAITING_MS: u64 = 14 * 24 * 3_600_000;

/// How long before the time, by this clock, it is looked again.
const SOON: Duration = Duration::from_millis(20);

/// Does the job of looking at a tournament.
pub(super) async fn direct(app: Tournaments, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = job.body.as_str().and_then(TournamentId::read) else {
        tracing::error!(body = %job.body, "no tournament can be read from this");
        return Ok(JobOutcome::Done);
    };
    while let Progress::Some = step(&app, &id, Look::Ends).await? {}
    Ok(JobOutcome::Done)
}

/// Looks at a tournament because of the time, and again while the time may bring something.
pub(super) async fn watch_clock(app: Tournaments, job: Job) -> Result<JobOutcome, Problem> {
    let Ok(Clock { id, round }) = serde_json::from_value(job.body.clone()) else {
        tracing::error!(body = %job.body, "no tournament can be read from this");
        return Ok(JobOutcome::Done);
    };
    let look = round.map_or(Look::Ends, Look::Round);
    while let Progress::Some = step(&app, &id, look).await? {}
    let tournament = app.tournaments().load(&id, Freshness::Settled).await?;
    let wait_ms = match round {
        _ if tournament.phase == Phase::Ended => None,
        None => {
            let until = match tournament.phase {
                Phase::Open => {
                    Some(tournament.plan.starts_ms.unwrap_or(tournament.began_ms + MOST_WAITING_MS))
                }
                _ => tournament.ends_ms(),
            };
            until.map(|until| until.saturating_sub(wall_clock()))
        }
        Some(round) => patience(&app, &tournament, round).await?,
    };
    Ok(wait_ms
        .map_or(JobOutcome::Done, |wait_ms| JobOutcome::RetryAfter(Duration::from_millis(wait_ms) + SOON)))
}

/// How long it may be until somebody in a round has not come; `None` once all of it is settled.
async fn patience(app: &Tournaments, tournament: &Tournament, round: usize) -> Result<Option<u64>, Problem> {
    let Some(no_show_ms) = tournament.plan.no_show_ms else { return Ok(None) };
    let mut wait_ms = None;
    for (slot, _) in tournament.due().into_iter().filter(|(slot, _)| slot.round == round) {
        let left_ms = match app.matches().store().find(&tournament.match_id(slot)).await? {
            Some(story) if awaited(&story).is_some() => no_show_ms.saturating_sub(waited(app, &story)),
            _ => no_show_ms,
        };
        wait_ms = Some(wait_ms.map_or(left_ms, |wait: u64| wait.min(left_ms)));
    }
    Ok(wait_ms)
}

/// The side whose first move a match waits for, where somebody has to come to make it.
fn awaited(story: &MatchState) -> Option<Side> {
    let side = story.played.turn()?;
    let is_guest = story.created.terms.players[side.index()] == Party::Guest;
    (is_guest && !story.played.has_moved(side)).then_some(side)
}

/// How long a match has waited for its next move, in milliseconds. While no server was there nobody could come.
fn waited(app: &Tournaments, story: &MatchState) -> u64 {
    wall_clock().saturating_sub(story.awaits_ms).min(app.matches().store().now().0)
}

/// What may have come about.
#[derive(Clone, Copy)]
enum Look {
    /// Games have ended, or somebody has steered it.
    Ends,
    /// The same, or somebody has not come to a game of this round.
    Round(usize),
}

/// Whether anything was done.
enum Progress {
    Some,
    None,
}

/// Does the next thing there is to do. Whatever it decides is appended on what it has read; if
/// somebody else was faster, it reads again.
async fn step(app: &Tournaments, id: &TournamentId, look: Look) -> Result<Progress, Problem> {
    let tournament = app.tournaments().load(id, Freshness::Settled).await?;
    match tournament.phase {
        Phase::Ended => return Ok(Progress::None),
        Phase::Open => {
            return match begin(&tournament) {
                Some(event) => append(app, id, &tournament, vec![event]).await,
                None => Ok(Progress::None),
            };
        }
        Phase::Running | Phase::Paused => {}
    }
    if tournament.ends_ms().is_some_and(|ends| ends <= wall_clock()) {
        return end(app, id, &tournament).await;
    }
    let due = tournament.due();
    let live = app.matches().store().live_in(id).await?;
    let mut events = Vec::new();
    for &(slot, sides) in &due {
        // A game that goes on is looked at only where there is a reason.
        let is_steered =
            tournament.is_void(slot) || sides.iter().any(|player| tournament.has_withdrawn(*player));
        let is_late = matches!(look, Look::Round(round) if round == slot.round);
        if !is_steered && !is_late && live.contains(&tournament.match_id(slot)) {
            continue;
        }
        match attend(app, &tournament, slot, sides).await? {
            Found::Settled(game) => events.push(TournamentEvent::Settled(game)),
            Found::Absent(player) => events.push(TournamentEvent::Withdrawn { player, absent: true }),
            Found::Waiting => {}
        }
    }
    if !events.is_empty() {
        return append(app, id, &tournament, events).await;
    }
    if tournament.phase == Phase::Paused {
        return Ok(Progress::None);
    }
    if tournament.plan.format == Form::Arena {
        return pair_free(app, id, &tournament, &due).await;
    }
    if !due.is_empty() {
        return Ok(Progress::None);
    }
    let Some(round) = tournament.field.next_round(tournament.rounds.len() as u32) else {
        return end(app, id, &tournament).await;
    };
    let meetings = round.pairings.iter().map(|pairing| pairing.sides.map(|Entrant(player)| player)).collect();
    let free = round.byes.iter().map(|Entrant(player)| *player).collect();
    append(app, id, &tournament, vec![TournamentEvent::Paired { meetings, free }]).await
}

/// How a tournament that waits goes on, where it does.
fn begin(tournament: &Tournament) -> Option<TournamentEvent> {
    let now = wall_clock();
    let is_time = tournament.plan.starts_ms.is_some_and(|starts| starts <= now);
    let present = tournament.present().count();
    if is_time && (present >= 2 || tournament.plan.format == Form::Arena) {
        return Some(TournamentEvent::Started { rounds: tournament.plan.rounds_for(present) });
    }
    // The time has come and nobody else; or nobody has started it for weeks.
    (is_time || tournament.began_ms + MOST_WAITING_MS <= now).then_some(TournamentEvent::Ended)
}

async fn end(
    app: &Tournaments,
    id: &TournamentId,
    tournament: &Versioned<Tournament>,
) -> Result<Progress, Problem> {
    remember_ratings(app, tournament).await?;
    append(app, id, tournament, vec![TournamentEvent::Ended]).await
}

/// Lets those meet who wait in an arena.
async fn pair_free(
    app: &Tournaments,
    id: &TournamentId,
    tournament: &Versioned<Tournament>,
    due: &[(Slot, [u16; 2])],
) -> Result<Progress, Problem> {
    let room = room(&tournament.rounds, limits::most_arena_games(entries::house(&tournament.players)));
    if room == 0 {
        return if due.is_empty() { end(app, id, tournament).await } else { Ok(Progress::None) };
    }
    let plays = |player: &u16| due.iter().any(|(_, sides)| sides.contains(player));
    let waiting: Vec<_> = tournament.present().filter(|player| !plays(player)).map(Entrant).collect();
    let mut paired = tournament.field.pair_waiting(&waiting);
    paired.truncate(room);
    if paired.is_empty() {
        return Ok(Progress::None);
    }
    let meetings = paired.iter().map(|meeting| meeting.sides.map(|Entrant(player)| player)).collect();
    append(app, id, tournament, vec![TournamentEvent::Paired { meetings, free: Vec::new() }]).await
}

/// How many more games an arena may begin, of this many: all who were free at a time met in one round.
fn room(rounds: &[Round], most: usize) -> usize {
    most.saturating_sub(rounds.iter().map(|round| round.meetings.len()).sum())
}

/// Appends what was decided on a state; if there is another one by now, it is decided anew.
async fn append(
    app: &Tournaments,
    id: &TournamentId,
    seen: &Versioned<Tournament>,
    events: Vec<TournamentEvent>,
) -> Result<Progress, Problem> {
    let decide = |now: &Versioned<Tournament>| {
        Ok::<_, Problem>(if now.version == seen.version {
            Decision::Append(events.clone())
        } else {
            Decision::NoChange
        })
    };
    app.tournaments().act(id, keeper::Command::default(), decide).await?;
    Ok(Progress::Some)
}

/// How a game that is due was found.
enum Found {
    /// It goes on, or begins now, or cannot yet.
    Waiting,
    /// It has ended, or will not be played.
    Settled(Game),
    /// A player does not come.
    Absent(u16),
}

/// Sees to a game that is due: begins it, or says how it ended.
async fn attend(
    app: &Tournaments,
    tournament: &Tournament,
    slot: Slot,
    sides: [u16; 2],
) -> Result<Found, Problem> {
    let (hall, id) = (app.matches().store(), tournament.match_id(slot));
    let gone = sides.map(|player| tournament.has_withdrawn(player));
    let Some(story) = hall.find(&id).await? else {
        if tournament.is_void(slot) {
            return Ok(Found::Settled(Game { r#match: None, ..void(slot, sides) }));
        }
        if gone == [false; 2] {
            if tournament.phase == Phase::Running {
                hall.create(id, tournament.begun(slot, sides)).await?;
            }
            return Ok(Found::Waiting);
        }
        return Ok(Found::Settled(unplayed(slot, sides, gone)));
    };
    if tournament.is_void(slot) {
        let why = MatchCommand::Abandon("the host has paired this round anew");
        finish(app, &id, "repaired", why).await?;
        return Ok(Found::Settled(Game { r#match: Some(id), ..void(slot, sides) }));
    }
    if let Some(verdict) = story.played.verdict() {
        return Ok(Found::Settled(played(slot, sides, verdict, &story)));
    }
    let leaver = Side::ALL.into_iter().find(|side| gone[side.index()]);
    if let Some(side) = leaver {
        let why = if tournament.absent.contains(&sides[side.index()]) {
            "the player did not come"
        } else {
            "the player withdrew from the tournament"
        };
        finish(app, &id, "withdrawn", MatchCommand::Forfeit(side, why)).await?;
        let Some(story) = hall.find(&id).await? else { return Ok(Found::Waiting) };
        let settled = |verdict| Found::Settled(played(slot, sides, verdict, &story));
        return Ok(story.played.verdict().map_or(Found::Waiting, settled));
    }
    let is_late = tournament.plan.no_show_ms.is_some_and(|most| waited(app, &story) >= most);
    let late = awaited(&story).filter(|_| is_late);
    Ok(late.map_or(Found::Waiting, |side| Found::Absent(sides[side.index()])))
}

/// Ends a match, unless it has ended. That makes a job of its own; but whoever does this is here already.
pub(super) async fn finish(
    app: &Tournaments,
    id: &MatchId,
    name: &str,
    wish: MatchCommand<'_>,
) -> Result<(), Problem> {
    let command = Command::new(name, wish);
    match app.matches().store().execute(id, command).await.map_err(Problem::from) {
        Err(problem) if problem.kind() != Kind::Conflict => Err(problem),
        _ => Ok(()),
    }
}

fn played(slot: Slot, sides: [u16; 2], verdict: &Verdict, story: &MatchState) -> Game {
    Game {
        slot,
        sides,
        winner: verdict.winner,
        reason: verdict.code.clone(),
        counts: verdict.code != Verdict::ABANDONED,
        r#match: Some(story.id.clone()),
        attended: Side::ALL.into_iter().all(|side| story.played.has_moved(side)),
    }
}

/// A game that nobody came to, or only one.
fn unplayed(slot: Slot, sides: [u16; 2], gone: [bool; 2]) -> Game {
    let winner = match gone {
        [false, true] => Some(Side::One),
        [true, false] => Some(Side::Two),
        _ => None,
    };
    Game {
        slot,
        sides,
        winner,
        reason: "forfeit".to_owned(),
        counts: winner.is_some(),
        r#match: None,
        attended: false,
    }
}

/// A game that is not played because its board was paired anew.
fn void(slot: Slot, sides: [u16; 2]) -> Game {
    Game {
        slot,
        sides,
        winner: None,
        reason: REPAIRED.to_owned(),
        counts: false,
        r#match: None,
        attended: false,
    }
}

/// Lets the bots keep what they have come to, and the people, where it counts for them.
async fn remember_ratings(app: &Tournaments, tournament: &Tournament) -> Result<(), Problem> {
    let game = &tournament.plan.game;
    for (entry, games) in tournament.players.iter().zip(tournament.rated_games()) {
        if games.is_empty() {
            continue;
        }
        if let Some(name) = entry.seat.player.bot() {
            bots::rate(app.people(), name, game, &games, tournament.id.as_str()).await?;
        }
        if let (Some(person), true) = (entry.seat.player.person(), tournament.plan.rated) {
            people::rate(app.people(), person, game, &games, tournament.id.as_str()).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arena_has_room_for_games_and_not_for_rounds() {
        let round = |games| Round { meetings: vec![[0, 1]; games], free: Vec::new(), void: Vec::new() };
        let rounds = [round(128), round(3)];
        let room_for = [0, 130, 131, 132, 4000].map(|most| room(&rounds, most));
        assert_eq!(room_for, [0, 0, 0, 1, 3869]);
    }
}
