//! Creating and saving studies.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_aggregate::{Command, Decision, Versioned};
use chautari_compute::Cancelled;
use chautari_http::idempotency::{self, IdempotencyKeyHeader, IdempotentBody};
use chautari_http::{Action, Client, Cost, JsonBody, Kind, Problem, Token, body, problem};
use chautari_people::Caller;
use chautari_platform::StudyId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::studies::{StudyView, study_id};
use crate::StudyService;
use crate::model::content::{
    ContentError, MAX_ARROWS, MAX_NODE_TEXT, MAX_NODES, MAX_TEXT, MAX_TITLE, NodeError, StudyContent,
};
use crate::model::study::{Author, MAX_VERSIONS, SaveRefusal, Study, StudyEvent};
use crate::studies::load;

/// Bytes of a study that cost as much as one creation, because all versions are stored.
const BYTES_PER_CREATION: usize = 8 << 10;

fn cost(content: &StudyContent) -> Cost {
    Cost::of(Action::Create, 1 + content.bytes() / BYTES_PER_CREATION)
}

/// A study with its token.
#[derive(Serialize, ToSchema)]
pub(super) struct NewStudy {
    /// The token that saves the study again; its author can also use their key. It is shown only once.
    token: String,
    #[serde(flatten)]
    study: StudyView,
}

/// Create a study
///
/// Stores a study under a link; it is in no public list. With the key of a person in `Authorization` it has their name and
/// is listed with their studies.
#[utoipa::path(
    post, operation_id = "create_study", path = "/studies", tag = "studies", request_body = StudyContent,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = NewStudy, description = "The study, with its token"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read; `index` is the place of the position in `nodes`"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The study is too large, or a position is not valid; `index` is its place in `nodes`"),
    ),
)]
pub(super) async fn create(
    State(app): State<StudyService>,
    caller: Caller,
    IdempotentBody { asked: content, key }: IdempotentBody<StudyContent, { body::LARGE }>,
) -> Result<(StatusCode, Json<NewStudy>), Problem> {
    let person = caller.person()?.map(|person| (person.id.clone(), person.name.clone()));
    caller.charge(cost(&content))?;
    let sheet = canonical(&app, caller.client, content).await?;
    let token = idempotency::token(app.http(), key.as_ref(), "study");
    let id = StudyId::seeded(idempotency::derived_id(app.http(), key.as_ref(), "study"));
    let event = StudyEvent::Created { maker: Author { hash: token.hash(), person }, sheet };
    let begun = app.studies().create(&id, idempotency::command(key.as_ref()), vec![event]).await?;
    app.http().vouch(&token);
    let study = StudyView::new(&app, id, &begun.now());
    Ok((StatusCode::CREATED, Json(NewStudy { token: token.reveal(), study })))
}

/// A new version of a study.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveStudy {
    /// The version that was edited. If there is a later one, nothing is saved [default: the latest].
    #[serde(default)]
    version: Option<u64>,
    /// The content.
    sheet: StudyContent,
}

/// Save a study
///
/// Stores a new version, with the token of the study or the key of its author. A content that has not changed is not
/// stored again.
#[utoipa::path(
    put, operation_id = "save_study", path = "/studies/{study}", tag = "studies",
    params(("study" = String, Path, description = "The id of the study")),
    request_body = SaveStudy, security(("token" = [])),
    responses(
        (status = OK, body = StudyView, description = "The saved version"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read; `index` is the place of the position in `nodes`"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such study"),
        (status = CONFLICT, body = problem::Body, description = "The study has been saved since `version`, or too often (`full`)"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The study is too large, or a position is not valid; `index` is its place in `nodes`"),
    ),
)]
pub(super) async fn save(
    State(app): State<StudyService>,
    caller: Caller<Token>,
    Path(name): Path<String>,
    JsonBody(SaveStudy { version, sheet }): JsonBody<SaveStudy, { body::LARGE }>,
) -> Result<Json<StudyView>, Problem> {
    let id = study_id(&name)?;
    let study = load(&app, caller.client, caller.billed, &id).await?;
    if !may_save(&study, &caller).await? {
        return Err(caller.refuse());
    }
    caller.accept()?;
    caller.charge(cost(&sheet))?;
    let content = canonical(&app, caller.client, sheet).await?;
    let decide = |now: &Versioned<Study>| {
        let event = now.save(now.version.0, version, &content).map_err(Problem::from)?;
        Ok::<_, Problem>(event.map_or(Decision::NoChange, |event| Decision::Append(vec![event])))
    };
    let done = app.studies().act(&id, Command::default(), decide).await?;
    Ok(Json(StudyView::new(&app, id, &done.now)))
}

