//! The players of the house at work.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;
use std::time::Duration;

use chautari_game::{Dice, Level, Limit};
use chautari_ledger::Job;
use chautari_server::{Client, Question, ThinkError};
use tokio::time::sleep;

use crate::clock::now_ms;
use crate::desk::{Change, Desk, QUEUE};
use crate::{GameId, House, Refusal};

/// How long a piece of work may take before somebody else tries.
const LEASE: Duration = Duration::from_mins(2);
/// How long to wait after a failure.
const PAUSE: Duration = Duration::from_millis(500);
/// How long a player of the house thinks at most, well below what its opponents have.
const THINK: Duration = Duration::from_secs(1);

/// Plays wherever a player of the house is to act, until the server stops.
pub(crate) async fn work(desk: Arc<Desk>) {
    let shutdown = desk.app().shutdown().clone();
    loop {
        let job = tokio::select! {
            job = desk.app().ledger().next_job(QUEUE, LEASE) => job,
            () = shutdown.requested() => return,
        };
        let done = match job {
            Err(error) => Err(Refusal::Away(error.to_string())),
            Ok(job) => tokio::select! {
                done = play(&desk, job) => done,
                () = shutdown.requested() => return,
            },
        };
        if let Err(refusal) = done {
            tracing::warn!(?refusal, "a player of the house could not act");
            sleep(PAUSE).await;
        }
    }
}

/// Acts once in the game the job names, if that is still to be done.
async fn play(desk: &Desk, job: Job) -> Result<(), Refusal> {
    let Some(id) = job.body["game"].as_u64().map(GameId) else { return finish(desk, &job).await };
    // Another process may have made the event a moment ago.
    if desk.hall(|hall| hall.pairing(id).is_none()) {
        desk.catch_up().await?;
    }
    let (ply, moves, choices, house, game) = {
        let seated = desk.sit(id).await?;
        let Some(house) = seated.active().and_then(House::named) else { return finish(desk, &job).await };
        let table = seated.table();
        (table.ply(), table.actions(), table.offers(), house, seated.pairing.game.clone())
    };
    let action = match house {
        House::Random => Dice::new(RandomState::new().build_hasher().finish()).pick(&choices),
        House::Engine(level) => think(desk, id, &game, moves, level).await?,
    };
    let Some(action) = action else { return finish(desk, &job).await };
    let mut seated = desk.sit(id).await?;
    if seated.table().ply() != ply {
        return finish(desk, &job).await;
    }
    let happens = seated.table().act(&action, now_ms(), None)?;
    match desk.act(&mut seated, &happens, Some(job.clone())).await? {
        Change::Made => Ok(()),
        Change::Overtaken => finish(desk, &job).await,
    }
}

async fn finish(desk: &Desk, job: &Job) -> Result<(), Refusal> {
    desk.app().ledger().finish(job).await.map(|_| ()).map_err(|e| Refusal::Away(e.to_string()))
}

async fn think(
    desk: &Desk,
    id: GameId,
    game: &str,
    moves: Vec<String>,
    level: Level,
) -> Result<Option<String>, Refusal> {
    let away = |text: String| Refusal::Away(text);
    loop {
        let question = Question {
            game: desk.app().game(game).map_err(|_| away(format!("{game} is not played here")))?,
            start: None,
            moves: moves.clone(),
            level,
            limit: Limit { time: Some(THINK), ..Limit::default() },
            seed: id.0,
        };
        desk.app().engines().room().await;
        match desk.app().engines().think(Client::house(&format!("softserve-{id}")), question).await {
            Ok(thought) => return Ok(thought.best),
            Err(ThinkError::Overload(_)) => sleep(PAUSE).await,
            Err(error) => return Err(away(error.to_string())),
        }
    }
}
