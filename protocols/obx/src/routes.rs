//! The endpoint: `/obx` by GET with a body, GET with a query, and POST.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, RawQuery, Request, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use chautari_compute::{Client, SearchRequest, ThinkError};
use chautari_http::{Action, Billed, Kind, Problem, RemoteClient, body, vet_size};
use chautari_platform::Platform;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::refusal::Body;
use crate::{Evaluated, ObxRequest, ObxResponse, Refusal};

/// Returns the routes with their description. `/obx/` is the same endpoint.
pub fn routes() -> OpenApiRouter<Platform> {
    let (schemas, paths, methods) = routes!(get_obx, post_obx);
    let refuse_others = |methods: MethodRouter<Platform>| methods.fallback(refuse_method);
    OpenApiRouter::new()
        .routes((schemas, paths, refuse_others(methods)))
        .route("/obx/", refuse_others(get(get_obx).post(post_obx)))
}

/// A request body. [`ObxRequest`] describes its content.
struct RequestBody(Bytes);

impl FromRequest<Platform> for RequestBody {
    type Rejection = Failure;

    async fn from_request(request: Request, platform: &Platform) -> Result<RequestBody, Failure> {
        Ok(RequestBody(platform.http().body_of(request, body::LARGE).await?))
    }
}

/// The reason for an error response: the contract, or the server's limits.
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
            Failure::Problem(problem) => {
                let body = Body::of_problem(&problem);
                // The status and `Retry-After` are the server's, the body has the form of the contract.
                let mut response = problem.into_response();
                *response.body_mut() = serde_json::to_vec(&body).unwrap_or_default().into();
                response
            }
            Failure::Refused(refusal) => {
                let status = StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::BAD_REQUEST);
                (status, Json(refusal.body())).into_response()
            }
        }
    }
}

async fn refuse_method(method: Method) -> Failure {
    Problem::new(Kind::Method, "method", format!("Use GET or POST here, not {method}.")).into()
}

/// Answer a Bagh Chal position with the next one
///
/// Plays the engine's move, or the one in the request. Clients that cannot send a body with GET use the query, or
/// POST.
#[utoipa::path(
    get, operation_id = "ask_obx", path = "/obx", tag = "obx", params(ObxRequest),
    responses(
        (status = OK, body = ObxResponse, description = "The move and the position after it"),
        (status = BAD_REQUEST, body = Body, description = "Malformed text; `detail` says where"),
        (status = METHOD_NOT_ALLOWED, body = Body, description = "The method is neither GET nor POST"),
        (status = REQUEST_TIMEOUT, body = Body, description = "The body took too long to arrive"),
        (status = PAYLOAD_TOO_LARGE, body = Body, description = "The body is too large"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Readable, but impossible; `detail` has every reason"),
        (status = TOO_MANY_REQUESTS, body = Body, description = "The rate limit is reached; `Retry-After` says for how long"),
        (status = SERVICE_UNAVAILABLE, body = Body, description = "All engines are busy; `Retry-After` says for how long"),
    ),
)]
async fn get_obx(
    state: State<Platform>,
    RemoteClient(client): RemoteClient,
    query: RawQuery,
    body: RequestBody,
) -> Result<Json<ObxResponse>, Failure> {
    respond(state, client, query, body).await
}

/// Answer a Bagh Chal position with the next one
///
/// Plays the engine's move, or the one in the request.
#[utoipa::path(
    post, operation_id = "play_obx", path = "/obx", tag = "obx", request_body = ObxRequest,
    responses(
        (status = OK, body = ObxResponse, description = "The move and the position after it"),
        (status = BAD_REQUEST, body = Body, description = "Malformed text; `detail` says where"),
        (status = METHOD_NOT_ALLOWED, body = Body, description = "The method is neither GET nor POST"),
        (status = REQUEST_TIMEOUT, body = Body, description = "The body took too long to arrive"),
        (status = PAYLOAD_TOO_LARGE, body = Body, description = "The body is too large"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Readable, but impossible; `detail` has every reason"),
        (status = TOO_MANY_REQUESTS, body = Body, description = "The rate limit is reached; `Retry-After` says for how long"),
        (status = SERVICE_UNAVAILABLE, body = Body, description = "All engines are busy; `Retry-After` says for how long"),
    ),
)]
async fn post_obx(
    state: State<Platform>,
    RemoteClient(client): RemoteClient,
    query: RawQuery,
    body: RequestBody,
) -> Result<Json<ObxResponse>, Failure> {
    respond(state, client, query, body).await
}

async fn respond(
    State(app): State<Platform>,
    client: Client,
    RawQuery(query): RawQuery,
    RequestBody(body): RequestBody,
) -> Result<Json<ObxResponse>, Failure> {
    let query = query.unwrap_or_default();
    let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
    let query = ObxRequest::from_query(pairs.iter().map(|(name, value)| (&**name, &**value)))?;
    vet_size(&body)
        .map_err(|error| Refusal::TooLong { offset: error.at.unwrap_or_default(), text: error.text })?;
    let request = query.or(ObxRequest::read(&body)?);
    let search = match request.evaluate()? {
        Evaluated::Answered(response) => return Ok(Json(response)),
        Evaluated::NeedsSearch(search) => search,
    };
    app.http().charge(Billed::address(client), Action::Think)?;
    let question = SearchRequest {
        game: Box::new(search.game),
        start: Some(search.position()),
        moves: Vec::new(),
        level: search.level,
        limit: search.limit.clone(),
        seed: 0,
    };
    let thought = app.engines().think(client, question).await?;
    let best = thought.best.unwrap_or_default();
    Ok(Json(search.conclude(&best)?))
}
