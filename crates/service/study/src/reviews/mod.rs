//! Reviews of matches: what every position was worth, worked out when nobody else wants the engines, and kept.
//!
//! Whoever asks first has a job queued; what comes of it is one event in a stream of its own, and everybody who asks
//! later has it at once.

mod analyse;

use axum::Json;
use axum::extract::FromRef;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use chautari_aggregate::{Aggregate as _, JobOutcome, RepositoryError, create_if_absent};
use chautari_http::Http;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Problem, Token};
use chautari_ledger::{Append, AppendStatus, CommandId, Event, Job, LabelChange, NewJob, StreamId, Version};
use chautari_matches::{MatchState, load_for_client};
use chautari_people::people;
use chautari_people::people::Counted;
use chautari_platform::MatchId;
use chautari_platform::quota;
use chautari_platform::quota::{QuotaAccount, QuotaKind};
use chautari_wire::Standing;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::StudyService;

/// The queue of matches to be reviewed.
const QUEUE: &str = "reviews";

/// The longest match that is reviewed.
const MOST_PLIES: usize = 600;

/// So many plies are as much work as one more thing that is made.
const PLIES_OF_ONE: usize = 25;

/// The command that has a review made.
const ASKED: &str = "asked";

/// A match that somebody wants reviewed.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum JsonBody {
    /// For them.
    For { r#match: MatchId, payer: QuotaAccount },
    /// As earlier programs wrote it.
    Match(MatchId),
}

/// The routes of this module.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    StudyService: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(show, ask))
}

/// Starts the background tasks.
pub fn start(app: &StudyService) {
    app.platform().spawn_worker(app, QUEUE, review);
}

/// The review of a match.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchReview)]
struct Review {
    /// Whether the review is complete; otherwise it is in progress.
    done: bool,
    /// The value of the start position, and of the position after each move.
    standings: Vec<Standing>,
}

/// What the streams of reviews begin with; the name of the match follows.
pub const PREFIX: &str = "review-";

fn stream(id: &MatchId) -> StreamId {
    StreamId::new(format!("{PREFIX}{id}"))
}

/// The review of a match, if there is one.
async fn find(app: &StudyService, id: &MatchId) -> Result<Option<Vec<Standing>>, Problem> {
    let events = app.platform().ledger().read(&stream(id), Version::START).await?;
    let Some(event) = events.into_iter().next() else { return Ok(None) };
    serde_json::from_value(event.body).map(Some).map_err(|error| Problem::internal(&error))
}

/// The review of a match, if somebody has asked for it
#[utoipa::path(
    get, operation_id = "get_match_review", path = "/matches/{match}/review", tag = "matches",
    params(("match" = String, Path, description = "The match")),
    responses(
        (status = OK, body = Review),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
    ),
)]
async fn show(
    State(app): State<StudyService>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
) -> Result<Json<Review>, Problem> {
    let id = MatchState::read_id(&name).ok_or_else(|| missing(&name))?;
    if let Some(standings) = find(&app, &id).await? {
        return Ok(Json(Review { done: true, standings }));
    }
    load_for_client(app.matches(), client, id).await?;
    Ok(Json(Review { done: false, standings: Vec::new() }))
}

fn missing(name: &str) -> Problem {
    Problem::not_found(format!("There is no match `{name}`."))
}

