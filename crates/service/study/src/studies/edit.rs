//! A study is made, and saved again.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use chautari_aggregate::{Command, Decision, Versioned};
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::idempotency;
use chautari_http::idempotency::{IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem;
use chautari_http::problem::Kind;
use chautari_http::{Action, Bearer, JsonBody, Problem, Token, body};
use chautari_people::people;
use chautari_platform::StudyId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::content::StudyContent;
use super::named;
use super::queries::{View, look};
use super::study::{Author, MOST_BYTES, MOST_VERSIONS, Study, StudyEvent};
use crate::StudyService;

/// So many bytes are as much as one more thing that is made: they are kept for ever.
const BYTES_OF_ONE: usize = 8 << 10;

/// A study that is made.
#[derive(Serialize, ToSchema)]
#[schema(as = NewStudy)]
pub(super) struct Created {
    /// What it is saved again by; whoever made it by their name can do so by their key, too. It is told once.
    token: String,
    #[serde(flatten)]
    study: View,
}

/// Make a study
///
/// It is in no list: whoever has its name finds it. Made with a person's key, it bears their name and is among theirs.
#[utoipa::path(
    post, operation_id = "make_study", path = "/studies", tag = "studies", request_body = StudyContent,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = Created, description = "The study, with its token"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read; `index` is the position of the study"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules say no, or it is too large; `index` is the position of the study"),
    ),
)]
pub(super) async fn make(
    State(app): State<StudyService>,
    RemoteClient(client): RemoteClient,
    headers: HeaderMap,
    IdempotentBody { asked: sheet, key }: IdempotentBody<StudyContent, { body::LARGE }>,
) -> Result<(StatusCode, Json<Created>), Problem> {
    let (person, counted) = match Token::shown(&headers) {
        Some(token) => {
            let person = people::by_their_key(app.people(), client, &token).await?;
            (Some((person.id.clone(), person.name.clone())), token.hash().client())
        }
        None => (None, client),
    };
    app.http().admit_work(counted, Action::Create, sheet.bytes() / BYTES_OF_ONE)?;
    let sheet = vet(&app, client, sheet).await?;
    let token = idempotency::token(app.http(), key.as_ref(), "study");
    let id = StudyId::seeded(idempotency::derived_id(app.http(), key.as_ref(), "study"));
    let event = StudyEvent::Created { maker: Author { hash: token.hash(), person }, sheet };
    let begun = app.studies().create(&id, idempotency::command(key.as_ref()), vec![event]).await?;
    app.http().vouch(&token);
    let study = View::new(&app, id, &begun.now());
    Ok((StatusCode::CREATED, Json(Created { token: token.reveal(), study })))
}

/// What a study is to say from now on.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SaveStudy)]
pub(super) struct Save {
    /// The version it was changed from: if there is a later one, nothing is saved [default: whatever there is].
    #[serde(default)]
    version: Option<u64>,
    /// What it says.
    sheet: StudyContent,
}

/// Save a study again
#[utoipa::path(
    put, operation_id = "save_study", path = "/studies/{study}", tag = "studies",
    params(("study" = String, Path, description = "Its name")),
    request_body = Save, security(("token" = [])),
    responses(
        (status = OK, body = View, description = "The study as it is now"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read; `index` is the position of the study"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It was saved by somebody else meanwhile, or too often"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules say no, or it is too large; `index` is the position of the study"),
    ),
)]
pub(super) async fn save(
    State(app): State<StudyService>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    Bearer(token): Bearer,
    JsonBody(Save { version, sheet }): JsonBody<Save, { body::LARGE }>,
) -> Result<Json<View>, Problem> {
    let id = named(&name)?;
    let study = look(&app, client, &id).await?;
    if !opens(&app, &study, &token).await? {
        return Err(app.http().wrong_token(client));
    }
    app.http().vouch(&token);
    app.http().admit_work(token.hash().client(), Action::Create, sheet.bytes() / BYTES_OF_ONE)?;
    let sheet = vet(&app, client, sheet).await?;
    let bytes = sheet.bytes();
    let decide = |now: &Versioned<Study>| {
        if version.is_some_and(|seen| seen != now.version.0) {
            return Err(Problem::conflict("This study has been saved from somewhere else in the meantime."));
        }
        if now.version.0 >= MOST_VERSIONS {
            return Err(full(format!("A study has at most {MOST_VERSIONS} versions; make a new one.")));
        }
        // Saved as it is, it stays as it is.
        if now.sheet == sheet {
            return Ok(Decision::NoChange);
        }
        if now.bytes + bytes > MOST_BYTES {
            return Err(full(
                "All versions of this study are too long together; make a new one of what it says.",
            ));
        }
        Ok(Decision::Append(vec![StudyEvent::Saved { sheet: sheet.clone() }]))
    };
    let done = app.studies().act(&id, Command::default(), decide).await?;
    Ok(Json(View::new(&app, id, &done.now)))
}

/// Nothing more is taken, however often it is sent.
fn full(text: impl Into<String>) -> Problem {
    Problem::new(Kind::Conflict, "full", text)
}

/// Whether a token opens a study: its own, or a key of whoever made it.
async fn opens(app: &StudyService, study: &Study, token: &Token) -> Result<bool, Problem> {
    if study.maker.hash.admits(token) {
        return Ok(true);
    }
    let Some((maker, _)) = &study.maker.person else { return Ok(false) };
    Ok(people::holder(app.people(), token).await?.is_some_and(|person| person.id == *maker))
}

/// Plays all of a study, where long work is done.
async fn vet(app: &StudyService, client: Client, sheet: StudyContent) -> Result<StudyContent, Problem> {
    let game = app.platform().game(&sheet.game)?;
    let name = app.platform().name_of(&*game);
    app.platform().compute(client, move |turn| sheet.vet(&*game, name, turn)).await?
}
