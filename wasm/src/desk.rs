//! Questions, and who answers them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
#[cfg(feature = "engines")]
use std::sync::Arc;

use chautari_game::{AnyGame, AnyRecord, Played};
use chautari_games::GAMES;
use chautari_picture::{Style, Theme, View, svg};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::position::{Answer, Game, LineOfPlay, Standing, find};
use crate::problem::Problem;
#[cfg(feature = "engines")]
use crate::{far, matches, think};

/// Told of every better thought, as JSON; breaking ends the thinking.
pub type Hear<'a> = &'a mut dyn FnMut(&str) -> ControlFlow<()>;

/// No line of play is counted further than this.
const DEEPEST: u32 = 64;

/// Where questions are asked. It keeps the records that are open, and what was brought of exact tables.
#[derive(Default)]
pub struct Desk {
    records: BTreeMap<u32, Open>,
    opened: u32,
    #[cfg(feature = "engines")]
    fetched: Arc<far::Fetched>,
}

struct Open {
    game: Box<dyn AnyGame>,
    record: Box<dyn AnyRecord>,
}

/// What is asked.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Question {
    /// The version of this module, and whether it can think.
    Version {},
    /// Every game.
    Games {},
    /// One game, with its rules for people.
    Game { game: String },
    /// A position, without keeping anything.
    Position {
        line: LineOfPlay,
        #[serde(default)]
        write: Vec<String>,
    },
    /// What a move is for, as the board shows it.
    Remarks { line: LineOfPlay, r#move: String },
    /// A position as an SVG document.
    Svg {
        line: LineOfPlay,
        #[serde(default)]
        flip: bool,
        #[serde(default)]
        theme: Colours,
    },
    /// Keeps a record and gives it a number.
    Open { line: LineOfPlay },
    /// Forgets it.
    Close { record: u32 },
    /// A copy that goes its own way.
    Fork { record: u32 },
    /// Everything about where a record stands.
    Look {
        record: u32,
        #[serde(default)]
        write: Vec<String>,
    },
    /// The same without what is drawn and what was played: less work.
    Standing { record: u32 },
    /// The legal moves.
    Offers { record: u32 },
    /// Plays a move.
    Play {
        record: u32,
        r#move: String,
        #[serde(default)]
        dialect: Option<String>,
    },
    /// Takes one back.
    Undo { record: u32 },
    /// Writes it in a dialect.
    Write { record: u32, dialect: String },
    /// The moves since it began.
    Moves {
        record: u32,
        #[serde(default)]
        dialect: Option<String>,
    },
    /// How many lines of play of exactly this many plies there are.
    Perft { record: u32, depth: u32 },
    /// The same split by first move.
    Divide { record: u32, depth: u32 },
    /// Thinks aloud.
    #[cfg(feature = "engines")]
    Think(think::Question),
    /// What a position is worth by exact tables on a web host, and which stretches of them are wanted.
    #[cfg(feature = "engines")]
    Worth { line: LineOfPlay },
    /// A stretch of them.
    #[cfg(feature = "engines")]
    Bring(far::Bring),
    /// Begins a match.
    #[cfg(feature = "engines")]
    Begin(matches::Begin),
    /// How a match stands.
    #[cfg(feature = "engines")]
    Match(matches::Look),
    /// Somebody does something in a match.
    #[cfg(feature = "engines")]
    Act(matches::Act),
    /// Whether a game holds every law, looked at so hard.
    #[cfg(feature = "conformance")]
    Conform { game: String, cases: u32, plies: usize },
    /// What only the module with engines answers.
    #[cfg(not(feature = "engines"))]
    #[serde(
        rename = "think",
        alias = "worth",
        alias = "bring",
        alias = "begin",
        alias = "match",
        alias = "act"
    )]
    More(serde::de::IgnoredAny),
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Colours {
    #[default]
    Light,
    Dark,
}

pub(crate) type Told = Result<String, Problem>;

/// Writes an answer.
pub(crate) fn told(answer: &impl Serialize) -> Told {
    serde_json::to_string(answer).map_err(|e| Problem::form(format!("This cannot be written: {e}.")))
}

impl Desk {
    /// The answer to a question: what was asked for, or `{"status": …, "error": …}`.
    pub fn answer(&mut self, question: &str, hear: Hear) -> String {
        let read = serde_json::from_str(question);
        let read = read.map_err(|e| Problem::form(format!("This is not a question: {e}.")));
        let answered = read.and_then(|question| self.ask(question, hear));
        answered.unwrap_or_else(|problem| told(&problem).unwrap_or_default())
    }

