//! Background jobs: moves of built-in players, results of finished games, and deadlines of events.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

use chautari_aggregate::Freshness;
use chautari_aggregate::{ActError, Aggregate, Command, Decision, JobOutcome, RepositoryError, Versioned};
use chautari_compute::{Client, SearchAborted, SearchRequest, ThinkError};
use chautari_game::{Level, Limit, Rng};
use chautari_ledger::Job;

use crate::clock::now_ms;
use crate::service::SoftserveService;
use crate::store::{Board, BoardEvent, CloseJob, GameJob, Games, Pairing};
use crate::{BuiltinPlayer, Event, EventLogEntry, GameId, Refusal};

/// The longest search of a built-in player, well below its opponents' time limit.
const THINK: Duration = Duration::from_secs(1);

/// Makes one move in the game of the job, if it is still pending.
pub(crate) async fn act(service: SoftserveService, job: Job) -> Result<JobOutcome, Refusal> {
    let Some(due) = GameJob::of(&job) else { return Ok(JobOutcome::Done) };
    let id = due.game;
    let begun = service.board_at(due).await?;
    let board = match &begun {
        Some(board) => board.state.clone(),
        None => service.unbegun(id).await?,
    };
    let Some(house) = board.active().and_then(BuiltinPlayer::by_name) else { return Ok(JobOutcome::Done) };
    let (ply, state) = (board.game_state.ply(), &board.game_state);
    let action = match house {
        BuiltinPlayer::Random => Rng::new(RandomState::new().build_hasher().finish()).pick(&state.offers()),
        BuiltinPlayer::Engine(level) => {
            match think(&service, &job, &board, level, payer(&service, &board).await?).await {
                Ok(action) => action,
                Err(ThinkError::SearchAborted(SearchAborted::Stopping)) => return Ok(JobOutcome::Retry),
                // The event has its share of the engines: others come first.
                Err(ThinkError::Overload(overload)) => {
                    return Ok(JobOutcome::RetryAfter(overload.retry_after()));
                }
                Err(error) => return Err(Refusal::Away(error.to_string())),
            }
        }
    };
    let Some(action) = action else { return Ok(JobOutcome::Done) };
    // The event may have been closed during the search. Another worker ends its games.
    let now = now_ms();
    if service.events().load(&board.pairing.event, Freshness::Resident).await?.is_closed_by(now) {
        return Ok(JobOutcome::Done);
    }
    let played = state.act(&action, now, None)?;
    let command = Command::default().finishing(job);
    if begun.is_none() {
        let opened = service.open(board.pairing, command, played).await?;
        return Ok(if opened { JobOutcome::Committed } else { JobOutcome::Done });
    }
    let decide = |now: &Versioned<Board>| {
        // A concurrent worker may have made this ply.
        let due = now.game_state.ply() == ply && !now.is_finished();
        Ok::<_, Refusal>(if due {
            Decision::Append(vec![BoardEvent::Game(played.clone())])
        } else {
            Decision::NoChange
        })
    };
    match service.boards().act(&id, command, decide).await {
        Ok(done) if done.now.game_state.ply() == ply + 1 => Ok(JobOutcome::Committed),
        Ok(_) | Err(ActError::Failed(RepositoryError::JobLost)) => Ok(JobOutcome::Done),
        Err(error) => Err(error.into()),
    }
}

/// Returns the account that pays for engine time: the creator of the event. Programs can wait, so they come
/// after people.
async fn payer(service: &SoftserveService, board: &Board) -> Result<Client, Refusal> {
    let number = board.pairing.event;
    let event = service.events().load(&number, Freshness::Resident).await?;
    let payer = event.plan.payer.clone().unwrap_or_else(|| format!("softserve-event-{number}"));
    Ok(Client::background(&payer))
}

async fn think(
    service: &SoftserveService,
    job: &Job,
    board: &Board,
    level: Level,
    payer: Client,
) -> Result<Option<String>, ThinkError> {
    let question = SearchRequest {
        game: service.app().game(&board.pairing.game).map_err(|_| SearchAborted::Failed)?,
        start: None,
        moves: board.game_state.actions(),
        level,
        limit: Limit { time: Some(THINK), ..Limit::default() },
        seed: board.pairing.id.0,
    };
    Ok(service.app().think_queued(job, payer, question).await?.best)
}

/// Tells the event of a game that has ended.
pub(crate) async fn settle(service: SoftserveService, job: Job) -> Result<JobOutcome, Refusal> {
    let Some(due) = GameJob::of(&job) else { return Ok(JobOutcome::Done) };
    let id = due.game;
    let Some(board) = service.board_at(due).await? else { return Ok(JobOutcome::Done) };
    let Some(result) = board.result() else { return Ok(JobOutcome::Done) };
    let decide = |event: &Versioned<Event>| {
        let settled = event.settled.contains_key(&id);
        let entry = EventLogEntry::Settled { game: id, result };
        Ok::<_, Refusal>(if settled { Decision::NoChange } else { Decision::Append(vec![entry]) })
    };
    service.events().act(&board.pairing.event, Command::default(), decide).await?;
    Ok(JobOutcome::Done)
}

/// Closes an event at its deadline, and ends its unfinished games.
pub(crate) async fn close(service: SoftserveService, job: Job) -> Result<JobOutcome, Refusal> {
    let Some(due) = CloseJob::of(&job) else { return Ok(JobOutcome::Done) };
    // The job is stored before this process necessarily knows of the event.
    let event = service.events().load(&due.event, Freshness::Stored).await?;
    match (event.closed_ms, due.deadline_ms) {
        _ if event.is_over() => Ok(JobOutcome::Done),
        (Some(at_ms), _) => {
            for id in event.plan.games().filter(|id| !event.settled.contains_key(id)) {
                forfeit(&service, &event, id, at_ms).await?;
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
                let closed = EventLogEntry::Closed { at_ms: deadline };
                Ok::<_, Refusal>(if due { Decision::Append(vec![closed]) } else { Decision::NoChange })
            };
            service.events().act(&due.event, Command::default(), decide).await?;
            // Being closed, it has another job.
            Ok(JobOutcome::Done)
        }
        // Its deadline is another one by now, and has a job of its own.
        (None, _) => Ok(JobOutcome::Done),
    }
}

/// Ends a game of a closed event, begun or not.
async fn forfeit(service: &SoftserveService, event: &Event, id: GameId, at_ms: u64) -> Result<(), Refusal> {
    let Some(pairing) = Pairing::of(event, id) else { return Ok(()) };
    if service.board(id).await?.is_none() {
        let games: Games = service.app().games();
        let board = Board::open(games, &pairing).map_err(|cause| Refusal::Away(cause.to_string()))?;
        if service.open(pairing, Command::default(), board.close(at_ms)).await? {
            return Ok(());
        }
    }
    let decide = |board: &Versioned<Board>| {
        let ends = BoardEvent::Game(board.close(at_ms));
        Ok::<_, Refusal>(if board.is_finished() { Decision::NoChange } else { Decision::Append(vec![ends]) })
    };
    service.boards().act(&id, Command::default(), decide).await?;
    Ok(())
}
