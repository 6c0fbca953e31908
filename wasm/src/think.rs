//! Engine searches.

use std::ops::ControlFlow;
use std::time::Duration;

use chautari_game::{AnyGame, AnyRecord, EngineOptions, Level, Limit, Thought as Found};
use chautari_wire::Thought;
use chautari_wire::position::start_of;
use serde::Deserialize;

use crate::line::LineOfPlay;
use crate::problem::Problem;
use crate::response::{OnThought, Response, json};

/// The default size of the hash table, in MiB. Phones have little memory to spare.
pub(crate) const DEFAULT_HASH: usize = 16;
/// The largest hash table, in MiB. The memory of a module ends at 4 GiB, and a browser may give less.
const MAX_HASH: usize = 1024;

/// The most lines in a result.
const MAX_LINES: usize = 20;

/// A position to search, and the limits of the search.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    line: LineOfPlay,
    #[serde(default)]
    level: Option<u8>,
    #[serde(default)]
    time_ms: Option<u64>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    nodes: Option<u64>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    hash: Option<usize>,
    #[serde(default)]
    lines: Option<usize>,
}

impl Request {
    /// Searches until a limit is reached, or until `on_thought` breaks.
    pub(crate) fn think(self, on_thought: OnThought) -> Response {
        let level = match self.level {
            None => Level::FULL,
            Some(number) => {
                Level::new(number).ok_or_else(|| Problem::bad_request("Levels go from 1 to 10."))?
            }
        };
        let (game, record) = self.line.read()?;
        let hash = self.hash.unwrap_or(DEFAULT_HASH).clamp(1, MAX_HASH);
        let means = EngineOptions { level, hash, seed: self.seed, ..EngineOptions::default() };
        let limit = Limit {
            time: self.time_ms.map(Duration::from_millis),
            depth: self.depth,
            nodes: self.nodes,
            lines: self.lines.unwrap_or(1).clamp(1, MAX_LINES),
            ..Limit::default()
        };
        let mut watch = |thought: &_| match json(&Thought::new(&*record, thought, false)) {
            Ok(text) => on_thought(&text),
            Err(_) => ControlFlow::Continue(()),
        };
        let thought = search(&*game, &*record, &means, &limit, &mut watch)?;
        json(&Thought::new(&*record, &thought, true))
    }
}

/// Searches the position of a record.
pub(crate) fn search(
    game: &dyn AnyGame,
    record: &dyn AnyRecord,
    options: &EngineOptions,
    limit: &Limit,
    watch: &mut dyn FnMut(&Found<String>) -> ControlFlow<()>,
) -> Result<Found<String>, Problem> {
    let (start, moves) = (start_of(record).position(), record.moves());
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    Ok(game.engine(options).think(Some(&start), &moves, limit, watch)?)
}
