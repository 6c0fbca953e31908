//! Reviews: the evaluation of every position of a match, computed when the engines are idle, and stored.
//!
//! The first request queues a job. Its result is one event in a stream of its own, which answers all later requests.

use chautari_aggregate::{JobOutcome, RepositoryError, create_if_absent};
use chautari_compute::{Client, SearchRequest, ThinkError};
use chautari_game::{Level, Limit, Thought, Verdict, YieldHook as _};
use chautari_http::Problem;
use chautari_ledger::{Append, AppendStatus, CommandId, Event, Job, LabelChange, NewJob, StreamId, Version};
use chautari_matches::MatchState;
use chautari_platform::MatchId;
use chautari_platform::quota::{QuotaAccount, QuotaKind};
use chautari_positions::query_tables;
use chautari_wire::Standing;
use chautari_wire::review::{NODES, TIME};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::StudyService;

/// The prefix of the streams of reviews; the id of the match follows.
pub const PREFIX: &str = "review-";

/// The job queue of requested reviews.
const QUEUE: &str = "reviews";

/// The command that requests a review.
const REQUEST: &str = "asked";

/// The name of reviews among the clients of the engines.
const REVIEWS: &str = "reviews";

/// The body of a review job.
#[derive(Serialize, Deserialize)]
struct ReviewJob {
    r#match: MatchId,
    /// The account whose quota the job counts against.
    payer: QuotaAccount,
}

/// Starts the background task that computes reviews.
pub(crate) fn start(app: &StudyService) {
    app.platform().spawn_worker(app, QUEUE, review);
}

fn stream(id: &MatchId) -> StreamId {
    StreamId::new(format!("{PREFIX}{id}"))
}

/// Returns the review of a match, if it has been computed.
pub(crate) async fn find(app: &StudyService, id: &MatchId) -> Result<Option<Vec<Standing>>, Problem> {
    let events = app.platform().ledger().read(&stream(id), Version::START).await?;
    let Some(event) = events.into_iter().next() else { return Ok(None) };
    serde_json::from_value(event.body).map(Some).map_err(|error| Problem::internal(&error))
}

/// Returns whether the review of a match has been requested.
pub(crate) async fn is_requested(app: &StudyService, id: &MatchId) -> Result<bool, Problem> {
    let reply = app.platform().ledger().find_reply(&stream(id), &CommandId::new(REQUEST)).await?;
    Ok(reply.is_some())
}

/// Queues the review of a match, unless that has been done before.
pub(crate) async fn request(app: &StudyService, id: &MatchId, payer: QuotaAccount) -> Result<(), Problem> {
    let labels = payer.labels(QuotaKind::Review);
    let job = serde_json::to_value(ReviewJob { r#match: id.clone(), payer });
    let job = NewJob::new(QUEUE, job.map_err(|error| Problem::internal(&error))?);
    let mut append =
        Append::new(stream(id), Version::START).command(CommandId::new(REQUEST), Value::Null).job(job);
    for label in labels {
        append = append.label(LabelChange::Set(label));
    }
    create_if_absent(app.platform().ledger(), append).await?;
    Ok(())
}

/// Runs the job of a review.
async fn review(app: StudyService, job: Job) -> Result<JobOutcome, Problem> {
    let Ok(ReviewJob { r#match: id, payer }) = serde_json::from_value(job.body.clone()) else {
        tracing::error!(body = %job.body, "the job of a review names no match");
        return Ok(JobOutcome::Done);
    };
    let mut done = Append::new(stream(&id), Version::START);
    if let Some(state) = app.matches().store().find(&id).await? {
        let evals = evaluate(&app, &state).await?;
        // That took minutes, in which the match may have been pruned.
        if app.matches().store().find(&id).await?.is_some() {
            let body = serde_json::to_value(&evals).map_err(|error| Problem::internal(&error))?;
            done = done.event(Event { kind: "reviewed".to_owned(), body });
        }
    }
    done = done.finishing(job);
    for label in payer.labels(QuotaKind::Review) {
        done = done.label(LabelChange::Clear(label));
    }
    match create_if_absent(app.platform().ledger(), done).await {
        Ok(AppendStatus::New) => Ok(JobOutcome::Committed),
        // Another worker was faster.
        Ok(AppendStatus::Duplicate) | Err(RepositoryError::JobLost) => Ok(JobOutcome::Done),
        Err(error) => Err(error.into()),
    }
}

/// Evaluates every position of a match, beginning before its first move.
async fn evaluate(app: &StudyService, state: &MatchState) -> Result<Vec<Standing>, Problem> {
    let mut record = state.played.record().fork();
    let mut moves = Vec::new();
    while let Some(text) = record.undo() {
        moves.push(text);
    }
    moves.reverse();
    let start = record.position();
    let known = probe_tables(app, state, &start, &moves).await?;
    let mut evals = Vec::new();
    for ply in 0..=moves.len() {
        let value = known.get(ply).and_then(|verdict| verdict.value);
        evals.push(match (Standing::ended(&*record), value) {
            (Some(ended), _) => ended,
            (None, Some(value)) => {
                let moves = known[ply].moves.iter();
                let moves: Vec<_> =
                    moves.filter_map(|(text, value)| Some((text.clone(), (*value)?))).collect();
                Standing::exact(&*record, value, &moves)
            }
            (None, None) => Standing::searched(&*record, &search(app, state, &start, &moves[..ply]).await?),
        });
        if let Some(text) = moves.get(ply) {
            record.play(text)?;
        }
    }
    Ok(evals)
}

/// Searches a position in the background. Retries while the engines are busy, so that finished positions are not lost.
async fn search(
    app: &StudyService,
    state: &MatchState,
    start: &str,
    moves: &[String],
) -> Result<Thought<String>, Problem> {
    loop {
        let request = SearchRequest {
            game: app.platform().game(&state.created.game)?,
            start: Some(start.to_owned()),
            moves: moves.to_vec(),
            level: Level::FULL,
            limit: Limit { time: Some(TIME), nodes: Some(NODES), ..Limit::default() },
            seed: 0,
        };
        app.platform().engines().room().await;
        match app.platform().engines().think(Client::background(REVIEWS), request).await {
            Err(ThinkError::Overload(overload)) => tokio::time::sleep(overload.retry_after()).await,
            thought => return Ok(thought?),
        }
    }
}

/// Looks every position up in the exact tables. Returns nothing if there are none.
async fn probe_tables(
    app: &StudyService,
    state: &MatchState,
    start: &str,
    moves: &[String],
) -> Result<Vec<Verdict>, Problem> {
    let game = app.platform().game(&state.created.game)?;
    let (start, moves) = (start.to_owned(), moves.to_vec());
    let query = query_tables(app.positions(), Client::background(REVIEWS), game, move |oracle, task| {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let probe = |ply| {
            task.pause();
            oracle.probe(Some(&start), &moves[..ply]).map_err(|error| (Some(ply), error))
        };
        (0..=moves.len()).map(probe).collect::<Result<Vec<_>, _>>()
    });
    Ok(query.await?.unwrap_or_default())
}
