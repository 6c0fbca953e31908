//! Engine analysis for holders of the server's think token.

use axum::Json;
use axum::extract::{Extension, State};
use chautari_compute::{Client, SearchRequest};
use chautari_game::{Level, Limit};
use chautari_http::{Action, Billed, RemoteClient, Token};
use chautari_platform::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use super::{FieldsBody, ReadFields, Reply, ServiceExtension, state};
use crate::refusal::Body;
use crate::service::SoftserveService;
use crate::{FieldError, Fields, Refusal};

/// The default number of nodes.
const USUAL: u64 = 50_000;
/// One engine thinks with one thread here.
const WORKERS: u64 = 1;

fn open(service: &SoftserveService, client: Client, token: &str) -> Result<(), Refusal> {
    let token: Option<Token> = token.parse().ok();
    match (&service.settings().think_token, token) {
        (Some(hash), Some(token)) if hash.admits(&token) => Ok(()),
        _ => {
            service.charge(Billed::address(client), Action::InvalidToken)?;
            Err(Refusal::Token)
        }
    }
}

/// ThinkRequest to think.
#[derive(ToSchema)]
#[schema(as = SoftserveThinkRequest)]
pub(super) struct ThinkRequest {
    /// The server's think token.
    token: String,
    /// ThinkRequest many threads; there is one.
    #[allow(dead_code, reason = "that it is within bounds is all that matters")]
    workers: Option<u64>,
    /// The number of nodes to search.
    iterations: Option<u64>,
}

impl ReadFields for ThinkRequest {
    fn read(fields: &mut Fields) -> ThinkRequest {
        let token = fields.text("token");
        let workers = fields.number_within("workers", WORKERS, WORKERS);
        ThinkRequest { token, workers, iterations: fields.number_within("iterations", 1, u64::MAX) }
    }
}

/// The result of a search.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveThought)]
pub(super) struct ThinkResponse {
    action: String,
    /// After it.
    state: String,
    /// At that state.
    actions: Vec<String>,
    log: String,
}

/// Think about a state
#[utoipa::path(
    post, operation_id = "softserve_think", path = "/think/action/{state}", tag = "softserve",
    params(("state" = String, Path, description = "The state")),
    request_body = ThinkRequest,
    responses(
        (status = OK, body = ThinkResponse, description = "The best action and what follows"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "The state cannot be, or is the end"),
    ),
)]
pub(super) async fn action(
    State(app): State<Platform>,
    RemoteClient(client): RemoteClient,
    state::PathParams(names): state::PathParams,
    Extension(service): ServiceExtension,
    FieldsBody { body, .. }: FieldsBody<ThinkRequest>,
) -> Reply<ThinkResponse> {
    let ThinkRequest { token, iterations, .. } = body;
    let most = service.settings().most_iterations;
    if iterations.is_some_and(|iterations| iterations > most) {
        let loc = vec!["body".into(), "iterations".into()];
        let msg = format!("Input should be from 1 to {most}");
        return Err(Refusal::Fields(vec![FieldError { loc, msg, r#type: "out_of_range" }]));
    }
    open(&service, client, &token)?;
    service.charge(Billed::address(client), Action::Think)?;
    let mut record = state::read(&app, &names)?;
    let question = SearchRequest {
        game: state::game(&app, &names)?,
        start: Some(record.position()),
        moves: Vec::new(),
        level: Level::FULL,
        limit: Limit {
            nodes: Some(iterations.unwrap_or(USUAL.min(service.settings().most_iterations))),
            ..Limit::default()
        },
        seed: 0,
    };
    let thought = app.engines().think(client, question).await.map_err(|e| Refusal::Away(e.to_string()))?;
    let best = thought.best.ok_or_else(|| Refusal::State("The game is over.".to_owned()))?;
    record.play(&best).map_err(|fault| Refusal::State(fault.to_string()))?;
    let log = format!("{} at depth {}, {} nodes", thought.score, thought.depth, thought.nodes);
    let actions = state::offers(record.as_ref());
    Ok(Json(ThinkResponse { action: best, state: record.position(), actions, log }))
}

/// A request with the server's think token.
#[derive(ToSchema)]
#[schema(as = SoftserveThinkToken)]
pub(super) struct ThinkLimitsRequest {
    /// The server's think token.
    token: String,
}

impl ReadFields for ThinkLimitsRequest {
    fn read(fields: &mut Fields) -> ThinkLimitsRequest {
        ThinkLimitsRequest { token: fields.text("token") }
    }
}

/// ThinkRequest long one may have the server think.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveThinkLimits)]
pub(super) struct ThinkLimits {
    min_iterations: u64,
    max_iterations: u64,
    min_workers: u64,
    max_workers: u64,
}

/// ThinkRequest long one may have the server think
#[utoipa::path(
    post, operation_id = "softserve_think_limits", path = "/think/limits", tag = "softserve",
    request_body = ThinkLimitsRequest,
    responses(
        (status = OK, body = ThinkLimits, description = "The least and the most"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn limits(
    RemoteClient(client): RemoteClient,
    Extension(service): ServiceExtension,
    FieldsBody { body: ThinkLimitsRequest { token }, .. }: FieldsBody<ThinkLimitsRequest>,
) -> Reply<ThinkLimits> {
    open(&service, client, &token)?;
    let max_iterations = service.settings().most_iterations;
    Ok(Json(ThinkLimits { min_iterations: 1, max_iterations, min_workers: WORKERS, max_workers: WORKERS }))
}
