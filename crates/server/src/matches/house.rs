//! What is done without anybody asking: moves of the house, clocks that run out, rematches.

use std::sync::Arc;
use std::time::Duration;

use chautari_arena::live::Action;
use chautari_game::{Dice, Level, Limit, Side};
use chautari_ledger::{CommandId, Job, Notice, Unavailable};

use super::act::{Command, Wish, wall_clock};
use super::hall::Hall;
use super::seat::Sitter;
use super::story::{HouseMove, IDLE, MOVES, REMATCHES, Story};
use crate::names::MatchId;
use crate::problem::Kind;
use crate::{App, Client, Problem, Question, ThinkError, Unthought};

/// A worker that says nothing for so long is taken to be gone, and its job is given to another.
pub(crate) const LEASE: Duration = Duration::from_secs(10);

/// How often a worker says that it is still there.
const RENEWAL: Duration = Duration::from_secs(3);

/// An engine that has failed so often at one move loses the match.
const MOST_FAILURES: u64 = 3;

/// How often the hall is swept.
const SWEEP: Duration = Duration::from_mins(1);

/// How often live matches are counted.
const COUNT: Duration = Duration::from_secs(2);

/// Starts everything that goes on beside the requests.
pub(crate) fn start(app: &App) {
    let hall = app.hall().clone();
    app.spawn(until_stopped(app.clone(), follow(hall.clone())));
    app.spawn(until_stopped(app.clone(), watch_clocks(hall.clone())));
    app.spawn(until_stopped(app.clone(), sweep(hall.clone())));
    app.spawn(until_stopped(app.clone(), count(app.clone(), hall)));
    // One more than can think, so that one can wait for the ledger meanwhile.
    for _ in 0..=app.config().engines.threads {
        app.spawn(work(app.clone(), MOVES, make_move));
    }
    app.spawn(work(app.clone(), REMATCHES, set_up_rematch));
    app.spawn(work(app.clone(), IDLE, put_away));
}

pub(crate) async fn until_stopped(app: App, task: impl Future<Output = ()>) {
    tokio::select! {
        () = task => {}
        () = app.shutdown().requested() => {}
    }
}

/// Keeps up with what other processes append.
async fn follow(hall: Arc<Hall>) {
    let mut notices = hall.ledger.watch();
    hall.look_around().await;
    while let Some(notice) = notices.next().await {
        match notice {
            Notice::Appended { stream, version } => hall.hear(&stream, version).await,
            Notice::Missed => hall.look_around().await,
        }
    }
}

async fn watch_clocks(hall: Arc<Hall>) {
    loop {
        let id = hall.alarms.next(hall.time).await;
        let hall = hall.clone();
        // Not one after another: a slow match must not hold up another's clock.
        tokio::spawn(async move {
            let command = Command { name: CommandId::new("flag"), seen: None, wish: Wish::Flag, job: None };
            match hall.carry_out(&id, command).await {
                Err(problem) if problem.kind() == Kind::Away => {
                    // The ledger is away; the clock has run out all the same.
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    hall.alarms.set(&id, Some(hall.time.now()));
                }
                // The end of the match is what was wished for; a clock that still runs has its own
                // alarm.
                _ => {}
            }
        });
    }
}

async fn sweep(hall: Arc<Hall>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        hall.sweep().await;
    }
}

async fn count(app: App, hall: Arc<Hall>) {
    let live = app.metrics().gauge("chautari_matches_live", "Live matches this process follows");
    loop {
        live.set(hall.live() as f64);
        tokio::time::sleep(COUNT).await;
    }
}

/// What became of a job.
pub(crate) enum Work {
    /// It is done, or there is nothing to do.
    Done,
    /// It is done and finished in the ledger.
    Finished,
    /// Another worker is to try.
    Again,
    /// It is to be looked at again after this time.
    Later(Duration),
}

