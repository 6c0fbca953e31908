//! Advances tournaments: starts them, begins and settles games, pairs rounds, ends them.
//!
//! A tournament is advanced by jobs. Each step decides on a loaded state and appends to exactly that state; if it has
//! changed meanwhile, the step is repeated. A step that is done twice has no further effect.

use std::time::Duration;

use chautari_aggregate::{self as aggregate, Decision, Freshness, JobOutcome, Versioned};
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

use crate::Tournaments;
use crate::model::{
    ABSENT, ClockJob, GameSlot, NextRoundStart, PairedRound, Phase, REPAIRED, SettledGame, Tournament,
    TournamentEvent, max_arena_games,
};

/// The time after which a tournament that is never started ends.
const MAX_OPEN_MS: u64 = 14 * 24 * 3_600_000;

/// The delay after a due time before it is checked again, because clocks of processes differ a little.
const CLOCK_MARGIN: Duration = Duration::from_millis(20);

/// The code of a game that was lost on time.
const TIMEOUT: &str = "time";

/// Runs a job that advances a tournament.
pub(super) async fn advance(app: Tournaments, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = job.body.as_str().and_then(TournamentId::read) else {
        tracing::error!(body = %job.body, "invalid tournament job");
        return Ok(JobOutcome::Done);
    };
    while let Step::Changed = step(&app, &id, Trigger::Event).await? {}
    Ok(JobOutcome::Done)
}

/// Runs a job that advances a tournament at a certain time, and retries it when the next thing is due.
pub(super) async fn watch_clock(app: Tournaments, job: Job) -> Result<JobOutcome, Problem> {
    let Ok(ClockJob { id, round }) = serde_json::from_value(job.body.clone()) else {
        tracing::error!(body = %job.body, "invalid tournament clock job");
        return Ok(JobOutcome::Done);
    };
    let trigger = round.map_or(Trigger::Event, Trigger::NoShow);
    while let Step::Changed = step(&app, &id, trigger).await? {}
    let tournament = app.tournaments().load(&id, Freshness::Settled).await?;
    let wait_ms = match round {
        _ if tournament.phase == Phase::Ended => None,
        None => due_ms(&tournament).map(|due| due.saturating_sub(wall_clock())),
        Some(round) => no_show_wait(&app, &tournament, round).await?,
    };
    Ok(wait_ms.map_or(JobOutcome::Done, |wait_ms| {
        JobOutcome::RetryAfter(Duration::from_millis(wait_ms) + CLOCK_MARGIN)
    }))
}

/// Returns the next time at which the tournament starts, ends or pairs a round by itself.
fn due_ms(tournament: &Tournament) -> Option<u64> {
    match tournament.phase {
        Phase::Open => Some(tournament.settings.starts_ms.unwrap_or(tournament.began_ms + MAX_OPEN_MS)),
        _ => tournament.ends_ms().or_else(|| tournament.break_ends_ms()),
    }
}

/// Returns the time until a player of a round may be absent; `None` if all games of the round are settled.
async fn no_show_wait(
    app: &Tournaments,
    tournament: &Tournament,
    round: usize,
) -> Result<Option<u64>, Problem> {
    let Some(no_show_ms) = tournament.settings.no_show_ms else { return Ok(None) };
    let mut wait_ms = None;
    for (slot, _) in tournament.due().into_iter().filter(|(slot, _)| slot.round == round) {
        let left_ms = match app.matches().store().find(&tournament.match_id(slot)).await? {
            Some(state) if awaited(&state).is_some() => no_show_ms.saturating_sub(waited_ms(app, &state)),
            _ => no_show_ms,
        };
        wait_ms = Some(wait_ms.map_or(left_ms, |wait: u64| wait.min(left_ms)));
    }
    Ok(wait_ms)
}

/// Returns the side whose first move a match waits for, unless the server plays it.
fn awaited(state: &MatchState) -> Option<Side> {
    let side = state.played.turn()?;
    let is_guest = state.created.terms.players[side.index()] == Party::Guest;
    (is_guest && !state.played.has_moved(side)).then_some(side)
}

/// Returns how long a match has waited for its next move. Only time in which this process was running counts, because
/// nobody could move while the server was stopped.
fn waited_ms(app: &Tournaments, state: &MatchState) -> u64 {
    wall_clock().saturating_sub(state.awaits_ms).min(app.matches().store().now().0)
}

/// The reason why a tournament is advanced.
#[derive(Clone, Copy)]
enum Trigger {
    /// A game has ended, a client changed the tournament, or something is due.
    Event,
    /// Players of this round may be absent.
    NoShow(usize),
}

