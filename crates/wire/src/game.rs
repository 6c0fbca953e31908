//! A game as the API describes it.

use std::collections::BTreeMap;

use chautari_game::{AnyGame, Dialect, Lesson, Level, Rule, Translation};
use serde::Serialize;

/// A game under one rule profile.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Game {
    /// The id, as it is typed.
    #[cfg_attr(feature = "schema", schema(example = "baghchal"))]
    pub id: &'static str,
    /// The name, as it is shown.
    pub name: &'static str,
    /// One line about this profile.
    pub about: &'static str,
    /// The names of the two sides.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub sides: [&'static str; 2],
    /// The names of the two sides for people.
    pub called: [&'static str; 2],
    /// The version of the rules. It increases when a game played earlier could go differently now.
    pub rule_version: u32,
    /// The law of repetition in words; `null` if the game has none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub repetition: Option<&'static str>,
    /// Numbers a player may change, behind a colon: `baghchal:captures=3`.
    pub rules: Vec<Rule>,
    /// The notations of the game, the canonical one first.
    pub dialects: Vec<Dialect>,
    /// The start position.
    pub start: String,
    /// The levels of the engine.
    pub levels: Vec<EngineLevel>,
    /// The complete rules in Markdown; only in the description of a single game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub rules_text: Option<&'static str>,
    /// A first lesson, if the game has one; only in the description of a single game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub lesson: Option<&'static Lesson>,
    /// The texts of the game in other languages, by ISO 639-1 code. Missing texts are shown in English.
    pub translations: BTreeMap<&'static str, GameWords>,
}

/// The texts of a game in one language.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameWords {
    /// Names and labels by their English: of sides, pieces, tallies, rules and actions. The description of a single
    /// game includes the texts of its lesson.
    pub texts: BTreeMap<&'static str, &'static str>,
    /// Sentences by the code of a refusal or a remark. `{0}`, `{1}` … stand for its points, `{*}` for all of them.
    pub refusals: BTreeMap<&'static str, &'static str>,
    /// How a game ended, by the `reason` of its outcome.
    pub endings: BTreeMap<&'static str, &'static str>,
    /// The complete rules in Markdown; only in the description of a single game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub rules_text: Option<&'static str>,
}

/// A level of the engine.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Level))]
pub struct EngineLevel {
    /// 1 to 10.
    pub level: u8,
    /// The name of the level.
    pub name: &'static str,
    /// One line about how strong it is.
    pub about: &'static str,
}

impl From<Level> for EngineLevel {
    fn from(level: Level) -> EngineLevel {
        EngineLevel { level: level.number(), name: level.name(), about: level.about() }
    }
}

impl From<&Translation> for GameWords {
    fn from(translation: &Translation) -> GameWords {
        let table = |pairs: &[(&'static str, &'static str)]| pairs.iter().copied().collect();
        GameWords {
            texts: table(translation.texts),
            refusals: table(translation.refusals),
            endings: table(translation.endings),
            rules_text: None,
        }
    }
}

impl Game {
    /// Describes a game for a list of games: without its rules and its lesson, which are long.
    pub fn summary(game: &dyn AnyGame) -> Game {
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
            levels: Level::all().map(EngineLevel::from).collect(),
            rules_text: None,
            lesson: None,
            translations: info.translations.iter().map(|one| (one.language, one.into())).collect(),
        }
    }

    /// Describes a game with its complete rules and its lesson.
    pub fn full(game: &dyn AnyGame) -> Game {
        let info = game.info();
        let mut full = Game { rules_text: Some(info.rulebook), lesson: info.lesson, ..Game::summary(game) };
        for translation in info.translations {
            if let Some(words) = full.translations.get_mut(translation.language) {
                words.rules_text = translation.rulebook;
                words.texts.extend(translation.lesson.iter().copied());
            }
        }
        full
    }
}
