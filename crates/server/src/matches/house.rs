//! What is done without anybody asking: moves of the house, clocks that run out, rematches.

use std::time::Duration;

use chautari_arena::live::Action;
use chautari_game::{Dice, Level, Limit, Score, Side};
use chautari_keeper::Work;
use chautari_ledger::{CommandId, Job};

use super::act::{Command, Wish};
use super::hall::Hall;
use super::seat::Sitter;
use super::story::{ANSWERS, CLOCKS, HouseMove, IDLE, MOVES, RATINGS, REMATCHES, Story, TURNS};
use crate::clock::wall_clock;
use crate::names::MatchId;
use crate::people::LEFT_BOARDS;
use crate::problem::Kind;
use crate::{App, Client, Problem, Question, ThinkError, Unthought};

/// An engine that has failed so often at one move loses the match.
const MOST_FAILURES: u64 = 3;

/// How often live matches are counted.
const COUNT: Duration = Duration::from_secs(2);

/// Starts everything that goes on beside the requests.
pub(crate) fn start(app: &App) {
    let hall = app.hall().clone();
    app.spawn_until_stopped(async move { hall.run().await });
    app.spawn_until_stopped(watch_clocks(app.hall().clone()));
    app.spawn_until_stopped(count(app.clone()));
    // One more than can think, so that one can wait for the ledger meanwhile.
    for _ in 0..=app.config().engines.threads {
        app.spawn_worker(MOVES, make_move);
    }
    app.spawn_worker(ANSWERS, answer_offer);
    app.spawn_worker(REMATCHES, set_up_rematch);
    app.spawn_worker(IDLE, put_away);
    app.spawn_worker(CLOCKS, watch_days);
    app.spawn_worker(LEFT_BOARDS, super::farewell::leave_boards);
    app.spawn_worker(RATINGS, super::rated::rate);
    app.spawn_worker(TURNS, super::notify::tell_turn);
}

async fn watch_clocks(hall: Hall) {
    loop {
        let id = hall.around().alarms.next(hall.around().time).await;
        let hall = hall.clone();
        // Not one after another: a slow match must not hold up another's clock.
        tokio::spawn(async move {
            let command = Command { name: CommandId::new("flag"), seen: None, wish: Wish::Flag, job: None };
            match hall.carry_out(&id, command).await {
                Err(problem) if problem.kind() == Kind::Away => {
                    // The ledger is away; the clock has run out all the same.
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    hall.around().alarms.set(&id, Some(hall.now()));
                }
                // The end of the match is what was wished for; a clock that still runs has its own
                // alarm.
                _ => {}
            }
        });
    }
}

/// Looks at a match because a side that had days for its move may have none left.
async fn watch_days(app: App, job: Job) -> Result<Work, Problem> {
    let Ok(HouseMove { id, at }) = serde_json::from_value(job.body.clone()) else {
        tracing::error!(body = %job.body, "no match can be read from this");
        return Ok(Work::Done);
    };
    let hall = app.hall();
    let story = hall.keep_since(&id, at).await?;
    // Who has moved since has an alarm of their own.
    let Some(deadline) = story.played.deadline().filter(|_| story.moved_at == at) else {
        return Ok(Work::Done);
    };
    let left_ms = deadline.since(hall.now_in(&story));
    if left_ms > 0 {
        return Ok(Work::Later(Duration::from_millis(left_ms)));
    }
    drop(story);
    let command = Command { name: CommandId::new("flag"), seen: None, wish: Wish::Flag, job: None };
    match hall.carry_out(&id, command).await {
        // The end of the match is what was wished for.
        Err(problem) if problem.kind() != Kind::Conflict => Err(problem),
        _ => Ok(Work::Done),
    }
}

async fn count(app: App) {
    let live = app.metrics().gauge("chautari_matches_live", "Live matches this process follows");
    loop {
        live.set(app.hall().0.live() as f64);
        tokio::time::sleep(COUNT).await;
    }
}