/// Have a match reviewed
///
/// Every position is judged by exact tables where they know, else by a search of 40,000 nodes, when nobody else wants
/// the engines. What comes of it is kept.
#[utoipa::path(
    post, operation_id = "ask_match_review", path = "/matches/{match}/review", tag = "matches",
    params(("match" = String, Path, description = "The match")),
    responses(
        (status = OK, body = Review, description = "It is there, or will be"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
        (status = CONFLICT, body = problem::Body, description = "The match goes on"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "It has no moves, or more than 600"),
    ),
)]
async fn ask(
    State(app): State<StudyService>,
    RemoteClient(client): RemoteClient,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Result<Json<Review>, Problem> {
    let id = MatchState::read_id(&name).ok_or_else(|| missing(&name))?;
    if let Some(standings) = find(&app, &id).await? {
        return Ok(Json(Review { done: true, standings }));
    }
    let command = CommandId::new(ASKED);
    if app.platform().ledger().find_reply(&stream(&id), &command).await?.is_some() {
        return Ok(Json(Review { done: false, standings: Vec::new() }));
    }
    let Counted { client: counted, payer } =
        people::counted(app.people(), client, Token::shown(&headers).as_ref()).await?;
    app.http().admit(counted, Action::Create)?;
    let story = load_for_client(app.matches(), client, id.clone()).await?;
    if !story.is_finished() {
        return Err(Problem::conflict("This match is still being played."));
    }
    let plies = story.played.record().len();
    if !(1..=MOST_PLIES).contains(&plies) {
        return Err(Problem::unprocessable(
            "plies",
            format!("Only matches of 1 to {MOST_PLIES} moves can be reviewed."),
        ));
    }
    if let Some(more) = (plies / PLIES_OF_ONE).checked_sub(1) {
        app.http().admit_work(counted, Action::Create, more)?;
    }
    quota::check_in(app.platform().ledger(), &payer, QuotaKind::Review).await?;
    let labels = payer.labels(QuotaKind::Review);
    let body = serde_json::to_value(JsonBody::For { r#match: id.clone(), payer });
    let body = body.map_err(|error| Problem::internal(&error))?;
    let mut asked =
        Append::new(stream(&id), Version::START).command(command, Value::Null).job(NewJob::new(QUEUE, body));
    for label in labels {
        asked = asked.label(LabelChange::Set(label));
    }
    // It was asked for before, or has just been done: that will do.
    create_if_absent(app.platform().ledger(), asked).await?;
    Ok(Json(Review { done: false, standings: Vec::new() }))
}

/// Reviews a match.
async fn review(app: StudyService, job: Job) -> Result<JobOutcome, Problem> {
    let (id, payer) = match serde_json::from_value(job.body.clone()) {
        Ok(JsonBody::For { r#match, payer }) => (r#match, Some(payer)),
        Ok(JsonBody::Match(id)) => (id, None),
        Err(_) => {
            tracing::error!(body = %job.body, "no match to be reviewed can be read from this");
            return Ok(JobOutcome::Done);
        }
    };
    let mut done = Append::new(stream(&id), Version::START);
    if let Some(story) = app.matches().store().find(&id).await? {
        let standings = analyse::judge(&app, &story).await?;
        // It takes minutes, and the match may have been pruned meanwhile: then there is nothing to tell.
        if app.matches().store().find(&id).await?.is_some() {
            let body = serde_json::to_value(&standings).map_err(|error| Problem::internal(&error))?;
            done = done.event(Event { kind: "reviewed".to_owned(), body });
        }
    }
    done = done.finishing(job);
    for label in payer.into_iter().flat_map(|payer| payer.labels(QuotaKind::Review)) {
        done = done.label(LabelChange::Clear(label));
    }
    match create_if_absent(app.platform().ledger(), done).await {
        Ok(AppendStatus::New) => Ok(JobOutcome::Committed),
        // Another worker was faster.
        Ok(AppendStatus::Duplicate) | Err(RepositoryError::JobLost) => Ok(JobOutcome::Done),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_asked_for_is_read_in_both_forms() {
        let id = MatchState::read_id("0123456789abcdef").unwrap();
        let payer = QuotaAccount::new("router".to_owned(), None);
        let rows = [
            (json!("0123456789abcdef"), JsonBody::Match(id.clone())),
            (
                json!({"match": "0123456789abcdef", "payer": {"time": "router"}}),
                JsonBody::For { r#match: id, payer },
            ),
        ];
        for (body, asked) in rows {
            assert_eq!(serde_json::to_value(&asked).unwrap(), body);
            assert_eq!(serde_json::from_value::<JsonBody>(body).unwrap(), asked);
        }
    }
}
