//! What the positions of a match are worth.

use std::time::Duration;

use chautari_compute::SearchRequest;
use chautari_compute::{Client, ThinkError};
use chautari_game::{AnyRecord, Exact, Level, Limit, Outcome, Score, Side, Thought, Verdict, YieldHook as _};
use chautari_http::Problem;
use chautari_matches::MatchState;
use chautari_positions as games;

use super::{Holding, Standing, Worth};
use crate::StudyService;

/// How much is looked at for one position where no table knows.
const NODES: u64 = 40_000;
const TIME: Duration = Duration::from_secs(4);

/// Who waits for the engines: nobody.
const REVIEWS: &str = "reviews";

/// Judges every position of a match, the first before its first move.
pub(super) async fn judge(app: &StudyService, story: &MatchState) -> Result<Vec<Standing>, Problem> {
    let mut record = story.played.record().fork();
    let mut moves = Vec::new();
    while let Some(text) = record.undo() {
        moves.push(text);
    }
    moves.reverse();
    let start = record.position();
    let known = known(app, story, &start, &moves).await?;
    let mut standings = Vec::new();
    for ply in 0..=moves.len() {
        let turn = record.turn();
        let verdict = known.get(ply).filter(|verdict| verdict.value.is_some());
        let standing = match (record.outcome(), verdict) {
            (Some(outcome), _) => ended(&*record, outcome),
            (None, Some(verdict)) => exactly(&*record, verdict),
            (None, None) => {
                let thought = think(app, story, &start, &moves[..ply]).await?;
                standing(&*record, turn, thought.score, thought.best)
            }
        };
        standings.push(standing);
        if let Some(text) = moves.get(ply) {
            record.play(text)?;
        }
    }
    Ok(standings)
}

/// What engines think when nobody else wants them: nobody waits for it, and what was worked out before is not to be lost
/// because they are wanted for a moment.
async fn think(
    app: &StudyService,
    story: &MatchState,
    start: &str,
    moves: &[String],
) -> Result<Thought<String>, Problem> {
    loop {
        let question = SearchRequest {
            game: app.platform().game(&story.created.game)?,
            start: Some(start.to_owned()),
            moves: moves.to_vec(),
            level: Level::FULL,
            limit: Limit { time: Some(TIME), nodes: Some(NODES), ..Limit::default() },
            seed: 0,
        };
        app.platform().engines().room().await;
        match app.platform().engines().think(Client::background(REVIEWS), question).await {
            Err(ThinkError::Overload(overload)) => tokio::time::sleep(overload.retry_after()).await,
            thought => return Ok(thought?),
        }
    }
}

/// What tables know of each position; nothing where there are none.
async fn known(
    app: &StudyService,
    story: &MatchState,
    start: &str,
    moves: &[String],
) -> Result<Vec<Verdict>, Problem> {
    let game = app.platform().game(&story.created.game)?;
    let (start, moves) = (start.to_owned(), moves.to_vec());
    let asked = games::ask_tables(app.positions(), Client::background(REVIEWS), game, move |oracle, turn| {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let probe = |ply| {
            turn.pause();
            oracle.probe(Some(&start), &moves[..ply]).map_err(|error| (Some(ply), error))
        };
        (0..=moves.len()).map(probe).collect::<Result<Vec<_>, _>>()
    });
    Ok(asked.await?.unwrap_or_default())
}

fn standing(record: &dyn AnyRecord, turn: Side, score: Score, best: Option<String>) -> Standing {
    let (kind, value) = score.kind_and_value();
    let score = Worth { kind: kind.to_owned(), value };
    Standing { turn: record.info().side(turn).to_owned(), score, exact: false, best, holding: None }
}

fn ended(record: &dyn AnyRecord, outcome: Outcome) -> Standing {
    let exact = Exact { winner: outcome.winner, plies: Some(0) };
    Standing { exact: true, ..standing(record, record.turn(), exact.score(record.turn()), None) }
}

fn exactly(record: &dyn AnyRecord, verdict: &Verdict) -> Standing {
    let turn = record.turn();
    let value = verdict.value.unwrap_or(Exact { winner: None, plies: None });
    let moves = verdict.moves.iter().filter_map(|(text, value)| Some((text, (*value)?)));
    let best = moves.clone().max_by_key(|(_, value)| value.merit(turn)).map(|(text, _)| text.clone());
    let hold = moves.clone().filter(|(_, next)| next.winner == value.winner).count();
    let holding = Some(Holding { of: moves.count(), hold });
    Standing { exact: true, holding, ..standing(record, turn, value.score(turn), best) }
}