/// Takes jobs of a queue and does them, one at a time, until the server stops.
pub(crate) async fn work<F>(app: App, queue: &'static str, task: impl Fn(App, Job) -> F)
where
    F: Future<Output = Result<Work, Problem>>,
{
    let ledger = app.ledger().clone();
    loop {
        let job = tokio::select! {
            job = ledger.next_job(queue, LEASE) => job,
            () = app.shutdown().requested() => return,
        };
        let job = match job {
            Ok(job) => job,
            Err(Unavailable::Closed) => return,
            Err(cause) => {
                tracing::warn!(%cause, queue, "no work can be taken");
                tokio::time::sleep(Duration::from_secs(1)).await;
                continue;
            }
        };
        let done = hold(&app, &job, task(app.clone(), job.clone())).await;
        let end = match done {
            Ok(Work::Finished) => continue,
            Ok(Work::Done) => ledger.finish(&job).await,
            Ok(Work::Again) => ledger.renew(&job, Duration::ZERO).await,
            Ok(Work::Later(wait)) => ledger.renew(&job, wait).await,
            Err(problem) => {
                tracing::warn!(queue, attempt = job.attempt, problem = problem.text(), "work is put off");
                // Longer every time, so that what always fails does not keep everybody busy.
                let wait = Duration::from_millis(100 << job.attempt.min(9));
                ledger.renew(&job, wait).await
            }
        };
        if let Err(cause) = end {
            tracing::warn!(%cause, queue, "work could not be handed back");
        }
    }
}

/// Does a piece of work, saying now and then that it is still being done.
async fn hold(
    app: &App,
    job: &Job,
    task: impl Future<Output = Result<Work, Problem>>,
) -> Result<Work, Problem> {
    let mut task = std::pin::pin!(task);
    loop {
        tokio::select! {
            done = &mut task => return done,
            () = app.shutdown().requested() => return Ok(Work::Again),
            () = tokio::time::sleep(RENEWAL) => {
                // Where the ledger is away, or the job is another's by now, the append will tell.
                let _ = app.ledger().renew(job, LEASE).await;
            }
        }
    }
}

async fn make_move(app: App, job: Job) -> Result<Work, Problem> {
    let Ok(HouseMove { id, at }) = serde_json::from_value(job.body.clone()) else {
        tracing::error!(body = %job.body, "no move of the house can be read from this");
        return Ok(Work::Done);
    };
    let hall = app.hall();
    let table = hall.table_since(&id, at).await?;
    let story = table.story.lock().await.clone();
    // Taken back, resigned, or made by another worker.
    let Some(side) = story.house_to_move().filter(|_| story.moved_at == at) else { return Ok(Work::Done) };
    let name = CommandId::new(format!("house-{at}"));
    let moved = match choose(&app, &story, side).await {
        Ok(text) => {
            let action = Action::Move { text };
            let command = Command { name, seen: Some(at), wish: Wish::Act(side, &action), job: Some(job) };
            hall.carry_out(&id, command).await
        }
        Err(ThinkError::Unthought(Unthought::Failed)) if job.attempt >= MOST_FAILURES => {
            let wish = Wish::Forfeit(side, "the engine broke down");
            hall.carry_out(&id, Command { name, seen: Some(at), wish, job: Some(job) }).await
        }
        Err(ThinkError::Unthought(Unthought::Stopping) | ThinkError::Overload(_)) => return Ok(Work::Again),
        Err(error) => return Err(error.into()),
    };
    match moved {
        Ok(_) => Ok(Work::Finished),
        // Things moved on while it was thinking.
        Err(problem) if problem.kind() == Kind::Conflict => Ok(Work::Done),
        Err(problem) => Err(problem),
    }
}

/// The move the house makes for a side.
async fn choose(app: &App, story: &Story, side: Side) -> Result<String, ThinkError> {
    let record = story.played.record();
    // The same match has the same chance, wherever and however often its move is chosen.
    let seed =
        story.id.as_str().bytes().fold(0, |seed: u64, b| seed.wrapping_mul(257).wrapping_add(b.into()));
    let (level, time_ms) = match &story.begun.seats[side.index()].sitter {
        Sitter::Engine { level, time_ms } => (*level, *time_ms),
        Sitter::Random | Sitter::Human | Sitter::Bot { .. } => {
            let offer = Dice::nth(seed, story.moved_at).pick(&record.offers());
            return offer.map(|offer| offer.text).ok_or(Unthought::Failed.into());
        }
    };
    let game = chautari_game::find(app.games(), &story.begun.game).map_err(|_| Unthought::Failed)?;
    let question = Question {
        game,
        start: story.begun.terms.start.clone(),
        moves: record.moves(),
        level: Level::new(level).unwrap_or(Level::FULL),
        limit: Limit { time: time_ms.map(Duration::from_millis), ..Limit::default() },
        seed,
    };
    app.engines().room().await;
    let thought = app.engines().think(Client::house(story.id.as_str()), question).await?;
    thought.best.ok_or(Unthought::Failed.into())
}

async fn set_up_rematch(app: App, job: Job) -> Result<Work, Problem> {
    let Some(id) = job.body.as_str().and_then(MatchId::read) else {
        tracing::error!(body = %job.body, "no match can be read from this");
        return Ok(Work::Done);
    };
    begin_rematch(app.hall(), &id).await?;
    Ok(Work::Done)
}

/// Ends a match that nobody comes back to.
async fn put_away(app: App, job: Job) -> Result<Work, Problem> {
    let Some(id) = job.body.as_str().and_then(MatchId::read) else {
        tracing::error!(body = %job.body, "no match can be read from this");
        return Ok(Work::Done);
    };
    let story = app.hall().read_anew(&id).await?;
    if story.played.verdict().is_some() {
        return Ok(Work::Done);
    }
    let patience = story.patience(wall_clock());
    if !patience.is_zero() {
        return Ok(Work::Later(patience));
    }
    let wish = Wish::Abandon("nothing happened for two weeks");
    let command =
        Command { name: CommandId::new("abandoned"), seen: Some(story.version), wish, job: Some(job) };
    match app.hall().carry_out(&id, command).await {
        Ok(_) => Ok(Work::Finished),
        // Somebody came back at the last moment.
        Err(problem) if problem.kind() == Kind::Conflict => Ok(Work::Again),
        Err(problem) => Err(problem),
    }
}

/// Begins the match in which the players of this one meet again.
pub(crate) async fn begin_rematch(hall: &Hall, id: &MatchId) -> Result<(), Problem> {
    let (id, begun) = hall.look(id).await?.rematch();
    hall.begin(id, begun).await.map(drop)
}
