//! What is done without anybody asking: moves of the house, clocks that run out, rematches.

use std::time::Duration;

use chautari_aggregate::{Freshness, JobOutcome};
use chautari_arena::live::{Action, Tick, TimeControl};
use chautari_compute::{Client, SearchAborted, SearchRequest, ThinkError};
use chautari_game::{Level, Limit, Rng, Score, Side};
use chautari_http::Problem;
use chautari_http::problem::Kind;
use chautari_ledger::{CommandId, Job, Version};
use chautari_people::people;
use chautari_platform::MatchId;
use chautari_platform::wall_clock;

use super::command::{Command, MatchCommand};
use super::rating::worth;
use super::seat::Sitter;
use super::state::{
    ANSWERS, CLOCKS, EngineMoveJob, IDLE, MOVES, MatchCreated, MatchState, RATINGS, REMATCHES, TURNS,
    UNATTENDED,
};
use super::store::MatchStore;
use crate::Matches;

/// An engine that has failed so often at one move loses the match.
const MOST_FAILURES: u32 = 3;

/// How long until an engine that has failed is asked again.
const RECOVERY: Duration = Duration::from_secs(1);

/// How often live matches are counted.
const COUNT: Duration = Duration::from_secs(2);

/// Starts the background tasks.
pub fn start(app: &Matches) {
    let hall = app.store().clone();
    app.http().spawn_until_stopped(async move { hall.run().await });
    app.http().spawn_until_stopped(watch_clocks(app.store().clone()));
    app.http().spawn_until_stopped(count(app.clone()));
    // Whose turn it is, the engines decide (`crate::pool`), among those who have come that far. One client has only
    // its share of places there, and more than that come: nobody's moves can keep all others away.
    let share = app.platform().engines().config().per_client;
    app.platform().spawn_workers(app, MOVES, 8 * share, make_move);
    app.platform().spawn_workers(app, UNATTENDED, 4 * share, make_move);
    app.platform().spawn_workers(app, ANSWERS, 4 * share, answer_offer);
    app.platform().spawn_worker(app, REMATCHES, set_up_rematch);
    app.platform().spawn_worker(app, IDLE, put_away);
    app.platform().spawn_worker(app, CLOCKS, watch_days);
    app.platform().spawn_worker(app, RATINGS, super::rating::rate);
    app.platform().spawn_worker(app, TURNS, super::notify::tell_turn);
}

async fn watch_clocks(hall: MatchStore) {
    loop {
        let id = hall.context().alarms.next(hall.context().time).await;
        let hall = hall.clone();
        // Not one after another: a slow match must not hold up another's clock.
        tokio::spawn(async move {
            let command =
                Command { name: CommandId::new("flag"), seen: None, wish: MatchCommand::Flag, job: None };
            match hall.carry_out(&id, command).await {
                Err(problem) if problem.kind() == Kind::Unavailable => {
                    // The ledger is away; the clock has run out all the same.
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    hall.context().alarms.set(&id, Some(hall.now()));
                }
                // The end of the match is what was wished for; a clock that still runs has its own
                // alarm.
                _ => {}
            }
        });
    }
}

/// Looks at a match because a side that had days for its move may have none left.
async fn watch_days(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Ok(EngineMoveJob { id, at }) = serde_json::from_value(job.body.clone()) else {
        tracing::error!(body = %job.body, "no match can be read from this");
        return Ok(JobOutcome::Done);
    };
    let hall = app.store();
    let story = hall.load(&id, Freshness::AtLeast(Version(at))).await?;
    // Who has moved since has an alarm of their own.
    let Some(deadline) = story.played.deadline().filter(|_| story.moved_at == at) else {
        return Ok(JobOutcome::Done);
    };
    let left_ms = deadline.since(hall.now_in(&story));
    if left_ms > 0 {
        return Ok(JobOutcome::RetryAfter(Duration::from_millis(left_ms)));
    }
    drop(story);
    let command = Command { name: CommandId::new("flag"), seen: None, wish: MatchCommand::Flag, job: None };
    match hall.carry_out(&id, command).await {
        // The end of the match is what was wished for.
        Err(problem) if problem.kind() != Kind::Conflict => Err(problem),
        _ => Ok(JobOutcome::Done),
    }
}

