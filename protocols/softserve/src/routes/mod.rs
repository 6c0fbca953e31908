//! The paths clients know.

mod aivai;
mod event;
mod game;
mod pages;
mod player;
mod state;
mod think;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Extension, FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use chautari_server::{Action, App, Client};
use serde_json::Value;

use crate::desk::Desk;
use crate::{Fields, Refusal, Settings, worker};

/// How many players of the house act at once.
const WORKERS: usize = 4;

/// The routes, and what works behind them until the server stops. Fails where the ledger cannot be
/// read.
pub async fn routes(app: &App, settings: Settings) -> Result<Router<App>, Refusal> {
    let desk = Arc::new(Desk::new(app.clone(), settings));
    desk.catch_up().await?;
    app.spawn(desk.clone().follow());
    for _ in 0..WORKERS {
        app.spawn(worker::work(desk.clone()));
    }
    let states = Router::new()
        .route("/state/initial", get(state::initial))
        .route("/state/{state}/actions", get(state::actions))
        .route("/state/{state}/act/{action}", get(state::act))
        .route("/state/{state}/winner", get(state::winner))
        .route("/state/{state}/picture.svg", get(state::picture))
        .route("/think/action/{state}", post(think::action))
        .route("/think/limits", post(think::limits));
    Ok(Router::new()
        .merge(states.clone())
        .nest("/{game}", states)
        .route("/player/create", post(player::create))
        .route("/player/games", post(player::games))
        .route("/aivai/play-state", post(aivai::play_state))
        .route("/aivai/submit-action", post(aivai::submit_action))
        .route("/event/create", post(event::create))
        .route("/event/data", post(event::data))
        .route("/game/data", post(game::data))
        .merge(pages::routes())
        .layer(Extension(desk)))
}

/// Counts what a client does against its rate.
fn admit(desk: &Desk, client: Client, action: Action) -> Result<(), Refusal> {
    desk.app().admit(client, action).map_err(|problem| Refusal::Busy(problem.text().to_owned()))
}

/// Whoever says so is this player; who guesses often is told to wait.
async fn identify(desk: &Desk, client: Client, player: &str, token: &str) -> Result<(), Refusal> {
    let known = desk.identify(player, token).await;
    if known == Err(Refusal::Credentials) {
        admit(desk, client, Action::Guess)?;
    }
    known
}

type Told = Result<Json<Value>, Refusal>;
type AtDesk = Extension<Arc<Desk>>;

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.body())).into_response();
        if matches!(self, Refusal::Busy(_) | Refusal::Away(_)) {
            response.headers_mut().insert(RETRY_AFTER, 1.into());
        }
        response
    }
}

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Fields, Response> {
        let body = Bytes::from_request(request, state).await.map_err(IntoResponse::into_response)?;
        Fields::read(&body).map_err(IntoResponse::into_response)
    }
}
