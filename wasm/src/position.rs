//! Games and positions as JSON, as the server tells them.

use std::collections::BTreeMap;

use chautari_game::{
    AnyGame, AnyRecord, Dialect, Info, Lesson, Level, MarkKind, Offer, Outcome, ReplayFault, Rule, Scene,
    Translation,
};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// More plies than any game that means to end.
const MOST_MOVES: usize = 4096;

/// A line of play: where it begins, and what is played from there.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LineOfPlay {
    pub(crate) game: String,
    pub(crate) position: Option<String>,
    pub(crate) dialect: Option<String>,
    pub(crate) moves: Vec<String>,
    /// What somebody typed, to be played last: a move in any notation people use.
    pub(crate) typed: Option<String>,
}

/// A game by its name, perhaps with rules changed.
pub(crate) fn find(name: &str) -> Result<Box<dyn AnyGame>, Problem> {
    chautari_games::find(name).map_err(Problem::missing)
}

/// A game and a line of play in it.
pub(crate) type Played = (Box<dyn AnyGame>, Box<dyn AnyRecord>);

impl LineOfPlay {
    /// Reads and plays it.
    pub(crate) fn read(&self) -> Result<Played, Problem> {
        let game = find(&self.game)?;
        if self.moves.len() > MOST_MOVES {
            return Err(Problem::form(format!("More than {MOST_MOVES} moves.")));
        }
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        let replayed = game.replay(self.dialect.as_deref(), self.position.as_deref(), &moves);
        let mut record = replayed.map_err(|ReplayFault { index, fault }| match index {
            None => Problem::from(fault),
            Some(index) => Problem::from(fault).index(index),
        })?;
        if let Some(typed) = &self.typed {
            record.play_typed(typed).map_err(|fault| Problem::from(fault).index(self.moves.len()))?;
        }
        Ok((game, record))
    }
}

/// A game under one rule profile.
#[derive(Serialize)]
pub(crate) struct Game {
    id: &'static str,
    name: &'static str,
    about: &'static str,
    sides: [&'static str; 2],
    called: [&'static str; 2],
    rule_version: u32,
    repetition: Option<&'static str>,
    rules: Vec<Rule>,
    dialects: Vec<Dialect>,
    start: String,
    levels: Vec<Strength>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules_text: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson: Option<&'static Lesson>,
    translations: BTreeMap<&'static str, Words>,
}

/// The words of a game in one language.
#[derive(Serialize)]
struct Words {
    texts: BTreeMap<&'static str, &'static str>,
    refusals: BTreeMap<&'static str, &'static str>,
    endings: BTreeMap<&'static str, &'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
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

#[derive(Serialize)]
struct Strength {
    level: u8,
    name: &'static str,
    about: &'static str,
}

impl Game {
    pub(crate) fn new(game: &dyn AnyGame) -> Game {
        let info = game.info();
        let strength =
            |level: Level| Strength { level: level.number(), name: level.name(), about: level.about() };
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

    /// The same with its whole rules in Markdown.
    pub(crate) fn with_rules(game: &dyn AnyGame) -> Game {
        let info = game.info();
        let mut described = Game { rules_text: Some(info.rulebook), lesson: info.lesson, ..Game::new(game) };
        for translation in info.translations {
            if let Some(words) = described.translations.get_mut(translation.language) {
                words.rules_text = translation.rulebook;
                words.texts.extend(translation.lesson.iter().copied());
            }
        }
        described
    }
}

/// A position and what can be done in it.
#[derive(Serialize)]
pub(crate) struct Answer {
    position: String,
    turn: &'static str,
    ply: Option<u32>,
    outcome: Option<Ended>,
    check: Option<bool>,
    scene: Scene,
    offers: Vec<Offer>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    texts: BTreeMap<String, Option<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    history: Vec<Ply>,
}

/// Where a record stands, in few words.
#[derive(Serialize)]
pub(crate) struct Standing {
    position: String,
    turn: &'static str,
    action: &'static str,
    ply: Option<u32>,
    length: usize,
    outcome: Option<Ended>,
    check: Option<bool>,
    /// As text: JavaScript's numbers end at 2^53.
    key: String,
}

impl Standing {
    pub(crate) fn new(record: &dyn AnyRecord) -> Standing {
        let info = record.info();
        Standing {
            position: record.position(),
            turn: info.side(record.turn()),
            action: record.action(),
            ply: record.plies(),
            length: record.len(),
            outcome: record.outcome().map(|outcome| Ended::new(info, outcome)),
            check: record.is_marked(MarkKind::Check),
            key: format!("{:016x}", record.key().0),
        }
    }
}

/// How a game ended.
#[derive(Serialize)]
struct Ended {
    winner: Option<&'static str>,
    reason: &'static str,
    text: &'static str,
}

impl Ended {
    fn new(info: &Info, outcome: Outcome) -> Ended {
        Ended {
            winner: outcome.winner.map(|side| info.side(side)),
            reason: outcome.ending.code,
            text: outcome.ending.text,
        }
    }
}

/// One ply of a game.
#[derive(Serialize)]
struct Ply {
    #[serde(rename = "move")]
    text: String,
    human: String,
    side: &'static str,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<String>,
    position: String,
}

impl Answer {
    /// Everything about where a record stands; `write` names dialects to write it in.
    pub(crate) fn new(
        game: &dyn AnyGame,
        record: &dyn AnyRecord,
        write: &[String],
    ) -> Result<Answer, Problem> {
        let info = record.info();
        Ok(Answer {
            position: record.position(),
            turn: info.side(record.turn()),
            ply: record.plies(),
            outcome: record.outcome().map(|outcome| Ended::new(info, outcome)),
            check: record.is_marked(MarkKind::Check),
            scene: record.scene(),
            offers: record.offers(),
            texts: texts(game, record, write)?,
            history: history(record)?,
        })
    }
}

fn texts(
    game: &dyn AnyGame,
    record: &dyn AnyRecord,
    write: &[String],
) -> Result<BTreeMap<String, Option<String>>, Problem> {
    let mut texts = BTreeMap::new();
    for dialect in write {
        let text = record.write(dialect);
        if text.is_err() && !game.dialects().iter().any(|known| known.id == dialect) {
            text?;
        } else {
            texts.insert(dialect.clone(), text.ok());
        }
    }
    Ok(texts)
}

/// The same record before its first move.
pub(crate) fn begin(record: &dyn AnyRecord) -> Box<dyn AnyRecord> {
    let mut record = record.fork();
    while record.undo().is_some() {}
    record
}

fn history(record: &dyn AnyRecord) -> Result<Vec<Ply>, Problem> {
    let moves = record.moves();
    let mut record = begin(record);
    let ply = |text: &String| {
        let (side, action) = (record.info().side(record.turn()), record.action());
        let played = record.play(text)?;
        let position = record.position();
        Ok(Ply { text: text.clone(), human: played.human, side, action, san: played.further, position })
    };
    moves.iter().map(ply).collect()
}
