//! The route: `/obx` by GET with a body, GET with a query, and POST.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use chautari_server::{Action, App, Client, Problem, Question, ThinkError};

use crate::{Answer, Ask, Considered, Refusal};

/// The route.
pub fn routes() -> Router<App> {
    Router::new().route("/obx", get(obx).post(obx))
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

async fn obx(
    State(app): State<App>,
    client: Client,
    query: Result<Query<Ask>, QueryRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Answer>, Response> {
    let body = body.map_err(IntoResponse::into_response)?;
    let answer = async {
        let Query(query) = query.map_err(|e| Refusal::Body { offset: 0, text: e.body_text() })?;
        answer(&app, client, query.or(Ask::read(&body)?)).await
    };
    answer.await.map(Json).map_err(IntoResponse::into_response)
}

async fn answer(app: &App, client: Client, ask: Ask) -> Result<Answer, Failure> {
    let pondering = match ask.consider()? {
        Considered::Answered(answer) => return Ok(answer),
        Considered::Think(pondering) => pondering,
    };
    app.admit(client, Action::Think)?;
    let question = Question {
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