/// Whether a step changed the tournament.
enum Step {
    Changed,
    Unchanged,
}

/// Does the next step.
async fn step(app: &Tournaments, id: &TournamentId, trigger: Trigger) -> Result<Step, Problem> {
    let tournament = app.tournaments().load(id, Freshness::Settled).await?;
    match tournament.phase {
        Phase::Ended => return Ok(Step::Unchanged),
        Phase::Open => {
            return match start_by_time(&tournament) {
                Some(event) => append(app, id, &tournament, vec![event]).await,
                None => Ok(Step::Unchanged),
            };
        }
        Phase::Running | Phase::Paused => {}
    }
    if tournament.ends_ms().is_some_and(|ends| ends <= wall_clock()) {
        return end(app, id, &tournament).await;
    }
    let due = tournament.due();
    let events = advance_games(app, id, &tournament, &due, trigger).await?;
    if !events.is_empty() {
        return append(app, id, &tournament, events).await;
    }
    if tournament.phase == Phase::Paused {
        return Ok(Step::Unchanged);
    }
    if !tournament.has_rounds() {
        return pair_waiting(app, id, &tournament, &due).await;
    }
    let is_time = match tournament.next_round_start() {
        NextRoundStart::InProgress | NextRoundStart::ByHost => false,
        NextRoundStart::Now | NextRoundStart::Over => true,
        NextRoundStart::At(ms) => ms <= wall_clock(),
    };
    if !is_time {
        return Ok(Step::Unchanged);
    }
    match tournament.pair_next_round() {
        Some(paired) => append(app, id, &tournament, vec![paired]).await,
        None => end(app, id, &tournament).await,
    }
}

/// Advances all games that are due, and returns what happened.
async fn advance_games(
    app: &Tournaments,
    id: &TournamentId,
    tournament: &Tournament,
    due: &[(GameSlot, [u16; 2])],
    trigger: Trigger,
) -> Result<Vec<TournamentEvent>, Problem> {
    let live = app.matches().store().live_in(id).await?;
    let mut events = Vec::new();
    for &(slot, sides) in due {
        // Games in progress are loaded only if there is a reason.
        let was_steered =
            tournament.is_void(slot) || sides.iter().any(|player| tournament.has_withdrawn(*player));
        let may_be_absent = matches!(trigger, Trigger::NoShow(round) if round == slot.round);
        if !was_steered && !may_be_absent && live.contains(&tournament.match_id(slot)) {
            continue;
        }
        match advance_game(app, tournament, slot, sides).await? {
            GameStatus::Settled(game) => events.push(TournamentEvent::Settled(game)),
            GameStatus::Absent(players) => {
                let withdrawn = |player| TournamentEvent::Withdrawn { player, absent: true };
                events.extend(players.into_iter().map(withdrawn));
            }
            GameStatus::InProgress => {}
        }
    }
    Ok(events)
}

/// Returns the event that starts or ends an open tournament whose time has come.
fn start_by_time(tournament: &Tournament) -> Option<TournamentEvent> {
    let now = wall_clock();
    let is_time = tournament.settings.starts_ms.is_some_and(|starts| starts <= now);
    if is_time && tournament.present().count() >= tournament.settings.format.min_present() {
        return Some(tournament.started());
    }
    // Too few players came, or the host never started it.
    (is_time || tournament.began_ms + MAX_OPEN_MS <= now).then_some(TournamentEvent::Ended)
}

async fn end(
    app: &Tournaments,
    id: &TournamentId,
    tournament: &Versioned<Tournament>,
) -> Result<Step, Problem> {
    store_ratings(app, tournament).await?;
    append(app, id, tournament, vec![TournamentEvent::Ended]).await
}

/// Pairs the players who wait in a tournament that is paired by the clock.
async fn pair_waiting(
    app: &Tournaments,
    id: &TournamentId,
    tournament: &Versioned<Tournament>,
    due: &[(GameSlot, [u16; 2])],
) -> Result<Step, Problem> {
    let room = games_left(&tournament.rounds, max_arena_games(tournament.engines()));
    if room == 0 {
        return if due.is_empty() { end(app, id, tournament).await } else { Ok(Step::Unchanged) };
    }
    let plays = |player: &u16| due.iter().any(|(_, sides)| sides.contains(player));
    let waiting: Vec<_> = tournament.present().filter(|player| !plays(player)).map(Entrant).collect();
    let mut paired = tournament.progress.pair_waiting(&waiting);
    paired.truncate(room);
    if paired.is_empty() {
        return Ok(Step::Unchanged);
    }
    let meetings = paired.iter().map(|pairing| pairing.sides.map(|Entrant(player)| player)).collect();
    append(app, id, tournament, vec![TournamentEvent::Paired { meetings, free: Vec::new() }]).await
}