async fn count(app: Matches) {
    let live = app.http().metrics().gauge("chautari_matches_live", "Live matches this process follows");
    loop {
        live.set(app.store().unfinished_count() as f64);
        tokio::time::sleep(COUNT).await;
    }
}

async fn make_move(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Ok(EngineMoveJob { id, at }) = serde_json::from_value(job.body.clone()) else {
        tracing::error!(body = %job.body, "no move of the house can be read from this");
        return Ok(JobOutcome::Done);
    };
    let hall = app.store();
    let story = hall.load(&id, Freshness::AtLeast(Version(at))).await?;
    // Taken back, resigned, or made by another worker.
    let Some(side) = story.house_to_move().filter(|_| story.moved_at == at) else {
        return Ok(JobOutcome::Done);
    };
    let name = CommandId::new(format!("house-{at}"));
    let moved = match choose(&app, &job, &story, side).await {
        Ok(Choice { text, score, resigns }) => {
            // A draw may have been offered meanwhile.
            let story = hall.load(&id, Freshness::AtLeast(Version(at))).await?;
            let offered = story.played.draw_offer() == Some(side.other());
            let action = match score {
                Some(score) if resigns && score.is_lost() => Action::Resign,
                Some(score) if offered && score.takes_draw(story.played.record().len()) => Action::AcceptDraw,
                _ => Action::Move { text },
            };
            let command =
                Command { name, seen: Some(at), wish: MatchCommand::Act(side, &action), job: Some(job) };
            hall.carry_out(&id, command).await
        }
        Err(ThinkError::SearchAborted(SearchAborted::Failed)) => {
            let wish = MatchCommand::Forfeit(side, "the engine broke down");
            hall.carry_out(&id, Command { name, seen: Some(at), wish, job: Some(job) }).await
        }
        Err(error) => return put_off(error),
    };
    match moved {
        Ok(_) => Ok(JobOutcome::Committed),
        // Things moved on while it was thinking.
        Err(problem) if problem.kind() == Kind::Conflict => Ok(JobOutcome::Done),
        Err(problem) => Err(problem),
    }
}

/// Says yes or no to a draw while it is not the turn of the house.
async fn answer_offer(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Ok(EngineMoveJob { id, at }) = serde_json::from_value(job.body.clone()) else {
        tracing::error!(body = %job.body, "no offer can be read from this");
        return Ok(JobOutcome::Done);
    };
    let hall = app.store();
    let story = hall.load(&id, Freshness::AtLeast(Version(at))).await?;
    let Some(side) = story.house_to_answer() else { return Ok(JobOutcome::Done) };
    let score = match choose(&app, &job, &story, side).await {
        Ok(choice) => choice.score,
        // Whoever cannot think does not give anything away.
        Err(ThinkError::SearchAborted(SearchAborted::Failed)) => None,
        Err(error) => return put_off(error),
    };
    // What was thought is how good it is for the side to move.
    let score = score.map(|score| if story.played.turn() == Some(side) { score } else { score.flip() });
    let agreed = score.is_some_and(|score| score.takes_draw(story.played.record().len()));
    let action = if agreed { Action::AcceptDraw } else { Action::DeclineDraw };
    let name = CommandId::new(format!("house-answer-{at}"));
    let command = Command { name, seen: Some(at), wish: MatchCommand::Act(side, &action), job: Some(job) };
    match hall.carry_out(&id, command).await {
        Ok(_) => Ok(JobOutcome::Committed),
        // The offer stands no more.
        Err(problem) if matches!(problem.kind(), Kind::Conflict | Kind::Unprocessable) => {
            Ok(JobOutcome::Done)
        }
        Err(problem) => Err(problem),
    }
}

/// What becomes of a job for which there is no thought now.
fn put_off(error: ThinkError) -> Result<JobOutcome, Problem> {
    match error {
        ThinkError::Overload(overload) => Ok(JobOutcome::RetryAfter(overload.retry_after())),
        ThinkError::SearchAborted(SearchAborted::Stopping) => Ok(JobOutcome::Retry),
        error @ ThinkError::SearchAborted(_) => Err(error.into()),
    }
}

