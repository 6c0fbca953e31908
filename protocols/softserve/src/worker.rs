//! The players of the house at work, games that have ended, and events whose time is over.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

use chautari_aggregate::Freshness;
use chautari_aggregate::{ActError, Aggregate, Command, Decision, JobOutcome, RepositoryError, Versioned};
use chautari_compute::{Client, SearchAborted, SearchRequest, ThinkError};
use chautari_game::{Level, Limit, Rng};
use chautari_ledger::Job;

use crate::clock::now_ms;
use crate::desk::Desk;
use crate::kept::{AtBoard, Board, Closing, Due, Games, Pairing};
use crate::{Event, GameId, Happening, House, Refusal};

/// How long a player of the house thinks at most, well below what its opponents have.
const THINK: Duration = Duration::from_secs(1);

/// Acts once in the game the job names, if that is still to be done.
pub(crate) async fn act(desk: Desk, job: Job) -> Result<JobOutcome, Refusal> {
    let Some(due) = Due::of(&job) else { return Ok(JobOutcome::Done) };
    let id = due.game;
    let begun = desk.board_at(due).await?;
    let board = match &begun {
        Some(board) => board.state.clone(),
        None => desk.unbegun(id).await?,
    };
    let Some(house) = board.active().and_then(House::named) else { return Ok(JobOutcome::Done) };
    let (ply, sheet) = (board.sheet.ply(), &board.sheet);
    let action = match house {
        House::Random => Rng::new(RandomState::new().build_hasher().finish()).pick(&sheet.offers()),
        House::Engine(level) => match think(&desk, &job, &board, level, payer(&desk, &board).await?).await {
            Ok(action) => action,
            Err(ThinkError::SearchAborted(SearchAborted::Stopping)) => return Ok(JobOutcome::Retry),
            // The event has its share of the engines: others come first.
            Err(ThinkError::Overload(overload)) => return Ok(JobOutcome::RetryAfter(overload.retry_after())),
            Err(error) => return Err(Refusal::Away(error.to_string())),
        },
    };
    let Some(action) = action else { return Ok(JobOutcome::Done) };
    // It may have been closed while the engine thought; whatever goes on in it then is ended by another worker.
    let now = now_ms();
    if desk.events().load(&board.pairing.event, Freshness::Resident).await?.is_closed_by(now) {
        return Ok(JobOutcome::Done);
    }
    let played = sheet.act(&action, now, None)?;
    let command = Command::default().finishing(job);
    if begun.is_none() {
        let opened = desk.open(board.pairing, command, played).await?;
        return Ok(if opened { JobOutcome::Committed } else { JobOutcome::Done });
    }
    let decide = |now: &Versioned<Board>| {
        // Whoever was quicker made the same ply.
        let due = now.sheet.ply() == ply && !now.is_finished();
        Ok::<_, Refusal>(if due {
            Decision::Append(vec![AtBoard::Entered(played.clone())])
        } else {
            Decision::NoChange
        })
    };
    match desk.boards().act(&id, command, decide).await {
        Ok(done) if done.now.sheet.ply() == ply + 1 => Ok(JobOutcome::Committed),
        Ok(_) | Err(ActError::Failed(RepositoryError::JobLost)) => Ok(JobOutcome::Done),
        Err(error) => Err(error.into()),
    }
}

/// Whose share of the engines a game takes: that of whoever made its event. A program can wait, and does so behind
/// people.
async fn payer(desk: &Desk, board: &Board) -> Result<Client, Refusal> {
    let number = board.pairing.event;
    let event = desk.events().load(&number, Freshness::Resident).await?;
    let payer = event.plan.payer.clone().unwrap_or_else(|| format!("softserve-event-{number}"));
    Ok(Client::background(&payer))
}

async fn think(
    desk: &Desk,
    job: &Job,
    board: &Board,
    level: Level,
    payer: Client,
) -> Result<Option<String>, ThinkError> {
    let question = SearchRequest {
        game: desk.app().game(&board.pairing.game).map_err(|_| SearchAborted::Failed)?,
        start: None,
        moves: board.sheet.actions(),
        level,
        limit: Limit { time: Some(THINK), ..Limit::default() },
        seed: board.pairing.id.0,
    };
    Ok(desk.app().think_queued(job, payer, question).await?.best)
}

/// Tells the event of a game that has ended.
pub(crate) async fn settle(desk: Desk, job: Job) -> Result<JobOutcome, Refusal> {
    let Some(due) = Due::of(&job) else { return Ok(JobOutcome::Done) };
    let id = due.game;
    let Some(board) = desk.board_at(due).await? else { return Ok(JobOutcome::Done) };
    let Some(ending) = board.ending() else { return Ok(JobOutcome::Done) };
    let decide = |event: &Versioned<Event>| {
        let settled = event.settled.contains_key(&id);
        let happening = Happening::Settled { game: id, ending };
        Ok::<_, Refusal>(if settled { Decision::NoChange } else { Decision::Append(vec![happening]) })
    };
    desk.events().act(&board.pairing.event, Command::default(), decide).await?;
    Ok(JobOutcome::Done)
}

/// Waits for the deadline of an event, closes it, and ends the games that go on.
pub(crate) async fn close(desk: Desk, job: Job) -> Result<JobOutcome, Refusal> {
    let Some(due) = Closing::of(&job) else { return Ok(JobOutcome::Done) };
    // What put this job is on disk, and this process may not have heard of it yet.
    let event = desk.events().load(&due.event, Freshness::Stored).await?;
    match (event.closed_ms, due.deadline_ms) {
        _ if event.is_over() => Ok(JobOutcome::Done),
        (Some(at_ms), _) => {
            for id in event.plan.games().filter(|id| !event.settled.contains_key(id)) {
                forfeit(&desk, &event, id, at_ms).await?;
            }
            Ok(JobOutcome::Done)
        }
        (None, Some(deadline)) if event.deadline_ms == Some(deadline) => {
            let now = now_ms();
            if now < deadline {
                return Ok(JobOutcome::RetryAfter(Duration::from_millis(deadline - now)));
            }
            let decide = |event: &Versioned<Event>| {
                let due = event.deadline_ms == Some(deadline) && event.closed_ms.is_none();
                let closed = Happening::Closed { at_ms: deadline };
                Ok::<_, Refusal>(if due { Decision::Append(vec![closed]) } else { Decision::NoChange })
            };
            desk.events().act(&due.event, Command::default(), decide).await?;
            // Being closed, it has another job.
            Ok(JobOutcome::Done)
        }
        // Its deadline is another one by now, and has a job of its own.
        (None, _) => Ok(JobOutcome::Done),
    }
}

/// Ends a game of an event that was closed, whether or not anybody has begun it.
async fn forfeit(desk: &Desk, event: &Event, id: GameId, at_ms: u64) -> Result<(), Refusal> {
    let Some(pairing) = Pairing::of(event, id) else { return Ok(()) };
    if desk.board(id).await?.is_none() {
        let games: Games = desk.app().games();
        let board = Board::open(games, &pairing).map_err(|cause| Refusal::Away(cause.to_string()))?;
        if desk.open(pairing, Command::default(), board.close(at_ms)).await? {
            return Ok(());
        }
    }
    let decide = |board: &Versioned<Board>| {
        let ends = AtBoard::Entered(board.close(at_ms));
        Ok::<_, Refusal>(if board.is_finished() { Decision::NoChange } else { Decision::Append(vec![ends]) })
    };
    desk.boards().act(&id, Command::default(), decide).await?;
    Ok(())
}
