//! The games of the server.

use axum::Json;
use axum::extract::{Path, State};
use chautari_http::{Problem, problem};
use chautari_wire::Game;

use crate::Positions;

/// List games
///
/// Returns every game with its names, rules, notations and engine levels.
#[utoipa::path(
    get, operation_id = "list_games", path = "/games", tag = "games",
    responses((status = OK, body = Vec<Game>, description = "All games, without their complete rules")),
)]
pub(super) async fn list(State(app): State<Positions>) -> Json<Vec<Game>> {
    Json(app.platform().games().iter().map(|game| Game::summary(*game)).collect())
}

/// Get a game
///
/// Returns a game with its complete rules in Markdown and its first lesson.
#[utoipa::path(
    get, operation_id = "get_game", path = "/games/{game}", tag = "games",
    params(("game" = String, Path, description = "The id, optionally with changed rules: `baghchal:captures=3`")),
    responses(
        (status = OK, body = Game, description = "The game"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn get(
    State(app): State<Positions>,
    Path(name): Path<String>,
) -> Result<Json<Game>, Problem> {
    Ok(Json(Game::full(&*app.platform().game(&name)?)))
}