/// What the house would play for the side to move.
struct Choice {
    text: String,
    /// How good the position is for the side to move; nobody knows where chance decides.
    score: Option<Score>,
    /// Whether the engine resigns where all is lost.
    resigns: bool,
}

/// What the house would play, with the strength of the seat of this side.
async fn choose(app: &Matches, job: &Job, story: &MatchState, side: Side) -> Result<Choice, ThinkError> {
    let record = story.played.record();
    // The same match has the same chance, wherever and however often its move is chosen.
    let seed =
        story.id.as_str().bytes().fold(0, |seed: u64, b| seed.wrapping_mul(257).wrapping_add(b.into()));
    let (level, time_ms, resigns) = match &story.begun.seats[side.index()].sitter {
        Sitter::Engine { level, time_ms, resigns } => (*level, *time_ms, *resigns),
        Sitter::Random | Sitter::Human | Sitter::Bot { .. } | Sitter::Person { .. } | Sitter::Open => {
            let offer = Rng::stream(seed, story.moved_at).pick(&record.offers());
            let text = offer.map(|offer| offer.text).ok_or(SearchAborted::Failed)?;
            return Ok(Choice { text, score: None, resigns: false });
        }
    };
    let most = time_ms.map_or(app.platform().engines().config().time, Duration::from_millis);
    let mut failures = 0;
    loop {
        let question = SearchRequest {
            game: chautari_game::find(app.platform().games(), &story.begun.game)
                .map_err(|_| SearchAborted::Failed)?,
            start: story.begun.terms.start.clone(),
            moves: record.moves(),
            level: Level::new(level).unwrap_or(Level::FULL),
            limit: limit(story, side, most, app.store().now_in(story)),
            seed,
        };
        match app.platform().think_queued(job, account(story), question).await {
            Ok(thought) => {
                let text = thought.best.ok_or(SearchAborted::Failed)?;
                return Ok(Choice { text, score: Some(thought.score), resigns });
            }
            Err(ThinkError::SearchAborted(SearchAborted::Failed)) if failures + 1 < MOST_FAILURES => {
                failures += 1;
                tokio::time::sleep(RECOVERY).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Whose share of the engines a match takes. However many somebody has begun, they are one account, and people come
/// before what nobody waits for.
fn account(story: &MatchState) -> Client {
    let MatchCreated { payer, tournament, .. } = &story.begun;
    match (payer, tournament) {
        (Some(payer), _) if story.is_waited_for() => payer.interactive(),
        (Some(payer), _) => payer.background(),
        // Begun before it was written down by whom.
        (None, Some(tournament)) => Client::background(tournament.as_str()),
        (None, None) => Client::internal(story.id.as_str()),
    }
}

/// How long the house thinks for a side: what its clock allows, and no longer than it may. Its clock does not run, so
/// that nobody wins by keeping the server busy; but whoever sits down to a short game does not wait as in a long one.
fn limit(story: &MatchState, side: Side, most: Duration, now: Tick) -> Limit {
    let played = &story.played;
    let is_to_move = played.turn() == Some(side);
    let (Some(control), Some(left)) = (played.terms().control.filter(|_| is_to_move), played.left(now))
    else {
        return Limit { time: Some(most), ..Limit::default() };
    };
    let left = Duration::from_millis(left[side.index()]);
    let limit = match control.of(side) {
        TimeControl::Game { .. } => {
            Limit::on_clock(left, control.of(side).gain(), played.record().decisions_a_turn())
        }
        // What is saved is lost; but the way to the board takes time, and the turn may have a second decision.
        TimeControl::Move { .. } => {
            Limit { time: Some((left / 2).max(Duration::from_millis(1))), ..Limit::default() }
        }
    };
    let time = limit.time.map_or(most, |time| time.min(most));
    Limit { time: Some(time), aim: limit.aim.map(|aim| aim.min(time)), ..limit }
}

async fn set_up_rematch(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = job.body.as_str().and_then(MatchId::read) else {
        tracing::error!(body = %job.body, "no match can be read from this");
        return Ok(JobOutcome::Done);
    };
    begin_rematch(&app, &id).await?;
    Ok(JobOutcome::Done)
}

/// Ends a match that nobody comes back to.
async fn put_away(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = job.body.as_str().and_then(MatchId::read) else {
        tracing::error!(body = %job.body, "no match can be read from this");
        return Ok(JobOutcome::Done);
    };
    let story = match app.store().find(&id).await? {
        Some(story) if story.played.verdict().is_none() => story,
        _ => return Ok(JobOutcome::Done),
    };
    let is_no_show = story.no_show().is_some();
    // While no server was there nobody could come.
    let latest = if is_no_show { story.awaits_ms + app.store().now().0 } else { u64::MAX };
    let patience = story.patience(wall_clock().min(latest));
    if !patience.is_zero() {
        return Ok(JobOutcome::RetryAfter(patience));
    }
    let why = if is_no_show {
        "a player did not come"
    } else if story.played.is_paused() {
        "nobody came back for ninety days"
    } else {
        "nothing happened for two weeks"
    };
    let wish = MatchCommand::Abandon(why);
    let command =
        Command { name: CommandId::new("abandoned"), seen: Some(story.version.0), wish, job: Some(job) };
    match app.store().carry_out(&id, command).await {
        Ok(_) => Ok(JobOutcome::Committed),
        // Somebody came back at the last moment.
        Err(problem) if problem.kind() == Kind::Conflict => Ok(JobOutcome::Retry),
        Err(problem) => Err(problem),
    }
}

/// Begins the match in which the players of this one meet again. Who has gone since it was agreed on does not sit down.
pub(crate) async fn begin_rematch(app: &Matches, id: &MatchId) -> Result<(), Problem> {
    let story = app.store().load(id, Freshness::Current).await?;
    if people::is_any_deleted(app.people(), story.people()).await? {
        return Ok(());
    }
    let (id, mut begun) = story.rematch();
    if let Some(ratings) = &mut begun.ratings {
        // The match before has changed them.
        for (seat, rating) in begun.seats.iter().zip(ratings) {
            if let Some(worth) = worth(app, &seat.sitter, &begun.game).await? {
                *rating = [worth.rating, worth.deviation, worth.volatility];
            }
        }
    }
    app.store().begin(id, begun).await.map(drop)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chautari_arena::live::{Player, Stakes, Terms};

    use super::*;
    use crate::matches::state::Audience;
    use crate::matches::{Seat, Sitter};

    fn on(control: Option<TimeControl>, most: Duration) -> (Duration, Option<Duration>) {
        let engine = Sitter::Engine { level: 10, time_ms: None, resigns: false };
        let seat = Seat { sitter: engine, hash: None };
        let terms = Terms {
            start: None,
            opening: Vec::new(),
            control: control.map(Into::into),
            stakes: Stakes::Friendly,
            players: [Player::House; 2],
        };
        let begun = MatchCreated {
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
        let story = MatchState::new(games, MatchId::random(), begun, 0, Tick(0), Arc::default()).unwrap();
        let side = story.played.turn().unwrap();
        let Limit { time, aim, .. } = limit(&story, side, most, Tick(0));
        assert_eq!(limit(&story, side.other(), most, Tick(0)).time, Some(most), "nobody waits for it");
        (time.unwrap(), aim)
    }

    #[test]
    fn the_house_thinks_no_longer_than_its_clock_would_allow() {
        let (second, ms) = (Duration::from_secs(1), Duration::from_millis);
        let game = |initial_ms, increment_ms| TimeControl::Game { initial_ms, increment_ms, delay_ms: 0 };
        assert_eq!(on(None, second), (second, None));
        // A game of an hour has a second for a move, as it had without a clock.
        assert_eq!(on(Some(game(3_600_000, 0)), second), (second, Some(second)));
        let (most, aim) = on(Some(game(6000, 0)), second);
        assert!(most < second && aim.unwrap() < ms(300), "{most:?} {aim:?}");
        let (_, more) = on(Some(game(6000, 500)), second);
        assert!(more > aim, "what is gained can be spent");
        // What was said is the most.
        assert_eq!(on(Some(game(6000, 0)), ms(100)), (ms(100), Some(ms(100))));
        assert_eq!(on(Some(TimeControl::Move { per_move_ms: 600 }), second), (ms(300), None));
        assert_eq!(on(Some(game(1, 0)), second).0, ms(1));
    }
}
