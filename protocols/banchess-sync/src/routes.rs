//! The REST half: games begun, played and looked at.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use chautari_game::Fault;
use chautari_server::{Action, App, Client};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::rooms::Rooms;
use crate::store::{self, Kept, Trouble};
use crate::{Frame, Played, Refusal, Session, Sync, socket};

/// The routes, and the task that carries news to them until the server stops.
pub fn routes(app: &App) -> Router<App> {
    let rooms = Arc::new(Rooms::default());
    app.spawn(rooms.clone().follow(app.clone()));
    Router::new()
        .route("/api/game", post(create))
        .route("/api/game/action", post(act))
        .route("/api/game/{id}", get(sync))
        .route("/api/game/{id}/history", get(history))
        .route("/api/game/{id}/pgn", get(pgn))
        .route("/api/game/{id}/ws", any(socket::connect))
        .layer(Extension(rooms))
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        match self {
            Trouble::Refused(refusal) => {
                let status = StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::BAD_REQUEST);
                (status, Json(refusal.body())).into_response()
            }
            Trouble::Busy(problem) => {
                let body = json!({"success": false, "error": problem.text()});
                // The status and how long to wait are the server's, the form is the contract's.
                let mut answer = problem.into_response();
                *answer.body_mut() = body.to_string().into();
                answer
            }
            Trouble::Away(text) => {
                let body = Json(json!({"success": false, "error": text}));
                (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "1")], body).into_response()
            }
        }
    }
}

/// Reads a body, of which an empty one is an empty object.
fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Refusal> {
    let body = if body.is_empty() { b"{}" } else { body };
    serde_json::from_slice(body).map_err(|e| Refusal::Form(format!("The body is not as expected: {e}")))
}

#[derive(Deserialize)]
struct Beginning {
    fen: Option<String>,
}

async fn create(State(app): State<App>, client: Client, body: Bytes) -> Result<Response, Trouble> {
    let Beginning { fen } = read(&body)?;
    let session = match Session::begin(fen.as_deref()) {
        Ok(session) => session,
        Err(fault) => return Ok(no_position(&fault)),
    };
    app.admit(client, Action::Create)?;
    let (id, [white, black]) = store::create(app.ledger(), fen).await?;
    let mut told = json!(session.sync());
    told["id"] = json!(id);
    told["white"] = json!(white.reveal());
    told["black"] = json!(black.reveal());
    Ok((StatusCode::CREATED, Json(told)).into_response())
}

/// The answer to a position that cannot be read, or cannot be.
fn no_position(fault: &Fault) -> Response {
    let status = match fault {
        Fault::Refused { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::BAD_REQUEST,
    };
    let body = json!({"success": false, "error": fault.to_string(), "reasons": fault.reasons()});
    (status, Json(body)).into_response()
}

#[derive(Deserialize)]
struct Deed {
    game: String,
    action: String,
    token: Option<String>,
    ply: Option<u32>,
}

async fn act(State(app): State<App>, client: Client, body: Bytes) -> Result<Json<Played>, Trouble> {
    let Deed { game, action, token, ply } = read(&body)?;
    let frame = Frame::new(action, ply)?;
    let mut kept = Kept::load(app.ledger(), &game).await?;
    let seat = token.and_then(|token| kept.seat(&token));
    app.admit(client, if seat.is_some() { Action::Act } else { Action::Guess })?;
    loop {
        match kept.play(app.ledger(), seat, &frame).await? {
            Ok(played) => return Ok(Json(played)),
            Err(store::Overtaken) => kept.catch_up(app.ledger()).await?,
        };
    }
}

async fn sync(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Sync>, Trouble> {
    Ok(Json(Kept::load(app.ledger(), &id).await?.session.sync()))
}

async fn history(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Value>, Trouble> {
    Ok(Json(json!(Kept::load(app.ledger(), &id).await?.session.history())))
}

async fn pgn(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Trouble> {
    let pgn = Kept::load(app.ledger(), &id).await?.session.pgn();
    Ok(([(CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], pgn + "\n").into_response())
}
