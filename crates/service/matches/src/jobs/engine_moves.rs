//! Moves of built-in engines, and their answers to draw offers.

use std::time::Duration;

use chautari_aggregate::{Freshness, JobOutcome};
use chautari_arena::live::{Action, Tick, TimeControl};
use chautari_compute::{Client, SearchAborted, SearchRequest, ThinkError};
use chautari_game::{Level, Limit, Rng, Score, Side};
use chautari_http::Problem;
use chautari_http::problem::Kind;
use chautari_ledger::{Job, Version};

use super::read_body;
use crate::Matches;
use crate::model::{Command, MatchCommand, MatchCreated, MatchJob, MatchState, Player};

/// Failures of an engine at one move after which it loses the match.
const MAX_FAILURES: u32 = 3;

/// The delay before an engine that has failed is tried again.
const RECOVERY: Duration = Duration::from_secs(1);

/// Makes the move of an engine.
pub(super) async fn make_move(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(MatchJob { id, at }) = read_body(&job) else { return Ok(JobOutcome::Done) };
    let matches = app.store();
    let state = matches.load(&id, Freshness::AtLeast(Version(at))).await?;
    // The move may have been taken back or made by another worker, or the match may be over.
    let Some(side) = state.engine_to_move().filter(|_| state.moved_at == at) else {
        return Ok(JobOutcome::Done);
    };
    let command_id = format!("house-{at}");
    let command = |change, job| Command {
        seen_version: Some(at),
        job: Some(job),
        ..Command::new(&*command_id, change)
    };
    let moved = match choose(&app, &job, &state, side).await {
        Ok(Choice { text, score, resigns }) => {
            // A draw may have been offered during the search.
            let state = matches.load(&id, Freshness::AtLeast(Version(at))).await?;
            let is_offered = state.played.draw_offer() == Some(side.other());
            let takes_draw = |score: Score| score.takes_draw(state.played.record().len());
            let action = match score {
                Some(score) if resigns && score.is_lost() => Action::Resign,
                Some(score) if is_offered && takes_draw(score) => Action::AcceptDraw,
                _ => Action::Move { text },
            };
            matches.execute(&id, command(MatchCommand::Act(side, &action), job)).await
        }
        Err(ThinkError::SearchAborted(SearchAborted::Failed)) => {
            let change = MatchCommand::Forfeit(side, "the engine broke down");
            matches.execute(&id, command(change, job)).await
        }
        Err(error) => return retry(error),
    };
    match moved.map_err(Problem::from) {
        Ok(_) => Ok(JobOutcome::Committed),
        // The match has changed during the search.
        Err(problem) if problem.kind() == Kind::Conflict => Ok(JobOutcome::Done),
        Err(problem) => Err(problem),
    }
}

/// Answers a draw offer while the engine is not to move.
pub(super) async fn answer_draw_offer(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(MatchJob { id, at }) = read_body(&job) else { return Ok(JobOutcome::Done) };
    let matches = app.store();
    let state = matches.load(&id, Freshness::AtLeast(Version(at))).await?;
    let Some(side) = state.engine_to_answer_draw() else { return Ok(JobOutcome::Done) };
    let score = match choose(&app, &job, &state, side).await {
        Ok(choice) => choice.score,
        // Without a score the engine declines.
        Err(ThinkError::SearchAborted(SearchAborted::Failed)) => None,
        Err(error) => return retry(error),
    };
    // The score is from the view of the side to move.
    let score = score.map(|score| if state.played.turn() == Some(side) { score } else { score.flip() });
    let is_agreed = score.is_some_and(|score| score.takes_draw(state.played.record().len()));
    let action = if is_agreed { Action::AcceptDraw } else { Action::DeclineDraw };
    let command = Command {
        seen_version: Some(at),
        job: Some(job),
        ..Command::new(format!("house-answer-{at}"), MatchCommand::Act(side, &action))
    };
    match matches.execute(&id, command).await.map_err(Problem::from) {
        Ok(_) => Ok(JobOutcome::Committed),
        // The offer is not open any more.
        Err(problem) if matches!(problem.kind(), Kind::Conflict | Kind::Unprocessable) => {
            Ok(JobOutcome::Done)
        }
        Err(problem) => Err(problem),
    }
}

/// Returns the outcome of a job whose search did not run.
fn retry(error: ThinkError) -> Result<JobOutcome, Problem> {
    match error {
        ThinkError::Overload(overload) => Ok(JobOutcome::RetryAfter(overload.retry_after())),
        ThinkError::SearchAborted(SearchAborted::Stopping) => Ok(JobOutcome::Retry),
        error @ ThinkError::SearchAborted(_) => Err(error.into()),
    }
}

/// The move that an engine chooses.
struct Choice {
    text: String,
    /// The value of the position for the side to move; `None` for random moves.
    score: Option<Score>,
    /// Whether the engine resigns when it is certain to lose.
    resigns: bool,
}