    fn ask(&mut self, question: Question, hear: Hear) -> Told {
        match question {
            Question::Version {} => told(&json!({
                "version": env!("CARGO_PKG_VERSION"),
                "engines": cfg!(feature = "engines"),
            })),
            Question::Games {} => told(&GAMES.iter().map(|game| Game::new(*game)).collect::<Vec<_>>()),
            Question::Game { game } => told(&Game::with_rules(&*find(&game)?)),
            Question::Position { line, write } => {
                let (game, record) = line.read()?;
                told(&Answer::new(&*game, &*record, &write)?)
            }
            Question::Remarks { line, r#move } => {
                let (_, record) = line.read()?;
                let remarks = record.remarks(&r#move);
                let remarks = remarks.map_err(|fault| Problem::from(fault).index(line.moves.len()))?;
                told(&json!({"remarks": remarks}))
            }
            Question::Svg { line, flip, theme } => drawn(&line, flip, theme),
            Question::Open { line } => {
                let (game, record) = line.read()?;
                self.keep(game, record)
            }
            Question::Close { record } => {
                self.records.remove(&record);
                told(&json!({}))
            }
            Question::Fork { record } => {
                let Open { game, record } = self.open(record)?;
                let (game, record) = (game.boxed(), record.fork());
                self.keep(game, record)
            }
            Question::Look { record, write } => {
                let Open { game, record } = self.open(record)?;
                told(&Answer::new(&**game, &**record, &write)?)
            }
            Question::Standing { record } => told(&Standing::new(&*self.open(record)?.record)),
            Question::Offers { record } => told(&self.open(record)?.record.offers()),
            Question::Play { record, r#move, dialect } => {
                let record = &mut self.open(record)?.record;
                let Played { text, human, further } = match dialect {
                    None => record.play(&r#move)?,
                    Some(dialect) => record.play_in(&dialect, &r#move)?,
                };
                told(&json!({"move": text, "human": human, "san": further}))
            }
            Question::Undo { record } => told(&json!({"move": self.open(record)?.record.undo()})),
            Question::Write { record, dialect } => told(&self.open(record)?.record.write(&dialect)?),
            Question::Moves { record, dialect } => {
                let record = &self.open(record)?.record;
                told(&match dialect {
                    None => record.moves(),
                    Some(dialect) => record.moves_in(&dialect)?,
                })
            }
            // As text: JavaScript's numbers end at 2^53.
            Question::Perft { record, depth } => {
                told(&self.open(record)?.record.perft(counted(depth)?).to_string())
            }
            Question::Divide { record, depth } => {
                let split = self.open(record)?.record.divide(counted(depth)?);
                told(&split.into_iter().map(|(text, n)| (text, n.to_string())).collect::<Vec<_>>())
            }
            #[cfg(feature = "engines")]
            Question::Think(question) => question.think(hear),
            #[cfg(feature = "engines")]
            Question::Worth { line } => far::worth(&line, &self.fetched),
            #[cfg(feature = "engines")]
            Question::Bring(bring) => bring.bring(&self.fetched),
            #[cfg(feature = "engines")]
            Question::Begin(begin) => begin.begin(),
            #[cfg(feature = "engines")]
            Question::Match(look) => look.look(),
            #[cfg(feature = "engines")]
            Question::Act(act) => act.act(),
            #[cfg(feature = "conformance")]
            Question::Conform { game, cases, plies } => {
                let effort = chautari_game::conformance::Effort { cases, plies };
                find(&game)?.conform(&effort).map_err(|broken| Problem::refused("law", broken))?;
                told(&json!({}))
            }
            #[cfg(not(feature = "engines"))]
            Question::More(_) => {
                let _ = hear;
                Err(Problem::missing("This module holds the rules alone; the one with engines can do that."))
            }
        }
    }

    fn open(&mut self, number: u32) -> Result<&mut Open, Problem> {
        self.records.get_mut(&number).ok_or_else(|| Problem::missing("This record is closed."))
    }

    fn keep(&mut self, game: Box<dyn AnyGame>, record: Box<dyn AnyRecord>) -> Told {
        self.opened += 1;
        self.records.insert(self.opened, Open { game, record });
        told(&json!({"record": self.opened}))
    }
}

fn counted(depth: u32) -> Result<u32, Problem> {
    if depth <= DEEPEST { Ok(depth) } else { Err(Problem::form(format!("At most {DEEPEST} plies."))) }
}

fn drawn(line: &LineOfPlay, flip: bool, theme: Colours) -> Told {
    let (_, record) = line.read()?;
    let theme = match theme {
        Colours::Light => Theme::Light,
        Colours::Dark => Theme::Dark,
    };
    let view = if flip { View::Turned } else { View::Upright };
    told(&svg(record.info(), &record.scene(), Style { theme, view, ..Style::default() }))
}