/// Whether the caller has the token of a study or is its author.
async fn may_save(study: &Study, caller: &Caller<Token>) -> Result<bool, Problem> {
    if study.maker.hash.admits(&caller.identity) {
        return Ok(true);
    }
    let Some((author, _)) = &study.maker.person else { return Ok(false) };
    Ok(caller.person().await?.is_some_and(|person| person.id == *author))
}

/// Validates a content on the compute pool, because all of its moves are played.
async fn canonical(
    app: &StudyService,
    client: Client,
    content: StudyContent,
) -> Result<StudyContent, Problem> {
    let game = app.platform().game(&content.game)?;
    let name = app.platform().name_of(&*game);
    let validate =
        move |task: &chautari_compute::TaskContext| content.canonical(&*game, name, &|| task.check().is_ok());
    Ok(app.platform().compute(client, validate).await??)
}

impl From<SaveRefusal> for Problem {
    fn from(refusal: SaveRefusal) -> Problem {
        let full = |text: String| Problem::new(Kind::Conflict, "full", text);
        match refusal {
            SaveRefusal::Outdated => {
                Problem::conflict("This study has been saved from somewhere else in the meantime.")
            }
            SaveRefusal::TooManyVersions => {
                full(format!("A study has at most {MAX_VERSIONS} versions; make a new one."))
            }
            SaveRefusal::TooLong => full(
                "All versions of this study are too long together; make a new one of its content.".to_owned(),
            ),
        }
    }
}

impl From<ContentError> for Problem {
    fn from(error: ContentError) -> Problem {
        let refused = Problem::unprocessable;
        match error {
            ContentError::Title => {
                refused("title", format!("A study's title has 1 to {MAX_TITLE} bytes, all in one line."))
            }
            ContentError::NodeCount => refused("nodes", format!("A study has 1 to {MAX_NODES} positions.")),
            ContentError::TooMuchText => {
                refused("comment", format!("A study can have at most {MAX_TEXT} bytes of text."))
            }
            ContentError::Start(fault) => fault.into(),
            ContentError::Node(index, error) => Problem::from(error).index(index),
            ContentError::Cancelled => Cancelled.into(),
        }
    }
}

impl From<NodeError> for Problem {
    fn from(error: NodeError) -> Problem {
        let (code, text) = match error {
            NodeError::StartHasMove => {
                ("node", "The study begins at the first position: it has no `parent` and no `move`.")
            }
            NodeError::NoMove => ("node", "A position needs a `move`, and a `parent` earlier in the list."),
            NodeError::LineTooLong => ("node", "This line is too long."),
            NodeError::DuplicateMove => ("node", "The same move is there twice."),
            NodeError::NoTask => ("question", "A question must say what to do."),
            NodeError::Move(fault) => return fault.into(),
            NodeError::TooMuchText => {
                let text = format!("A position can have at most {MAX_NODE_TEXT} bytes of text.");
                return Problem::unprocessable("comment", text);
            }
            NodeError::Arrows => {
                let text = format!(
                    "A position has at most {MAX_ARROWS} arrows, each of one or two points of the board."
                );
                return Problem::unprocessable("arrows", text);
            }
        };
        Problem::unprocessable(code, text)
    }
}