/// Returns how many more games may begin, given the limit on all games.
fn games_left(rounds: &[PairedRound], limit: usize) -> usize {
    limit.saturating_sub(rounds.iter().map(|round| round.meetings.len()).sum())
}

/// Appends events that were decided on this state. If it has changed meanwhile, nothing is appended and the next step
/// decides again.
async fn append(
    app: &Tournaments,
    id: &TournamentId,
    seen: &Versioned<Tournament>,
    events: Vec<TournamentEvent>,
) -> Result<Step, Problem> {
    let decide = |now: &Versioned<Tournament>| {
        Ok::<_, Problem>(if now.version == seen.version {
            Decision::Append(events.clone())
        } else {
            Decision::NoChange
        })
    };
    app.tournaments().act(id, aggregate::Command::default(), decide).await?;
    Ok(Step::Changed)
}

/// The status of a game that is due.
enum GameStatus {
    /// It is in progress, or cannot begin yet.
    InProgress,
    /// It has ended, or will not be played.
    Settled(SettledGame),
    /// These players did not show up.
    Absent(Vec<u16>),
}

/// Advances a game that is due: begins its match, or settles it.
async fn advance_game(
    app: &Tournaments,
    tournament: &Tournament,
    slot: GameSlot,
    sides: [u16; 2],
) -> Result<GameStatus, Problem> {
    let (store, id) = (app.matches().store(), tournament.match_id(slot));
    let gone = sides.map(|player| tournament.has_withdrawn(player));
    let Some(state) = store.find(&id).await? else {
        if tournament.is_void(slot) {
            return Ok(GameStatus::Settled(uncounted(slot, sides, REPAIRED, None)));
        }
        if gone == [false; 2] {
            if tournament.phase == Phase::Running {
                store.create(id, tournament.new_match(slot, sides)).await?;
            }
            return Ok(GameStatus::InProgress);
        }
        return Ok(GameStatus::Settled(unplayed(tournament, slot, sides, gone)));
    };
    if tournament.is_void(slot) {
        let why = MatchCommand::Abandon("the host has changed the pairings of this round");
        finish(app, &id, "repaired", why).await?;
        return Ok(GameStatus::Settled(uncounted(slot, sides, REPAIRED, Some(id))));
    }
    if let Some(verdict) = state.played.verdict() {
        return Ok(GameStatus::Settled(settled(app, tournament, slot, sides, &state, verdict)));
    }
    match gone {
        [false, false] => {}
        [true, true] => {
            finish(app, &id, "withdrawn", MatchCommand::Abandon("neither player is there")).await?;
            let reason = reason_of_both(tournament, sides);
            return Ok(GameStatus::Settled(uncounted(slot, sides, reason, Some(id))));
        }
        [is_first_gone, _] => {
            let side = if is_first_gone { Side::One } else { Side::Two };
            let why = if tournament.absent.contains(&sides[side.index()]) {
                "the player did not come"
            } else {
                "the player withdrew from the tournament"
            };
            finish(app, &id, "withdrawn", MatchCommand::Forfeit(side, why)).await?;
            let Some(state) = store.find(&id).await? else { return Ok(GameStatus::InProgress) };
            let settled = |verdict| GameStatus::Settled(played(slot, sides, verdict, &state));
            return Ok(state.played.verdict().map_or(GameStatus::InProgress, settled));
        }
    }
    let is_late = tournament.settings.no_show_ms.is_some_and(|limit| waited_ms(app, &state) >= limit);
    let Some(side) = awaited(&state).filter(|_| is_late) else { return Ok(GameStatus::InProgress) };
    let mut absent = vec![sides[side.index()]];
    // The opponent could not move yet. A pairing of two absent players must not be a win for one of them.
    let opponent = sides[side.other().index()];
    let may_be_absent = !state.played.has_moved(side.other()) && !state.is_correspondence();
    if may_be_absent && was_away(app, tournament, opponent, waited_ms(app, &state)) {
        absent.push(opponent);
    }
    Ok(GameStatus::Absent(absent))
}

