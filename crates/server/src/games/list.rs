//! What can be played.

use axum::Json;
use axum::extract::{Path, State};
use chautari_game::{AnyGame, Dialect, Level, Rule};
use serde::Serialize;
use utoipa::ToSchema;

use super::shapes::{DialectShape, RuleShape};
use crate::problem::ProblemShape;
use crate::{App, Problem};

/// A game under one rule profile.
#[derive(Serialize, ToSchema)]
pub(super) struct Game {
    /// What one types.
    #[schema(example = "baghchal")]
    id: &'static str,
    /// What one reads.
    name: &'static str,
    /// One line about this profile.
    about: &'static str,
    /// The names of the two sides.
    sides: [&'static str; 2],
    /// Raised whenever a game played before could go differently now.
    rule_version: u32,
    /// The law of repetition in words, where there is one.
    repetition: Option<&'static str>,
    /// Numbers a player may change, behind a colon: `baghchal:captures=3`.
    #[schema(value_type = Vec<RuleShape>)]
    rules: Vec<Rule>,
    /// Ways of writing it down, the canonical one first.
    #[schema(value_type = Vec<DialectShape>)]
    dialects: Vec<Dialect>,
    /// The position where play begins.
    start: String,
    /// How strong the engine can be asked to play.
    levels: Vec<Strength>,
    /// The whole rules in Markdown, where one game was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules_text: Option<&'static str>,
}

#[derive(Serialize, ToSchema)]
struct Strength {
    /// 1 to 10.
    level: u8,
    /// What it is called.
    name: &'static str,
    /// What it is like to play against.
    about: &'static str,
}

fn strength(level: Level) -> Strength {
    Strength { level: level.number(), name: level.name(), about: level.about() }
}

fn game(game: &dyn AnyGame) -> Game {
    let info = game.info();
    Game {
        id: info.id,
        name: info.name,
        about: info.about,
        sides: info.sides,
        rule_version: info.rule_version,
        repetition: info.repetition,
        rules: game.rules(),
        dialects: game.dialects(),
        start: game.start().position(),
        levels: Level::all().map(strength).collect(),
        rules_text: None,
    }
}

/// The games there are
#[utoipa::path(get, path = "/games", tag = "games", responses((status = OK, body = Vec<Game>)))]
pub(super) async fn list(State(app): State<App>) -> Json<Vec<Game>> {
    Json(app.games().iter().map(|one| game(*one)).collect())
}

/// One game
#[utoipa::path(
    get, path = "/games/{game}", tag = "games",
    params(("game" = String, Path, description = "Its id, perhaps with rules changed: `baghchal:captures=3`")),
    responses((status = OK, body = Game), (status = NOT_FOUND, body = ProblemShape)),
)]
pub(super) async fn describe(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Json<Game>, Problem> {
    let found = app.game(&name)?;
    Ok(Json(Game { rules_text: Some(found.info().rulebook), ..game(&*found) }))
}
