//! Registration of people: a name and a first key.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chautari_http::cost::Create;
use chautari_http::idempotency::{self, IdempotencyKeyHeader, IdempotentBody};
use chautari_http::{ChargedClient, Kind, Problem, Token, problem};
use chautari_platform::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::People;
use crate::people::{Name, Person, enrol};

/// The name of a new account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChooseName {
    /// The public name: 1 to 24 letters of any script, digits, spaces, `-`, `_`, `.` and `'`.
    #[schema(example = "Asha")]
    name: String,
}

/// A person with a new key.
#[derive(Serialize, ToSchema)]
pub(super) struct NewPerson {
    /// The id of the person, which never changes.
    #[schema(value_type = String)]
    person: PersonId,
    /// The name in its written form: NFKC, with single spaces.
    name: String,
    /// The key of this device, which signs in as this person. It is shown only once.
    token: String,
}

impl NewPerson {
    pub(super) fn new(person: &Person, token: &Token) -> NewPerson {
        NewPerson { person: person.id.clone(), name: person.name.clone(), token: token.reveal() }
    }
}

/// Choose a name
///
/// Creates an account and returns the key of its first device. Names are unique: two names that differ only in case or
/// look alike count as one, among people and bots together.
#[utoipa::path(
    post, operation_id = "choose_name", path = "/people", tag = "people", request_body = ChooseName,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = NewPerson, description = "The account, with the key of this device"),
        (status = CONFLICT, body = problem::Body, description = "The name, or one that looks like it, is taken (`taken`)"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The name is not valid (`name`)"),
    ),
)]
pub(super) async fn register(
    State(app): State<People>,
    _: ChargedClient<Create>,
    IdempotentBody { asked: request, key }: IdempotentBody<ChooseName>,
) -> Result<(StatusCode, Json<NewPerson>), Problem> {
    let name = Name::read(&request.name).map_err(|text| Problem::unprocessable("name", text))?;
    let token = idempotency::token(app.http(), key.as_ref(), "person");
    let id = PersonId::seeded(idempotency::derived_id(app.http(), key.as_ref(), "person"));
    match enrol(&app, &name, &id, idempotency::command(key.as_ref()), &token).await? {
        Some(person) => Ok((StatusCode::CREATED, Json(NewPerson::new(&person, &token)))),
        None => Err(taken(&name)),
    }
}

fn taken(name: &Name) -> Problem {
    let text = format!("The name `{}`, or one that looks like it, is taken.", name.as_str());
    Problem::new(Kind::Conflict, "taken", text)
}