/// Chooses a move for the side to move, at the strength of the player of `side`.
async fn choose(app: &Matches, job: &Job, state: &MatchState, side: Side) -> Result<Choice, ThinkError> {
    let record = state.played.record();
    // Derived from the match, so that repeating the job chooses the same move.
    let seed =
        state.id.as_str().bytes().fold(0, |seed: u64, b| seed.wrapping_mul(257).wrapping_add(b.into()));
    let Player::Engine { level, time_ms, resigns } = *state.player(side) else {
        let offer = Rng::stream(seed, state.moved_at).pick(&record.offers());
        let text = offer.map(|offer| offer.text).ok_or(SearchAborted::Failed)?;
        return Ok(Choice { text, score: None, resigns: false });
    };
    let max_time = time_ms.map_or(app.platform().engines().config().time, Duration::from_millis);
    let mut failures = 0;
    loop {
        let request = SearchRequest {
            game: chautari_game::find(app.platform().games(), &state.created.game)
                .map_err(|_| SearchAborted::Failed)?,
            start: state.created.terms.start.clone(),
            moves: record.moves(),
            level: Level::new(level).unwrap_or(Level::FULL),
            limit: limit(state, side, max_time, app.store().now_in(state)),
            seed,
        };
        match app.platform().think_queued(job, billed_client(state), request).await {
            Ok(thought) => {
                let text = thought.best.ok_or(SearchAborted::Failed)?;
                return Ok(Choice { text, score: Some(thought.score), resigns });
            }
            Err(ThinkError::SearchAborted(SearchAborted::Failed)) if failures + 1 < MAX_FAILURES => {
                failures += 1;
                tokio::time::sleep(RECOVERY).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Returns the client that the search is billed to. All matches of a client share one account; matches that a player
/// waits for come before the others.
fn billed_client(state: &MatchState) -> Client {
    let MatchCreated { payer, tournament, .. } = &state.created;
    match (payer, tournament) {
        (Some(payer), _) if state.is_attended() => payer.interactive(),
        (Some(payer), _) => payer.background(),
        // Created before the account was stored.
        (None, Some(tournament)) => Client::background(tournament.as_str()),
        (None, None) => Client::internal(state.id.as_str()),
    }
}

/// Returns the time for a search: what the side's clock allows, and at most `max_time`. An engine's clock does not
/// run, so that a busy server costs it nothing; but in a fast game its opponent does not have to wait as in a slow one.
fn limit(state: &MatchState, side: Side, max_time: Duration, now: Tick) -> Limit {
    let played = &state.played;
    let is_to_move = played.turn() == Some(side);
    let (Some(control), Some(left)) = (played.terms().control.filter(|_| is_to_move), played.left(now))
    else {
        return Limit { time: Some(max_time), ..Limit::default() };
    };
    let left = Duration::from_millis(left[side.index()]);
    let limit = match control.of(side) {
        TimeControl::Game { .. } => {
            Limit::on_clock(left, control.of(side).gain(), played.record().decisions_a_turn())
        }
        // Unused time is lost, but transmission takes time, and the turn may have a second decision.
        TimeControl::Move { .. } => {
            Limit { time: Some((left / 2).max(Duration::from_millis(1))), ..Limit::default() }
        }
    };
    let time = limit.time.map_or(max_time, |time| time.min(max_time));
    Limit { time: Some(time), aim: limit.aim.map(|aim| aim.min(time)), ..limit }
}

#[cfg(test)]
mod tests {
    use chautari_arena::live::{Player as Party, Stakes, Terms, TimeControls};
    use chautari_platform::MatchId;

    use super::*;
    use crate::model::{Audience, Seat};

    /// Returns the time limit and the aim of the side to move in a match between two engines.
    fn limits(control: Option<TimeControls>, max_time: Duration) -> (Duration, Option<Duration>) {
        let seat = Seat::of(Player::Engine { level: 10, time_ms: None, resigns: false });
        let terms = Terms {
            start: None,
            opening: Vec::new(),
            control,
            stakes: Stakes::Friendly,
            players: [Party::House; 2],
        };
        let created = MatchCreated {
            game: "banchess".to_owned(),
            terms,
            seats: [seat.clone(), seat],
            tournament: None,
            audience: Audience::Everybody,
            ratings: None,
            no_show_ms: None,
            payer: None,
        };
        let games = chautari_games::GAMES;
        let state = MatchState::new(games, MatchId::random(), created, 0, Tick(0)).unwrap();
        let side = state.played.turn().unwrap();
        let Limit { time, aim, .. } = limit(&state, side, max_time, Tick(0));
        let idle = limit(&state, side.other(), max_time, Tick(0));
        assert_eq!(idle.time, Some(max_time), "the side that is not to move has no clock to spare");
        (time.unwrap(), aim)
    }

    #[test]
    fn engine_thinks_no_longer_than_its_clock_allows() {
        let (second, ms) = (Duration::from_secs(1), Duration::from_millis);
        let game = |initial_ms, increment_ms| TimeControl::Game { initial_ms, increment_ms, delay_ms: 0 };
        let on = |control: TimeControl, max_time| limits(Some(control.into()), max_time);
        assert_eq!(limits(None, second), (second, None));
        assert_eq!(on(game(3_600_000, 0), second), (second, Some(second)), "an hour is as good as no clock");
        let (most, aim) = on(game(6000, 0), second);
        assert!(most < second && aim.unwrap() < ms(300), "{most:?} {aim:?}");
        let (_, more) = on(game(6000, 500), second);
        assert!(more > aim, "the increment can be spent");
        assert_eq!(on(game(6000, 0), ms(100)), (ms(100), Some(ms(100))), "the configured time is the limit");
        assert_eq!(on(TimeControl::Move { per_move_ms: 600 }, second), (ms(300), None));
        assert_eq!(on(game(1, 0), second).0, ms(1));
    }

    #[test]
    fn engine_thinks_by_its_own_clock_at_time_odds() {
        let second = Duration::from_secs(1);
        let of =
            |sides: [u64; 2]| TimeControls::new(sides.map(|per_move_ms| TimeControl::Move { per_move_ms }));
        // In Ban Chess the side that bans first is the second one.
        let (one, two) = (limits(Some(of([600, 20])), second).0, limits(Some(of([20, 600])), second).0);
        assert_ne!(one, two);
        assert_eq!(one.max(two), Duration::from_millis(300));
    }
}
