//! Thinking for whoever has the server's think token.

use axum::Json;
use axum::extract::{Extension, State};
use chautari_compute::{Client, SearchRequest};
use chautari_game::{Level, Limit};
use chautari_http::RemoteClient;
use chautari_http::{Action, Token};
use chautari_platform::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Asked, AtDesk, Said, Told, admit, state};
use crate::desk::Desk;
use crate::refusal::Body;
use crate::{Complaint, Fields, Refusal};

/// How many nodes are looked at where nothing is said.
const USUAL: u64 = 50_000;
/// One engine thinks with one thread here.
const WORKERS: u64 = 1;

fn open(desk: &Desk, client: Client, token: &str) -> Result<(), Refusal> {
    let token: Option<Token> = token.parse().ok();
    match (&desk.settings().think_token, token) {
        (Some(hash), Some(token)) if hash.admits(&token) => Ok(()),
        _ => {
            admit(desk, client, Action::InvalidToken)?;
            Err(Refusal::Token)
        }
    }
}

/// How to think.
#[derive(ToSchema)]
#[schema(as = SoftserveThinkRequest)]
pub(super) struct How {
    /// The server's think token.
    token: String,
    /// How many threads; there is one.
    #[allow(dead_code, reason = "that it is within bounds is all that matters")]
    workers: Option<u64>,
    /// How many nodes are looked at.
    iterations: Option<u64>,
}

impl Said for How {
    fn read(fields: &mut Fields) -> How {
        let token = fields.text("token");
        let workers = fields.number_within("workers", WORKERS, WORKERS);
        How { token, workers, iterations: fields.number_within("iterations", 1, u64::MAX) }
    }
}

/// What was thought of.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveThought)]
pub(super) struct Thought {
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
    request_body = How,
    responses(
        (status = OK, body = Thought, description = "The best action and what follows"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "The state cannot be, or is the end"),
    ),
)]
pub(super) async fn action(
    State(app): State<Platform>,
    RemoteClient(client): RemoteClient,
    state::Named(names): state::Named,
    Extension(desk): AtDesk,
    Asked { said, .. }: Asked<How>,
) -> Told<Thought> {
    let How { token, iterations, .. } = said;
    let most = desk.settings().most_iterations;
    if iterations.is_some_and(|iterations| iterations > most) {
        let loc = vec!["body".into(), "iterations".into()];
        let msg = format!("Input should be from 1 to {most}");
        return Err(Refusal::Fields(vec![Complaint { loc, msg, r#type: "out_of_range" }]));
    }
    open(&desk, client, &token)?;
    admit(&desk, client, Action::Think)?;
    let mut record = state::read(&app, &names)?;
    let question = SearchRequest {
        game: state::game(&app, &names)?,
        start: Some(record.position()),
        moves: Vec::new(),
        level: Level::FULL,
        limit: Limit {
            nodes: Some(iterations.unwrap_or(USUAL.min(desk.settings().most_iterations))),
            ..Limit::default()
        },
        seed: 0,
    };
    let thought = app.engines().think(client, question).await.map_err(|e| Refusal::Away(e.to_string()))?;
    let best = thought.best.ok_or_else(|| Refusal::State("The game is over.".to_owned()))?;
    record.play(&best).map_err(|fault| Refusal::State(fault.to_string()))?;
    let log = format!("{} at depth {}, {} nodes", thought.score, thought.depth, thought.nodes);
    let actions = state::offers(record.as_ref());
    Ok(Json(Thought { action: best, state: record.position(), actions, log }))
}

/// A request with the server's think token.
#[derive(ToSchema)]
#[schema(as = SoftserveThinkToken)]
pub(super) struct Key {
    /// The server's think token.
    token: String,
}

impl Said for Key {
    fn read(fields: &mut Fields) -> Key {
        Key { token: fields.text("token") }
    }
}

/// How long one may have the server think.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveThinkLimits)]
pub(super) struct Limits {
    min_iterations: u64,
    max_iterations: u64,
    min_workers: u64,
    max_workers: u64,
}

/// How long one may have the server think
#[utoipa::path(
    post, operation_id = "softserve_think_limits", path = "/think/limits", tag = "softserve",
    request_body = Key,
    responses(
        (status = OK, body = Limits, description = "The least and the most"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn limits(
    RemoteClient(client): RemoteClient,
    Extension(desk): AtDesk,
    Asked { said: Key { token }, .. }: Asked<Key>,
) -> Told<Limits> {
    open(&desk, client, &token)?;
    let max_iterations = desk.settings().most_iterations;
    Ok(Json(Limits { min_iterations: 1, max_iterations, min_workers: WORKERS, max_workers: WORKERS }))
}
