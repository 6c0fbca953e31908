//! The route: `/obx` by GET with a body, GET with a query, and POST.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, RawQuery, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chautari_compute::{Client, SearchRequest, ThinkError};
use chautari_http::RemoteClient;
use chautari_http::{Action, Problem, body, vet_size};
use chautari_platform::Platform;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::refusal::Body;
use crate::{Answer, Ask, Considered, Refusal};

/// The route, described; with a slash behind it, it is the same.
pub fn routes() -> OpenApiRouter<Platform> {
    OpenApiRouter::new().routes(routes!(ask, tell)).route("/obx/", get(ask).post(tell))
}

/// A body; what it holds is described by [`Ask`], not by its bytes.
struct Sent(Bytes);

impl FromRequest<Platform> for Sent {
    type Rejection = Problem;

    async fn from_request(request: Request, platform: &Platform) -> Result<Sent, Problem> {
        platform.http().body_of(request, body::SMALL).await.map(Sent)
    }
}

/// Why a request has no answer: by the contract, or because the server cannot now.
enum Failure {
    Refused(Refusal),
    Problem(Problem),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::Problem(problem)
    }
}

impl From<ThinkError> for Failure {
    fn from(error: ThinkError) -> Failure {
        Failure::Problem(error.into())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        match self {
            Failure::Problem(problem) => problem.into_response(),
            Failure::Refused(refusal) => {
                let status = StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::BAD_REQUEST);
                (status, Json(refusal.body())).into_response()
            }
        }
    }
}

/// Answer a Bagh Chal position with the next one
///
/// The engine's move, or the one asked for. Where a client can send a body with GET, `POST /obx` shows its form.
#[utoipa::path(
    get, operation_id = "ask_obx", path = "/obx", tag = "obx", params(Ask),
    responses(
        (status = REQUEST_TIMEOUT),
        (status = PAYLOAD_TOO_LARGE),
        (status = OK, body = Answer, description = "The move and the position after it"),
        (status = BAD_REQUEST, body = Body, description = "A text could not be read; `detail` says where"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "It can be read and cannot be; `detail` has every reason"),
    ),
)]
async fn ask(
    state: State<Platform>,
    RemoteClient(client): RemoteClient,
    query: RawQuery,
    body: Sent,
) -> Result<Json<Answer>, Response> {
    obx(state, RemoteClient(client), query, body).await
}

/// Answer a Bagh Chal position with the next one
///
/// The engine's move, or the one asked for.
#[utoipa::path(
    post, operation_id = "play_obx", path = "/obx", tag = "obx", request_body = Ask,
    responses(
        (status = OK, body = Answer, description = "The move and the position after it"),
        (status = BAD_REQUEST, body = Body, description = "A text could not be read; `detail` says where"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "It can be read and cannot be; `detail` has every reason"),
    ),
)]
async fn tell(
    state: State<Platform>,
    RemoteClient(client): RemoteClient,
    query: RawQuery,
    body: Sent,
) -> Result<Json<Answer>, Response> {
    obx(state, RemoteClient(client), query, body).await
}

async fn obx(
    State(app): State<Platform>,
    RemoteClient(client): RemoteClient,
    RawQuery(query): RawQuery,
    Sent(body): Sent,
) -> Result<Json<Answer>, Response> {
    let query = query.unwrap_or_default();
    let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
    let answer = async {
        let query = Ask::from_query(pairs.iter().map(|(name, value)| (&**name, &**value)))?;
        vet_size(&body).map_err(Problem::from)?;
        answer(&app, client, query.or(Ask::read(&body)?)).await
    };
    answer.await.map(Json).map_err(IntoResponse::into_response)
}

async fn answer(app: &Platform, client: Client, ask: Ask) -> Result<Answer, Failure> {
    let pondering = match ask.consider()? {
        Considered::Answered(answer) => return Ok(answer),
        Considered::Think(pondering) => pondering,
    };
    app.http().admit(client, Action::Think)?;
    let question = SearchRequest {
        game: Box::new(pondering.game),
        start: Some(pondering.position()),
        moves: Vec::new(),
        level: pondering.level,
        limit: pondering.limit.clone(),
        seed: 0,
    };
    let thought = app.engines().think(client, question).await?;
    let best = thought.best.unwrap_or_default();
    Ok(pondering.conclude(&best)?)
}