/// Whether a player showed no sign of life for this time. Bots that poll cannot be seen, so they are never away.
fn was_away(app: &Tournaments, tournament: &Tournament, player: u16, for_ms: u64) -> bool {
    let person = tournament.players.get(usize::from(player)).and_then(|entry| entry.seat.player.person());
    person.is_some_and(|id| !app.people().presence().was_active(id, Duration::from_millis(for_ms)))
}

/// Settles a game whose match has ended. A game that was lost on time without any move is no win for an opponent who
/// did not come either.
fn settled(
    app: &Tournaments,
    tournament: &Tournament,
    slot: GameSlot,
    sides: [u16; 2],
    state: &MatchState,
    verdict: &Verdict,
) -> SettledGame {
    let has_moved = Side::ALL.into_iter().any(|side| state.played.has_moved(side));
    // Without moves, the match waited from its beginning. A process that started later does not know who was here.
    let waited_ms = wall_clock().saturating_sub(state.awaits_ms);
    let knows_presence = waited_ms <= app.matches().store().now().0;
    if verdict.code == TIMEOUT
        && !has_moved
        && !state.is_correspondence()
        && knows_presence
        && let Some(winner) = verdict.winner
        && was_away(app, tournament, sides[winner.index()], waited_ms)
    {
        return uncounted(slot, sides, ABSENT, Some(state.id.clone()));
    }
    played(slot, sides, verdict, state)
}

/// Ends a match, unless it has ended. The job that this queues has nothing left to do.
pub(super) async fn finish(
    app: &Tournaments,
    id: &MatchId,
    name: &str,
    change: MatchCommand<'_>,
) -> Result<(), Problem> {
    match app.matches().store().execute(id, Command::new(name, change)).await.map_err(Problem::from) {
        Err(problem) if problem.kind() != Kind::Conflict => Err(problem),
        _ => Ok(()),
    }
}

fn played(slot: GameSlot, sides: [u16; 2], verdict: &Verdict, state: &MatchState) -> SettledGame {
    SettledGame {
        slot,
        sides,
        winner: verdict.winner,
        reason: verdict.code.clone(),
        counts: verdict.code != Verdict::ABANDONED,
        r#match: Some(state.id.clone()),
        attended: Side::ALL.into_iter().all(|side| state.played.has_moved(side)),
    }
}

/// Settles a game without a match, because one or both players have left.
fn unplayed(tournament: &Tournament, slot: GameSlot, sides: [u16; 2], gone: [bool; 2]) -> SettledGame {
    let winner = match gone {
        [true, true] | [false, false] => {
            return uncounted(slot, sides, reason_of_both(tournament, sides), None);
        }
        [is_first_gone, _] => Some(if is_first_gone { Side::Two } else { Side::One }),
    };
    SettledGame { winner, counts: true, ..uncounted(slot, sides, FORFEIT, None) }
}

/// The code of a game that was forfeited.
const FORFEIT: &str = "forfeit";

/// Returns the reason of a game whose players have both left.
fn reason_of_both(tournament: &Tournament, sides: [u16; 2]) -> &'static str {
    if sides.iter().any(|player| tournament.absent.contains(player)) { ABSENT } else { FORFEIT }
}

/// A game in which neither player gets points.
fn uncounted(slot: GameSlot, sides: [u16; 2], reason: &str, id: Option<MatchId>) -> SettledGame {
    SettledGame {
        slot,
        sides,
        winner: None,
        reason: reason.to_owned(),
        counts: false,
        r#match: id,
        attended: false,
    }
}

/// Stores the new ratings of bots, and of people if the tournament is rated.
async fn store_ratings(app: &Tournaments, tournament: &Tournament) -> Result<(), Problem> {
    let game = &tournament.settings.game;
    for (entry, games) in tournament.players.iter().zip(tournament.rated_games()) {
        if games.is_empty() {
            continue;
        }
        if let Some(name) = entry.seat.player.bot() {
            bots::rate(app.people(), name, game, &games, tournament.id.as_str()).await?;
        }
        if let (Some(person), true) = (entry.seat.player.person(), tournament.settings.rated) {
            people::rate(app.people(), person, game, &games, tournament.id.as_str()).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limit_of_an_arena_counts_games_not_rounds() {
        let round = |games| PairedRound { meetings: vec![[0, 1]; games], ..PairedRound::default() };
        let rounds = [round(128), round(3)];
        let left = [0, 130, 131, 132, 4000].map(|limit| games_left(&rounds, limit));
        assert_eq!(left, [0, 0, 0, 1, 3869]);
    }
}