async fn make_move(app: App, job: Job) -> Result<Work, Problem> {
    let Ok(HouseMove { id, at }) = serde_json::from_value(job.body.clone()) else {
        tracing::error!(body = %job.body, "no move of the house can be read from this");
        return Ok(Work::Done);
    };
    let hall = app.hall();
    let story = hall.keep_since(&id, at).await?;
    // Taken back, resigned, or made by another worker.
    let Some(side) = story.house_to_move().filter(|_| story.moved_at == at) else { return Ok(Work::Done) };
    let name = CommandId::new(format!("house-{at}"));
    let moved = match choose(&app, &story, side).await {
        Ok(Choice { text, score, resigns }) => {
            // A draw may have been offered meanwhile.
            let story = hall.keep_since(&id, at).await?;
            let offered = story.played.draw_offer() == Some(side.other());
            let action = match score {
                Some(score) if resigns && score.is_lost() => Action::Resign,
                Some(score) if offered && agrees(score, story.played.record().len()) => Action::AcceptDraw,
                _ => Action::Move { text },
            };
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

/// Says yes or no to a draw while it is not the turn of the house.
async fn answer_offer(app: App, job: Job) -> Result<Work, Problem> {
    let Ok(HouseMove { id, at }) = serde_json::from_value(job.body.clone()) else {
        tracing::error!(body = %job.body, "no offer can be read from this");
        return Ok(Work::Done);
    };
    let hall = app.hall();
    let story = hall.keep_since(&id, at).await?;
    let Some(side) = story.house_to_answer() else { return Ok(Work::Done) };
    let score = match choose(&app, &story, side).await {
        Ok(choice) => choice.score,
        Err(ThinkError::Unthought(Unthought::Stopping) | ThinkError::Overload(_)) => return Ok(Work::Again),
        Err(error) => return Err(error.into()),
    };
    // What was thought is how good it is for the side to move.
    let score = score.map(|score| if story.played.turn() == Some(side) { score } else { score.flip() });
    let agreed = score.is_some_and(|score| agrees(score, story.played.record().len()));
    let action = if agreed { Action::AcceptDraw } else { Action::DeclineDraw };
    let name = CommandId::new(format!("house-answer-{at}"));
    let command = Command { name, seen: Some(at), wish: Wish::Act(side, &action), job: Some(job) };
    match hall.carry_out(&id, command).await {
        Ok(_) => Ok(Work::Finished),
        // The offer stands no more.
        Err(problem) if matches!(problem.kind(), Kind::Conflict | Kind::Refused) => Ok(Work::Done),
        Err(problem) => Err(problem),
    }
}

/// From this many plies on a draw is taken where an engine is not better off. Before, nothing has been tried.
const EARLIEST_DRAW: usize = 20;

/// Whether an engine takes a draw where the position is so good for it.
fn agrees(score: Score, plies: usize) -> bool {
    match score {
        Score::Win(_) | Score::Won => false,
        Score::Draw | Score::Loss(_) | Score::Lost => true,
        Score::Guess(value) => value <= 0 && plies >= EARLIEST_DRAW,
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
async fn choose(app: &App, story: &Story, side: Side) -> Result<Choice, ThinkError> {
    let record = story.played.record();
    // The same match has the same chance, wherever and however often its move is chosen.
    let seed =
        story.id.as_str().bytes().fold(0, |seed: u64, b| seed.wrapping_mul(257).wrapping_add(b.into()));
    let (level, time_ms, resigns) = match &story.begun.seats[side.index()].sitter {
        Sitter::Engine { level, time_ms, resigns } => (*level, *time_ms, *resigns),
        Sitter::Random | Sitter::Human | Sitter::Bot { .. } | Sitter::Person { .. } | Sitter::Open => {
            let offer = Dice::nth(seed, story.moved_at).pick(&record.offers());
            let text = offer.map(|offer| offer.text).ok_or(Unthought::Failed)?;
            return Ok(Choice { text, score: None, resigns: false });
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
    // People come first; the games of a tournament share what one account gets.
    let client = match &story.begun.tournament {
        Some(tournament) => Client::background(tournament.as_str()),
        None => Client::house(story.id.as_str()),
    };
    let thought = app.engines().think(client, question).await?;
    let text = thought.best.ok_or(Unthought::Failed)?;
    Ok(Choice { text, score: Some(thought.score), resigns })
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
    let story = match app.hall().find(&id).await? {
        Some(story) if story.played.verdict().is_none() => story,
        _ => return Ok(Work::Done),
    };
    let is_no_show = story.no_show().is_some();
    // While no server was there nobody could come.
    let latest = if is_no_show { story.changed_ms + app.hall().now().0 } else { u64::MAX };
    let patience = story.patience(wall_clock().min(latest));
    if !patience.is_zero() {
        return Ok(Work::Later(patience));
    }
    let why = if is_no_show {
        "a player did not come"
    } else if story.played.is_paused() {
        "nobody came back for ninety days"
    } else {
        "nothing happened for two weeks"
    };
    let wish = Wish::Abandon(why);
    let command =
        Command { name: CommandId::new("abandoned"), seen: Some(story.version.0), wish, job: Some(job) };
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
