//! The players of the house at work, and games that have ended.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

use chautari_game::{Dice, Level, Limit};
use chautari_keeper::{ActError, Command, Deed, Failure, Machine, Now, Work};
use chautari_ledger::Job;
use chautari_server::{Client, Question, ThinkError, Unthought};

use crate::clock::now_ms;
use crate::desk::Desk;
use crate::kept::{AtBoard, Board, Due};
use crate::{Event, Happening, House, Refusal};

/// How long a player of the house thinks at most, well below what its opponents have.
const THINK: Duration = Duration::from_secs(1);

/// Acts once in the game the job names, if that is still to be done.
pub(crate) async fn act(desk: Desk, job: Job) -> Result<Work, Refusal> {
    let Some(due) = Due::of(&job) else { return Ok(Work::Done) };
    let id = due.game;
    let begun = desk.board_at(due).await?;
    let board = match &begun {
        Some(board) => board.state.clone(),
        None => desk.unbegun(id).await?,
    };
    let Some(house) = board.active().and_then(House::named) else { return Ok(Work::Done) };
    let (ply, table) = (board.table.ply(), &board.table);
    let action = match house {
        House::Random => Dice::new(RandomState::new().build_hasher().finish()).pick(&table.offers()),
        House::Engine(level) => match think(&desk, &board, level).await {
            Ok(action) => action,
            Err(ThinkError::Unthought(Unthought::Stopping) | ThinkError::Overload(_)) => {
                return Ok(Work::Again);
            }
            Err(error) => return Err(Refusal::Away(error.to_string())),
        },
    };
    let Some(action) = action else { return Ok(Work::Done) };
    let played = table.act(&action, now_ms(), None)?;
    let command = Command::default().finishing(job);
    if begun.is_none() {
        let opened = desk.open(board.pairing, command, played).await?;
        return Ok(if opened { Work::Finished } else { Work::Done });
    }
    let decide = |now: &Now<Board>| {
        // Whoever was quicker made the same ply.
        let due = now.table.ply() == ply && !now.is_over();
        Ok::<_, Refusal>(if due { Deed::Do(vec![AtBoard::Table(played.clone())]) } else { Deed::Nothing })
    };
    match desk.boards().act(&id, command, decide).await {
        Ok(done) if done.now.table.ply() == ply + 1 => Ok(Work::Finished),
        Ok(_) | Err(ActError::Failed(Failure::JobLost)) => Ok(Work::Done),
        Err(error) => Err(error.into()),
    }
}

async fn think(desk: &Desk, board: &Board, level: Level) -> Result<Option<String>, ThinkError> {
    let id = board.pairing.id;
    let question = Question {
        game: desk.app().game(&board.pairing.game).map_err(|_| Unthought::Failed)?,
        start: None,
        moves: board.table.actions(),
        level,
        limit: Limit { time: Some(THINK), ..Limit::default() },
        seed: id.0,
    };
    desk.app().engines().room().await;
    Ok(desk.app().engines().think(Client::house(&format!("softserve-{id}")), question).await?.best)
}

/// Tells the event of a game that has ended.
pub(crate) async fn settle(desk: Desk, job: Job) -> Result<Work, Refusal> {
    let Some(due) = Due::of(&job) else { return Ok(Work::Done) };
    let id = due.game;
    let Some(board) = desk.board_at(due).await? else { return Ok(Work::Done) };
    let Some(ending) = board.ending() else { return Ok(Work::Done) };
    let decide = |event: &Now<Event>| {
        let settled = event.settled.contains_key(&id);
        let happening = Happening::Settled { game: id, ending };
        Ok::<_, Refusal>(if settled { Deed::Nothing } else { Deed::Do(vec![happening]) })
    };
    desk.events().act(&board.pairing.event, Command::default(), decide).await?;
    Ok(Work::Done)
}
