//! The dispatcher: reads a request, carries it out, and returns the response.

use std::collections::BTreeMap;
#[cfg(feature = "engines")]
use std::sync::Arc;

use chautari_game::{AnyGame, AnyRecord, Played};
use chautari_games::GAMES;
use chautari_picture::{Style, Theme, View, svg};
use chautari_wire::position::{history, texts};
use chautari_wire::{Game, Position, Remarks};
use serde::Deserialize;
use serde_json::json;

use crate::line::{LineOfPlay, find};
use crate::problem::Problem;
use crate::response::{OnThought, Response, json};
use crate::standing::Standing;
#[cfg(feature = "engines")]
use crate::{matches, rate, remote_tables, review, think};

/// The deepest perft.
const MAX_DEPTH: u32 = 64;

/// Handles requests. It holds the open records and the fetched parts of exact tables.
#[derive(Default)]
pub struct Dispatcher {
    records: BTreeMap<u32, Open>,
    /// The number of records opened so far; the next one gets the number after it.
    opened: u32,
    #[cfg(feature = "engines")]
    fetched: Arc<remote_tables::Fetched>,
}

/// An open record, and its game.
struct Open {
    game: Box<dyn AnyGame>,
    record: Box<dyn AnyRecord>,
}

/// A request.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// Returns the version of this module, and whether it has engines.
    Version {},
    /// Returns all games.
    Games {},
    /// Returns one game, with its complete rules.
    Game { game: String },
    /// Describes a position without opening a record.
    Position {
        line: LineOfPlay,
        #[serde(default)]
        write: Vec<String>,
    },
    /// Returns remarks on what a move is for.
    Remarks { line: LineOfPlay, r#move: String },
    /// Draws a position as an SVG document.
    Svg {
        line: LineOfPlay,
        #[serde(default)]
        flip: bool,
        #[serde(default)]
        theme: ThemeName,
    },
    /// Opens a record and returns its number.
    Open { line: LineOfPlay },
    /// Closes a record.
    Close { record: u32 },
    /// Opens a copy of a record.
    Fork { record: u32 },
    /// Describes the position of a record.
    Look {
        record: u32,
        #[serde(default)]
        write: Vec<String>,
    },
    /// Describes the position of a record without its scene and history, which is faster.
    Standing { record: u32 },
    /// Returns the legal moves.
    Offers { record: u32 },
    /// Plays a move.
    Play {
        record: u32,
        r#move: String,
        #[serde(default)]
        dialect: Option<String>,
    },
    /// Takes the last move back.
    Undo { record: u32 },
    /// Writes a record in a dialect.
    Write { record: u32, dialect: String },
    /// Returns the moves of a record.
    Moves {
        record: u32,
        #[serde(default)]
        dialect: Option<String>,
    },
    /// Counts the lines of play of exactly this many plies.
    Perft { record: u32, depth: u32 },
    /// Like `Perft`, split by first move.
    Divide { record: u32, depth: u32 },
    /// Searches for the best move, and reports better results while it does.
    #[cfg(feature = "engines")]
    Think(think::Request),
    /// Returns the value of a position for a review.
    #[cfg(feature = "engines")]
    Review(review::Request),
    /// Returns a rating after one game.
    #[cfg(feature = "engines")]
    Rate(rate::Request),
    /// Returns the exact value of a position from tables on a web host, and the byte ranges still to be fetched.
    #[cfg(feature = "engines")]
    Worth { line: LineOfPlay },
    /// Takes in a byte range that was fetched.
    #[cfg(feature = "engines")]
    Bring(remote_tables::FetchedBytes),
    /// Begins a match.
    #[cfg(feature = "engines")]
    Begin(matches::BeginRequest),
    /// Describes a match.
    #[cfg(feature = "engines")]
    Match(matches::ViewRequest),
    /// Carries out a player's action in a match.
    #[cfg(feature = "engines")]
    Act(matches::ActRequest),
    /// Checks a game against every law of the conformance kit.
    #[cfg(feature = "conformance")]
    Conform { game: String, cases: u32, plies: usize },
    /// The requests that need the module with engines.
    #[cfg(not(feature = "engines"))]
    #[serde(
        rename = "think",
        alias = "review",
        alias = "rate",
        alias = "worth",
        alias = "bring",
        alias = "begin",
        alias = "match",
        alias = "act"
    )]
    NeedsEngines(serde::de::IgnoredAny),
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ThemeName {
    #[default]
    Light,
    Dark,
}

impl Dispatcher {
    /// Handles a request. Returns the response, or `{"status": …, "error": …}`.
    pub fn handle(&mut self, request: &str, on_thought: OnThought) -> String {
        let read = serde_json::from_str(request);
        let read = read.map_err(|e| Problem::bad_request(format!("Malformed request: {e}.")));
        let response = read.and_then(|request| self.dispatch(request, on_thought));
        response.unwrap_or_else(|problem| json(&problem).unwrap_or_default())
    }

