//! What the positions of a match are worth.

use chautari_compute::SearchRequest;
use chautari_compute::{Client, ThinkError};
use chautari_game::{Level, Limit, Thought, Verdict, YieldHook as _};
use chautari_http::Problem;
use chautari_matches::MatchState;
use chautari_positions::query_tables;
use chautari_wire::Standing;
use chautari_wire::review::{NODES, TIME};

use crate::StudyService;

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
        let value = known.get(ply).and_then(|verdict| verdict.value);
        let standing = match (Standing::ended(&*record), value) {
            (Some(ended), _) => ended,
            (None, Some(value)) => {
                let moves = known[ply].moves.iter();
                let moves: Vec<_> =
                    moves.filter_map(|(text, value)| Some((text.clone(), (*value)?))).collect();
                Standing::exact(&*record, value, &moves)
            }
            (None, None) => Standing::searched(&*record, &think(app, story, &start, &moves[..ply]).await?),
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
    let asked = query_tables(app.positions(), Client::background(REVIEWS), game, move |oracle, turn| {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let probe = |ply| {
            turn.pause();
            oracle.probe(Some(&start), &moves[..ply]).map_err(|error| (Some(ply), error))
        };
        (0..=moves.len()).map(probe).collect::<Result<Vec<_>, _>>()
    });
    Ok(asked.await?.unwrap_or_default())
}
