//! What can be played.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use chautari_game::{AnyGame, Dialect, Lesson, Level, Rule, Translation};
use chautari_http::Problem;
use chautari_http::problem;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Positions;

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
    #[schema(min_items = 2, max_items = 2)]
    sides: [&'static str; 2],
    /// What people call them.
    called: [&'static str; 2],
    /// Raised whenever a game played before could go differently now.
    rule_version: u32,
    /// The law of repetition in words, where there is one.
    #[schema(required)]
    repetition: Option<&'static str>,
    /// Numbers a player may change, behind a colon: `baghchal:captures=3`.
    rules: Vec<Rule>,
    /// Ways of writing it down, the canonical one first.
    dialects: Vec<Dialect>,
    /// The position where play begins.
    start: String,
    /// How strong the engine can be asked to play.
    levels: Vec<Strength>,
    /// The whole rules in Markdown, where one game was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rules_text: Option<&'static str>,
    /// A first lesson, where one game was asked for and somebody has made one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    lesson: Option<&'static Lesson>,
    /// What the game says in other languages, by their ISO 639-1 codes. What is missing is said in English.
    translations: BTreeMap<&'static str, Words>,
}

/// The words of a game in one language.
#[derive(Serialize, ToSchema)]
#[schema(as = GameWords)]
struct Words {
    /// Names and labels by their English: of sides, pieces, tallies, rules and actions. Where one game was asked
    /// for, the words of its lesson, too.
    texts: BTreeMap<&'static str, &'static str>,
    /// Sentences by the code of a refusal or a remark. `{0}`, `{1}` … stand for its points, `{*}` for all of them.
    refusals: BTreeMap<&'static str, &'static str>,
    /// How a game ended, by the `reason` of its outcome.
    endings: BTreeMap<&'static str, &'static str>,
    /// The whole rules in Markdown, where one game was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rules_text: Option<&'static str>,
}

impl Words {
    fn new(translation: &Translation) -> Words {
        let table = |pairs: &[(&'static str, &'static str)]| pairs.iter().copied().collect();
        Words {
            texts: table(translation.texts),
            refusals: table(translation.refusals),
            endings: table(translation.endings),
            rules_text: None,
        }
    }
}

/// How strong the engine plays.
#[derive(Serialize, ToSchema)]
#[schema(as = Level)]
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
        called: info.called,
        rule_version: info.rule_version,
        repetition: info.repetition,
        rules: game.rules(),
        dialects: game.dialects(),
        start: game.start().position(),
        levels: Level::all().map(strength).collect(),
        rules_text: None,
        lesson: None,
        translations: info.translations.iter().map(|one| (one.language, Words::new(one))).collect(),
    }
}

/// The games there are
#[utoipa::path(
    get, operation_id = "list_games", path = "/games", tag = "games",
    responses((status = OK, body = Vec<Game>, description = "Every game")),
)]
pub(super) async fn list(State(app): State<Positions>) -> Json<Vec<Game>> {
    Json(app.platform().games().iter().map(|one| game(*one)).collect())
}

/// One game
#[utoipa::path(
    get, operation_id = "get_game", path = "/games/{game}", tag = "games",
    params(("game" = String, Path, description = "Its id, perhaps with rules changed: `baghchal:captures=3`")),
    responses((status = OK, body = Game, description = "The game, with its rules as a text"), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn describe(
    State(app): State<Positions>,
    Path(name): Path<String>,
) -> Result<Json<Game>, Problem> {
    let found = app.platform().game(&name)?;
    let mut described = game(&*found);
    described.rules_text = Some(found.info().rulebook);
    described.lesson = found.info().lesson;
    for translation in found.info().translations {
        if let Some(words) = described.translations.get_mut(translation.language) {
            words.rules_text = translation.rulebook;
            words.texts.extend(translation.lesson.iter().copied());
        }
    }
    Ok(Json(described))
}