    fn dispatch(&mut self, request: Request, on_thought: OnThought) -> Response {
        match request {
            Request::Version {} => json(&json!({
                "version": env!("CARGO_PKG_VERSION"),
                "engines": cfg!(feature = "engines"),
            })),
            Request::Games {} => json(&GAMES.iter().map(|game| Game::summary(*game)).collect::<Vec<_>>()),
            Request::Game { game } => json(&Game::full(&*find(&game)?)),
            Request::Position { line, write } => {
                let (game, record) = line.read()?;
                json(&describe(&*game, &*record, &write)?)
            }
            Request::Remarks { line, r#move } => {
                let (_, record) = line.read()?;
                let remarks = record.remarks(&r#move);
                let remarks = remarks.map_err(|fault| Problem::from(fault).index(line.moves.len()))?;
                json(&Remarks { remarks })
            }
            Request::Svg { line, flip, theme } => draw(&line, flip, theme),
            Request::Open { line } => {
                let (game, record) = line.read()?;
                self.add(game, record)
            }
            Request::Close { record } => {
                self.records.remove(&record);
                json(&json!({}))
            }
            Request::Fork { record } => {
                let Open { game, record } = self.open(record)?;
                let (game, record) = (game.boxed(), record.fork());
                self.add(game, record)
            }
            Request::Look { record, write } => {
                let Open { game, record } = self.open(record)?;
                json(&describe(&**game, &**record, &write)?)
            }
            Request::Standing { record } => json(&Standing::new(&*self.open(record)?.record)),
            Request::Offers { record } => json(&self.open(record)?.record.offers()),
            Request::Play { record, r#move, dialect } => {
                let record = &mut self.open(record)?.record;
                let Played { text, human, further } = match dialect {
                    None => record.play(&r#move)?,
                    Some(dialect) => record.play_in(&dialect, &r#move)?,
                };
                json(&json!({"move": text, "human": human, "san": further}))
            }
            Request::Undo { record } => json(&json!({"move": self.open(record)?.record.undo()})),
            Request::Write { record, dialect } => json(&self.open(record)?.record.write(&dialect)?),
            Request::Moves { record, dialect } => {
                let record = &self.open(record)?.record;
                json(&match dialect {
                    None => record.moves(),
                    Some(dialect) => record.moves_in(&dialect)?,
                })
            }
            // As text, because JavaScript's numbers are exact only up to 2^53.
            Request::Perft { record, depth } => {
                json(&self.open(record)?.record.perft(vet_depth(depth)?).to_string())
            }
            Request::Divide { record, depth } => {
                let split = self.open(record)?.record.divide(vet_depth(depth)?);
                json(&split.into_iter().map(|(text, n)| (text, n.to_string())).collect::<Vec<_>>())
            }
            #[cfg(feature = "engines")]
            Request::Think(request) => request.think(on_thought),
            #[cfg(feature = "engines")]
            Request::Review(request) => request.review(),
            #[cfg(feature = "engines")]
            Request::Rate(request) => request.rate(),
            #[cfg(feature = "engines")]
            Request::Worth { line } => remote_tables::value_of(&line, &self.fetched),
            #[cfg(feature = "engines")]
            Request::Bring(bytes) => bytes.store(&self.fetched),
            #[cfg(feature = "engines")]
            Request::Begin(request) => request.begin(),
            #[cfg(feature = "engines")]
            Request::Match(request) => request.view(),
            #[cfg(feature = "engines")]
            Request::Act(request) => request.act(),
            #[cfg(feature = "conformance")]
            Request::Conform { game, cases, plies } => {
                let effort = chautari_game::conformance::Effort { cases, plies };
                let law = || chautari_wire::Code::Rule("law".into());
                find(&game)?.conform(&effort).map_err(|broken| Problem::unprocessable(law(), broken))?;
                json(&json!({}))
            }
            #[cfg(not(feature = "engines"))]
            Request::NeedsEngines(_) => {
                let _ = on_thought;
                Err(Problem::not_found("This module has the rules only; load the one with engines."))
            }
        }
    }

    fn open(&mut self, number: u32) -> Result<&mut Open, Problem> {
        self.records.get_mut(&number).ok_or_else(|| Problem::not_found("This record is closed."))
    }

    fn add(&mut self, game: Box<dyn AnyGame>, record: Box<dyn AnyRecord>) -> Response {
        self.opened += 1;
        self.records.insert(self.opened, Open { game, record });
        json(&json!({"record": self.opened}))
    }
}

/// Describes the position of a record, also in the dialects of `write`.
fn describe(game: &dyn AnyGame, record: &dyn AnyRecord, write: &[String]) -> Result<Position, Problem> {
    let history = history(record).collect::<Result<_, _>>()?;
    Ok(Position { texts: texts(game, record, write)?, history, ..Position::new(record) })
}

fn vet_depth(depth: u32) -> Result<u32, Problem> {
    if depth <= MAX_DEPTH {
        Ok(depth)
    } else {
        Err(Problem::bad_request(format!("At most {MAX_DEPTH} plies.")))
    }
}

fn draw(line: &LineOfPlay, flip: bool, theme: ThemeName) -> Response {
    let (_, record) = line.read()?;
    let theme = match theme {
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
    };
    let view = if flip { View::Turned } else { View::Upright };
    json(&svg(record.info(), &record.scene(), Style { theme, view, ..Style::default() }))
}
